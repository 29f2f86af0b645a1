"""The lowering of one function's body: tables of rules by cursor kind, and the state they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cudalint.front.lowering import kinds
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.shapes import decayed, read
from cudalint.ir.nodes import (
    AddressOf,
    Evaluate,
    Expression,
    Load,
    Place,
    Statement,
    Temporary,
    UnknownStatement,
    UnknownValue,
)
from cudalint.ir.position import Position
from cudalint.ir.types import Record, Type, Unknown

if TYPE_CHECKING:
    from cudalint.front.lowering.tables import UnitTables

ValueRule = Callable[["Body", Cursor], Expression]
PlaceRule = Callable[["Body", Cursor], Place]
StatementRule = Callable[["Body", Cursor], Statement | None]

_VALUES: dict[int, ValueRule] = {}
_PLACES: dict[int, PlaceRule] = {}
_EFFECTS: dict[int, ValueRule] = {}
_STATEMENTS: dict[int, StatementRule] = {}


def values(*cursor_kinds: int) -> Callable[[ValueRule], ValueRule]:
    """Register the rule for values of these kinds of cursor."""

    def register(rule: ValueRule) -> ValueRule:
        _VALUES.update(dict.fromkeys(cursor_kinds, rule))
        return rule

    return register


def places(*cursor_kinds: int) -> Callable[[PlaceRule], PlaceRule]:
    """Register the rule for places of these kinds of cursor."""

    def register(rule: PlaceRule) -> PlaceRule:
        _PLACES.update(dict.fromkeys(cursor_kinds, rule))
        return rule

    return register


def effects(*cursor_kinds: int) -> Callable[[ValueRule], ValueRule]:
    """Register the rule for expressions whose value nobody wants."""

    def register(rule: ValueRule) -> ValueRule:
        _EFFECTS.update(dict.fromkeys(cursor_kinds, rule))
        return rule

    return register


def statements(*cursor_kinds: int) -> Callable[[StatementRule], StatementRule]:
    """Register the rule for statements of these kinds of cursor."""

    def register(rule: StatementRule) -> StatementRule:
        _STATEMENTS.update(dict.fromkeys(cursor_kinds, rule))
        return rule

    return register


class Body:
    """One function body being lowered.

    libclang does not tell whether an expression is an lvalue. So nothing is asked of the cursor: whoever needs a place
    calls `place`, whoever needs a value `value`, and where the two meet a `Load` or a `Temporary` is put in between.
    """

    __slots__ = ("calls_launch", "repaired", "result", "unit")

    def __init__(self, unit: UnitTables, result: Type) -> None:
        """Start a body of a function that returns `result`."""
        self.unit = unit
        self.result = result
        self.calls_launch = False
        self.repaired = False

    def value(self, cursor: Cursor) -> Expression:
        """The cursor as a value; arrays decay."""
        rule = _VALUES.get(cursor.kind)
        if rule is not None:
            return rule(self, cursor)
        if cursor.kind in _PLACES:
            return read(_PLACES[cursor.kind](self, cursor))
        return self.unknown_value(cursor)

    def place(self, cursor: Cursor) -> Place:
        """The cursor as a place; a value is given one of its own."""
        rule = _PLACES.get(cursor.kind)
        if rule is not None:
            return rule(self, cursor)
        return self.temporary(self.value(cursor))

    def effect(self, cursor: Cursor) -> Expression:
        """The cursor for what it does: nothing is loaded that the source does not use."""
        rule = _EFFECTS.get(cursor.kind)
        if rule is not None:
            return rule(self, cursor)
        if cursor.kind in _PLACES and cursor.kind not in _VALUES:
            place = self.place(cursor)
            return AddressOf(decayed(place.type), place.at, place)
        return self.value(cursor)

    def statement(self, cursor: Cursor) -> Statement | None:
        """The cursor as a statement; None when it does nothing."""
        rule = _STATEMENTS.get(cursor.kind)
        if rule is not None:
            return rule(self, cursor)
        if kinds.FIRST_EXPRESSION <= cursor.kind <= kinds.LAST_EXPRESSION:
            return self.evaluate(cursor)
        parts = tuple(s for c in self.unit.tree.children(cursor) if (s := self.statement_part(c)) is not None)
        return UnknownStatement(self.start(cursor), parts, f"{self.unit.tree.kind_name(cursor)} is not understood")

    def statement_part(self, cursor: Cursor) -> Statement | None:
        """A child of a statement that is not understood."""
        if cursor.kind in _STATEMENTS or kinds.FIRST_EXPRESSION <= cursor.kind <= kinds.LAST_EXPRESSION:
            return self.statement(cursor)
        return None

    def evaluate(self, cursor: Cursor) -> Statement:
        """An expression statement."""
        return Evaluate(self.start(cursor), self.effect(cursor))

    # -- helpers -------------------------------------------------------------------------------------------------------

    def temporary(self, value: Expression) -> Place:
        """A place for a value; a value that was just read gives its own place back."""
        if isinstance(value, Load) and isinstance(value.type, (Record, Unknown)):
            return value.place
        return Temporary(value.type, value.at, value)

    def type_of(self, cursor: Cursor) -> Type:
        """The type of what lies at the cursor's place."""
        return self.unit.types.of(cursor)

    def value_type(self, cursor: Cursor) -> Type:
        """The type of the cursor's value: pointers instead of arrays."""
        return decayed(self.unit.types.of(cursor))

    def start(self, cursor: Cursor) -> Position:
        """Where the cursor is written, without its end."""
        return self.unit.positions.start(cursor)

    def unknown_value(self, cursor: Cursor, reason: str = "") -> Expression:
        """A value that is not understood; what it is made of is still evaluated."""
        parts = tuple(self.effect(c) for c in self.unit.tree.expressions(cursor))
        return UnknownValue(
            self.value_type(cursor),
            self.start(cursor),
            parts,
            reason or f"{self.unit.tree.kind_name(cursor)} is not understood",
        )
