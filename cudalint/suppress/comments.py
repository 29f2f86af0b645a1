"""Comments of a source text, found without a parser: strings and characters are told apart from them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from cudalint.ir.position import Position

_TOKEN = re.compile(
    r"""
    (?P<comment> //(?:\\\r?\n|[^\r\n])* | /\*.*?(?:\*/|\Z) )
  | (?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"
  | [A-Za-z_]\w*
  | \d[\w'.]*                       # so that the quotes in 1'000 open no character
  | "(?:\\.|[^"\\\r\n])*"
  | '(?:\\.|[^'\\\r\n])*'
    """,
    re.VERBOSE | re.DOTALL,
)
_IN_PYTHON = re.compile(r"(?:\#|//)[^\r\n]*|/\*[^\r\n]*?(?:\*/|$)", re.MULTILINE)
"""A Python comment, or a C++ one in a string that holds CUDA source."""

_DEFINE = re.compile(r"^[ \t]*\#[ \t]*define[ \t]+(\w+)(?:\\\r?\n|[^\r\n])*", re.MULTILINE)


@dataclass(frozen=True)
class Text:
    """A source text as latin-1, so that its characters are bytes."""

    path: str
    content: str

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", self.content))]

    @property
    def is_python(self) -> bool:
        """Whether it is Python with CUDA inside."""
        return self.path.endswith(".py")

    def line_of(self, offset: int) -> int:
        """The line of a character, from 1."""
        return bisect_right(self._starts, offset)

    def line(self, number: int) -> str:
        """A line without its end; "" if there is none."""
        if not 0 < number <= len(self._starts):
            return ""
        end = self._starts[number] if number < len(self._starts) else len(self.content)
        return self.content[self._starts[number - 1] : end].rstrip("\r\n")

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self._starts)

    @cached_property
    def _code(self) -> list[str]:
        """The lines with their comments blanked."""
        parts, at = [], 0
        for start, end in comments(self):
            parts += [self.content[at:start], re.sub(r"[^\r\n]", " ", self.content[start:end])]
            at = end
        return re.split(r"\r\n|\r|\n", "".join([*parts, self.content[at:]]))

    def has_code(self, number: int) -> bool:
        """Whether a line holds more than comments."""
        return number <= self.lines and bool(self._code[number - 1].strip())

    def span(self, start: int, end: int) -> Position:
        """A range of characters as a position."""
        first, last = self.line_of(start), self.line_of(end)
        columns = start - self._starts[first - 1] + 1, end - self._starts[last - 1] + 1
        return Position(self.path, first, columns[0], last, columns[1])


def comments(text: Text) -> Iterator[tuple[int, int]]:
    """(start, end) of each comment."""
    if text.is_python:
        yield from (match.span() for match in _IN_PYTHON.finditer(text.content))
        return
    for match in _TOKEN.finditer(text.content):
        if match["comment"] is not None:
            yield match.span()


def macros(text: Text) -> Iterator[tuple[str, str, range]]:
    """(name, definition, lines) of each #define."""
    for match in _DEFINE.finditer(text.content):
        yield match[1], match[0], range(text.line_of(match.start()), text.line_of(match.end()) + 1)
