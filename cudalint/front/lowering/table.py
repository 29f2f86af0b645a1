"""The table of what lowers which kind of cursor; it keeps the modules of this package free of import cycles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from cudalint.front.lowering.context import Context
from cudalint.ir import nodes
from cudalint.ir.position import Position
from cudalint.ir.types import Array, Pointer, Type, Unknown

_Function = TypeVar("_Function", bound=Callable[[Context, Any], Any])
_VALUES: dict[Any, Callable[[Context, Any], nodes.Expression]] = {}
_PLACES: dict[Any, Callable[[Context, Any], nodes.Place | None]] = {}
_STATEMENTS: dict[Any, Callable[[Context, Any], nodes.Statement]] = {}


def lowers_value(*kinds: Any) -> Callable[[_Function], _Function]:
    """Register what makes a value of some kinds of cursor."""

    def register(function: _Function) -> _Function:
        _VALUES.update(dict.fromkeys(kinds, function))
        return function

    return register


def lowers_place(*kinds: Any) -> Callable[[_Function], _Function]:
    """Register what makes a place of some kinds of cursor; it may answer None: not a place."""

    def register(function: _Function) -> _Function:
        _PLACES.update(dict.fromkeys(kinds, function))
        return function

    return register


def lowers_statement(*kinds: Any) -> Callable[[_Function], _Function]:
    """Register what makes a statement of some kinds of cursor."""

    def register(function: _Function) -> _Function:
        _STATEMENTS.update(dict.fromkeys(kinds, function))
        return function

    return register


def value(context: Context, cursor: Any) -> nodes.Expression:
    """An expression's value; a place is read."""
    function = _VALUES.get(cursor.kind)
    if function is not None:
        return function(context, cursor)
    found = context.library.evaluate(cursor)
    if found is not None:
        return nodes.Constant(context.type_of(cursor), context.position(cursor), found)
    return unknown_value(context, cursor)


def place(context: Context, cursor: Any) -> nodes.Place:
    """An expression as a place; a value gets a temporary one."""
    function = _PLACES.get(cursor.kind)
    found = function(context, cursor) if function is not None else None
    if found is not None:
        return found
    result = value(context, cursor)
    return nodes.Temporary(result.type, result.at, result)


def statement(context: Context, cursor: Any) -> nodes.Statement:
    """A statement; an expression is done for its effects."""
    function = _STATEMENTS.get(cursor.kind)
    if function is not None:
        return function(context, cursor)
    if cursor.kind.is_expression():
        return nodes.Evaluate(context.position(cursor), value(context, cursor))
    parts = tuple(
        statement(context, c) for c in cursor.get_children() if c.kind.is_statement()
    )
    return nodes.UnknownStatement(context.position(cursor), parts, cursor.kind.name)


def unknown_value(
    context: Context, cursor: Any, reason: str = ""
) -> nodes.UnknownValue:
    """A value that is not understood; what lies inside is kept."""
    parts = tuple(
        value(context, c) for c in context.parts(cursor) if c.kind.is_expression()
    )
    return nodes.UnknownValue(
        context.type_of(cursor),
        context.position(cursor),
        parts,
        reason or cursor.kind.name,
    )


def unknown_place(
    context: Context, cursor: Any, reason: str = ""
) -> nodes.UnknownPlace:
    """A place that is not understood; what lies inside is kept."""
    parts = tuple(
        value(context, c) for c in context.parts(cursor) if c.kind.is_expression()
    )
    return nodes.UnknownPlace(
        context.type_of(cursor),
        context.position(cursor),
        parts,
        reason or cursor.kind.name,
    )


def load(found: nodes.Place, type_: Type, at: Position) -> nodes.Expression:
    """Read a place; an array decays to a pointer."""
    if isinstance(found.type, Array):
        return nodes.AddressOf(Pointer(8, 8, found.type.element), at, found)
    result_type = found.type if isinstance(type_, Unknown) else type_
    return nodes.Load(result_type, at, found)
