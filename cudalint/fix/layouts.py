"""Other places for the elements of a shared array, as arithmetic on byte offsets and as the index it takes.

A layout says of an offset in the array as declared where it lies in the new one. It never depends on who accesses.
"""

from __future__ import annotations

from math import prod
from typing import Protocol

from cudalint.access import Object
from cudalint.frozen import frozen
from cudalint.hardware.warp import Integers


class Layout(Protocol):
    """What all layouts can do; sizes in bytes."""

    def suits(self, array: Object) -> bool:
        """Whether the array can be laid out like that, no two elements in one place."""

    def moved(self, array: Object, offsets: Integers) -> Integers:
        """Where the bytes at these offsets (none negative) lie in the new layout."""

    def added(self, array: Object) -> int:
        """Bytes by which the array grows."""


@frozen
class AsDeclared:
    """The layout at hand."""

    def suits(self, array: Object) -> bool:
        """Always."""
        return True

    def moved(self, array: Object, offsets: Integers) -> Integers:
        """The same offsets."""
        return offsets

    def added(self, array: Object) -> int:
        """Nothing."""
        return 0


@frozen
class Padding:
    """`elements` more along one axis: 1 is the last axis, 2 the one before it. Negative: so many fewer."""

    elements: int
    axis: int = 1

    def suits(self, array: Object) -> bool:
        """The first axis is never padded: that moves nothing."""
        return len(array.shape) > self.axis and array.shape[-self.axis] + self.elements > 0

    def moved(self, array: Object, offsets: Integers) -> Integers:
        """Each row (or plane) starts later than the one before by what was added to that."""
        moved: Integers = offsets + offsets // _span(array, self.axis) * self._extra(array)
        return moved

    def added(self, array: Object) -> int:
        """What is added to a row, for all rows."""
        return self._extra(array) * prod(array.shape[: -self.axis])

    def _extra(self, array: Object) -> int:
        return self.elements * _span(array, self.axis - 1)


@frozen
class Swizzle:
    """[r][c ^ (((r >> skipped) & (2^bits - 1)) << base)] for rows of a power of two elements; r is the last index but
    one, `base` counts in elements. Elements stay in their row."""

    bits: int
    base: int
    skipped: int = 0

    def suits(self, array: Object) -> bool:
        """Whether the bits that change are bits of the column."""
        columns = array.shape[-1] if len(array.shape) > 1 else 0
        return columns > 0 and not columns & (columns - 1) and 1 << (self.base + self.bits) <= columns

    def moved(self, array: Object, offsets: Integers) -> Integers:
        """The column's bits from `base` on are changed by those of the row from `skipped` on."""
        pitch = _span(array, 1)
        row = offsets // pitch % array.shape[-2]
        size = array.element_size
        column, within = offsets % pitch // size, offsets % size
        changed = column ^ (((row >> self.skipped) & ((1 << self.bits) - 1)) << self.base)
        moved: Integers = offsets // pitch * pitch + changed * size + within
        return moved

    def added(self, array: Object) -> int:
        """Nothing: elements change places."""
        return 0

    def in_bytes(self, array: Object) -> tuple[int, int, int] | None:
        """(B, M, S) of the same permutation as Swizzle<B, M, S> on byte offsets, as CUTLASS writes it; None where rows
        or elements are no power of two of bytes."""
        size, pitch = array.element_size, _span(array, 1)
        if size & (size - 1) or pitch & (pitch - 1):
            return None
        lowest = self.base + size.bit_length() - 1
        return self.bits, lowest, pitch.bit_length() - 1 + self.skipped - lowest


@frozen
class IndexSwizzle:
    """[e ^ (((e >> distance) & (2^bits - 1)) << base)] for an array of one dimension; all in elements."""

    bits: int
    base: int
    distance: int

    def suits(self, array: Object) -> bool:
        """Whether elements only change places within the array, none of them twice."""
        return (
            len(array.shape) == 1
            and array.shape[0] % (1 << (self.base + self.bits)) == 0
            and self.distance >= self.base + self.bits
        )

    def moved(self, array: Object, offsets: Integers) -> Integers:
        """The index's bits from `base` on are changed by those from `distance` on."""
        size = array.element_size
        element, within = offsets // size, offsets % size
        changed = element ^ (((element >> self.distance) & ((1 << self.bits) - 1)) << self.base)
        moved: Integers = changed * size + within
        return moved

    def added(self, array: Object) -> int:
        """Nothing: elements change places."""
        return 0


@frozen
class IndexFold:
    """[e ^ (((e >> distance) & (2^width - 1)) * factor & (2^bits - 1))] for an array of one dimension, where `factor`
    repeats the `width` bits all over the `bits` lowest ones. Frees accesses that leave out any `width` neighbouring
    bits of the index, as butterflies of 2^width points do; of width 1, every other run of 2^distance elements is turned
    around."""

    bits: int
    distance: int
    width: int = 1

    @property
    def factor(self) -> int:
        """1 at every `width`-th bit."""
        return sum(1 << bit for bit in range(0, self.bits, self.width))

    @property
    def mask(self) -> int:
        """The bits that may change."""
        return (1 << self.bits) - 1

    def folded(self, element: Integers) -> Integers:
        """What an index is combined with."""
        chosen: Integers = (element >> self.distance) & ((1 << self.width) - 1)
        return chosen * self.factor & self.mask

    def suits(self, array: Object) -> bool:
        """Whether elements only change places within the array."""
        return len(array.shape) == 1 and self.distance >= self.bits and array.shape[0] % (1 << self.bits) == 0

    def moved(self, array: Object, offsets: Integers) -> Integers:
        """The lowest bits of the index are changed by those from `distance` on."""
        size = array.element_size
        element, within = offsets // size, offsets % size
        moved: Integers = (element ^ self.folded(element)) * size + within
        return moved

    def added(self, array: Object) -> int:
        """Nothing: elements change places."""
        return 0


@frozen
class IndexPadding:
    """[e + (e >> distance) * gap] for an array of one dimension: `gap` elements left free behind every 2^distance."""

    distance: int
    gap: int = 1

    def suits(self, array: Object) -> bool:
        """Any array of one dimension that is longer than a run."""
        return len(array.shape) == 1 and array.shape[0] > 1 << self.distance

    def moved(self, array: Object, offsets: Integers) -> Integers:
        """Each run starts later than the one before by the gap."""
        size = array.element_size
        moved: Integers = offsets + (offsets // size >> self.distance) * (self.gap * size)
        return moved

    def added(self, array: Object) -> int:
        """A gap for each run."""
        return (array.shape[0] >> self.distance) * self.gap * array.element_size


def _span(array: Object, axes: int) -> int:
    """Bytes from one index to the next along the axis before the last `axes` ones."""
    return prod(array.shape[len(array.shape) - axes :]) * array.element_size if axes else array.element_size
