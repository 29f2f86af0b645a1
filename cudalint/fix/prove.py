"""The proof of a patch: the edited text, analysed again, against the report of the text as it is.

Proved means: nothing is understood less; every access to the arrays that moved touches exactly the bytes that the new
layout gives to those it touched before, so that the program computes the same; none of them costs more than before or
than its ideal, and none is left a finding; every other access is what it was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy

from cudalint.access import SHARED, Access, FileReport, Object
from cudalint.fix.costs import NotComparable, batches, outcome
from cudalint.fix.edits import Moved
from cudalint.fix.layouts import Layout
from cudalint.ir.position import Position
from cudalint.requests import INACTIVE, Requests, fingerprints
from cudalint.rule import BAD_RATIO

_TOLERANCE = 1e-6


class NotProved(ValueError):
    """The edited text does not do what it should; the message says what differs."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the edited text does instead: wavefronts over the recorded requests of the arrays, before and after;
    `accesses`: how many accesses to them were compared, `others`: how many others did not change."""

    before: float
    after: float
    ideal: float
    accesses: int
    others: int

    @property
    def text(self) -> str:
        """One line."""
        return (
            f"analysed again: {self.before:.0f} wavefronts become {self.after:.0f} (ideal {self.ideal:.0f}) in all "
            f"{self.accesses} accesses to it, {self.others} other accesses are unchanged"
        )


def prove(reports: Sequence[tuple[FileReport, FileReport]], moved: Moved, layouts: Mapping[Position, Layout]) -> Proof:
    """Compare the reports of all files that the patch affects, before and after. `layouts`: by declaration, the arrays
    that moved. Raises `NotProved`."""
    touched: list[tuple[Access, Access]] = []
    others = 0
    for before, after in reports:
        understood_as_well(before, after)
        for old, new in matched(before.accesses, after.accesses, moved):
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
    return replace(_compared(touched, may_cost_the_same=smaller), others=others)


def understood_as_well(before: FileReport, after: FileReport) -> None:
    """Raises `NotProved` where the edited text is understood less."""
    if after.errors:
        raise NotProved(after.errors[0])
    if after.diagnostics > before.diagnostics:
        raise NotProved("the parser does not understand the edited text")
    if after.kernels != before.kernels or len(after.skipped) > len(before.skipped):
        raise NotProved("fewer kernels can be analysed in the edited text")


Key = tuple[object, ...]


def matched(before: Sequence[Access], after: Sequence[Access], moved: Moved) -> Iterator[tuple[Access, Access]]:
    """Each access with what became of it. Raises `NotProved` where one has no counterpart."""
    new: dict[Key, list[Access]] = defaultdict(list)
    for access in after:
        new[_key(access, _start)].append(access)
    pairs: list[tuple[Access, Access]] = []
    for access in before:
        waiting = new[_key(access, moved)]
        if not waiting:
            raise NotProved(f"the {access.kind} at line {access.at.line} is no longer there")
        pairs.append((access, waiting.pop(0)))
    extra = next((left[0] for left in new.values() if left), None)
    if extra is not None:
        raise NotProved(f"another {extra.kind} appears at line {extra.at.line}")
    return iter(pairs)


def _start(at: Position) -> Position:
    return replace(at, end_line=0, end_column=0)


def _key(access: Access, place: Callable[[Position], Position]) -> Key:
    return (
        place(access.at),
        access.kernel,
        access.block,
        access.grid,
        access.space,
        access.kind,
        access.width,
        access.object.name,
        access.object.member,
        place(access.object.declared),
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
    if old.cost is None or new.cost is None:
        if old.status != new.status:
            raise NotProved(f"the {old.kind} at line {old.at.line} is decided in one text only")
        return
    if not (old.every_request and new.every_request):
        raise NotProved(f"not every request of the {old.kind} at line {old.at.line} was looked at")
    if _marks(old, layout) != _marks(new):
        raise NotProved(f"the {old.kind} at line {old.at.line} does not follow its array to the new places")


def _marks(access: Access, layout: Layout | None = None) -> frozenset[int]:
    """The distinct requests of an access itself, as touched or as a layout moves them."""
    marks: set[int] = set()
    for requests in access.requests:
        marks.update(fingerprints(_rows(requests, access.object, layout)).tolist())
    return frozenset(marks)


def _rows(requests: Requests, array: Object, layout: Layout | None) -> numpy.ndarray:
    own = requests.addresses + requests.shift
    if layout is not None:
        own = layout.moved(array, own)
    return numpy.where(requests.active, own, INACTIVE)


def _compared(touched: Sequence[tuple[Access, Access]], *, may_cost_the_same: bool) -> Proof:
    """Raises `NotProved` where an access to the arrays costs more than before or is left a finding."""
    before = after = ideal = 0.0
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
        if becomes.worst_ratio >= BAD_RATIO:
            raise NotProved(f"the {old.kind} at line {old.at.line} would still wait")
        if not _aligned(new):
            raise NotProved(f"the {old.kind} at line {old.at.line} would not be aligned to its {new.width} bytes")
        before, after, ideal = before + was.cost, after + becomes.cost, ideal + becomes.ideal
    if after > before or (after == before and not may_cost_the_same):
        raise NotProved("it would cost as much as before")
    return Proof(before, after, ideal, len(touched), 0)


def _aligned(access: Access) -> bool:
    return not any((r.addresses % r.width != 0)[r.active].any() for r in access.requests)
