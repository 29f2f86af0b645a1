"""What an access would cost in another layout: the requests that were seen, moved, and counted again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy

from cudalint.access import SHARED, Access, Object
from cudalint.derivation import Derivation
from cudalint.explain.explanation import Alternative
from cudalint.fix.choice import formula
from cudalint.fix.layouts import AsDeclared, IndexFold, IndexPadding, Layout, Padding, Swizzle
from cudalint.hardware.architecture import BANK_BYTES, BANKS, SECTOR_BYTES, WARP_SIZE
from cudalint.hardware.closed_forms import bank_conflict_degree
from cudalint.hardware.warp import global_cost
from cudalint.requests import Requests, wavefronts

PADDINGS = (-1, 1, 2, 4)
"""Elements by which rows are tried longer or shorter."""

ROW_ELEMENTS = 8
"""Rows of one element more than a multiple of this look padded."""

SAME = 0.02
"""The requests kept must give the cost of the access to within this part of it, or nothing is said about others."""


def in_other_layouts(access: Access) -> tuple[Alternative, ...]:
    """Other layouts of a shared array; of a global one, an array per member, or an aligned start."""
    if access.cost is None or access.ideal is None:
        return ()
    found = _shared(access) if access.space == SHARED else _global(access)
    return tuple(a for a in found if abs(a.cost - access.cost) > SAME * access.cost)


# -- shared memory -----------------------------------------------------------------------------------------------------


def _shared(access: Access) -> Iterator[Alternative]:
    if not access.requests or not access.every_request or not access.object.shape:
        return
    as_it_is = _in_layout(access, AsDeclared())
    if as_it_is is None or not _close(as_it_is[0], access.cost or 0.0):
        return
    for layout, what in _layouts(access.object, wasteful=access.waste > 1):
        counted = _in_layout(access, layout)
        if counted is not None:
            yield Alternative(what, *counted, note=_note(access, layout))


def _note(access: Access, layout: Layout) -> str:
    """What the layout takes, and the closed form of columns in it: '+128 bytes; gcd(33 words, 32 banks) = 1'."""
    array, added = access.object, layout.added(access.object)
    note = f"{added:+d} bytes" if added else "the same size"
    step, pitch = access.lane_stride, array.shape[-1] * array.element_size
    whole = access.width == BANK_BYTES and access.active_lanes == WARP_SIZE
    if not isinstance(layout, Padding) or not whole or not step or step % pitch:
        return note
    words = abs(step) // pitch * (pitch + layout.elements * array.element_size) // BANK_BYTES
    return f"{note}; gcd({words} words, {BANKS} banks) = {bank_conflict_degree(words)}"


def _layouts(array: Object, *, wasteful: bool) -> Iterator[tuple[Layout, str]]:
    """Layouts worth a line; shorter rows say what a padding that is there buys."""
    shape = array.shape
    if len(shape) > 1:
        for elements in PADDINGS:
            padding = Padding(elements)
            padded = shape[-1] % ROW_ELEMENTS == 1
            if padding.suits(array) and (wasteful if elements > 0 else padded):
                rows = "".join(f"[{n}]" for n in (*shape[:-1], shape[-1] + elements))
                yield padding, f"{array.name}{rows}"
        swizzle = Swizzle(min(BANKS, shape[-1]).bit_length() - 1, 0)
        if wasteful and swizzle.suits(array):
            yield swizzle, f"{array.name}{formula(swizzle, array)}"
    elif wasteful:
        bank_bits = BANKS.bit_length() - 1
        layouts: tuple[IndexPadding | IndexFold, ...] = (IndexPadding(bank_bits), IndexFold(bank_bits, bank_bits))
        for layout in layouts:
            if layout.suits(array):
                yield layout, f"{array.name}{formula(layout, array)}"


def _in_layout(access: Access, layout: Layout) -> tuple[float, float] | None:
    """Mean (wavefronts, ideal) of the access's requests in a layout; None where it breaks a wide access or overlaps."""
    costs = ideals = 0.0
    seen = 0
    for requests in access.requests:
        moved = _moved(requests, layout, access.object)
        if moved is None:
            return None
        cost, ideal = wavefronts(moved, requests.active, requests.width, requests.counted_as, requests.origins)
        costs += float((cost * requests.counts).sum())
        ideals += float((ideal * requests.counts).sum())
        seen += int(requests.counts.sum())
    return (costs / seen, ideals / seen) if seen else None


def _moved(requests: Requests, layout: Layout, array: Object) -> Any:
    addresses, active = requests.addresses, requests.active
    if (addresses[active] < 0).any():
        return None
    if isinstance(layout, Padding) and layout.elements < 0:
        last = addresses % (array.shape[-1] * array.element_size) + requests.width - 1
        if (last[active] >= (array.shape[-1] + layout.elements) * array.element_size).any():
            return None
    first = layout.moved(array, addresses)
    end = layout.moved(array, addresses + requests.width - 1)
    unaligned = first % requests.width != 0
    broken = end - first != requests.width - 1
    return None if ((unaligned | broken) & active).any() else first


# -- global memory -----------------------------------------------------------------------------------------------------


def _global(access: Access) -> Iterator[Alternative]:
    derivation = access.derivation
    if derivation is None or not derivation.rounds or access.cost is None:
        return
    as_it_is = _counted(derivation, lambda addresses, _: addresses, 0)
    if not _close(as_it_is[0], access.cost):
        return
    size = access.object.element_size
    if access.object.record and access.object.member and access.width < size:
        width = access.width
        counted = _counted(derivation, lambda addresses, _: addresses // size * width, width)
        yield Alternative(f"an array of its own for `{access.object.member.lstrip('.')}`", *counted)
    elif access.consecutive and access.waste > 1:
        counted = _counted(derivation, _from_a_sector, 0)
        yield Alternative(f"each warp's run starting at a multiple of {SECTOR_BYTES} bytes", *counted)


def _from_a_sector(addresses: Any, active: Any) -> Any:
    first = int(addresses[active].min())
    return addresses - first % SECTOR_BYTES


def _counted(derivation: Derivation, move: Any, width: int) -> tuple[float, float]:
    """Mean (sectors, ideal) over the rounds kept, their addresses moved; `width` 0: that of the instruction."""
    costs = ideals = 0.0
    seen = 0
    for kept in derivation.rounds:
        active = numpy.array([[a is not None for a in kept.request.addresses]])
        addresses = numpy.array([[a or 0 for a in kept.request.addresses]], numpy.int64)
        cost, ideal = global_cost(move(addresses, active), active, width or kept.width)
        costs += float(cost[0]) * kept.times
        ideals += float(ideal[0]) * kept.times
        seen += kept.times
    return costs / seen, ideals / seen


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= SAME * max(abs(other), 1.0)
