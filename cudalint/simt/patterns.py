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

    def add(self, offsets: Any, active: Any, width: int, shift: int, fixed: bool, origins: Any = None) -> None:
        """Requests as rows of 32 lanes: byte offsets and activity; `origins`: byte offsets that are copied from."""
        near = abs(offsets) < _FARTHEST
        executed = active.any(1) & (near | ~active).all(1)
        rows = numpy.where(active, offsets, INACTIVE)[executed]
        if not len(rows):
            return
        known = self._known.setdefault((width, shift, fixed), {})
        looks = fingerprints(rows)
        read = None
        if origins is not None:
            read = numpy.where(active, origins, 0)[executed].astype(numpy.int64)
            looks = looks ^ (fingerprints(read) << 1)
        marks, firsts, counts = numpy.unique(looks, return_index=True, return_counts=True)
        for mark, first, count in zip(marks.tolist(), firsts.tolist(), counts.tolist(), strict=True):
            entry = known.get(mark)
            if entry is not None:
                entry[1] += count
            elif self.kept < MOST_PATTERNS:
                known[mark] = [rows[first].astype(numpy.int32), count, None if read is None else read[first]]
                self.kept += 1
            else:
                self.complete = False

    def requests(self, counted_as: str) -> tuple[Requests, ...]:
        """What was collected, by width."""
        found = []
        for (width, shift, fixed), known in self._known.items():
            rows = numpy.stack([entry[0] for entry in known.values()])
            counts = numpy.array([entry[1] for entry in known.values()], numpy.int64)
            read = [entry[2] for entry in known.values() if entry[2] is not None]
            origins = numpy.stack(read) if read else numpy.zeros((0, 32), numpy.int64)
            found.append(Requests(rows, counts, width, shift, fixed, counted_as, origins))
        return tuple(found)
