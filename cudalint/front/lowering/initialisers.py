"""Initialisers: braced lists laid out by offset, and everything else."""

from __future__ import annotations

from collections.abc import Iterator

from cudalint.front.lowering import kinds
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.constructors import is_default_construction
from cudalint.front.lowering.dispatch import Body, places, values
from cudalint.front.lowering.shapes import convert, is_scalar
from cudalint.ir.nodes import Constant, Expression, Initialise, Place
from cudalint.ir.types import Array, Floating, Record, Reference, Type, Unknown

MOST_PARTS = 2048
"""Parts of one braced list that are kept; longer ones are tables of data."""


def initialiser(body: Body, cursor: Cursor, type_: Type) -> Expression | None:
    """The value that a variable of that type starts with; None when it is left uninitialised."""
    if isinstance(type_, Reference):
        type_ = type_.referent
    listed = _braced_list(body, cursor)
    if listed is not None:
        return _list(body, listed, type_)
    if is_default_construction(body, cursor):
        return None
    return convert(body.value(cursor), type_)


def _braced_list(body: Body, cursor: Cursor) -> Cursor | None:
    while cursor.kind in (
        kinds.UNEXPOSED_EXPR,
        kinds.COMPOUND_LITERAL_EXPR,
        kinds.CXX_FUNCTIONAL_CAST_EXPR,
    ):
        children = body.unit.tree.expressions(cursor)
        if len(children) != 1:
            return None
        cursor = children[0]
    return cursor if cursor.kind == kinds.INIT_LIST_EXPR else None


def _list(body: Body, cursor: Cursor, type_: Type) -> Expression:
    children = body.unit.tree.expressions(cursor)
    if isinstance(type_, (Array, Record)):
        parts: list[tuple[int, Expression]] = []
        if len(children) == 1 and isinstance(type_, Record) and body.type_of(children[0]) == type_:
            return body.value(children[0])
        _fill(body, type_, _Items(children), 0, parts)
        return Initialise(type_, body.start(cursor), tuple(parts))
    if not children:
        zero = 0.0 if isinstance(type_, Floating) else 0
        return Constant(type_, body.start(cursor), zero)
    if len(children) == 1:
        return initialiser(body, children[0], type_) or body.value(children[0])
    if isinstance(type_, Unknown):
        given = [(i * max(1, type_.size), body.value(c)) for i, c in enumerate(children[:MOST_PARTS])]
        return Initialise(type_, body.start(cursor), tuple(given))
    return body.unknown_value(cursor, "braced list for a scalar")


class _Items:
    """The items of a list, taken one by one as nested aggregates without braces of their own do."""

    def __init__(self, cursors: list[Cursor]) -> None:
        self._cursors = cursors
        self._next = 0

    @property
    def left(self) -> bool:
        return self._next < len(self._cursors)

    def peek(self) -> Cursor:
        return self._cursors[self._next]

    def take(self) -> Cursor:
        self._next += 1
        return self._cursors[self._next - 1]


def _fill(
    body: Body,
    type_: Type,
    items: _Items,
    offset: int,
    parts: list[tuple[int, Expression]],
) -> None:
    for position, member in _members(type_):
        if not items.left or len(parts) >= MOST_PARTS:
            return
        designated = _designated(body, items.peek())
        if designated is not None:
            _fill_designated(body, type_, designated, offset, parts)
            items.take()
            continue
        _fill_one(body, member, items, offset + position, parts)


def _fill_one(
    body: Body,
    member: Type,
    items: _Items,
    offset: int,
    parts: list[tuple[int, Expression]],
) -> None:
    item = items.peek()
    listed = _braced_list(body, item)
    if listed is not None and isinstance(member, (Array, Record)):
        _fill(body, member, _Items(body.unit.tree.expressions(listed)), offset, parts)
        items.take()
        return
    if isinstance(member, (Array, Record)) and is_scalar(body.type_of(item)) and _members_exist(member):
        if isinstance(member, Array) and item.kind == kinds.STRING_LITERAL:
            parts.append((offset, body.value(items.take())))
            return
        _fill(body, member, items, offset, parts)
        return
    value = initialiser(body, items.take(), member)
    if value is not None:
        parts.append((offset, value))


def _members(type_: Type) -> Iterator[tuple[int, Type]]:
    if isinstance(type_, Array):
        count = type_.count if type_.count is not None else MOST_PARTS
        for index in range(min(count, MOST_PARTS)):
            yield index * type_.element.size, type_.element
    elif isinstance(type_, Record):
        for field in type_.fields:
            yield field.offset, field.type


def _members_exist(type_: Type) -> bool:
    return isinstance(type_, Array) or (isinstance(type_, Record) and bool(type_.fields))


def _designated(body: Body, cursor: Cursor) -> tuple[str, Cursor] | None:
    """`.name = value`."""
    if cursor.kind != kinds.UNEXPOSED_EXPR:
        return None
    children = body.unit.tree.children(cursor)
    if len(children) != 2 or children[0].kind != kinds.MEMBER_REF:
        return None
    return body.unit.tree.spelling(children[0]), children[1]


def _fill_designated(
    body: Body,
    type_: Type,
    designated: tuple[str, Cursor],
    offset: int,
    parts: list[tuple[int, Expression]],
) -> None:
    name, cursor = designated
    for field in type_.fields if isinstance(type_, Record) else ():
        if field.name == name:
            _fill_one(body, field.type, _Items([cursor]), offset + field.offset, parts)


@values(kinds.INIT_LIST_EXPR)
def _list_value(body: Body, cursor: Cursor) -> Expression:
    return _list(body, cursor, body.type_of(cursor))


@values(kinds.COMPOUND_LITERAL_EXPR)
def _literal_value(body: Body, cursor: Cursor) -> Expression:
    return initialiser(body, cursor, body.type_of(cursor)) or body.unknown_value(cursor)


@places(kinds.INIT_LIST_EXPR, kinds.COMPOUND_LITERAL_EXPR)
def _list_place(body: Body, cursor: Cursor) -> Place:
    return body.temporary(body.value(cursor))
