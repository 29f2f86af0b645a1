"""What another layout would do for a shared tile, tried on the requests that were looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

import numpy

from cudalint.access import Access, Request
from cudalint.hardware.warp import WIDTHS, Integers, shared_cost

MOST_PADDING = 32
"""Elements; by then 4-byte elements have met every distance of banks."""

Layout: TypeAlias = Callable[[Access, Integers], Integers]
"""Byte offsets in the tile as declared -> byte offsets in another layout."""


def best_padding(accesses: Sequence[Access]) -> int | None:
    """The fewest elements more per row with which none of the accesses to a tile costs more than its ideal.

    None if no padding does that, or if a cost does not follow from the addresses alone (ldmatrix, counting atomics).
    Only the sampled requests are tried: a suggestion, not a proof.
    """
    for elements in range(1, MOST_PADDING + 1):
        if any(elements * a.object.element_size % a.width for a in accesses):
            continue
        if works(accesses, partial(padded, elements)):
            return elements
    return None


def works(accesses: Sequence[Access], layout: Layout) -> bool:
    """Whether no sampled request costs more than its ideal in that layout."""
    tried = [(a, a.sample) for a in accesses if a.sample is not None]
    if not tried or not all(a.object.shape and a.width in WIDTHS for a, _ in tried):
        return False
    if any(_cost(a, sample, as_declared)[0] != sample.cost for a, sample in tried):
        return False
    costs = [_cost(a, sample, layout) for a, sample in tried]
    return all(cost <= ideal for cost, ideal in costs)


def as_declared(access: Access, offsets: Integers) -> Integers:
    """The layout at hand."""
    return offsets


def padded(elements: int, access: Access, offsets: Integers) -> Integers:
    """Rows with so many elements more."""
    return offsets + offsets // _pitch(access) * (elements * access.object.element_size)


def swizzled(access: Access, offsets: Integers) -> Integers:
    """[row][column ^ row], for rows of a power of two elements; as declared for others."""
    columns, size = access.object.shape[-1], access.object.element_size
    if columns & (columns - 1) or access.width > size:
        return offsets
    row, column = offsets // _pitch(access), offsets % _pitch(access) // size
    moved: Integers = offsets + ((column ^ (row % columns)) - column) * size
    return moved


def _pitch(access: Access) -> int:
    return access.object.shape[-1] * access.object.element_size


def _cost(access: Access, sample: Request, layout: Layout) -> tuple[int, int]:
    """(wavefronts, ideal) of a request in a layout."""
    offsets = numpy.array([[0 if a is None else a for a in sample.addresses]], numpy.int64)
    active = numpy.array([[a is not None for a in sample.addresses]])
    cost, ideal = shared_cost(layout(access, offsets), active, access.width, access.kind)
    return int(cost[0]), int(ideal[0])
