"""Layouts put together from simple ones, and those that change how long rows, runs or elements are."""

from __future__ import annotations

from math import prod

from cudalint.access import Object
from cudalint.fix.layouts import Layout, Padding, Swizzle
from cudalint.frozen import frozen
from cudalint.hardware.warp import WAVEFRONT_BYTES, Integers

_WORD_BYTES = 4


@frozen
class Repitched:
    """Rows of another length first, then a swizzle that needs that length: rows of 9 become 8, since nothing touches
    the ninth element, and those are swizzled."""

    pitch: Padding
    swizzle: Swizzle

    def suits(self, array: Object) -> bool:
        """Whether the rows can be as long as that, and be swizzled then."""
        return self.pitch.suits(array) and self.swizzle.suits(self.resized(array))

    def resized(self, array: Object) -> Object:
        """The array with rows of the new length."""
        return _with_shape(array, (*array.shape[:-1], array.shape[-1] + self.pitch.elements))

    def moved(self, array: Object, offsets: Integers) -> Integers:
        """Bytes past a row's new end would come to lie in the next row; a search leaves such layouts out."""
        return self.swizzle.moved(self.resized(array), self.pitch.moved(array, offsets))

    def added(self, array: Object) -> int:
        """What the rows grow by; negative where they shrink."""
        return self.pitch.added(array)


@frozen
class BothPaddings:
    """Rows and planes padded, for arrays of three dimensions and more."""

    rows: Padding
    planes: Padding

    def suits(self, array: Object) -> bool:
        """Whether there are planes."""
        return self.rows.suits(array) and self.planes.suits(array)

    def moved(self, array: Object, offsets: Integers) -> Integers:
        """The rows first, then the planes made of them."""
        return self.planes.moved(self._with_rows(array), self.rows.moved(array, offsets))

    def added(self, array: Object) -> int:
        """What rows and planes grow by."""
        return self.rows.added(array) + self.planes.added(self._with_rows(array))

    def _with_rows(self, array: Object) -> Object:
        return _with_shape(array, (*array.shape[:-1], array.shape[-1] + self.rows.elements))


@frozen
class Transposed:
    """[c][r] instead of [r][c], the new rows `padding` elements longer than there were rows."""

    padding: int = 0

    def suits(self, array: Object) -> bool:
        """Any array of two dimensions and more."""
        return len(array.shape) > 1

    def moved(self, array: Object, offsets: Integers) -> Integers:
        """Row and column change roles; planes stay."""
        rows, columns = array.shape[-2:]
        size = array.element_size
        element, within = offsets // size, offsets % size
        plane, row, column = element // (rows * columns), element // columns % rows, element % columns
        pitch = rows + self.padding
        moved: Integers = (plane * columns * pitch + column * pitch + row) * size + within
        return moved

    def added(self, array: Object) -> int:
        """The padding of all new rows."""
        return self.padding * prod(array.shape[:-2]) * array.shape[-1] * array.element_size


@frozen
class BankGap:
    """[e + e / (128 / size)] for an array of one dimension whose elements differ in size from instance to instance of a
    template: something left free behind every 128 bytes, one element, or a word (`words`) where those are smaller."""

    words: bool = False

    def suits(self, array: Object) -> bool:
        """Elements whose size divides 128 bytes; shorter arrays stay as they are."""
        return len(array.shape) == 1 and WAVEFRONT_BYTES % array.element_size == 0

    def gap(self, array: Object) -> int:
        """Elements left free each time."""
        return max(_WORD_BYTES // array.element_size, 1) if self.words else 1

    def moved(self, array: Object, offsets: Integers) -> Integers:
        """Each run starts later than the one before."""
        moved: Integers = offsets + offsets // WAVEFRONT_BYTES * (self.gap(array) * array.element_size)
        return moved

    def added(self, array: Object) -> int:
        """A gap for each run."""
        runs = array.shape[0] * array.element_size // WAVEFRONT_BYTES
        return runs * self.gap(array) * array.element_size


@frozen
class BySize:
    """For a template's array a layout by the size of its elements in bytes; None leaves those as they are. Either all
    of them change places within the array, or all leave gaps."""

    layouts: tuple[tuple[int, Layout | None], ...]

    def of(self, array: Object) -> Layout | None:
        """The layout of an instance."""
        return dict(self.layouts).get(array.element_size)

    def suits(self, array: Object) -> bool:
        """Whether the instance's layout does."""
        layout = self.of(array)
        return layout is None or layout.suits(array)

    def moved(self, array: Object, offsets: Integers) -> Integers:
        """As the instance's layout."""
        layout = self.of(array)
        return offsets if layout is None else layout.moved(array, offsets)

    def added(self, array: Object) -> int:
        """As the instance's layout."""
        layout = self.of(array)
        return 0 if layout is None else layout.added(array)


@frozen
class WiderElements:
    """Structs `extra` bytes longer, so that those of neighbouring threads start in other banks."""

    extra: int

    def suits(self, array: Object) -> bool:
        """Structs of whole multiples of what they grow by, so that members stay aligned."""
        return bool(array.record) and array.element_size % self.extra == 0 and bool(array.shape)

    def moved(self, array: Object, offsets: Integers) -> Integers:
        """Each struct starts later than the one before."""
        moved: Integers = offsets + offsets // array.element_size * self.extra
        return moved

    def added(self, array: Object) -> int:
        """What all structs grow by."""
        return self.extra * prod(array.shape)


def _with_shape(array: Object, shape: tuple[int, ...]) -> Object:
    return Object(array.name, array.declared, array.element, array.element_size, shape, array.record)
