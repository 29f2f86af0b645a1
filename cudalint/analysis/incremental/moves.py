"""What an edit changed: which bodies, and where everything else stands now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from cudalint.analysis.incremental.scan import Scan
from cudalint.ir.position import Position

BodyName = tuple[str, int]
"""A file and the number of a body in it."""


class Lost(Exception):
    """A position that nothing in the edited text answers to."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The way from one state of some files to a later one that differs in bodies only. `bodies`: those that differ;
    `still`: everything else stands where it stood."""

    before: Mapping[str, Scan]
    after: Mapping[str, Scan]
    bodies: frozenset[BodyName]
    still: bool

    def __call__(self, at: Position) -> Position:
        """Where a position is now; raises `Lost`."""
        scan = self.before.get(at.path)
        if self.still or scan is None:
            return at
        line, column = self._place(at.path, scan.token_at((at.line, at.column)))
        if not at.end_line:
            return replace(at, line=line, column=column)
        last = scan.token_ending_at((at.end_line, at.end_column))
        end_line, end_column = self._place(at.path, last)
        assert last is not None
        return Position(at.path, line, column, end_line, end_column + scan.lengths[last])

    def line(self, path: str, line: int) -> int:
        """Where a line is now; raises `Lost`."""
        scan = self.before.get(path)
        return line if self.still or scan is None else self._place(path, scan.first_on(line))[0]

    def _place(self, path: str, token: int | None) -> tuple[int, int]:
        if token is None:
            raise Lost
        before, after = self.before[path], self.after[path]
        shift = 0
        for number, (old, new) in enumerate(zip(before.bodies, after.bodies, strict=True)):
            if token < old.start:
                break
            shift = new.start - old.start
            if token < old.end:
                if (path, number) in self.bodies:
                    raise Lost
                break
            shift = new.end - old.end
        if token + shift >= len(after.places):
            raise Lost
        return after.places[token + shift]


def changes(before: Mapping[str, Scan], after: Mapping[str, Scan]) -> Changes | None:
    """What differs, None if it is more than bodies."""
    if before.keys() != after.keys():
        return None
    bodies: set[BodyName] = set()
    still = True
    for path, old in before.items():
        new = after[path]
        if old is new:
            continue
        if old.outside != new.outside or old.knows_its_lines or new.knows_its_lines:
            return None
        changed = {n for n in range(len(old.bodies)) if old.body_words(n) != new.body_words(n)}
        bodies |= {(path, number) for number in changed}
        still = still and all(
            one == other for one, other in zip(_parts(old, changed), _parts(new, changed), strict=True)
        )
    return Changes(before, after, frozenset(bodies), still)


def _parts(scan: Scan, changed: set[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Where the tokens stand, part by part, those of changed bodies left out."""
    at = 0
    for number in sorted(changed):
        body = scan.bodies[number]
        yield scan.places[at : body.start]
        at = body.end
    yield scan.places[at:]
