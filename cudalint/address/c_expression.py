"""A C expression over integers and names, parsed by pycparser, as a function of the values of the names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from cudalint.address.evaluate import apply

Values = Mapping[str, int]

_PREFIX = "int assumption = ("
_TOKEN = re.compile(r"\w+|->|<<|>>|&&|\|\||[=!<>]=|\S")
_MOST_TOKENS = 100
_COMPARISONS: dict[str, Callable[[int, int], int]] = {
    "<": lambda a, b: int(a < b),
    ">": lambda a, b: int(a > b),
    "<=": lambda a, b: int(a <= b),
    ">=": lambda a, b: int(a >= b),
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "&&": lambda a, b: int(bool(a) and bool(b)),
    "||": lambda a, b: int(bool(a) or bool(b)),
}
_ARITHMETIC = frozenset({"+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"})
_UNARY: dict[str, Callable[[int], int]] = {
    "-": lambda a: -a,
    "+": lambda a: a,
    "~": lambda a: ~a,
    "!": lambda a: int(not a),
}


class BadExpression(ValueError):
    """No expression of integers, names and operators; one line that names the column where that is known."""


@dataclass(frozen=True, slots=True)
class Expression:
    """`operator` is "number", "name" or C's, with one or two operands; `column` counts from 1 in the parsed text."""

    operator: str
    operands: tuple[Expression, ...] = ()
    number: int = 0
    name: str = ""
    column: int = 1

    def names(self) -> frozenset[str]:
        """All names in it."""
        inner = frozenset[str]().union(*(o.names() for o in self.operands))
        return inner | {self.name} if self.name else inner

    def value(self, values: Values) -> int:
        """By C's rules on integers of unlimited size; `values` has every name."""
        if self.operator == "number":
            return self.number
        if self.operator == "name":
            return values[self.name]
        numbers = [o.value(values) for o in self.operands]
        if len(numbers) == 1:
            return _UNARY[self.operator](numbers[0])
        if self.operator in _ARITHMETIC:
            return int(apply(self.operator, list(numbers)))
        return _COMPARISONS[self.operator](*numbers)

    def conjuncts(self) -> tuple[Expression, ...]:
        """What has to hold for `a && b && c` to hold."""
        if self.operator != "&&":
            return (self,)
        return self.operands[0].conjuncts() + self.operands[1].conjuncts()


def parse_expression(text: str) -> Expression:
    """Parse one C expression; raises `BadExpression`."""
    from pycparser.c_parser import CParser

    try:
        declared = CParser().parse(f"{_PREFIX}{text}\n);", "").ext
        if len(declared) != 1 or "\n" in text:
            raise BadExpression("one expression is expected")
        return _converted(declared[0].init)
    except BadExpression:
        raise
    except RecursionError:
        raise BadExpression("nested too deeply") from None
    except Exception as error:
        raise BadExpression(_reason(str(error), text)) from None


def _reason(message: str, text: str) -> str:
    """pycparser's ':line:column: message' in the user's columns; where it names none, the first token that cannot stand
    there.
    """
    parts = message.split(":", 3)
    if len(parts) == 4 and parts[1] == "1" and parts[2].isdigit():
        column = int(parts[2]) - len(_PREFIX)
        if 0 < column <= len(text):
            return f"column {column}: {parts[3].strip().replace('before: ', 'unexpected ')}"
    for token in islice(_TOKEN.finditer(text), _MOST_TOKENS):
        if not _can_go_on(text[: token.end()]):
            return f"column {token.start() + 1}: unexpected {token.group()}"
    return f"column {len(text) + 1}: the expression is not complete"


def _can_go_on(start: str) -> bool:
    """Whether some C expression starts like this."""
    from pycparser.c_parser import CParser

    closing = ")" * (start.count("(") - start.count(")"))
    for tail in ("", " 0", " x"):
        try:
            CParser().parse(f"{_PREFIX}{start}{tail}{closing}\n);", "")
        except Exception:
            continue
        return True
    return False


def _converted(node: Any) -> Expression:
    from pycparser import c_ast

    column = node.coord.column - len(_PREFIX) if node.coord is not None else 1
    if isinstance(node, c_ast.Constant) and "int" in node.type:
        return Expression("number", number=_number(node.value), column=column)
    name = _name(node)
    if name is not None:
        return Expression("name", name=name, column=column)
    if isinstance(node, c_ast.BinaryOp) and (node.op in _ARITHMETIC or node.op in _COMPARISONS):
        return Expression(node.op, (_converted(node.left), _converted(node.right)), column=column)
    if isinstance(node, c_ast.UnaryOp) and node.op in _UNARY:
        return Expression(node.op, (_converted(node.expr),), column=column)
    raise BadExpression(f"column {column}: only integers, names and operators are supported")


def _number(text: str) -> int:
    digits = text.rstrip("uUlL")
    return int(digits, 8) if digits.isdigit() and digits.startswith("0") else int(digits, 0)


def _name(node: Any) -> str | None:
    """`N`, `blockDim.x`, `p->width` (as p.width)."""
    from pycparser import c_ast

    if isinstance(node, c_ast.ID):
        return str(node.name)
    if isinstance(node, c_ast.StructRef):
        inner = _name(node.name)
        return f"{inner}.{node.field.name}" if inner is not None else None
    return None
