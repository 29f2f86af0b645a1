"""How a warp loads and stores the fragments of wmma: which lane touches which bytes in which instruction.

Not published; seen in the machine code of nvcc 13.0 for sm_90 and measured on an H200: fixtures/wmma_h200.jsonl. A
matrix lies in memory as rows of contiguous elements, a pitch apart; its own rows or its columns, as the layout says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy

from cudalint.frozen import frozen
from cudalint.hardware.warp import LANES_PER_MATRIX, MATRIX_ROW_BYTES, Integers

_FRAGMENT = re.compile(
    r"fragment<[\w:]*?(matrix_a|matrix_b|accumulator), (\d+), (\d+), (\d+), ([\w: ]+?)(?:, [\w:]*?(row|col)_major)?>"
)
_ELEMENTS = {"__half": "half", "__nv_bfloat16": "bf16", "nv_bfloat16": "bf16", "tf32": "tf32"}
_MEASURED = {
    "matrix_a": ("half", "bf16", "tf32", "double", "byte"),
    "matrix_b": ("half", "bf16", "tf32", "double", "byte"),
    "accumulator": ("half", "float", "int", "double"),
}
_BYTES = {"half": 2, "bf16": 2, "tf32": 4, "float": 4, "int": 4, "double": 8, "byte": 1}
_LANE = numpy.arange(32)


class UnmeasuredFragment(ValueError):
    """A fragment of which nobody measured how it is moved; the message says so."""


@frozen
class Fragment:
    """`role`: "matrix_a", "matrix_b" or "accumulator"; `m`, `n`, `k`: the shape of the product; `element`: what it
    holds ("byte" for both 8-bit integers); `by_rows`: whether the rows of the matrix are contiguous in memory."""

    role: str
    m: int
    n: int
    k: int
    element: str
    by_rows: bool

    @property
    def native(self) -> bool:
        """Whether the dimension that is summed over is the contiguous one."""
        return self.by_rows == (self.role == "matrix_a")

    @property
    def extent(self) -> tuple[int, int]:
        """Rows in memory, and contiguous elements in each."""
        extents = {"matrix_a": (self.m, self.k), "matrix_b": (self.k, self.n), "accumulator": (self.m, self.n)}
        rows, columns = extents[self.role]
        return (rows, columns) if self.by_rows else (columns, rows)

    @property
    def element_size(self) -> int:
        """Bytes of an element in memory; 4 where it is not known."""
        return _BYTES.get(self.element, 4)


@frozen(eq=False)
class FragmentAccess:
    """One instruction: per lane the row in memory and the byte in it. `width`: bytes a lane; `matrices`: for ldmatrix,
    else 0."""

    width: int
    rows: Integers
    columns: Integers
    matrices: int = 0


def fragment_named(type_name: str, by_rows: bool | None = None) -> Fragment | None:
    """The fragment of a type as the compiler spells it, or None; `by_rows`: the layout of an accumulator, which its
    type does not say."""
    match = _FRAGMENT.search(type_name)
    if match is None:
        return None
    role, m, n, k, element, layout = match.groups()
    name = element.rpartition("::")[2]
    kind = "byte" if name.endswith("char") else _ELEMENTS.get(name, name)
    rows = layout == "row" if layout is not None else bool(by_rows)
    return Fragment(role, int(m), int(n), int(k), kind, rows)


def fragment_accesses(fragment: Fragment, *, shared: bool) -> list[FragmentAccess]:
    """The instructions that load it, or store it, in the order of their addresses. Raises `UnmeasuredFragment`."""
    _refuse_unless(fragment, fragment.element in _MEASURED[fragment.role])
    if fragment.role == "accumulator":
        return list(_accumulator(fragment))
    return list(_operand(fragment, shared))


def _refuse_unless(fragment: Fragment, known: bool) -> None:
    if not known:
        raise UnmeasuredFragment(f"how a {fragment.role} of {fragment.element} is moved was not measured")


def _blocks(fragment: Fragment, rows: int, elements: int) -> Iterator[tuple[int, int]]:
    extent = fragment.extent
    for row in range(0, extent[0], rows):
        for element in range(0, extent[1], elements):
            yield row, element * _BYTES[fragment.element]


def _operand(fragment: Fragment, shared: bool) -> Iterator[FragmentAccess]:
    element = fragment.element
    if shared and (element == "half" or (element == "byte" and fragment.native)):
        yield from _by_matrices(fragment)
    elif element in ("half", "bf16") or (element == "byte" and fragment.native):
        for row, byte in _blocks(fragment, 8, 16 // _BYTES[element]):
            yield FragmentAccess(4, row + _LANE // 4, byte + 4 * (_LANE % 4))
    elif element == "byte":
        for row, byte in _blocks(fragment, 16, 8):
            for step in range(4):
                yield FragmentAccess(1, row + 4 * (_LANE % 4) + step, byte + _LANE // 4)
    else:
        size = _BYTES[element]
        outer, inner = (8, 4) if fragment.native else (4, 8)
        for row, byte in _blocks(fragment, outer, inner):
            along, across = (_LANE // 4, _LANE % 4) if fragment.native else (_LANE % 4, _LANE // 4)
            yield FragmentAccess(size, row + along, byte + size * across)


def _by_matrices(fragment: Fragment) -> Iterator[FragmentAccess]:
    """ldmatrix: matrices of 8 rows of 16 bytes, four at a time, or two."""
    found = list(_blocks(fragment, LANES_PER_MATRIX, MATRIX_ROW_BYTES // _BYTES[fragment.element]))
    while found:
        count = 4 if len(found) >= 4 else len(found)
        group, found = found[:count], found[count:]
        starts = [group[lane // LANES_PER_MATRIX % count] for lane in range(32)]
        rows = numpy.array([row for row, _ in starts]) + _LANE % LANES_PER_MATRIX
        yield FragmentAccess(MATRIX_ROW_BYTES, rows, numpy.array([byte for _, byte in starts]), count)


def _accumulator(fragment: Fragment) -> Iterator[FragmentAccess]:
    size = _BYTES[fragment.element]
    if fragment.by_rows or fragment.element == "half":
        for row, byte in _blocks(fragment, 8, 8):
            yield FragmentAccess(2 * size, row + _LANE // 4, byte + 2 * size * (_LANE % 4))
        return
    _refuse_unless(fragment, fragment.element != "double")
    for row, byte in _blocks(fragment, 8, 8):
        for step in range(2):
            yield FragmentAccess(size, row + 2 * (_LANE % 4) + step, byte + size * (_LANE // 4))
