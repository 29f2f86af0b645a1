"""Text from strangers' files made harmless for a terminal."""

from __future__ import annotations

import unicodedata


def printable(text: str) -> str:
    """The text with control characters (but tabs) shown as escapes, so that a source file cannot drive the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c == "\t" or _harmless(c) else f"\\x{ord(c):02x}" for c in text)


def _harmless(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def columns(text: str) -> int:
    """Terminal columns that a text without control characters takes."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)
