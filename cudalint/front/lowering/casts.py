"""Conversions: implicit ones, which libclang shows as nameless expressions, and written ones."""

from __future__ import annotations

from cudalint.front.lowering import kinds
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.dispatch import Body, effects, places, values
from cudalint.front.lowering.names import as_base, evaluated
from cudalint.front.lowering.shapes import convert, is_scalar, pointer_to, read
from cudalint.ir.nodes import (
    AddressOf,
    CallValue,
    Convert,
    Expression,
    Place,
    Reinterpret,
    Temporary,
    UnknownValue,
)
from cudalint.ir.types import Array, Pointer, Record, Reference, Type, Unknown, Void

_PLACE_KINDS = (
    kinds.DECL_REF_EXPR,
    kinds.MEMBER_REF_EXPR,
    kinds.ARRAY_SUBSCRIPT_EXPR,
    kinds.UNARY_OPERATOR,
    kinds.PAREN_EXPR,
)
_LVALUE_CASTS = (
    kinds.CXX_STATIC_CAST_EXPR,
    kinds.CXX_REINTERPRET_CAST_EXPR,
    kinds.CXX_CONST_CAST_EXPR,
    kinds.CSTYLE_CAST_EXPR,
    kinds.CXX_FUNCTIONAL_CAST_EXPR,
)


def same(left: Type, right: Type) -> bool:
    """Whether two types are one; the IR's types carry no qualifiers of their own."""
    return left is right or left == right


# -- implicit ----------------------------------------------------------------------------------------------------------


@values(kinds.PAREN_EXPR)
def _parenthesised(body: Body, cursor: Cursor) -> Expression:
    children = body.unit.tree.expressions(cursor)
    return body.value(children[0]) if children else body.unknown_value(cursor)


@places(kinds.PAREN_EXPR)
def _parenthesised_place(body: Body, cursor: Cursor) -> Place:
    children = body.unit.tree.expressions(cursor)
    return body.place(children[0]) if children else body.temporary(body.unknown_value(cursor))


@effects(kinds.PAREN_EXPR)
def _parenthesised_effect(body: Body, cursor: Cursor) -> Expression:
    children = body.unit.tree.expressions(cursor)
    return body.effect(children[0]) if children else body.unknown_value(cursor)


@values(kinds.UNEXPOSED_EXPR)
def _implicit(body: Body, cursor: Cursor) -> Expression:
    children = body.unit.tree.expressions(cursor)
    if len(children) != 1:
        return _leaf(body, cursor) if not children else _recovered(body, cursor, children)
    return converted(body, cursor, children[0], body.type_of(cursor))


def _leaf(body: Body, cursor: Cursor) -> Expression:
    return evaluated(body, cursor, "expression that libclang does not show")


def _recovered(body: Body, cursor: Cursor, children: list[Cursor]) -> Expression:
    """What clang keeps of an expression that has errors: a call of something, or operands."""
    callee = body.value_type(children[0])
    if isinstance(callee, Record) and callee.lambda_:
        arguments = tuple(body.value(c) for c in children[1:])
        return CallValue(
            body.value_type(cursor),
            body.start(cursor),
            body.value(children[0]),
            arguments,
        )
    body.repaired = True
    return UnknownValue(
        body.value_type(cursor),
        body.start(cursor),
        tuple(body.effect(c) if i == 0 else body.value(c) for i, c in enumerate(children)),
        "expression with errors",
    )


def converted(body: Body, cursor: Cursor, child: Cursor, target: Type) -> Expression:
    """The child's value as the target type."""
    source = body.type_of(child)
    if isinstance(source, Array) and isinstance(target, Pointer) and not isinstance(target.pointee, Void):
        place = body.place(child)
        if isinstance(place, Temporary):
            return place.value
        if isinstance(place.type, Array):
            return AddressOf(target, body.start(child), place)
        return read(place)
    if isinstance(target, Record) and isinstance(source, Record) and not same(source, target):
        return read(as_base(body, cursor, body.place(child), target))
    value = body.value(child)
    return value if isinstance(target, (Array, Reference)) else convert(value, target)


