"""Arguments of calls: values, or the places that reference parameters are bound to."""

from __future__ import annotations

from cudalint.front.lowering import kinds
from cudalint.front.lowering.callees import Parameter
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.dispatch import Body
from cudalint.front.lowering.shapes import convert
from cudalint.ir.nodes import Argument, Expression, Load, Temporary, UnknownValue
from cudalint.ir.position import NOWHERE
from cudalint.ir.types import Record, Unknown


def arguments(
    body: Body, cursors: list[Cursor], parameters: tuple[Parameter, ...], *, loose: bool
) -> tuple[Argument, ...]:
    """All arguments of a call; those beyond the parameters are variadic."""
    return tuple(
        argument(body, cursor, parameters[i] if i < len(parameters) else None, loose=loose)
        for i, cursor in enumerate(cursors)
    )


def argument(body: Body, cursor: Cursor, parameter: Parameter | None, *, loose: bool) -> Argument:
    """An argument: a place where the parameter is a reference. `loose`: temporaries may be given as plain values."""
    if parameter is not None and _is_left_out(body, cursor):
        return _default_argument(body, cursor, parameter)
    if parameter is None:
        return untyped(body, cursor)
    if parameter.by_reference:
        place = body.place(cursor)
        if loose and isinstance(place, Temporary):
            return place.value
        return place
    if isinstance(parameter.type, Unknown):
        return untyped(body, cursor)
    return convert(body.value(cursor), parameter.type)


def _is_left_out(body: Body, cursor: Cursor) -> bool:
    """Whether the call does not write this argument: it has neither parts nor a position."""
    if cursor.kind != kinds.UNEXPOSED_EXPR or body.unit.tree.children(cursor):
        return False
    return body.start(cursor) == NOWHERE


def untyped(body: Body, cursor: Cursor) -> Argument:
    """For a parameter of unknown type: objects as places, all else by value."""
    type_ = body.type_of(cursor)
    if isinstance(type_, Record):
        place = body.place(cursor)
        return place.value if isinstance(place, Temporary) else place
    return body.value(cursor)


def _default_argument(body: Body, cursor: Cursor, parameter: Parameter) -> Argument:
    found = _default_of(body, cursor, parameter)
    if parameter.by_reference:
        return found.place if isinstance(found, Load) else Temporary(found.type, found.at, found)
    return found


def _default_of(body: Body, cursor: Cursor, parameter: Parameter) -> Expression:
    """The value of an argument that the call leaves out."""
    tree = body.unit.tree
    declarations = [parameter.cursor]
    function = tree.parent(parameter.cursor)
    if function is not None:
        siblings = [c.first for c in tree.children(function) if c.kind == kinds.PARM_DECL]
        first = [c for c in tree.children(tree.canonical(function)) if c.kind == kinds.PARM_DECL]
        if parameter.cursor.first in siblings and len(first) == len(siblings):
            declarations.append(first[siblings.index(parameter.cursor.first)])
    for declaration in declarations:
        written = tree.expressions(declaration)
        if written:
            return convert(body.value(written[-1]), parameter.type)
    value = body.value(cursor)
    if isinstance(value, UnknownValue):
        return UnknownValue(value.type, value.at, (), "default argument")
    return convert(value, parameter.type)
