"""A picture in characters: 32 lanes over sectors, or over words and banks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, pairwise

from cudalint.access import GLOBAL
from cudalint.explain.picture import Lane, Picture
from cudalint.hardware.architecture import BANKS, SECTOR_BYTES, WARP_SIZE
from cudalint.wording import counted

LANES_PER_ROW = 16
LONGEST_NUMBER = 4
"""Digits; sectors and words farther apart than that are numbered in the order of their addresses."""


def caption(picture: Picture) -> str:
    """'warp 0 of block (1, 0, 0), s = 4: 8 wavefronts where 1 would do'."""
    block = ", ".join(str(n) for n in picture.block_index)
    rounds = "".join(f", {name} = {value}" for name, value in picture.iteration)
    unit = "sectors" if picture.space == GLOBAL else "wavefronts"
    cost = counted(picture.cost, unit)
    ideal = f" where {picture.ideal} would do" if picture.cost > picture.ideal else ", the least possible"
    return f"warp {picture.warp} of block ({block}){rounds}: {cost}{ideal}"


def draw(picture: Picture) -> tuple[str, ...]:
    """The picture without its caption, a line each; nothing for a warp without an active lane."""
    if not picture.lanes:
        return ()
    return _sectors(picture) if picture.space == GLOBAL else _banks(picture)


def summary(picture: Picture) -> tuple[str, ...]:
    """What the picture shows, in words."""
    return _sector_words(picture) if picture.space == GLOBAL else _bank_words(picture)


# -- global memory -----------------------------------------------------------------------------------------------------


def _sectors(picture: Picture) -> tuple[str, ...]:
    first = picture.sectors[0]
    names = _numbered({s for lane in picture.lanes for s in lane.sectors}, first)
    rows = _table(picture.lanes, [("sector", lambda lane: _span([names[s] for s in lane.sectors]))])
    return (*rows, *summary(picture))


def _sector_words(picture: Picture) -> tuple[str, ...]:
    sectors = picture.sectors
    used = [picture.used_bytes(s) for s in sectors]
    if len(set(used)) == 1:
        how = f"{'each' if len(sectors) > 1 else 'the sector'} with {used[0]} of {SECTOR_BYTES} bytes used"
    else:
        how = f"{sum(used)} of {SECTOR_BYTES * len(sectors)} bytes used"
    return (f"{counted(len(sectors), 'sectors')}, {how}{_apart(sectors)}",)


def _apart(sectors: Sequence[int]) -> str:
    """How far the sectors lie from each other."""
    steps = {b - a for a, b in pairwise(sectors)}
    if not steps or steps == {1}:
        return ""
    if len(steps) == 1:
        return f"; from one to the next {steps.pop() * SECTOR_BYTES} bytes"
    return ""


# -- shared memory -----------------------------------------------------------------------------------------------------


def _banks(picture: Picture) -> tuple[str, ...]:
    first = min(lane.words[0] for lane in picture.lanes)
    names = _numbered({w for lane in picture.lanes for w in lane.words}, 0 if first >= 0 else first)
    rows = [
        ("word", lambda lane: _span([names[w] for w in lane.words])),
        ("bank", lambda lane: _span(list(lane.banks))),
    ]
    if picture.phases and picture.cost > 1:
        rows.append(("turn", lambda lane: str((lane.wavefront or 0) + 1)))
    return (*_table(picture.lanes, rows), *summary(picture))


def _bank_words(picture: Picture) -> tuple[str, ...]:
    odd = next((lane for lane in picture.lanes if lane.address % picture.width), None)
    if odd is not None:
        size = picture.width
        return (f"lane {odd.number} is not aligned to {size} bytes, as an access of {size} bytes must be: an error",)
    lines = []
    wide = len(picture.phases) > 1
    for phase in picture.phases:
        lanes = f"lanes {phase.first_lane} to {phase.last_lane}"
        group = [lane for lane in picture.lanes if phase.first_lane <= lane.number <= phase.last_lane]
        words = {lane.words[0] for lane in group if lane.words[0] % BANKS == phase.bank}
        if phase.wavefronts == 1:
            what = "no bank has more than one word to give: 1 wavefront"
        elif len(words) < phase.wavefronts:
            what = f"{phase.wavefronts} lanes queue up at bank {phase.bank}: {phase.wavefronts} wavefronts"
        else:
            what = f"bank {phase.bank} has {phase.wavefronts} different words to give: {phase.wavefronts} wavefronts"
        lines.append(f"{lanes}: {what}" if wide else what)
    return _merged(lines)


def _merged(lines: Sequence[str]) -> tuple[str, ...]:
    """Phases that cost the same in one line."""
    by_what: dict[str, list[str]] = {}
    for line in lines:
        lanes, colon, what = line.partition(": ")
        by_what.setdefault(what if colon and lanes.startswith("lanes") else line, []).append(lanes)
    if len(by_what) == len(lines):
        return tuple(lines)
    return tuple(
        f"{lanes[0]}: {what}" if len(lanes) == 1 else f"each of {len(lanes)} phases ({lanes[0]}, ...): {what}"
        for what, lanes in by_what.items()
    )


# -- the table ---------------------------------------------------------------------------------------------------------


def _numbered(numbers: set[int], first: int) -> dict[int, str]:
    """Names of sectors or words: their distance from the first, or their rank where that would be too long."""
    near = all(len(str(n - first)) <= LONGEST_NUMBER for n in numbers)
    return {n: str(n - first) if near else f"#{rank}" for rank, n in enumerate(sorted(numbers))}


def _span(names: Sequence[str | int]) -> str:
    return str(names[0]) if len(names) == 1 else f"{names[0]}-{str(names[-1]).lstrip('#')}"


def _table(lanes: Sequence[Lane], rows: Sequence[tuple[str, Callable[[Lane], str]]]) -> list[str]:
    """Lanes in rows of 16 (or 8 where the cells are wide), each with the lines that belong to it."""
    by_number = {lane.number: lane for lane in lanes}
    cells = {
        label: {n: show(by_number[n]) if n in by_number else "." for n in range(WARP_SIZE)} for label, show in rows
    }
    width = max(2, *(len(c) for column in cells.values() for c in column.values()))
    per_row = LANES_PER_ROW if width <= LONGEST_NUMBER else LANES_PER_ROW // 2
    label_width = max(len(label) for label in ("lane", *cells))
    found = []
    for start in range(0, WARP_SIZE, per_row):
        numbers = range(start, start + per_row)
        if not any(n in by_number for n in numbers):
            continue
        found.append(_row("lane", [str(n) for n in numbers], label_width, width))
        found += [_row(label, [column[n] for n in numbers], label_width, width) for label, column in cells.items()]
        found.append("")
    return found[:-1]


def _row(label: str, cells: Iterable[str], label_width: int, width: int) -> str:
    return f"{label.rjust(label_width)} |" + "".join(f" {cell.rjust(width)}" for cell in cells)


def ranges(numbers: Iterable[int]) -> str:
    """'0-7, 12'."""
    ordered = sorted(set(numbers))
    found = []
    for _, group in groupby(enumerate(ordered), lambda pair: pair[1] - pair[0]):
        members = [n for _, n in group]
        found.append(str(members[0]) if len(members) == 1 else f"{members[0]}-{members[-1]}")
    return ", ".join(found)
