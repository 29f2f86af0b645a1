"""Where the text of a file speaks of a name: what an edit has to change, whether or not that code is ever executed.

Positions of declarations come from the front end; from there on this reads bytes. Code in branches that are not
compiled here, in templates that nobody instantiates and in macro bodies has to change with the rest, and no syntax tree
shows it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cudalint.frozen import frozen
from cudalint.ir.position import Position
from cudalint.source_text import code_of

NAME = re.compile(rb"[A-Za-z_]\w*")
_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define\b(?:\\\r?\n|[^\n])*", re.MULTILINE)
_CLOSING = {ord("["): ord("]"), ord("("): ord(")"), ord("{"): ord("}")}

Range = tuple[int, int]
"""Byte offsets of a part of the text, the end exclusive."""


@frozen
class Mention:
    """A name in the code. `subscripts`: what stands between the brackets behind it, of those that follow at once;
    `before`: the last visible bytes in front; `in_define`: it is part of a macro's definition."""

    start: int
    end: int
    subscripts: tuple[Range, ...]
    before: bytes
    in_define: bool

    @property
    def is_member(self) -> bool:
        """Whether it is a member of something else that happens to have this name."""
        return self.before.endswith((b".", b"->"))

    @property
    def whole_end(self) -> int:
        """Behind the last bracket."""
        return self.subscripts[-1][1] + 1 if self.subscripts else self.end


@lru_cache(maxsize=64)
def defines(text: bytes) -> tuple[Range, ...]:
    """Where macros are defined."""
    return tuple(match.span() for match in _DEFINE.finditer(code_of(text)))


def offset_of(text: bytes, at: Position) -> int:
    """The byte offset of a position; raises `ValueError` for one outside of the text."""
    start = 0
    for _ in range(at.line - 1):
        start = text.index(b"\n", start) + 1
    offset = start + at.column - 1
    if offset > len(text):
        raise ValueError(f"line {at.line} has no column {at.column}")
    return offset


def position_of(text: bytes, path: str, start: int, end: int) -> Position:
    """The position of a range of bytes."""
    line, column = line_and_column(text, start)
    end_line, end_column = line_and_column(text, end)
    return Position(path, line, column, end_line, end_column)


def line_and_column(text: bytes, offset: int) -> tuple[int, int]:
    """Line and column of a byte offset, counted from 1."""
    return text.count(b"\n", 0, offset) + 1, offset - text.rfind(b"\n", 0, offset)


def scope_of(text: bytes, offset: int) -> Range:
    """From `offset` to the end of the block that it is in, or of the file."""
    depth = 0
    code = code_of(text)
    for index in range(offset, len(code)):
        byte = code[index]
        if byte == ord("{"):
            depth += 1
        elif byte == ord("}"):
            depth -= 1
            if depth < 0:
                return offset, index
    return offset, len(code)


def mentions(text: bytes, name: str, within: Range) -> list[Mention]:
    """Every mention of a name in a part of the text."""
    code = code_of(text)
    inside = defines(text)
    found = []
    for match in re.finditer(rb"(?<![\w$])" + re.escape(name.encode()) + rb"(?![\w$])", code):
        if not within[0] <= match.start() < within[1]:
            continue
        start, end = match.span()
        before = code[max(0, start - 80) : start].rstrip()
        in_define = any(a <= start < b for a, b in inside)
        found.append(Mention(start, end, subscripts_at(code, end), before, in_define))
    return found


def subscripts_at(code: bytes, offset: int) -> tuple[Range, ...]:
    """The insides of the brackets that follow one another from `offset` on."""
    found: list[Range] = []
    while True:
        start = _skip_blanks(code, offset)
        if code[start : start + 1] != b"[":
            return tuple(found)
        end = closing(code, start)
        if end is None:
            return tuple(found)
        found.append((start + 1, end))
        offset = end + 1


def closing(code: bytes, opening: int) -> int | None:
    """The offset of the bracket that closes the one at `opening`; None if nothing does."""
    stack: list[int] = []
    for index in range(opening, len(code)):
        byte = code[index]
        if byte in _CLOSING:
            stack.append(_CLOSING[byte])
        elif stack and byte == stack[-1]:
            stack.pop()
            if not stack:
                return index
        elif byte in _CLOSING.values():
            return None
    return None


def trimmed(code: bytes, inside: Range) -> Range:
    """A range without the blanks (and blanked comments) at its ends."""
    part = code[inside[0] : inside[1]]
    start = inside[0] + len(part) - len(part.lstrip())
    return start, max(start, inside[0] + len(part.rstrip()))


def _skip_blanks(code: bytes, offset: int) -> int:
    while offset < len(code) and code[offset] in b" \t\r\n\\":
        offset += 1
    return offset
