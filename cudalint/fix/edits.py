"""Edits as byte ranges of a file: applying them, and where a position lies afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cudalint.finding import Edit
from cudalint.fix.source import offset_of, position_of
from cudalint.ir.position import Position


@dataclass(frozen=True, slots=True, order=True)
class TextEdit:
    """Put `text` in place of the bytes from `start` to `end`."""

    start: int
    end: int
    text: bytes


def overlap(one: Sequence[TextEdit], other: Sequence[TextEdit]) -> bool:
    """Whether two sets of edits touch the same bytes, or insert at the same place."""
    return any(a.start <= b.end and b.start <= a.end for a in one for b in other)


def applied(text: bytes, edits: Sequence[TextEdit]) -> bytes:
    """The text with all edits done; they must not overlap, and insertions at one place keep their order."""
    parts: list[bytes] = []
    done = 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        if edit.start < done:
            raise ValueError("edits overlap")
        parts += [text[done : edit.start], edit.text]
        done = edit.end
    return b"".join([*parts, text[done:]])


def as_edits(text: bytes, path: str, edits: Sequence[TextEdit]) -> tuple[Edit, ...]:
    """The edits as findings carry them."""
    return tuple(
        Edit(position_of(text, path, e.start, e.end), e.text.decode("utf-8", "surrogateescape")) for e in sorted(edits)
    )


class Moved:
    """Where positions of the old texts lie in the new ones."""

    def __init__(self, texts: Mapping[str, bytes], edits: Mapping[str, Sequence[TextEdit]]) -> None:
        """Know the edits of each file. Those that add lines add whole ones, in front of a line."""
        self._by_line: dict[tuple[str, int], list[tuple[int, int]]] = {}
        self._lines: dict[str, list[tuple[int, int]]] = {}
        for path, theirs in edits.items():
            for edit in sorted(theirs):
                at = position_of(texts[path], path, edit.start, edit.end)
                lines = edit.text.count(b"\n") - (at.end_line - at.line)
                if lines:
                    self._lines.setdefault(path, []).append((at.end_line, lines))
                    continue
                growth = len(edit.text) - (edit.end - edit.start)
                self._by_line.setdefault((path, at.line), []).append((at.end_column, growth))

    def __call__(self, at: Position) -> Position:
        """The new start of a position; its end is dropped."""
        before = (growth for end, growth in self._by_line.get((at.path, at.line), ()) if end <= at.column)
        above = (lines for line, lines in self._lines.get(at.path, ()) if line <= at.line)
        return replace(at, line=at.line + sum(above), column=at.column + sum(before), end_line=0, end_column=0)


def text_edits(text: bytes, edits: Sequence[Edit]) -> tuple[TextEdit, ...]:
    """The edits of findings as byte ranges of the file that they were made for."""
    found = []
    for edit in edits:
        start = offset_of(text, edit.at)
        end = offset_of(text, Position(edit.at.path, edit.at.end_line, edit.at.end_column))
        found.append(TextEdit(start, end, edit.text.encode("utf-8", "surrogateescape")))
    return tuple(found)
