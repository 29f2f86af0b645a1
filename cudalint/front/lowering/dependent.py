"""Operators whose meaning depends on a template parameter.

Where overloads are in sight, clang shows such an operator as a call of a name that is not resolved.
"""

from __future__ import annotations

from cudalint.front.lowering import kinds
from cudalint.front.lowering.casts import address_of
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.dispatch import Body
from cudalint.front.lowering.operators import arithmetic, assign, balanced, compound_with, element, once_done
from cudalint.front.lowering.shapes import convert, element_size, promoted
from cudalint.ir.nodes import Binary, Comma, Dereference, EffectPlace, Expression, Increment, Logical, Place, Unary
from cudalint.ir.types import BOOL, UNKNOWN, Pointer

_ARITHMETIC_SIGNS = frozenset(kinds.BINARY_ARITHMETIC.values())
_COMPARISON_SIGNS = frozenset(kinds.BINARY_COMPARISON.values())


def operator_of(body: Body, children: list[Cursor]) -> tuple[str, list[Cursor]] | None:
    """The operator and operands of a call that stands for an operator whose meaning depends on a template parameter."""
    tree = body.unit.tree
    for index, child in enumerate(children):
        if child.kind != kinds.DECL_REF_EXPR:
            continue
        overloaded = tree.referenced(child)
        if overloaded is None or overloaded.kind != kinds.OVERLOADED_DECL_REF:
            continue
        name = tree.spelling(overloaded)
        if name.startswith("operator") and not name[len("operator")].isalnum():
            operands = [c for i, c in enumerate(children) if i != index and 100 <= c.kind < 200]
            return name.removeprefix("operator"), operands
    return None


def dependent_operator(body: Body, cursor: Cursor, sign: str, operands: list[Cursor]) -> Expression | Place:
    """The operator as the built-in one: most parameters of such templates turn out to be numbers."""
    at = body.start(cursor)
    if sign == "()":
        return body.unknown_value(cursor, "call of a dependent object")
    if sign in ("++", "--") and operands:
        place = body.place(operands[0])
        step = Increment(place.type, at, place, 1 if sign == "++" else -1, len(operands) > 1, element_size(place.type))
        return step if step.postfix else EffectPlace(place.type, at, step, once_done(place))
    if len(operands) == 1:
        return _dependent_unary(body, cursor, sign, operands[0])
    if len(operands) != 2:
        return body.unknown_value(cursor, f"dependent operator {sign}")
    left, right = operands
    if sign == "[]":
        return element(body, cursor, body.value(left), body.value(right))
    if sign == "=":
        place = body.place(left)
        return EffectPlace(place.type, at, assign(body, cursor, place, right), once_done(place))
    if sign.endswith("=") and sign[:-1] in _ARITHMETIC_SIGNS:
        place = body.place(left)
        return EffectPlace(place.type, at, compound_with(body, cursor, sign[:-1], place, right), once_done(place))
    if sign in ("&&", "||"):
        return Logical(BOOL, at, sign, body.value(left), body.value(right))
    first, second = body.value(left), body.value(right)
    if sign in _COMPARISON_SIGNS:
        return Binary(BOOL, at, sign, *balanced(first, second))
    if sign in _ARITHMETIC_SIGNS:
        return arithmetic(body, cursor, sign, first, second, body.value_type(cursor))
    return Comma(second.type, at, first, second) if sign == "," else body.unknown_value(cursor, f"operator {sign}")


def _dependent_unary(body: Body, cursor: Cursor, sign: str, operand: Cursor) -> Expression | Place:
    at = body.start(cursor)
    if sign == "&":
        return address_of(body, cursor, body.place(operand))
    value = body.value(operand)
    if sign in ("*", "->"):
        type_ = value.type.pointee if isinstance(value.type, Pointer) else UNKNOWN
        return Dereference(type_, body.unit.positions.range(cursor), value) if sign == "*" else value
    if sign == "!":
        return Unary(BOOL, at, sign, value)
    if sign == "+":
        return value
    type_ = promoted(value.type)
    return Unary(type_, at, sign, convert(value, type_))
