"""Arrays of arrays whose sizes depend on template parameters that nobody has filled in: how far apart elements lie."""

from __future__ import annotations

import ast
import re

from cudalint.ir.nodes import Binary, Constant, Expression, TemplateValue
from cudalint.ir.position import Position
from cudalint.ir.types import INT, LONG, Array, Type

_BOUNDS = re.compile(r"\[([^\[\]]*)\](?:\[[^\[\]]*\])*$")
_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "/",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
}


def bound_of(spelling: str) -> str:
    """The outermost bound of an array type as written: "BS + 1" of `float[BS + 1][4]`; "" for none."""
    match = _BOUNDS.search(spelling)
    return match[1].strip() if match is not None else ""


def stepped(index: Expression, type_: Type, source: bytes) -> tuple[Expression, int]:
    """The index of an element of `type_`, counted in the largest parts whose size is known, and the size of these in
    bytes (0 for a type that is not known at all).

    `source`: the file's text; a size that is written with other names than of template parameters stays unknown.
    """
    while isinstance(type_, Array) and type_.count is None and type_.bound:
        bound = _value(type_.bound, source, index.at)
        if bound is None:
            return index, 0
        index, type_ = Binary(LONG, index.at, "*", index, bound), type_.element
    return index, type_.size


def _value(text: str, source: bytes, at: Position) -> Expression | None:
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):
        return None
    return _lowered(tree, source, at)


def _lowered(node: ast.expr, source: bytes, at: Position) -> Expression | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return Constant(INT, at, node.value)
    if isinstance(node, ast.Name):
        return TemplateValue(INT, at, node.id) if _is_parameter(node.id.encode(), source) else None
    if not isinstance(node, ast.BinOp) or type(node.op) not in _OPERATORS:
        return None
    left, right = _lowered(node.left, source, at), _lowered(node.right, source, at)
    if left is None or right is None:
        return None
    return Binary(INT, at, _OPERATORS[type(node.op)], left, right)


def _is_parameter(name: bytes, source: bytes) -> bool:
    """Whether a name is declared as a template parameter with a type before it, and not as a constant as well."""
    if re.search(rb"\b(?:constexpr|const|enum)\b[^;<>(){}]*\b" + name + rb"\s*=|#\s*define\s+" + name + rb"\b", source):
        return False
    declared = rb"[<,]\s*(?:const\s+)?[A-Za-z_][\w:]*(?:\s+[a-z]+)?\s+" + name + rb"\s*(?:=[^,>]*)?[,>]"
    return re.search(declared, source) is not None
