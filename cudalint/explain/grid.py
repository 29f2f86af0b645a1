"""A picture as rows of 32 words: lines of global memory, or wavefronts over the banks of shared memory."""

from __future__ import annotations

from cudalint.access import GLOBAL
from cudalint.explain.picture import LINE_WORDS, Picture
from cudalint.frozen import frozen
from cudalint.hardware.architecture import BANK_BYTES, BANKS, LINE_BYTES, SECTOR_BYTES

SECTOR_WORDS = SECTOR_BYTES // BANK_BYTES


@frozen
class Row:
    """`label`: what the row is. `lanes`: per column (word of a line, or bank) the lanes that are served there. `moved`:
    (first, last) columns that travel: the sectors touched, or all banks."""

    label: str
    lanes: dict[int, tuple[int, ...]]
    moved: tuple[tuple[int, int], ...]


def grid(picture: Picture) -> tuple[Row, ...]:
    """A row per 128-byte line touched, or per wavefront; none where no counter tells how lanes are served."""
    return _lines(picture) if picture.space == GLOBAL else _wavefronts(picture)


def _lines(picture: Picture) -> tuple[Row, ...]:
    words: dict[int, list[int]] = {}
    for lane in picture.lanes:
        for word in lane.words:
            words.setdefault(word, []).append(lane.number)
    rows = []
    for line in sorted({word // LINE_WORDS for word in words}):
        first = line * LINE_WORDS
        inside = {w - first: tuple(words[w]) for w in sorted(words) if first <= w < first + LINE_WORDS}
        sectors = sorted({column // SECTOR_WORDS for column in inside})
        moved = tuple((s * SECTOR_WORDS, (s + 1) * SECTOR_WORDS - 1) for s in sectors)
        rows.append(Row(f"byte {line * LINE_BYTES}", inside, moved))
    return tuple(rows)


def _wavefronts(picture: Picture) -> tuple[Row, ...]:
    if not picture.phases:
        return ()
    rows = []
    for number in range(sum(phase.wavefronts for phase in picture.phases)):
        served: dict[int, list[int]] = {}
        for lane in picture.lanes:
            if lane.wavefront == number:
                for bank in lane.banks:
                    served.setdefault(bank, []).append(lane.number)
        lanes = {bank: tuple(those) for bank, those in sorted(served.items())}
        rows.append(Row(f"wavefront {number + 1}", lanes, ((0, BANKS - 1),)))
    return tuple(rows)
