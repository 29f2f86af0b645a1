"""What the user says about unknown values: C expressions such as `N % 32 == 0 && pitch >= 64`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

SEARCHED = 8192
"""How far above (and below) the preferred value a fitting one is looked for."""


class BadAssumption(ValueError):
    """An expression that is not C, or that no value can satisfy; one line."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One conjunct: `test` of the values by name; `fixes` where it says name == constant."""

    text: str
    names: frozenset[str]
    test: Callable[[dict[str, int]], bool]
    fixes: tuple[str, int] | None = None


@dataclass(frozen=True)
class Assumptions:
    """All conditions together; answers which value stands for an unknown one."""

    conditions: tuple[Condition, ...] = ()
    _chosen: dict[tuple[str, int], int] = field(default_factory=dict, compare=False, repr=False)

    def is_fixed(self, name: str) -> bool:
        """Whether the assumptions leave `name` a single value."""
        return any(c.fixes is not None and c.fixes[0] == name for c in self.conditions)

    def stand_in(self, name: str, preferred: int) -> int:
        """The smallest value from `preferred` on that satisfies what is said about `name` alone, or the largest below
        it.

        Raises `BadAssumption` when there is none.
        """
        key = (name, preferred)
        if key not in self._chosen:
            self._chosen[key] = self._choose(name, preferred)
        return self._chosen[key]

    def _choose(self, name: str, preferred: int) -> int:
        own = [c for c in self.conditions if c.names == {name}]
        for value in self._candidates(own, preferred):
            if all(c.test({name: value}) for c in own):
                return value
        texts = " && ".join(c.text for c in own)
        raise BadAssumption(f"--assume {texts!r}: no value of {name} satisfies it")

    @staticmethod
    def _candidates(own: Sequence[Condition], preferred: int) -> Iterator[int]:
        for condition in own:
            if condition.fixes is not None:
                yield condition.fixes[1]
                return
        yield from range(preferred, preferred + SEARCHED)
        yield from range(preferred - 1, max(preferred - SEARCHED, 0) - 1, -1)


_NOTHING = Assumptions()


def parse_assumptions(texts: Sequence[str]) -> Assumptions:
    """The assumptions of the command line; raises `BadAssumption` naming the text and what is wrong with it."""
    if not texts:
        return _NOTHING
    conditions = [condition for text in texts for condition in _conditions(text)]
    assumptions = Assumptions(tuple(conditions))
    for name in sorted({n for c in conditions if len(c.names) == 1 for n in c.names}):
        assumptions.stand_in(name, 1024)
    return assumptions


@lru_cache(maxsize=64)
def _conditions(text: str) -> tuple[Condition, ...]:
    from pycparser import c_ast, c_parser

    try:
        tree = c_parser.CParser().parse(f"int assumption = ({text}\n);", "")
        root = tree.ext[0].init
    except Exception as error:
        raise BadAssumption(f"--assume {text!r}: {_reason(error, text)}") from None
    if len(tree.ext) != 1:
        raise BadAssumption(f"--assume {text!r}: one expression is expected")
    found: list[Condition] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, c_ast.BinaryOp) and node.op == "&&":
            stack += [node.right, node.left]
            continue
        found.append(_condition(text, node))
    return tuple(found)


def _reason(error: Exception, text: str) -> str:
    """pycparser's ':line:column: message' in the user's columns."""
    parts = str(error).split(":", 3)
    offset = len("int assumption = (")
    if len(parts) == 4 and parts[2].isdigit():
        column = int(parts[2]) - offset
        if parts[1] == "1" and 0 < column <= len(text):
            return f"column {column}: {parts[3].strip()}"
    return "not a complete C expression"


def _condition(text: str, node: Any) -> Condition:
    names: set[str] = set()
    evaluate = _compile(text, node, names)
    fixes = _fixed(node, names)
    if not names:
        raise BadAssumption(f"--assume {text!r}: names no value")
    return Condition(text, frozenset(names), lambda values: bool(evaluate(values)), fixes)


def _fixed(node: Any, names: set[str]) -> tuple[str, int] | None:
    from pycparser import c_ast

    if not isinstance(node, c_ast.BinaryOp) or node.op != "==" or len(names) != 1:
        return None
    for side, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(side, (c_ast.ID, c_ast.StructRef)):
            mentioned: set[str] = set()
            value = _compile("", other, mentioned)
            if not mentioned:
                return next(iter(names)), value({})
    return None


def _divide(left: int, right: int) -> int:
    if right == 0:
        return 0
    quotient = abs(left) // abs(right)
    return -quotient if (left < 0) != (right < 0) else quotient


_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divide,
    "%": lambda a, b: a - b * _divide(a, b),
    "<<": lambda a, b: a << (b & 63),
    ">>": lambda a, b: a >> (b & 63),
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<": lambda a, b: int(a < b),
    ">": lambda a, b: int(a > b),
    "<=": lambda a, b: int(a <= b),
    ">=": lambda a, b: int(a >= b),
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "&&": lambda a, b: int(bool(a) and bool(b)),
    "||": lambda a, b: int(bool(a) or bool(b)),
}
_UNARY: dict[str, Callable[[int], int]] = {
    "-": lambda a: -a,
    "+": lambda a: a,
    "~": lambda a: ~a,
    "!": lambda a: int(not a),
}


def _compile(text: str, node: Any, names: set[str]) -> Callable[[dict[str, int]], int]:
    """An expression tree as a function of the values; collects the names it uses."""
    from pycparser import c_ast

    if isinstance(node, c_ast.Constant) and "int" in node.type:
        constant = int(node.value.rstrip("uUlL"), 0)
        return lambda values: constant
    name = _name(node)
    if name is not None:
        names.add(name)
        return lambda values: values[name]
    if isinstance(node, c_ast.BinaryOp) and node.op in _OPERATORS:
        left, right, apply = _compile(text, node.left, names), _compile(text, node.right, names), _OPERATORS[node.op]
        return lambda values: apply(left(values), right(values))
    if isinstance(node, c_ast.UnaryOp) and node.op in _UNARY:
        operand, change = _compile(text, node.expr, names), _UNARY[node.op]
        return lambda values: change(operand(values))
    raise BadAssumption(f"--assume {text!r}: {type(node).__name__} is not supported; use integers, names and operators")


def _name(node: Any) -> str | None:
    """`N`, `blockDim.x`, `p->width`."""
    from pycparser import c_ast

    if isinstance(node, c_ast.ID):
        return str(node.name)
    if isinstance(node, c_ast.StructRef):
        inner = _name(node.name)
        return f"{inner}.{node.field.name}" if inner is not None else None
    return None
