"""Text that knows where in a file each of its bytes is written."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from cudalint.frozen import frozen
from cudalint.ir.position import Position


@frozen
class MappedText:
    """`data`: UTF-8; `starts`, `ends`: for each byte of it the offsets in the file of what it is written as."""

    data: bytes = b""
    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()

    def __add__(self, other: MappedText) -> MappedText:
        return MappedText(self.data + other.data, self.starts + other.starts, self.ends + other.ends)

    def __getitem__(self, part: slice) -> MappedText:
        return MappedText(self.data[part], self.starts[part], self.ends[part])

    def replaced(self, old: bytes, new: bytes) -> MappedText:
        """With other bytes in place of some, which then stand for the whole of what they replace."""
        if not old:
            return self
        parts: list[MappedText] = []
        at = 0
        while (found := self.data.find(old, at)) >= 0:
            parts += [self[at:found], written_as(new, self.starts[found], self.ends[found + len(old) - 1])]
            at = found + len(old)
        return joined([*parts, self[at:]])


def written_as(data: bytes, start: int, end: int) -> MappedText:
    """Bytes that are written by one piece of the file."""
    return MappedText(data, (start,) * len(data), (end,) * len(data))


def joined(parts: Iterable[MappedText]) -> MappedText:
    """Texts one after the other."""
    listed = list(parts)
    return MappedText(
        b"".join(p.data for p in listed),
        tuple(n for p in listed for n in p.starts),
        tuple(n for p in listed for n in p.ends),
    )


class LineTable:
    """Offsets and (line, column) of a text, both from 1 for the latter, in bytes."""

    def __init__(self, data: bytes) -> None:
        """Find the lines; `\\n`, `\\r` and `\\r\\n` end one."""
        self._starts = [0]
        for line in data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        if data and not data.endswith((b"\n", b"\r")):
            self._starts.pop()

    def offset(self, line: int, column: int) -> int:
        """The offset of a position; the end of the text for a line behind it."""
        return self._starts[min(line, len(self._starts)) - 1] + column - 1

    def position(self, offset: int) -> tuple[int, int]:
        """The position of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


class PositionMap:
    """From positions in an embedded text to positions in the file around it."""

    def __init__(self, text: MappedText, path: str, file: LineTable) -> None:
        """`file`: the lines of the file."""
        self._text = text
        self._path = path
        self._file = file
        self._lines = LineTable(text.data)

    def __call__(self, at: Position) -> Position:
        """The same place in the file; places in other files stay as they are."""
        if at.path != self._path or not self._text.data:
            return at
        first = self._clamped(self._lines.offset(at.line, at.column))
        line, column = self._file.position(self._text.starts[first])
        if not at.end_line:
            return Position(self._path, line, column)
        last = max(self._clamped(self._lines.offset(at.end_line, at.end_column) - 1), first)
        end_line, end_column = self._file.position(self._text.ends[last])
        return Position(self._path, line, column, end_line, end_column)

    def _clamped(self, offset: int) -> int:
        return min(max(offset, 0), len(self._text.data) - 1)
