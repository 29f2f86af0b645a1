"""The distinct requests of a site: what a fix is tried on."""

from __future__ import annotations

from typing import Any

import numpy

from cudalint.requests import INACTIVE, Requests, fingerprints

MOST_PATTERNS = 4096
"""Distinct requests kept of a site; regular code has a few per round of its loops."""

_FARTHEST = 1 << 30
"""Bytes; shared memory ends long before, so an offset past it is a stand-in gone wild."""


class Patterns:
    """Collects requests batch by batch. `complete`: none was left out."""

    __slots__ = ("_known", "complete", "kept")

    def __init__(self) -> None:
        self.complete = True
        self.kept = 0
        self._known: dict[tuple[int, int, bool], dict[int, list[Any]]] = {}

    def add(self, offsets: Any, active: Any, width: int, shift: int, fixed: bool) -> None:
        """Requests as rows of 32 lanes: byte offsets and activity."""
        near = abs(offsets) < _FARTHEST
        executed = active.any(1) & (near | ~active).all(1)
        rows = numpy.where(active, offsets, INACTIVE)[executed]
        if not len(rows):
            return
        known = self._known.setdefault((width, shift, fixed), {})
        marks, firsts, counts = numpy.unique(fingerprints(rows), return_index=True, return_counts=True)
        for mark, first, count in zip(marks.tolist(), firsts.tolist(), counts.tolist(), strict=True):
            entry = known.get(mark)
            if entry is not None:
                entry[1] += count
            elif self.kept < MOST_PATTERNS:
                known[mark] = [rows[first].astype(numpy.int32), count]
                self.kept += 1
            else:
                self.complete = False

    def requests(self, counted_as: str) -> tuple[Requests, ...]:
        """What was collected, by width."""
        found = []
        for (width, shift, fixed), known in self._known.items():
            rows = numpy.stack([entry[0] for entry in known.values()])
            counts = numpy.array([entry[1] for entry in known.values()], numpy.int64)
            found.append(Requests(rows, counts, width, shift, fixed, counted_as))
        return tuple(found)
