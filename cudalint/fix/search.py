"""Which other layout rids a shared array of its bank conflicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cudalint.access import EXACT, SHARED, Access, Object
from cudalint.fix.composed import BankGap, BothPaddings, BySize, Repitched, Transposed, WiderElements
from cudalint.fix.costs import Batch, NotComparable, Outcome, apart, batches, betters, dearer, outcome, probes
from cudalint.fix.layouts import IndexFold, IndexPadding, IndexSwizzle, Layout, Padding, Swizzle
from cudalint.fix.remembered import once_for_each
from cudalint.fix.rows import untouched
from cudalint.fix.sizes import size_of
from cudalint.frozen import frozen
from cudalint.hardware.warp import WAVEFRONT_BYTES
from cudalint.rule import BAD_RATIO

MOST_PADDING = 32
"""Elements; by then 4-byte elements have met every distance of banks."""

MOST_BITS = 5
"""Bits of a bank's number, so no more need to change."""

MOST_SKIPPED = 5

MOST_FOLDED = 3
"""Bits of an index that a fold repeats: butterflies of 8 points leave out three."""

MOST_BOTH = 8
"""Elements and rows of a padding of both rows and planes."""

GAPS = (1, 2, 4)
"""Elements of a gap: one, or a word of smaller ones."""


@frozen
class Found:
    """A layout that works, and what it does. Wavefronts over all recorded requests; `added` in bytes, of the largest
    instance of the array; `complete`: no request was left out."""

    layout: Layout
    before: Outcome
    after: Outcome
    added: int
    complete: bool


@frozen
class Search:
    """What was found for one array: `padding` and `swizzle`, None where nothing works; `partial`: what helps most but
    leaves a finding, where neither works; `refusal`: why nothing was even tried, "" otherwise. `clean`: no access was a
    finding to begin with."""

    padding: Found | None = None
    swizzle: Found | None = None
    partial: Found | None = None
    refusal: str = ""
    clean: bool = False


