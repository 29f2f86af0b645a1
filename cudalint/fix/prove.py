"""The proof of a patch: the edited text, analysed again, against the report of the text as it is.

Proved means: nothing is understood less; every access to the arrays that moved touches exactly the bytes that the new
layout gives to those it touched before, so that the program computes the same; none of them costs more than before or
than its ideal, and none is left a finding; every other access is what it was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy

from cudalint.access import SHARED, Access, FileReport, Object
from cudalint.fix.composed import WiderElements
from cudalint.fix.costs import NotComparable, batches, outcome
from cudalint.fix.edits import Moved
from cudalint.fix.layouts import Layout
from cudalint.frozen import frozen
from cudalint.ir.position import Position
from cudalint.requests import INACTIVE, Requests, fingerprints
from cudalint.rule import BAD_RATIO

_TOLERANCE = 1e-6

MOST_WORSE = 1.1
"""Estimates on random data that are a tenth higher in all may be chance."""


class NotProved(ValueError):
    """The edited text does not do what it should; the message says what differs."""


@frozen
class Proof:
    """What the edited text does instead: wavefronts over the recorded requests of the arrays, before and after;
    `accesses`: how many accesses to them were compared, `others`: how many others did not change. `by_data`: those
    among them whose addresses are data, so that only the text says where they go, and their cost is an estimate.
    `left`: the largest cost / ideal of one access afterwards. `unit`: what is counted."""

    before: float
    after: float
    ideal: float
    accesses: int
    others: int
    by_data: int = 0
    left: float = 1.0
    unit: str = "wavefronts"

    @property
    def text(self) -> str:
        """One line."""
        to_it = " to it" if self.unit == "wavefronts" else ""
        text = (
            f"analysed again: {self.before:.0f} {self.unit} become {self.after:.0f} (ideal {self.ideal:.0f}) in all "
            f"{self.accesses} accesses{to_it}, {self.others} other accesses are unchanged"
        )
        if self.by_data:
            text += f"; an estimate for {self.by_data} whose addresses are data"
        return text


def prove(
    reports: Sequence[tuple[FileReport, FileReport]],
    moved: Moved,
    layouts: Mapping[Position, Layout],
    *,
    partial: bool = False,
) -> Proof:
    """Compare the reports of all files that the patch affects, before and after. `layouts`: by declaration, the arrays
    that moved; `partial`: half of the waste gone is enough. Raises `NotProved`."""
    touched: list[tuple[Access, Access]] = []
    others = 0
    records = {at for at, layout in layouts.items() if isinstance(layout, WiderElements)}
    for before, after in reports:
        understood_as_well(before, after)
        for old, new in matched(before.accesses, after.accesses, moved, frozenset(layouts), frozenset(records)):
            layout = layouts.get(old.object.declared) if old.space == SHARED else None
            if layout is None:
                _unchanged(old, new)
                others += 1
            else:
                _moved_as_meant(old, new, layout)
                touched.append((old, new))
    if not touched:
        raise NotProved("no access to it was found again")
    smaller = all(layout.added(old.object) < 0 for old, _ in touched for layout in layouts.values())
    return replace(_compared(touched, may_cost_the_same=smaller, partial=partial), others=others)


def understood_as_well(before: FileReport, after: FileReport) -> None:
    """Raises `NotProved` where the edited text is understood less."""
    if after.errors:
        raise NotProved(after.errors[0])
    if after.diagnostics > before.diagnostics:
        raise NotProved("the edited text would not compile")
    if after.kernels != before.kernels or len(after.skipped) > len(before.skipped):
        raise NotProved("fewer kernels can be analysed in the edited text")


Key = tuple[object, ...]


def matched(
    before: Sequence[Access],
    after: Sequence[Access],
    moved: Moved,
    arrays: frozenset[Position] = frozenset(),
    records: frozenset[Position] = frozenset(),
) -> Iterator[tuple[Access, Access]]:
    """Each access with what became of it. `arrays`: declarations of those that may get another name; `records`: and
    whose structs may be copied in other pieces. Raises `NotProved` where one has no counterpart."""
    new: dict[Key, list[Access]] = defaultdict(list)
    renamed, repieced = (frozenset(_start(moved(at)) for at in those) for those in (arrays, records))
    for access in after:
        new[_key(access, _start, renamed, repieced)].append(access)
    pairs: list[tuple[Access, Access]] = []
    for access in before:
        waiting = new[_key(access, moved, renamed, repieced)]
        if not waiting:
            raise NotProved(f"the {access.kind} at line {access.at.line} is no longer there")
        pairs.append((access, waiting.pop(0)))
    extra = next((left[0] for left in new.values() if left), None)
    if extra is not None:
        raise NotProved(f"another {extra.kind} appears at line {extra.at.line}")
    return iter(pairs)


def _start(at: Position) -> Position:
    return replace(at, end_line=0, end_column=0)


def _key(
    access: Access,
    place: Callable[[Position], Position],
    renamed: frozenset[Position],
    repieced: frozenset[Position],
) -> Key:
    declared = place(access.object.declared)
    return (
        place(access.at),
        access.kernel,
        access.block,
        access.grid,
        access.space,
        access.kind,
        0 if declared in repieced else access.width,
        "" if declared in renamed else access.object.name,
        access.object.member,
        declared,
        tuple(place(v) for v in access.via),
    )


def _unchanged(old: Access, new: Access) -> None:
    """Raises `NotProved` unless an access to another array is what it was."""
    same = (
        _close(old.cost, new.cost)
        and _close(old.ideal, new.ideal)
        and (old.worst, old.status, old.lane_stride) == (new.worst, new.status, new.lane_stride)
        and _marks(old) == _marks(new)
    )
    if not same:
        raise NotProved(f"the {old.kind} of `{old.object.name}` at line {old.at.line} changes with it")


def _close(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= _TOLERANCE * max(one, 1.0)


def _moved_as_meant(old: Access, new: Access, layout: Layout) -> None:
    """Raises `NotProved` unless the bytes touched are those touched before, where the layout has put them."""
    counted = old.cost is not None and new.cost is not None
    if not counted and not (old.requests and new.requests):
        if old.status != new.status:
            raise NotProved(f"the {old.kind} at line {old.at.line} is decided in one text only")
        return
    if not (old.every_request and new.every_request):
        raise NotProved(f"not every request of the {old.kind} at line {old.at.line} was looked at")
    if _marks(old, layout, old.width // new.width) != _marks(new):
        raise NotProved(f"the {old.kind} at line {old.at.line} does not follow its array to the new places")


def _marks(access: Access, layout: Layout | None = None, pieces: int = 1) -> frozenset[int]:
    """The distinct requests of an access itself, as touched or as a layout moves them, in so many pieces."""
    marks: set[int] = set()
    for requests in access.requests:
        for piece in range(max(pieces, 1)):
            begin = requests.shift + piece * (access.width // max(pieces, 1))
            marks.update(fingerprints(_rows(requests, access.object, layout, begin)).tolist())
    return frozenset(marks)


def _rows(requests: Requests, array: Object, layout: Layout | None, begin: int) -> numpy.ndarray:
    own = requests.addresses + begin
    if layout is not None:
        own = layout.moved(array, own)
    return numpy.where(requests.active, own, INACTIVE)


def _compared(touched: Sequence[tuple[Access, Access]], *, may_cost_the_same: bool, partial: bool) -> Proof:
    """Raises `NotProved` where an access to the arrays costs more than before or is left a finding."""
    before = after = ideal = 0.0
    left = 1.0
    for old, new in touched:
        if not old.requests:
            continue
        try:
            was, becomes = outcome(batches([old])), outcome(batches([new]))
        except NotComparable as error:
            raise NotProved(str(error)) from None
        assert was is not None and becomes is not None
        if becomes.cost > max(was.cost, becomes.ideal) * (1 + _TOLERANCE):
            raise NotProved(f"the {old.kind} at line {old.at.line} would cost more")
        left = max(left, becomes.worst_ratio)
        if becomes.worst_ratio >= BAD_RATIO and not partial:
            raise NotProved(f"the {old.kind} at line {old.at.line} would still wait")
        if not _aligned(new):
            raise NotProved(f"the {old.kind} at line {old.at.line} would not be aligned to its {new.width} bytes")
        before, after, ideal = before + was.cost, after + becomes.cost, ideal + becomes.ideal
    if after > before or (after == before and not may_cost_the_same):
        raise NotProved("it would cost as much as before")
    if partial and after - ideal > (before - ideal) / 2:
        raise NotProved("more than half of the waste would stay")
    by_data = sum(old.cost is None for old, _ in touched)
    drawn = [sum((pair[i].estimated_cost or 0.0) * pair[i].executions for pair in touched) for i in (0, 1)]
    if drawn[1] > MOST_WORSE * drawn[0]:
        raise NotProved("accesses by data would cost more on random data")
    return Proof(before, after, ideal, len(touched), 0, by_data, left)


def _aligned(access: Access) -> bool:
    return not any((r.addresses % r.width != 0)[r.active].any() for r in access.requests)
