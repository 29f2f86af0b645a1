"""Positions as an editor counts them: lines and characters from 0, characters in the units agreed on."""

from __future__ import annotations

import re
from bisect import bisect_right

UTF_8, UTF_16, UTF_32 = "utf-8", "utf-16", "utf-32"
ENCODINGS = (UTF_8, UTF_32, UTF_16)
"""The ones we speak, the cheapest first; every client speaks the last."""

_LINE_END = re.compile(rb"\r\n|\r|\n")


class Lines:
    """A text with its lines. Ours are (line, column) from 1 with columns in bytes, theirs (line, character) from 0."""

    def __init__(self, text: bytes, encoding: str = UTF_16) -> None:
        """`encoding`: what a character of an editor's position is, one of `ENCODINGS`."""
        self.text = text
        self._encoding = encoding
        ends = [(match.start(), match.end()) for match in _LINE_END.finditer(text)]
        self._starts = [0, *(end for _, end in ends)]
        self._stops = [*(start for start, _ in ends), len(text)]

    def __len__(self) -> int:
        """How many lines there are, an empty last one included."""
        return len(self._starts)

    def line(self, number: int) -> bytes:
        """A line by its number from 0, without its end; empty where there is none."""
        return self.text[self._starts[number] : self._stops[number]] if 0 <= number < len(self) else b""

    def theirs(self, line: int, column: int) -> tuple[int, int]:
        """The editor's position of ours, moved into the text where it lies outside."""
        number = min(max(line - 1, 0), len(self) - 1)
        return number, self._units(self.line(number)[: max(column - 1, 0)])

    def ours(self, line: int, character: int) -> tuple[int, int]:
        """Our position of the editor's; behind a line's end means at its end."""
        number = min(max(line, 0), len(self) - 1)
        return number + 1, self._bytes(self.line(number), character) + 1

    def offset(self, line: int, character: int) -> int:
        """The byte that an editor's position stands for; the end of the text for a line behind it."""
        if line >= len(self):
            return len(self.text)
        return self._starts[line] + self._bytes(self.line(line), character)

    def position_of(self, offset: int) -> tuple[int, int]:
        """The editor's position of a byte."""
        number = bisect_right(self._starts, offset) - 1
        return number, self._units(self.text[self._starts[number] : min(offset, self._stops[number])])

    def _units(self, prefix: bytes) -> int:
        if self._encoding == UTF_8 or prefix.isascii():
            return len(prefix)
        text = prefix.decode("utf-8", "replace")
        return len(text) if self._encoding == UTF_32 else len(text.encode("utf-16-le")) // 2

    def _bytes(self, line: bytes, units: int) -> int:
        if self._encoding == UTF_8 or line.isascii():
            return min(max(units, 0), len(line))
        taken = 0
        for character in line.decode("utf-8", "surrogateescape"):
            width = 2 if self._encoding == UTF_16 and ord(character) > 0xFFFF else 1
            if units < width:
                break
            units -= width
            taken += len(character.encode("utf-8", "surrogateescape"))
        return taken
