"""Loops."""

from __future__ import annotations

import re
from dataclasses import replace

from cudalint.front.lowering import kinds
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.dispatch import Body, statements
from cudalint.front.lowering.shapes import read
from cudalint.front.lowering.statements import split_before
from cudalint.ir.nodes import (
    Binary,
    Block,
    Break,
    Constant,
    Declare,
    Element,
    Expression,
    If,
    Increment,
    Load,
    Loop,
    Member,
    Place,
    Statement,
    UnknownStatement,
    VariablePlace,
)
from cudalint.ir.types import BOOL, INT, Array, Record, Reference

_UNROLL = re.compile(rb"#\s*pragma\s+(?:GCC\s+)?(nounroll|unroll)\s*\(?\s*(\d*)")
_ALL_CLAUSES = 4


@statements(kinds.FOR_STMT)
def _for(body: Body, cursor: Cursor) -> Statement:
    children = body.unit.tree.children(cursor)
    if not children:
        return UnknownStatement(body.start(cursor), (), "loop with errors")
    inner = children[-1]
    first, condition, step = _clauses(body, cursor, children[:-1], inner)
    return Loop(
        body.start(cursor),
        body.statement(first) if first is not None else None,
        body.value(condition) if condition is not None else None,
        body.effect(step) if step is not None else None,
        body.statement(inner) or Block(body.start(inner), ()),
    )


def _clauses(
    body: Body, cursor: Cursor, clauses: list[Cursor], inner: Cursor
) -> tuple[Cursor | None, Cursor | None, Cursor | None]:
    """Init, condition and step. libclang leaves out missing ones; the semicolons of the source tell which is which."""
    if len(clauses) == _ALL_CLAUSES - 1:
        return clauses[0], clauses[1], clauses[2]
    semicolons = _semicolons(body, cursor, inner)
    if semicolons is None:
        return _guessed(body, clauses)
    found: list[Cursor | None] = [None, None, None]
    for clause in clauses:
        offset = body.unit.positions.offset(clause)
        found[sum(offset > s for s in semicolons)] = clause
    return found[0], found[1], found[2]


def _semicolons(body: Body, cursor: Cursor, inner: Cursor) -> list[int] | None:
    """Offsets of the two semicolons of a `for`; None inside a macro."""
    positions = body.unit.positions
    start = positions.offset(cursor)
    text = positions.text_from(cursor, max(0, positions.offset(inner) - start))
    if not text.startswith(b"for"):
        return None
    found: list[int] = []
    depth = 0
    for index, byte in enumerate(text):
        if byte in b"([{":
            depth += 1
        elif byte in b")]}":
            depth -= 1
        elif byte == ord(";") and depth == 1:
            found.append(start + index)
    return found if len(found) == 2 else None


def _guessed(body: Body, clauses: list[Cursor]) -> tuple[Cursor | None, Cursor | None, Cursor | None]:
    first = condition = step = None
    for clause in clauses:
        if clause.kind == kinds.DECL_STMT:
            first = clause
        elif clause.kind in (kinds.UNARY_OPERATOR, kinds.COMPOUND_ASSIGNMENT_OPERATOR):
            step = clause
        elif body.type_of(clause) == BOOL and condition is None:
            condition = clause
        elif first is None and condition is None:
            first = clause
        else:
            step = clause
    return first, condition, step


@statements(kinds.WHILE_STMT)
def _while(body: Body, cursor: Cursor) -> Statement:
    children = body.unit.tree.children(cursor)
    inner = children[-1]
    if children[0].kind == kinds.VAR_DECL:
        return _while_declared(body, cursor, children)
    return Loop(
        body.start(cursor),
        None,
        body.value(children[0]) if len(children) > 1 else None,
        None,
        body.statement(inner) or Block(body.start(inner), ()),
    )


def _while_declared(body: Body, cursor: Cursor, children: list[Cursor]) -> Statement:
    """`while (int t = f())`: the variable is made anew for every round, so its test goes into the body."""
    before, rest = split_before(body, children)
    at = body.start(cursor)
    condition = body.value(rest[0])
    inner = body.statement(rest[-1])
    parts = [s for s in (before, If(at, condition, None, Break(at)), inner) if s is not None]
    return Loop(at, None, None, None, Block(at, tuple(parts)))


@statements(kinds.DO_STMT)
def _do(body: Body, cursor: Cursor) -> Statement:
    children = body.unit.tree.children(cursor)
    inner = body.statement(children[0]) or Block(body.start(cursor), ())
    condition = body.value(children[-1]) if len(children) > 1 else None
    return Loop(body.start(cursor), None, condition, None, inner, test_last=True)


@statements(kinds.UNEXPOSED_STMT)
def _attributed(body: Body, cursor: Cursor) -> Statement | None:
    """A statement with an attribute or a pragma before it."""
    found = [s for c in body.unit.tree.children(cursor) if (s := body.statement_part(c)) is not None]
    if len(found) == 1 and isinstance(found[0], Loop):
        return replace(found[0], unroll=_unroll(body, cursor))
    if len(found) == 1:
        return found[0]
    return Block(body.start(cursor), tuple(found)) if found else None


def _unroll(body: Body, cursor: Cursor) -> int | None:
    """The factor of `#pragma unroll`; 0 when it is bare, or a name."""
    match = _UNROLL.match(body.unit.positions.text_from(cursor, 64).lstrip())
    if match is None:
        return 0
    if match.group(1) == b"nounroll":
        return 1
    return int(match.group(2) or 0)


# -- range-based -------------------------------------------------------------------------------------------------------


@statements(kinds.CXX_FOR_RANGE_STMT)
def _for_range(body: Body, cursor: Cursor) -> Statement:
    tree = body.unit.tree
    children = tree.children(cursor)
    named = [c for c in children if c.kind == kinds.VAR_DECL]
    ranges = [c for c in children[:-1] if 100 <= c.kind < 200]
    at = body.start(cursor)
    if len(named) != 1 or not ranges:
        parts = tuple(s for c in children if (s := body.statement_part(c)) is not None)
        return UnknownStatement(at, parts, "range-based loop with errors")
    variable = body.unit.variables.of(named[0]).variable
    inner = body.statement(children[-1]) or Block(at, ())
    over = _elements(body.place(ranges[0]))
    if not isinstance(over.type, Array) or over.type.count is None:
        return UnknownStatement(at, (Declare(at, variable), inner), "range-based loop over a class")
    index = body.unit.variables.fresh("index", INT, cursor)
    place = VariablePlace(INT, at, index)
    element = Element(
        over.type.element,
        over.at,
        read(over),
        Load(INT, at, place),
        over.type.element.size,
    )
    zero, end = Constant(INT, at, 0), Constant(INT, at, over.type.count)
    condition: Expression = Binary(BOOL, at, "<", Load(INT, at, place), end)
    step = Increment(INT, at, place, 1, False)
    is_reference = isinstance(variable.type, Reference)
    binding: Place | None = element if is_reference else None
    declared = Declare(at, variable, None if is_reference else read(element), binding)
    return Loop(at, Declare(at, index, zero), condition, step, Block(at, (declared, inner)))


def _elements(over: Place) -> Place:
    """The array in a class that holds nothing else, as std::array does; anything else as it is."""
    fields = over.type.fields if isinstance(over.type, Record) else ()
    if len(fields) != 1 or not isinstance(fields[0].type, Array):
        return over
    return Member(fields[0].type, over.at, over, fields[0].name, fields[0].offset)
