"""Text from strangers' files made harmless for a terminal."""

from __future__ import annotations

import unicodedata


def printable(text: str) -> str:
    """The text with control characters shown as escapes, so that a source file cannot drive the terminal."""
    if text.isprintable():
        return text
    return "".join(c if _harmless(c) else _escape(ord(c)) for c in text)


def _harmless(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _escape(code_point: int) -> str:
    if code_point < 0x100:
        return f"\\x{code_point:02x}"
    return f"\\u{code_point:04x}" if code_point < 0x10000 else f"\\U{code_point:08x}"


def columns(text: str) -> int:
    """Terminal columns that a text without control characters takes."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)
