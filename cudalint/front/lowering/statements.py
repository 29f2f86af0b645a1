"""Statements, all but loops."""

from __future__ import annotations

from cudalint.front.lowering import kinds
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.dispatch import Body, statements
from cudalint.front.lowering.initialisers import initialiser
from cudalint.ir.nodes import (
    Block,
    Break,
    Case,
    Continue,
    Declare,
    Expression,
    If,
    Load,
    Member,
    Place,
    Return,
    Statement,
    Switch,
    UnknownStatement,
    VariablePlace,
)
from cudalint.ir.types import Record, Reference, Unknown

_CONSTEXPR = b"constexpr"


@statements(kinds.COMPOUND_STMT)
def _block(body: Body, cursor: Cursor) -> Statement:
    found = (body.statement(c) for c in body.unit.tree.children(cursor))
    return Block(body.start(cursor), tuple(s for s in found if s is not None))


@statements(kinds.NULL_STMT)
def _nothing(body: Body, cursor: Cursor) -> None:
    return None


@statements(kinds.BREAK_STMT)
def _break(body: Body, cursor: Cursor) -> Statement:
    return Break(body.start(cursor))


@statements(kinds.CONTINUE_STMT)
def _continue(body: Body, cursor: Cursor) -> Statement:
    return Continue(body.start(cursor))


@statements(kinds.RETURN_STMT)
def _return(body: Body, cursor: Cursor) -> Statement:
    children = body.unit.tree.expressions(cursor)
    at = body.start(cursor)
    if not children:
        return Return(at, None)
    if isinstance(body.result, Reference):
        return Return(at, body.place(children[0]))
    value = initialiser(body, children[0], body.result) or body.value(children[0])
    return Return(at, value)


@statements(kinds.CXX_TRY_STMT)
def _try(body: Body, cursor: Cursor) -> Statement | None:
    """Handlers are left out: what they do is not what a run is measured by."""
    children = body.unit.tree.children(cursor)
    return body.statement(children[0]) if children else None


@statements(kinds.LABEL_STMT, kinds.GOTO_STMT)
def _label(body: Body, cursor: Cursor) -> Statement:
    parts = tuple(s for c in body.unit.tree.children(cursor) if (s := body.statement_part(c)) is not None)
    return UnknownStatement(
        body.start(cursor),
        parts,
        "label" if cursor.kind == kinds.LABEL_STMT else "goto",
    )


# -- declarations ------------------------------------------------------------------------------------------------------


@statements(kinds.DECL_STMT)
def _declarations(body: Body, cursor: Cursor) -> Statement | None:
    found: list[Statement] = []
    for child in body.unit.tree.children(cursor):
        if child.kind == kinds.VAR_DECL:
            statement = declare(body, child)
            if statement is not None:
                found.append(statement)
        elif child.kind == kinds.UNEXPOSED_DECL:
            found.extend(_bindings(body, child))
    if not found:
        return None
    return found[0] if len(found) == 1 else Block(body.start(cursor), tuple(found))


@statements(kinds.VAR_DECL)
def declare(body: Body, cursor: Cursor) -> Statement | None:
    """A variable's declaration; None for one that only names something elsewhere."""
    tree = body.unit.tree
    variable = body.unit.variables.of(cursor).variable
    at = body.unit.positions.range(cursor)
    if variable.storage in ("shared", "dynamic_shared"):
        return Declare(at, variable)
    if tree.storage_class(cursor) == kinds.STORAGE_EXTERN:
        return None
    if isinstance(variable.type, Unknown) and variable.type.spelling == "invalid declaration":
        body.repaired = True
    written = tree.initialiser(cursor)
    if written is None:
        return Declare(at, variable)
    if isinstance(variable.type, Reference):
        return Declare(at, variable, None, body.place(written))
    return Declare(at, variable, initialiser(body, written, variable.type))


def _bindings(body: Body, cursor: Cursor) -> list[Statement]:
    """`auto [a, b] = object;`: a hidden variable, and names for its members."""
    tree = body.unit.tree
    children = tree.children(cursor)
    names = [c for c in children if c.kind == kinds.UNEXPOSED_DECL]
    written = [c for c in children if 100 <= c.kind < 200]
    if not names or not written:
        return []
    type_ = body.type_of(written[-1])
    hidden = body.unit.variables.fresh("structured binding", type_, cursor)
    at = body.start(cursor)
    found: list[Statement] = [Declare(at, hidden, initialiser(body, written[-1], type_))]
    whole = VariablePlace(type_, at, hidden)
    for index, name in enumerate(names):
        part = _part(whole, index)
        initial: Expression | None = Load(part.type, at, part) if part is not None else None
        found.append(Declare(body.start(name), body.unit.variables.of(name).variable, initial))
    return found


