"""String literals of Python, byte by byte: escapes, raw strings, f-strings, and literals side by side.

Our own scanner, since neither `ast` nor `tokenize` says where in a literal a character of its value is written, and
both see f-strings differently from version to version.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

from cudalint.embedded.mapped import MappedText, joined, written_as

Field = Callable[[str], bytes]
"""From the expression in a replacement field to the text that stands for it."""

_LITERAL = re.compile(rb"([A-Za-z]{0,2})(\"\"\"|'''|\"|')")
_ESCAPE = re.compile(
    rb"\\(?:(\r\n|\n|\r)|([0-7]{1,3})|x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|N\{([^}]*)\}|(.))",
    re.DOTALL,
)
_SIMPLE = {b"\\": b"\\", b"'": b"'", b'"': b'"', b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r"}
_SIMPLE |= {b"t": b"\t", b"v": b"\v"}
_CLOSING = {ord("("): ord(")"), ord("["): ord("]"), ord("{"): ord("}")}


def literal_text(source: bytes, start: int, end: int, field: Field) -> MappedText:
    """The value of the literals between two offsets, which concatenate; comments and brackets between them are no part.

    `field` gives the text for each replacement field of an f-string.
    """
    return joined(_literals(source, start, end, field))


def _literals(source: bytes, start: int, end: int, field: Field) -> Iterator[MappedText]:
    at = start
    while at < end:
        if source[at] == ord("#"):
            newline = source.find(b"\n", at, end)
            at = end if newline < 0 else newline
            continue
        match = _LITERAL.match(source, at, end)
        if match is None:
            at += 1
            continue
        prefix, quote = match[1].lower(), match[2]
        value, at = _value(source, match.end(), quote, b"r" in prefix, field if b"f" in prefix else None)
        yield value


def _value(source: bytes, start: int, quote: bytes, raw: bool, field: Field | None) -> tuple[MappedText, int]:
    """(the value of a literal whose content starts there, the offset behind it)."""
    parts: list[MappedText] = []
    at = start
    while at < len(source) and not source.startswith(quote, at):
        if field is not None and source[at : at + 2] in (b"\\{", b"\\}"):
            part, at = written_as(b"\\", at, at + 1), at + 1
        elif source[at] == ord("\\"):
            part, at = _escape(source, at, raw)
        elif source.startswith(b"\r\n", at):
            part, at = written_as(b"\n", at, at + 2), at + 2
        elif field is not None and source[at : at + 2] in (b"{{", b"}}"):
            part, at = written_as(source[at : at + 1], at, at + 2), at + 2
        elif field is not None and source[at] == ord("{"):
            close = _field_end(source, at)
            part, at = written_as(field(_expression(source[at + 1 : close])), at, close + 1), close + 1
        else:
            plain = _plain_end(source, at, quote, field is not None)
            positions = range(at, plain)
            part = MappedText(source[at:plain], tuple(positions), tuple(n + 1 for n in positions))
            at = plain
        parts.append(part)
    return joined(parts), at + len(quote)


def _plain_end(source: bytes, start: int, quote: bytes, braces: bool) -> int:
    """Where the run of bytes that mean themselves ends."""
    at = start + 1
    stops = b"\\\r{}" if braces else b"\\\r"
    while at < len(source) and source[at] not in stops and not source.startswith(quote, at):
        at += 1
    return at


def _escape(source: bytes, at: int, raw: bool) -> tuple[MappedText, int]:
    match = _ESCAPE.match(source, at)
    if raw or match is None:
        end = at + 1 if source[at + 1 : at + 2] == b"\r" else min(at + 2, len(source))
        written = source[at:end]
        return MappedText(written, tuple(range(at, end)), tuple(range(at + 1, end + 1))), end
    return written_as(_escaped(match), at, match.end()), match.end()


def _escaped(match: re.Match[bytes]) -> bytes:
    newline, octal, short, middle, long, name, other = match.groups()
    if newline is not None:
        return b""
    if octal is not None:
        return chr(int(octal, 8)).encode()
    digits = short or middle or long
    if digits is not None:
        return chr(min(int(digits, 16), 0x10FFFF)).encode("utf-8", "replace")
    if name is not None:
        try:
            return unicodedata.lookup(name.decode("ascii", "replace")).encode()
        except KeyError:
            return match[0]
    return _SIMPLE.get(other, match[0])


def _field_end(source: bytes, start: int) -> int:
    """The offset of the brace that closes a replacement field; strings in it may hold braces."""
    waiting = [ord("}")]
    at = start + 1
    while at < len(source):
        byte = source[at]
        if byte in b"\"'":
            literal = _LITERAL.match(source, at)
            quote = literal[2] if literal is not None else b"'"
            at = max(source.find(quote, at + len(quote)), at) + len(quote)
            continue
        if byte in _CLOSING:
            waiting.append(_CLOSING[byte])
        elif byte == waiting[-1]:
            waiting.pop()
            if not waiting:
                return at
        at += 1
    return len(source) - 1


def _expression(inside: bytes) -> str:
    """A replacement field without its conversion, format and `=`."""
    text = inside.decode("utf-8", "replace")
    depth = 0
    for at, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        ends = character == ":" or (character == "!" and text[at + 1 : at + 2] != "=")
        if not depth and ends:
            text = text[:at]
            break
    return text.strip().removesuffix("=").strip()
