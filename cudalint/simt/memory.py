"""Memory objects and what execution remembers of their contents."""

from __future__ import annotations

from typing import Any

import numpy

from cudalint.ir.position import NOWHERE, Position
from cudalint.ir.types import UNKNOWN, Boolean, Integer, Type
from cudalint.simt.values import KNOWN, VARYING, Data, Number, Pointer, Spot, Value, is_varying

SHARED_WORDS = 12288
"""Words of shared memory whose integer contents are followed (48 KiB, the limit without opting in)."""

GLOBAL = "global"
SHARED = "shared"
LOCAL = "local"
PARAMETER = "parameter"
CONSTANT = "constant"
HOST = "host"


class Memory:
    """One array, variable or allocation; also a record or array held by value.

    `kind` is one of the constants above. `cells`: values by byte offset, for local memory and parameters.
    `content_taint`: how sure a cell is that was never written. `pointee`: what the pointers loaded from here point to.
    `restrict`, `read_only`: as the parameter was declared. `owner`: the frame whose live lanes can still read this
    local variable; `birth`: the lanes that were active at its declaration.
    """

    __slots__ = (
        "birth",
        "cells",
        "content_taint",
        "contents",
        "declared",
        "dynamic",
        "kind",
        "name",
        "owner",
        "pointee",
        "read_only",
        "restrict",
        "type",
        "volatile",
    )

    def __init__(self, kind: str, name: str = "", type_: Type = UNKNOWN, declared: Position = NOWHERE) -> None:
        self.kind = kind
        self.name = name
        self.type = type_
        self.declared = declared
        self.cells: dict[int, Value] = {}
        self.content_taint = VARYING
        self.pointee: Memory | None = None
        self.contents: SharedContents | None = None
        self.volatile = False
        self.restrict = False
        self.read_only = False
        self.dynamic = False
        self.owner: Any = None
        self.birth: Any = None

    @property
    def traced(self) -> bool:
        """Whether accesses to it cost sectors or wavefronts."""
        return self.kind in (GLOBAL, SHARED)

    def aliases(self, other: Memory) -> bool:
        """Whether a store to one may change the other: shared arrays never overlap, global pointers may unless
        restrict."""
        if self is other:
            return True
        return self.kind == other.kind == GLOBAL and not self.restrict and not other.restrict

    def taint_all(self) -> None:
        """Something was written nobody knows where: what it held is no longer sure."""
        for offset, value in self.cells.items():
            if isinstance(value, Number):
                self.cells[offset] = Number(value.data, VARYING)
        self.content_taint = VARYING


class SharedContents:
    """Integers that a kernel wrote to shared memory and may read back as indices, per sampled block and 4-byte word.

    `assumed`: whether some were written may depend on what unknown values were assumed to be.
    """

    __slots__ = ("assumed", "known", "words")

    def __init__(self, blocks: int) -> None:
        self.words = numpy.zeros((blocks, SHARED_WORDS), numpy.int64)
        self.known = numpy.zeros((blocks, SHARED_WORDS), bool)
        self.assumed = False

    def read(self, block: Data, offset: Data, mask: Data) -> Data | None:
        """The words at `offset` bytes, or None unless every active lane's word is known."""
        word = offset // 4
        if (word < 0).any() or (word >= SHARED_WORDS).any():
            return None
        if not (self.known[block, word] | ~mask).all():
            return None
        return self.words[block, word]

    def write(self, block: Data, offset: Data, mask: Data, data: Data | None) -> None:
        """Store words, or forget them where `data` is None."""
        word = offset // 4
        inside = mask & (word >= 0) & (word < SHARED_WORDS)
        if data is None:
            self.known[block[inside], word[inside]] = False
            return
        self.words[block[inside], word[inside]] = data[inside]
        self.known[block[inside], word[inside]] = True


def follows_contents(type_: Type) -> bool:
    """Whether shared contents of this type are followed: integers of a word or less may become indices."""
    return isinstance(type_, (Integer, Boolean)) and type_.size <= 4


