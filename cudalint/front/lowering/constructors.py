"""Constructor calls."""

from __future__ import annotations

from cudalint.front.lowering import kinds
from cudalint.front.lowering.arguments import arguments as lower_arguments
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.dispatch import Body
from cudalint.front.lowering.shapes import convert, is_scalar
from cudalint.ir.nodes import (
    Construct,
    Convert,
    Expression,
    Initialise,
    Load,
    Reinterpret,
)
from cudalint.ir.types import Record, Unknown

_DIMENSIONS = frozenset(("dim3", "uint3"))


def is_construction(children: list[Cursor]) -> bool:
    """`T(x)` of a type that depends on a template parameter: a type is written where the callee would be."""
    return bool(children) and children[0].kind in (kinds.TYPE_REF, kinds.TEMPLATE_REF)


def unresolved_construction(body: Body, cursor: Cursor) -> Expression:
    """`T(x)` as a conversion, `T(x, y)` as an object."""
    type_, at = body.type_of(cursor), body.start(cursor)
    arguments = [body.value(c) for c in body.unit.tree.expressions(cursor)]
    if len(arguments) == 1 and not isinstance(type_, Record):
        return Convert(type_, at, arguments[0]) if arguments[0].type != type_ else arguments[0]
    return Construct(type_, at, None, tuple(arguments))


def construct(body: Body, cursor: Cursor, declaration: Cursor) -> Expression:
    """An object made by a constructor; a copy of a plain record is a read of it."""
    callee = body.unit.callees.of(declaration)
    arguments = body.unit.tree.arguments(cursor)
    type_, at = body.type_of(cursor), body.start(cursor)
    plain = callee.implicit or not callee.lowered
    if len(arguments) == 1 and isinstance(type_, Record):
        source = body.type_of(arguments[0])
        if plain and source == type_:
            return body.value(arguments[0])
        if isinstance(source, Record) and {type_.name, source.name} == _DIMENSIONS:
            return Load(type_, at, Reinterpret(type_, at, body.place(arguments[0])))
    if not arguments and plain and not callee.lowered:
        return Initialise(type_, at, ())
    if isinstance(type_, Unknown) and len(arguments) == 1 and is_scalar(body.type_of(arguments[0])):
        return convert(body.value(arguments[0]), type_)
    given = lower_arguments(body, arguments, callee.parameters, loose=not callee.lowered)
    key = body.unit.key_of(callee.body) if callee.lowered and callee.body is not None else None
    return Construct(type_, at, key, given)


def is_default_construction(body: Body, cursor: Cursor) -> bool:
    """Whether this is `T x;` of a type whose default constructor does nothing."""
    if cursor.kind != kinds.CALL_EXPR:
        return False
    declaration = body.unit.tree.referenced(cursor)
    if declaration is None or declaration.kind != kinds.CONSTRUCTOR or body.unit.tree.arguments(cursor):
        return False
    callee = body.unit.callees.of(declaration)
    return not callee.lowered or (callee.implicit and not _has_member_defaults(body, declaration))


def _has_member_defaults(body: Body, declaration: Cursor) -> bool:
    parent = body.unit.tree.parent(declaration)
    if parent is None:
        return False
    return any(
        c.kind == kinds.CXX_BASE_SPECIFIER or (c.kind == kinds.FIELD_DECL and body.unit.tree.expressions(c))
        for c in body.unit.tree.children(parent)
    )