def _part(whole: VariablePlace, index: int) -> Place | None:
    if not isinstance(whole.type, Record):
        return None
    fields = [f for f in whole.type.fields if f.name]
    if index >= len(fields):
        return None
    field = fields[index]
    return Member(field.type, whole.at, whole, field.name, field.offset)


# -- branches ----------------------------------------------------------------------------------------------------------


def split_before(body: Body, children: list[Cursor]) -> tuple[Statement | None, list[Cursor]]:
    """The init statement and condition variable that come first, and the rest."""
    before: list[Statement] = []
    while children and children[0].kind in (kinds.DECL_STMT, kinds.VAR_DECL) and len(children) > 1:
        statement = body.statement(children[0])
        if statement is not None:
            before.append(statement)
        children = children[1:]
    if not before:
        return None, children
    return (before[0] if len(before) == 1 else Block(before[0].at, tuple(before))), children


@statements(kinds.IF_STMT)
def _if(body: Body, cursor: Cursor) -> Statement | None:
    tree = body.unit.tree
    before, children = split_before(body, tree.children(cursor))
    if not children:
        return None
    if not 100 <= children[0].kind < 200:
        parts = tuple(s for c in children if (s := body.statement_part(c)) is not None)
        return UnknownStatement(body.start(cursor), parts, "if without a condition")
    condition, branches = children[0], children[1:]
    if _CONSTEXPR in body.unit.positions.text_from(cursor, 24):
        decided = tree.evaluate(condition)
        if decided is not None:
            return _decided(body, cursor, before, branches, bool(decided))
    first = body.statement(branches[0]) if branches else None
    second = body.statement(branches[1]) if len(branches) > 1 else None
    return If(body.start(cursor), body.value(condition), first, second, before)


def _decided(
    body: Body,
    cursor: Cursor,
    before: Statement | None,
    branches: list[Cursor],
    holds: bool,
) -> Statement | None:
    """`if constexpr` with a known condition. The discarded branch of an instantiation is missing from the children."""
    chosen: Cursor | None
    if len(branches) > 1:
        chosen = branches[0] if holds else branches[1]
    else:
        chosen = branches[0] if branches and (holds or _is_else(body, cursor, branches[0])) else None
    parts = [before] if before is not None else []
    found = body.statement(chosen) if chosen is not None else None
    if found is not None:
        parts.append(found)
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else Block(body.start(cursor), tuple(parts))


def _is_else(body: Body, cursor: Cursor, branch: Cursor) -> bool:
    """Whether the word `else` stands right before the branch."""
    positions = body.unit.positions
    start = positions.offset(cursor)
    before = positions.text_from(cursor, max(0, positions.offset(branch) - start)).rstrip()
    return before.endswith(b"else")


@statements(kinds.SWITCH_STMT)
def _switch(body: Body, cursor: Cursor) -> Statement:
    before, children = split_before(body, body.unit.tree.children(cursor))
    items: list[Statement] = []
    inner = children[-1]
    for child in body.unit.tree.children(inner) if inner.kind == kinds.COMPOUND_STMT else [inner]:
        _flatten(body, child, items)
    return Switch(body.start(cursor), body.value(children[0]), tuple(items), before)


def _flatten(body: Body, cursor: Cursor, items: list[Statement]) -> None:
    """Labels are nested around the first statement that follows them."""
    if cursor.kind == kinds.CASE_STMT:
        children = body.unit.tree.children(cursor)
        items.append(Case(body.start(cursor), body.value(children[0])))
        if len(children) > 1:
            _flatten(body, children[-1], items)
    elif cursor.kind == kinds.DEFAULT_STMT:
        items.append(Case(body.start(cursor), None))
        for child in body.unit.tree.children(cursor):
            _flatten(body, child, items)
    else:
        statement = body.statement(cursor)
        if statement is not None:
            items.append(statement)


@statements(kinds.CASE_STMT, kinds.DEFAULT_STMT)
def _stray_case(body: Body, cursor: Cursor) -> Statement:
    """A label inside a nested block of a switch (Duff's device)."""
    parts = tuple(s for c in body.unit.tree.children(cursor) if (s := body.statement_part(c)) is not None)
    return UnknownStatement(body.start(cursor), parts, "case label inside a nested statement")