def select(condition: Data, if_true: Value, if_false: Value) -> Value:
    """Per lane one of two values; two different kinds of value, or pointers into different memory, give the first."""
    if if_true is if_false:
        return if_true
    if isinstance(if_true, Pointer) and isinstance(if_false, Pointer):
        return _select_pointer(condition, if_true, if_false)
    if isinstance(if_true, Pointer) or isinstance(if_false, Pointer):
        return if_true if isinstance(if_true, Pointer) else if_false
    if not isinstance(if_true, Number) or not isinstance(if_false, Number):
        return if_true
    if not is_varying(condition):
        return if_true if condition else if_false
    taint = max(if_true.taint, if_false.taint)
    a, b = if_true.data, if_false.data
    if _are_one(if_true, if_false, a, b):
        return Number(a, taint, if_true.term if if_true.term is if_false.term else None)
    return Number(numpy.where(condition, a, b), taint)


def _are_one(one: Number | Pointer, other: Number | Pointer, data: Data, other_data: Data) -> bool:
    """Whether two values are the same number in all lanes, and not just because equal ones stand for both."""
    if is_varying(data) or is_varying(other_data) or data != other_data:
        return False
    if isinstance(data, float) or one.taint == other.taint == KNOWN:
        return True
    return one.term is other.term and one.term is not None


def _select_pointer(condition: Data, if_true: Pointer, if_false: Pointer) -> Pointer:
    if if_true.memory is not if_false.memory:
        return if_true if numpy.any(condition) else if_false
    taint = max(if_true.taint, if_false.taint)
    a, b = if_true.offset, if_false.offset
    if _are_one(if_true, if_false, a, b):
        return Pointer(if_true.memory, a, taint, if_true.term if if_true.term is if_false.term else None)
    return Pointer(if_true.memory, numpy.where(condition, a, b), taint)


def spot_of(pointer: Pointer, type_: Type, volatile: bool = False) -> Spot:
    """The place a pointer points to."""
    return Spot(pointer.memory, pointer.offset, pointer.taint, pointer.term, type_, 0, "", volatile)


def pointer_to(spot: Spot) -> Pointer:
    """A pointer to a place."""
    return Pointer(spot.memory, spot.offset, spot.taint, spot.term)


def temporary(value: Value, type_: Type) -> Spot:
    """A place of its own for a value."""
    if isinstance(value, Memory):
        return Spot(value, 0, KNOWN, None, type_)
    if isinstance(value, Spot):
        return value
    memory = Memory(LOCAL, "temporary", type_)
    if value is not None:
        memory.cells[0] = value
    return Spot(memory, 0, KNOWN, None, type_)


def copy_of(record: Memory) -> Memory:
    """A record by value, so that the copy can change on its own."""
    duplicate = Memory(LOCAL if record.kind != PARAMETER else PARAMETER, record.name, record.type, record.declared)
    duplicate.cells = dict(record.cells)
    duplicate.content_taint = record.content_taint
    duplicate.pointee = record.pointee
    return duplicate


def unsure(value: Value, taint: int) -> Value:
    """The value, at least as unsure as `taint`."""
    if isinstance(value, Number) and value.taint < taint:
        return Number(value.data, taint)
    if isinstance(value, Pointer) and value.taint < taint:
        return Pointer(value.memory, value.offset, taint, value.term)
    return value


def either(one: Value, other: Value, taint: int) -> Value:
    """One of two values, nobody knows which: where only one of them differs from lane to lane that one, since what
    holds for the other is not sure to hold. Of what differs from lane to lane for a reason nobody knows nothing is sure
    in any case."""
    if taint >= VARYING:
        return unsure(other, taint)
    if isinstance(one, Number) and isinstance(other, Number):
        chosen = one if is_varying(one.data) and not is_varying(other.data) else other
        return Number(chosen.data, max(one.taint, other.taint, taint))
    if isinstance(one, Pointer) and isinstance(other, Pointer) and one.memory is other.memory:
        offset = one.offset if is_varying(one.offset) and not is_varying(other.offset) else other.offset
        return Pointer(other.memory, offset, max(one.taint, other.taint, taint))
    return unsure(other, taint)
