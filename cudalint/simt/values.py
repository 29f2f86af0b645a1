"""What an expression yields during execution.

A number is one Python scalar when all lanes agree, otherwise a numpy array with one entry per lane. Beside it stands
how sure it is and, for integers, the term it came from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy

from cudalint.ir.position import Position
from cudalint.ir.term import LARGEST, ROUNDED, Symbol, Term
from cudalint.ir.types import Type

if TYPE_CHECKING:
    from cudalint.simt.memory import Memory

KNOWN = 0
"""The value that really occurs."""
ASSUMED = 1
"""A stand-in for a uniform value nobody knows, taken at its word: conditions on it are decided by it."""
UNIFORM = 2
"""Loaded or unknown, the same in all lanes of a warp: conditions on it may go either way."""
VARYING = 3
"""Loaded, and different from lane to lane."""

Data = Any
"""int, float, bool, or a numpy array of int64, float64 or bool over the lanes."""

STAND_IN = 37
"""What an unknown integer looks like where some number is needed: odd, so that nothing is aligned by luck."""


class Number:
    """An integer, boolean or floating-point value; `term` None: a constant, or a value without history.

    `merged`: where only some lanes were written, the mask of those lanes and the term they got.
    """

    __slots__ = ("data", "merged", "taint", "term")

    def __init__(self, data: Data, taint: int = KNOWN, term: Term | int | None = None) -> None:
        self.data = data
        self.taint = taint
        self.term = term
        self.merged: tuple[Any, Term | int] | None = None


class Pointer:
    """`offset` bytes into `memory`; `merged` as for a number."""

    __slots__ = ("memory", "merged", "offset", "taint", "term")

    def __init__(self, memory: Memory, offset: Data = 0, taint: int = KNOWN, term: Term | int | None = None) -> None:
        self.memory = memory
        self.offset = offset
        self.taint = taint
        self.term = term
        self.merged: tuple[Any, Term | int] | None = None


class Spot:
    """A place with its address worked out: `type` lies at `offset` bytes of `memory`.

    `vector`: alignment of the vector type (float4: 16) that this is a member of, 0 otherwise; `member`: path of members
    named; `volatile`: reached through a pointer to volatile, so that the compiler neither saves nor merges it.
    """

    __slots__ = ("member", "memory", "offset", "taint", "term", "type", "vector", "volatile")

    def __init__(
        self,
        memory: Memory,
        offset: Data,
        taint: int,
        term: Term | int | None,
        type_: Type,
        vector: int = 0,
        member: str = "",
        volatile: bool = False,
    ) -> None:
        self.memory = memory
        self.offset = offset
        self.taint = taint
        self.term = term
        self.type = type_
        self.vector = vector
        self.member = member
        self.volatile = volatile

    @property
    def is_volatile(self) -> bool:
        """Whether every access of the source is one of the program."""
        return self.volatile or self.memory.volatile

    def retyped(self, type_: Type) -> Spot:
        """The same address holding another type."""
        return Spot(self.memory, self.offset, self.taint, self.term, type_, self.vector, self.member, self.volatile)


@dataclass(slots=True)
class ClosureValue:
    """A lambda with the frame it was made in."""

    function: str
    frame: Any


@dataclass(slots=True)
class FunctionReference:
    """A function as a value; `function` is its key, "" when only the name is known."""

    function: str
    name: str


@dataclass(slots=True)
class GroupValue:
    """A cooperative group: `size` threads of a tile, or "block", "grid", "coalesced"."""

    extent: int | str


Value = Any
"""Number, Pointer, Memory (a record or array by value), ClosureValue, FunctionReference or GroupValue."""


def is_varying(data: Data) -> bool:
    """Whether lanes may hold different numbers."""
    return data.__class__ is numpy.ndarray


def taint_of(value: Value) -> int:
    """How sure any value is."""
    taint = getattr(value, "taint", None)
    if taint is not None:
        return int(taint)
    return int(getattr(value, "content_taint", KNOWN))


def as_number(value: Value) -> Number:
    """A number for arithmetic; a pointer counts as its offset, anything else as unknown data."""
    if value.__class__ is Number:
        return value
    if isinstance(value, Pointer):
        return Number(value.offset, value.taint, value.term)
    return Number(STAND_IN, max(taint_of(value), UNIFORM))


def data_of(value: Number | Pointer) -> Data:
    """The number, or the pointer's offset in bytes."""
    return value.data if isinstance(value, Number) else value.offset


def term_of(value: Number | Pointer | Spot, name: str = "value") -> Term | int:
    """The value's term; one without history becomes a symbol of its own, so that it stays equal to itself."""
    if value.term is not None:
        return value.term
    data = value.offset if isinstance(value, Spot) else data_of(value)
    if value.taint == KNOWN and not isinstance(data, (numpy.ndarray, float)):
        return int(data)
    value.term = opaque(name, data, value.taint)
    return value.term


def signature(data: Data) -> int:
    """A number that equal data share: to tell apart what was seen before."""
    return hash(data.tobytes()) if is_varying(data) else int(data)


def rounded(data: Data, taint: int) -> Number:
    """An integer made of a floating-point number. Where the lanes lie when nobody knows what coordinates are scaled by
    is as open as if it were loaded."""
    if taint == KNOWN or not is_varying(data):
        return Number(data, taint)
    return Number(data, VARYING, opaque(ROUNDED, data, VARYING, "data"))


def opaque(name: str, data: Data, taint: int, kind: str = "") -> Symbol:
    """A symbol for a value whose history is not kept."""
    kind = kind or ("data" if taint >= UNIFORM else "local")
    uniform = not is_varying(data)
    return Symbol(name, kind, data, unknown=taint != KNOWN, uniform=uniform and taint != VARYING)


def build(operator: str, left: Number | Pointer, right: Number | Pointer) -> Term | int | None:
    """The term of a binary operation; None when it would grow too large."""
    a, b = term_of(left), term_of(right)
    size = (a.size if isinstance(a, Term) else 1) + (b.size if isinstance(b, Term) else 1)
    if size > LARGEST:
        return None
    return Term(operator, a, b)


NO_POSITION = Position("", 0, 0)