@places(kinds.UNEXPOSED_EXPR)
def _implicit_place(body: Body, cursor: Cursor) -> Place:
    children = body.unit.tree.expressions(cursor)
    if len(children) != 1:
        return body.temporary(_implicit(body, cursor))
    child = children[0]
    source, target = body.type_of(child), body.type_of(cursor)
    if same(source, target) or isinstance(target, Unknown):
        return body.place(child)
    if isinstance(source, (Record, Unknown)) and isinstance(target, Record):
        return as_base(body, cursor, body.place(child), target)
    if isinstance(source, Array) and isinstance(target, Array):
        return body.place(child)
    value = _implicit(body, cursor)
    return Temporary(value.type, value.at, value)


@effects(kinds.UNEXPOSED_EXPR)
def _implicit_effect(body: Body, cursor: Cursor) -> Expression:
    children = body.unit.tree.expressions(cursor)
    if len(children) != 1:
        return _implicit(body, cursor)
    target = body.type_of(cursor)
    if isinstance(target, Void) or same(body.type_of(children[0]), target):
        return body.effect(children[0])
    return _implicit(body, cursor)


# -- written -----------------------------------------------------------------------------------------------------------


def _operand(body: Body, cursor: Cursor) -> Cursor | None:
    """What is cast: the last child, since array bounds of the written type come first."""
    children = body.unit.tree.expressions(cursor)
    return children[-1] if children else None


@values(*kinds.CASTS)
def _cast(body: Body, cursor: Cursor) -> Expression:
    child = _operand(body, cursor)
    if child is None:
        return body.unknown_value(cursor)
    target = body.type_of(cursor)
    if isinstance(target, Void):
        return body.effect(child)
    source = body.type_of(child)
    if isinstance(target, Unknown):
        value = body.value(child)
        return Convert(target, body.start(cursor), value) if is_scalar(value.type) else value
    if child.kind in _PLACE_KINDS and not same(source, target) and not isinstance(source, (Array, Unknown)):
        # No load in between: a cast to a reference, the bits of the same place.
        place = body.place(child)
        if not isinstance(place, Temporary):
            return read(Reinterpret(target, body.start(cursor), place))
    return converted(body, cursor, child, target)


@effects(*kinds.CASTS)
def _cast_effect(body: Body, cursor: Cursor) -> Expression:
    child = _operand(body, cursor)
    if child is not None and isinstance(body.type_of(cursor), Void):
        return body.effect(child)
    return _cast(body, cursor)


@places(*_LVALUE_CASTS)
def _cast_place(body: Body, cursor: Cursor) -> Place:
    child = _operand(body, cursor)
    if child is None:
        return body.temporary(body.unknown_value(cursor))
    target, source = body.type_of(cursor), body.type_of(child)
    if child.kind in (kinds.CALL_EXPR, kinds.INIT_LIST_EXPR) and same(source, target):
        return body.place(child)
    if is_prvalue_cast(body, cursor):
        return body.temporary(_cast(body, cursor))
    place = body.place(child)
    if same(source, target):
        return place
    if isinstance(source, Record) and isinstance(target, Record):
        return as_base(body, cursor, place, target)
    return Reinterpret(target, body.start(cursor), place)


def is_prvalue_cast(body: Body, cursor: Cursor) -> bool:
    """Whether a cast makes a new value: its written type is no reference. An implicit load inside gives that away."""
    child = _operand(body, cursor)
    if child is None or child.kind != kinds.UNEXPOSED_EXPR:
        return child is not None and body.type_of(cursor) != body.type_of(child) and _is_literal(child)
    inner = body.unit.tree.expressions(child)
    return len(inner) == 1


def _is_literal(cursor: Cursor) -> bool:
    return kinds.INTEGER_LITERAL <= cursor.kind <= kinds.CHARACTER_LITERAL


def address_of(body: Body, cursor: Cursor, place: Place) -> Expression:
    """`&place`."""
    type_ = body.value_type(cursor)
    if isinstance(type_, Unknown):
        type_ = pointer_to(place.type)
    return AddressOf(type_, body.start(cursor), place)
