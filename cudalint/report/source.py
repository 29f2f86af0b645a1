"""Lines of source for frames, and where a caret goes under them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from cudalint.ir.position import Position
from cudalint.report.escape import columns, printable

TAB = "    "
_WORD = re.compile(rb"\w+")


class SourceLines:
    """Reads each file once; `given` holds text that is not on disk."""

    def __init__(self, given: Mapping[str, bytes] | None = None) -> None:
        """Know the text of the paths in `given` beforehand."""
        self._texts = dict(given or {})
        self._lines: dict[str, list[bytes]] = {}

    def text(self, path: str) -> bytes:
        """The bytes of a file, empty if it cannot be read."""
        if path not in self._texts:
            try:
                self._texts[path] = Path(path).read_bytes()
            except OSError:
                self._texts[path] = b""
        return self._texts[path]

    def line(self, path: str, number: int) -> bytes | None:
        """The bytes of a line, None if there is none."""
        if path not in self._lines:
            self._lines[path] = self.text(path).splitlines()
        lines = self._lines[path]
        return lines[number - 1] if 0 < number <= len(lines) else None

    def frame(self, at: Position) -> tuple[str, int, int] | None:
        """(text, start, width): a line as it is shown, and the columns of the terminal to underline.

        Tabs are spread and control characters escaped. A position without an end underlines the word that it names.
        None where there is no such line.
        """
        raw = self.line(at.path, at.line)
        if raw is None:
            return None
        start = max(at.column - 1, 0)
        end = _end(raw, at)
        before, marked = _shown(raw[:start]), _shown(raw[start : max(end, start + 1)])
        return _shown(raw).rstrip(), columns(before), max(columns(marked.rstrip()), 1)

    def utf16_columns(self, at: Position) -> tuple[int, int]:
        """(start, end) of a position's first line in UTF-16 units, from 1, the end behind it: as editors count.

        The end is after the start even where there is no such line.
        """
        raw = self.line(at.path, at.line)
        if raw is None:
            return max(at.column, 1), max(at.column, 1) + 1
        start = _utf16(raw[: max(at.column - 1, 0)]) + 1
        return start, max(_utf16(raw[: _end(raw, at)]) + 1, start + 1)


def _utf16(raw: bytes) -> int:
    return len(raw.decode("utf-8", "replace").encode("utf-16-le")) // 2


def _end(raw: bytes, at: Position) -> int:
    """Byte of the line behind the last one to underline."""
    if at.end_line == at.line and at.end_column > at.column:
        return at.end_column - 1
    if at.end_line > at.line:
        return len(raw.rstrip())
    word = _WORD.match(raw, max(at.column - 1, 0))
    return word.end() if word is not None else at.column


def _shown(raw: bytes) -> str:
    return printable(raw.decode("utf-8", "replace").replace("\t", TAB))
