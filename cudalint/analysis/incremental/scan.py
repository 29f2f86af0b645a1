"""A source text as tokens, and which of them are the bodies of functions: an edit in a body changes nothing outside.

Found without a parser. What is not surely the body of a function that others see by its declaration alone counts as
outside: classes, initialisers, `constexpr` functions, deduced results, bodies with preprocessor directives.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

_TOKEN = re.compile(
    rb"""
    (?P<newline> \n )
  | (?P<directive> (?<![^\n])[ \t]*\#(?:\\\r?\n|/\*(?s:.*?)\*/|[^\n])* )
  | //(?:\\\r?\n|[^\n])* | /\*(?s:.*?)(?:\*/|\Z)
  | (?P<word> (?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\((?s:.*?)\)(?P=mark)"
      | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
      | [A-Za-z_]\w* | \.?\d(?:[\w.']|(?<=[eEpP])[+-])* | [^\s] )
    """,
    re.VERBOSE,
)
_FORBIDDEN = frozenset((b"constexpr", b"consteval", b"constinit", b"auto", b"decltype", b"concept"))
_RECORDS = frozenset((b"class", b"struct", b"union", b"enum"))
_ON_DEVICE = frozenset((b"__global__", b"__device__"))
_POSITION_WORDS = (b"__LINE__", b"__COUNTER__", b"source_location")
_DEFINED = re.compile(rb"\s*\#\s*define\s+(\w+)")


@dataclass(frozen=True, slots=True)
class Body:
    """The tokens from one brace to the other, `start` to `end` (exclusive). `on_device`: its declaration says so."""

    start: int
    end: int
    on_device: bool


@dataclass(frozen=True)
class Scan:
    """A text's tokens, each with a newline in front where it is the first on its line. `places`: (line, column) where
    each starts, from 1 and in bytes; `lengths` in bytes. `knows_its_lines`: the text can tell where it is written."""

    words: tuple[bytes, ...]
    places: tuple[tuple[int, int], ...]
    lengths: tuple[int, ...]
    bodies: tuple[Body, ...] = field(default=())
    knows_its_lines: bool = False

    @cached_property
    def outside(self) -> tuple[bytes, ...]:
        """The tokens outside of bodies, with a mark for each body."""
        parts: list[bytes] = []
        at = 0
        for body in self.bodies:
            parts += [*self.words[at : body.start], b"{...}"]
            at = body.end
        return (*parts, *self.words[at:])

    def body_words(self, number: int) -> tuple[bytes, ...]:
        """The tokens of a body."""
        body = self.bodies[number]
        return self.words[body.start : body.end]

    def bodies_in(self, first: tuple[int, int], last: tuple[int, int]) -> Iterator[int]:
        """The bodies that meet a range of places."""
        for number, body in enumerate(self.bodies):
            if self.places[body.start] <= last and self.places[body.end - 1] >= first:
                yield number

    def token_at(self, place: tuple[int, int]) -> int | None:
        """The token that starts at a place."""
        found = bisect_left(self.places, place)
        return found if found < len(self.places) and self.places[found] == place else None

    def token_ending_at(self, place: tuple[int, int]) -> int | None:
        """The token that ends at a place."""
        found = bisect_left(self.places, place) - 1
        if found < 0:
            return None
        line, column = self.places[found]
        return found if (line, column + self.lengths[found]) == place else None

    def part_of(self, token: int) -> tuple[int | None, int]:
        """The body that a token is in (None: outside), and how many tokens of that come before it."""
        before = 0
        for number, body in enumerate(self.bodies):
            if token < body.start:
                break
            if token < body.end:
                return number, token - body.start
            before += body.end - body.start - 1
        return None, token - before

    def first_on(self, line: int) -> int:
        """The first token on a line, or behind it where there is none."""
        return bisect_left(self.places, (line, 0))


def scan(text: bytes) -> Scan:
    """Find the tokens and the bodies."""
    words: list[bytes] = []
    places: list[tuple[int, int]] = []
    lengths: list[int] = []
    line, at = 1, 0
    while at < len(text):
        end = text.find(b"\n", at) + 1 or len(text)
        found = _tokens(text[at:end])
        if found is None:
            end = _end_of_lines(text, at)
            found = tokens_of_lines(text[at:end])
        words += found.words
        lengths += found.lengths
        places += [(line + down, column) for down, column in found.places]
        line += found.newlines
        at = end
    bodies = tuple(_bodies(words))
    return Scan(tuple(words), tuple(places), tuple(lengths), bodies, any(word in text for word in _POSITION_WORDS))


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of some lines. `places`: lines from 0, columns from 1; `newlines`: how many lines they are."""

    words: tuple[bytes, ...]
    places: tuple[tuple[int, int], ...]
    lengths: tuple[int, ...]
    newlines: int


MOST_LINES = 1 << 13
"""Different lines whose tokens are remembered: an edit changes one line of a text."""


@lru_cache(maxsize=MOST_LINES)
def _tokens(line: bytes) -> Tokens | None:
    """The tokens of a line on which one begins; None where one may go on behind its end."""
    return None if any(mark in line for mark in _GOES_ON) else tokens_of_lines(line)


_GOES_ON = (b"/*", b'R"', b"\\\n", b"\\\r\n")


def _end_of_lines(text: bytes, start: int) -> int:
    """Where the first line ends on which a token ends that began on the line at `start` or goes on from there."""
    newline = next((m for m in _TOKEN.finditer(text, start) if m.lastgroup == "newline"), None)
    return newline.end() if newline is not None else len(text)


def tokens_of_lines(text: bytes) -> Tokens:
    """The tokens of a text that begins outside of all tokens."""
    words: list[bytes] = []
    places: list[tuple[int, int]] = []
    lengths: list[int] = []
    line, start, fresh = 0, 0, True
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "newline":
            line, start, fresh = line + 1, match.end(), True
            continue
        token = match[0]
        if kind is not None:
            words.append(b"\n" + token if fresh else token)
            places.append((line, match.start() - start + 1))
            lengths.append(len(token))
            fresh = False
        if b"\n" in token:
            line += token.count(b"\n")
            start = match.start() + token.rfind(b"\n") + 1
    return Tokens(tuple(words), tuple(places), tuple(lengths), line)


def _bodies(words: list[bytes]) -> Iterator[Body]:
    doubtful = _FORBIDDEN | _names_of_doubtful_macros(words)
    plain = [word.lstrip(b"\n") for word in words]
    directives = [at for at, word in enumerate(plain) if word[:1] in b"# \t"]
    closings = _closings(plain)
    head: list[bytes] = []
    at = 0
    while at < len(words):
        word = plain[at]
        if word[:1] in b"# \t":
            at += 1
        elif word == b"{":
            closing = closings.get(at)
            if _is_scope(head):
                head, at = [], at + 1
                continue
            if closing is None:
                return
            if _is_function(head, doubtful):
                holds_directive = bisect_left(directives, at) < bisect_left(directives, closing)
                ends_its_line = closing + 1 >= len(words) or words[closing + 1][:1] == b"\n"
                if ends_its_line and not holds_directive:
                    yield Body(at, closing + 1, not _ON_DEVICE.isdisjoint(head))
            head, at = [], closing + 1
        else:
            if word in (b";", b"}"):
                head = []
            else:
                head.append(word)
            at += 1


def _closings(plain: list[bytes]) -> dict[int, int]:
    """For each brace that opens the one that closes it, if there is one."""
    found: dict[int, int] = {}
    open_ones: list[int] = []
    for at, word in enumerate(plain):
        if word == b"{":
            open_ones.append(at)
        elif word == b"}" and open_ones:
            found[open_ones.pop()] = at
    return found


def _names_of_doubtful_macros(words: list[bytes]) -> set[bytes]:
    """Macros that may stand for one of the words that make a body part of the declaration."""
    found = set()
    for word in words:
        match = _DEFINED.match(word)
        if match is not None and any(f in word for f in _FORBIDDEN):
            found.add(match[1])
    return found


def _is_scope(head: list[bytes]) -> bool:
    return b"namespace" in head or (b"extern" in head and head[-1:] != [b")"] and b"(" not in head)


def _is_function(head: list[bytes], doubtful: frozenset[bytes] | set[bytes]) -> bool:
    if b"(" not in head or b"=" in head or not doubtful.isdisjoint(head):
        return False
    return head[-1] == b")" or _RECORDS.isdisjoint(head)
