"""What all recorded requests to one array cost in a layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from cudalint.access import Access, Object
from cudalint.fix.layouts import AsDeclared, Layout
from cudalint.frozen import frozen
from cudalint.hardware.warp import MATRICES, WIDTHS, Booleans, Integers, shared_cost
from cudalint.requests import Requests, wavefronts

Numbers: TypeAlias = NDArray[numpy.int64] | NDArray[numpy.floating[Any]]

PROBED = 96
"""Dearest requests of each kind that a layout has to better before the others are tried."""

CHANCE = 1.05
"""Requests on pseudo-random data may cost so much more by chance."""

_TOLERANCE = 1e-9


@frozen(eq=False)
class Batch:
    """Requests to arrays of one shape that are counted alike. `drawn`: on pseudo-random data. `owner`: per request the
    index of its access; `share`: the part of a merged access that belongs to one of the accesses in it; `narrow`: bytes
    of that one."""

    array: Object
    width: int
    narrow: int
    shift: int
    splittable: bool
    record: bool
    drawn: bool
    counted_as: str
    addresses: Integers
    active: Booleans
    origins: Integers
    counts: Integers
    owner: Integers
    cost: Numbers
    ideal: Numbers

    @property
    def share(self) -> float:
        """1 for an access that stands for itself, 1/4 for one of four that are done in one."""
        return min(self.narrow / self.width, 1.0)


@frozen
class Outcome:
    """Wavefronts over all recorded requests. `worst_ratio`: the largest cost / ideal of one access; `whole`: no request
    costs more than its ideal."""

    cost: float
    ideal: float
    worst_ratio: float
    whole: bool


class NotComparable(ValueError):
    """The recorded requests cannot be tried in another layout; the message says why."""


def batches(accesses: Sequence[Access]) -> list[Batch]:
    """The requests of all accesses to one array. Raises `NotComparable`."""
    groups: dict[tuple[object, ...], list[tuple[int, Access, Requests]]] = {}
    for index, access in enumerate(accesses):
        if access.cost is not None and not access.requests:
            raise NotComparable("an access was not recorded request by request")
        for requests in access.requests or access.drawn:
            if requests.width not in WIDTHS:
                raise NotComparable(f"accesses of {requests.width} bytes")
            array = access.object
            narrow = min(access.width, requests.width)
            splittable = not requests.fixed and narrow < requests.width and narrow <= array.element_size
            key = (array.shape, array.element_size, requests.width, narrow, requests.shift, requests.counted_as)
            kinds = (splittable, _is_copied_struct(access, requests), not access.requests)
            groups.setdefault((*key, *kinds), []).append((index, access, requests))
    return [_batch(members) for members in groups.values()]


def _batch(members: list[tuple[int, Access, Requests]]) -> Batch:
    _, access, requests = members[0]
    narrow = min(access.width, requests.width)
    addresses = numpy.concatenate([r.addresses for _, _, r in members])
    active = numpy.concatenate([r.active for _, _, r in members])
    if (addresses[active] < 0).any():
        raise NotComparable("offsets before the array's start")
    origins = numpy.concatenate([r.origins for _, _, r in members])
    cost, ideal = wavefronts(addresses, active, requests.width, requests.counted_as, origins)
    return Batch(
        array=access.object,
        width=requests.width,
        narrow=narrow,
        shift=requests.shift,
        splittable=not requests.fixed and narrow < requests.width and narrow <= access.object.element_size,
        record=_is_copied_struct(access, requests),
        drawn=not access.requests,
        counted_as=requests.counted_as,
        addresses=addresses,
        active=active,
        origins=origins,
        counts=numpy.concatenate([r.counts for _, _, r in members]),
        owner=numpy.concatenate([numpy.full(len(r.counts), i, numpy.int64) for i, _, r in members]),
        cost=cost,
        ideal=ideal,
    )


def _is_copied_struct(access: Access, requests: Requests) -> bool:
    """Whether a request is a piece of a struct that is copied as a whole; the compiler chooses how wide that is."""
    array = access.object
    whole = bool(array.record) and not array.member and not requests.fixed
    return whole and requests.width == access.width and requests.width in (8, 16)


def apart(found: Sequence[Batch]) -> list[Batch]:
    """The same requests, accesses that the compiler merged one by one, against what they cost now: once an index is
    swizzled, the compiler no longer sees that it and the next one are neighbours."""
    return [_apart(batch) if batch.splittable else batch for batch in found]


def _apart(batch: Batch) -> Batch:
    addresses = numpy.where(batch.active, batch.addresses + batch.shift, 0)
    cost, ideal = batch.cost * batch.share, batch.ideal * batch.share
    return replace(batch, addresses=addresses, width=batch.narrow, shift=0, splittable=False, cost=cost, ideal=ideal)


def probes(found: Sequence[Batch]) -> list[Batch]:
    """The dearest requests: most layouts fail on them already."""
    dear = [b for b in found if (b.cost > b.ideal).any() and not b.drawn]
    return [_chosen(b, numpy.argsort(b.ideal - b.cost, kind="stable")[:PROBED]) for b in dear]


def betters(found: Sequence[Batch], layout: Layout) -> bool:
    """Whether a layout makes these requests cheaper on the whole; a quick look before `outcome`."""
    before = sum(float(batch.cost.sum()) * batch.share for batch in found)
    after = 0.0
    for batch in found:
        counted = _in_layout(batch, layout)
        if counted is None:
            return False
        cost, _ = counted
        after += float(cost.sum())
        if after >= before:
            return False
    return after < before


def _chosen(batch: Batch, rows: Integers) -> Batch:
    picked = {n: getattr(batch, n)[rows] for n in ("addresses", "active", "counts", "owner", "cost", "ideal")}
    picked["origins"] = batch.origins[rows] if len(batch.origins) else batch.origins
    kept = ("array", "width", "narrow", "shift", "splittable", "record", "drawn", "counted_as")
    return Batch(**{n: getattr(batch, n) for n in kept}, **picked)


def outcome(found: Sequence[Batch], layout: Layout | None = None) -> Outcome | None:
    """What all requests cost in a layout (None: as declared).

    None if some access costs more than before and more than its ideal, all its requests taken together, or if the
    layout breaks what a wide access needs: its bytes side by side, aligned to its width.
    """
    size = 1 + max((int(b.owner.max()) for b in found if len(b.owner)), default=0)
    drawn, drawn_before = 0.0, 0.0
    costs, ideals, allowed = numpy.zeros(size), numpy.zeros(size), numpy.zeros(size)
    whole = True
    for batch in found:
        counted = _in_layout(batch, layout or AsDeclared())
        if counted is None:
            return None
        cost, ideal = counted
        if batch.drawn:
            drawn += float((cost * batch.counts).sum())
            drawn_before += float((batch.cost * batch.share * batch.counts).sum())
            continue
        whole = whole and bool((cost <= ideal).all())
        costs += numpy.bincount(batch.owner, cost * batch.counts, size)
        ideals += numpy.bincount(batch.owner, ideal * batch.counts, size)
        before = numpy.maximum(batch.cost * batch.share, ideal)
        allowed += numpy.bincount(batch.owner, before * batch.counts, size)
    if (costs > allowed * (1 + _TOLERANCE)).any() or drawn > drawn_before * CHANCE:
        return None
    ratios = costs[ideals > 0] / ideals[ideals > 0]
    return Outcome(float(costs.sum()), float(ideals.sum()), float(ratios.max(initial=1.0)), whole)


def dearer(found: Sequence[Batch], layout: Layout) -> tuple[float, frozenset[int]] | None:
    """Wavefronts of all requests in a layout, and the accesses that would cost more than before; None where a wide
    access breaks."""
    size = 1 + max((int(b.owner.max()) for b in found if len(b.owner)), default=0)
    costs, allowed = numpy.zeros(size), numpy.zeros(size)
    for batch in (b for b in found if not b.drawn):
        counted = _in_layout(batch, layout)
        if counted is None:
            return None
        cost, ideal = counted
        costs += numpy.bincount(batch.owner, cost * batch.counts, size)
        before = numpy.maximum(batch.cost * batch.share, ideal)
        allowed += numpy.bincount(batch.owner, before * batch.counts, size)
    worse = (costs > allowed * (1 + _TOLERANCE)).nonzero()[0]
    return float(costs.sum()), frozenset(worse.tolist())


def _in_layout(batch: Batch, layout: Layout) -> tuple[Any, Any] | None:
    """Cost and ideal per request, as shares of accesses that stay merged; None where a wide access breaks."""
    if isinstance(layout, AsDeclared):
        return batch.cost * batch.share, batch.ideal * batch.share
    first = layout.moved(batch.array, batch.addresses)
    if _stays_whole(batch, layout, first):
        cost, ideal = wavefronts(first, batch.active, batch.width, batch.counted_as, batch.origins)
        return cost * batch.share, ideal * batch.share
    if batch.record:
        return _in_pieces(batch, layout)
    if not batch.splittable:
        return None
    narrow = layout.moved(batch.array, batch.addresses + batch.shift)
    return shared_cost(narrow, batch.active, batch.narrow, batch.counted_as)


def _in_pieces(batch: Batch, layout: Layout) -> tuple[Any, Any] | None:
    """A piece of a copied struct that is no longer aligned is copied in halves, or quarters."""
    for parts in (2, 4):
        width = batch.width // parts
        pieces = [layout.moved(batch.array, batch.addresses + width * k) for k in range(parts)]
        if width and not any((p % width != 0)[batch.active].any() for p in pieces):
            counted = [shared_cost(p, batch.active, width, batch.counted_as) for p in pieces]
            return sum(cost for cost, _ in counted), sum(ideal for _, ideal in counted)
    return None


def _stays_whole(batch: Batch, layout: Layout, first: Integers) -> bool:
    """Whether each lane's bytes stay side by side and as aligned as they were."""
    width = 16 if batch.counted_as in MATRICES else batch.width
    last = layout.moved(batch.array, batch.addresses + (width - 1))
    if ((last - first != width - 1) & batch.active).any():
        return False
    lost = (first % width != 0) & (batch.addresses % width == 0)
    return not (lost & batch.active).any()