@once_for_each
def search(accesses: Sequence[Access]) -> Search:
    """The smallest padding and the simplest swizzle with which the array is free of conflicts.

    `accesses`: all accesses to it, in all kernels and shapes. A layout counts only if no recorded request costs more
    than before (or than its ideal), none loses an alignment that it needs, and no access is left a finding. Those that
    bring every request to its ideal come first.
    """
    shared = [a for a in accesses if a.space == SHARED]
    decided = [a for a in shared if a.requests]
    arrays = {(a.object.shape, a.object.element_size): a.object for a in decided}
    if not decided or not all(array.shape for array in arrays.values()):
        return Search(refusal="its extents are not known")
    try:
        found = batches([a for a in shared if a.requests or a.drawn])
    except NotComparable as error:
        return Search(refusal=str(error))
    before = outcome(found)
    assert before is not None
    sizes = tuple(arrays.values())
    complete = all(a.every_request for a in decided)

    def best(candidates: Iterable[Layout], counted: Sequence[Batch] = found) -> tuple[Found | None, Found | None]:
        suited = (c for c in candidates if all(map(c.suits, sizes)))
        solution, partial = (
            None if tried is None else Found(tried[0], before, tried[1], max(map(tried[0].added, sizes)), complete)
            for tried in _first(suited, counted, before)
        )
        return solution, partial

    dimensions = max(len(a.shape) for a in arrays.values())
    smallest = min(a.element_size for a in arrays.values())
    bank_bits = max(WAVEFRONT_BYTES // smallest, 1).bit_length() - 1
    longest = max(size_of(a) // a.element_size for a in arrays.values()).bit_length()
    padding, less_padding = best(_paddings(sizes, max((a.width for a in shared if a.object.member), default=1)))
    swizzles = tuple(_swizzles(dimensions, bank_bits, longest))
    swizzle, less_swizzle = best(swizzles, apart(found))
    if swizzle is None and any(b.splittable for b in found):
        swizzle, kept_whole = best(swizzles)
        less_swizzle = less_swizzle or kept_whole
    if swizzle is None and dimensions > 1:
        swizzle, less_repitched = best(_repitched(accesses, bank_bits))
        less_swizzle = less_swizzle or less_repitched
    if len({a.element_size for a in sizes}) > 1 and (padding is None or swizzle is None):
        of_each = _of_each_size(shared)
        padding = padding or best(_by_size([(size, r.padding, r) for size, r in of_each]))[0]
        swizzle = swizzle or best(_by_size([(size, r.swizzle, r) for size, r in of_each]))[0]
    halves = [f for f in (less_padding, less_swizzle) if f is not None]
    partial = min(halves, key=lambda f: f.after.cost, default=None) if padding is None is swizzle else None
    return Search(padding, swizzle, partial, clean=before.worst_ratio < BAD_RATIO)


_Tried = tuple[Layout, Outcome]


def _first(
    candidates: Iterator[Layout], found: Sequence[Batch], before: Outcome
) -> tuple[_Tried | None, _Tried | None]:
    """The first that brings every request to its ideal, else the one with the least left of those that leave no
    finding; and the best of those that do leave one."""
    dearest = probes(found)
    best: _Tried | None = None
    partial: _Tried | None = None
    for layout in candidates:
        if not betters(dearest, layout):
            continue
        after = outcome(found, layout)
        if after is None or after.cost >= before.cost:
            continue
        if after.whole:
            return (layout, after), None
        if after.worst_ratio >= BAD_RATIO:
            if partial is None or after.cost < partial[1].cost:
                partial = layout, after
        elif best is None or after.cost < best[1].cost:
            best = layout, after
    return best, partial


@frozen
class Obstacle:
    """Why no layout was found: the one that saves most makes an access dearer. Wavefronts of all accesses together,
    before and after."""

    access: Access
    layout: Layout
    before: float
    after: float


def in_the_way(accesses: Sequence[Access]) -> Obstacle | None:
    """What stands in the way of the layout that saves most, where no layout is found for that reason."""
    found = _dearer_one(accesses)
    return Obstacle(accesses[found[0]], *found[1:]) if found is not None else None


@once_for_each
def _dearer_one(accesses: Sequence[Access]) -> tuple[int, Layout, float, float] | None:
    """The same with the index of the access: where it stands is not remembered."""
    shared = {i: a for i, a in enumerate(accesses) if a.space == SHARED and (a.requests or a.drawn)}
    sizes = tuple({(a.object.shape, a.object.element_size): a.object for a in shared.values()}.values())
    try:
        found = batches(tuple(shared.values()))
    except NotComparable:
        return None
    dimensions = max((len(a.shape) for a in sizes), default=0)
    if not dimensions:
        return None
    bank_bits = max(WAVEFRONT_BYTES // min(a.element_size for a in sizes), 1).bit_length() - 1
    longest = max(size_of(a) // a.element_size for a in sizes).bit_length()
    one_by_one = apart(found)
    tries = [(found, p) for p in _paddings(sizes, 1)]
    tries += [(one_by_one, s) for s in _swizzles(dimensions, bank_bits, longest)]
    before = outcome(found)
    assert before is not None
    best: tuple[int, Layout, float, float] | None = None
    for counted, layout in tries:
        tried = dearer(counted, layout) if all(map(layout.suits, sizes)) else None
        if tried is not None and tried[1] and tried[0] < (before.cost if best is None else best[3]):
            best = tuple(shared)[min(tried[1])], layout, before.cost, tried[0]
    return best


def _of_each_size(accesses: Sequence[Access]) -> list[tuple[int, Search]]:
    """What is found for the instances of each element size alone."""
    sizes = sorted({a.object.element_size for a in accesses})
    return [(size, search([a for a in accesses if a.object.element_size == size])) for size in sizes]


def _by_size(found: Sequence[tuple[int, Found | None, Search]]) -> Iterator[Layout]:
    """One layout from those of each size, if there is one for each that needs it."""
    chosen: list[tuple[int, Layout | None]] = []
    for size, of_size, result in found:
        if of_size is not None and isinstance(of_size.layout, (IndexPadding, IndexSwizzle, IndexFold, Swizzle)):
            chosen.append((size, of_size.layout))
        elif result.clean:
            chosen.append((size, None))
        else:
            return
    yield BySize(tuple(chosen))


def _paddings(sizes: Sequence[Object], widest_member: int) -> Iterator[Layout]:
    """Simple ones first; structs grow by what their members need at least."""
    yield from (WiderElements(extra) for extra in (4, 8, 16) if extra >= widest_member)
    if len(sizes[0].shape) == 1:
        if len({a.element_size for a in sizes}) > 1:
            yield from (BankGap(), BankGap(words=True))
        for gap in GAPS:
            yield from (IndexPadding(distance, gap) for distance in (5, 4, 3, 2, 1))
            yield from (IndexPadding(distance, gap) for distance in (6, 7, 8))
        return
    dimensions = max(len(a.shape) for a in sizes)
    for axis in range(1, dimensions):
        yield from (Padding(elements, axis) for elements in range(1, MOST_PADDING + 1))
    if dimensions > 2:
        for rows in range(1, MOST_BOTH + 1):
            yield from (BothPaddings(Padding(rows), Padding(more, 2)) for more in range(1, MOST_BOTH + 1))


def _repitched(accesses: Sequence[Access], bank_bits: int) -> Iterator[Layout]:
    """Rows as long as a power of two, swizzled, where their end is never touched; row and column exchanged; longer
    rows, swizzled."""
    columns = {a.object.shape[-1] for a in accesses}
    known = all(a.status == EXACT and a.every_request and a.requests for a in accesses)
    spare = min(map(untouched, accesses)) if known else 0
    changes = [(1 << (n - 1).bit_length() - 1) - n for n in columns if n > 1] if len(columns) == 1 else []
    yield from (layout for change in changes if change and change >= -spare for layout in _resized(change, bank_bits))
    yield from (Transposed(padding) for padding in range(5))
    longer = [(1 << n.bit_length()) - n for n in columns] if len(columns) == 1 else []
    yield from (layout for change in longer for layout in _resized(change, bank_bits))


def _resized(change: int, bank_bits: int) -> Iterator[Layout]:
    """Rows so many elements longer, or shorter, and swizzled."""
    swizzles = (s for s in _swizzles(2, bank_bits, 0) if isinstance(s, Swizzle))
    yield from (Repitched(Padding(change), swizzle) for swizzle in swizzles)


def _swizzles(dimensions: int, bank_bits: int, longest: int) -> Iterator[Layout]:
    """Few bits first, then low ones: the simplest formula that works.

    `bank_bits`: bits of an index that decide the bank, only they need to change; `longest`: bits of any index.
    """
    for bits in range(1, min(MOST_BITS, bank_bits) + 1):
        for base in range(bank_bits - bits + 1):
            if dimensions > 1:
                yield from (Swizzle(bits, base, skipped) for skipped in range(MOST_SKIPPED + 1))
            else:
                yield from (IndexSwizzle(bits, base, d) for d in range(max(bank_bits, base + bits), longest))
    if dimensions == 1:
        yield from (IndexFold(bank_bits, bank_bits, width) for width in range(1, min(MOST_FOLDED, bank_bits) + 1))


def largest(accesses: Sequence[Access]) -> int:
    """Bytes of the array as declared, in its largest instance."""
    return max(size_of(a.object) for a in accesses)
