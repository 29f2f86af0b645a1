"""The project's macros as text: what libclang's tree does not keep."""

from __future__ import annotations

import re
from collections.abc import Iterable

_DEFINITION = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)((?:\\\r?\n|[^\n])*)", re.MULTILINE)
_CONTINUATION = re.compile(rb"\\\r?\n")
_NAME = re.compile(rb"\s*(\w+)")


def macros_of(texts: Iterable[bytes]) -> dict[bytes, bytes]:
    """Macro definitions by name, with parameters and body on one line. The last definition of a name counts."""
    found: dict[bytes, bytes] = {}
    for text in texts:
        if b"define" in text:
            found.update((m.group(1), _CONTINUATION.sub(b" ", m.group(2))) for m in _DEFINITION.finditer(text))
    return found


def expanding_to(macros: dict[bytes, bytes], pattern: bytes) -> re.Pattern[bytes]:
    """The pattern, or the name of a macro that expands to it, also through other macros."""
    expression = re.compile(pattern)
    names: set[bytes] = set()
    while True:
        more = {name for name, body in macros.items() if name not in names and expression.search(body)}
        if not more:
            return expression
        names |= more
        expression = re.compile(pattern + b"|" + b"|".join(rb"\b" + n + rb"\b" for n in sorted(names)))


def definition_used(macros: dict[bytes, bytes], use: bytes) -> bytes:
    """The definition of the macro that the text begins with; empty when it begins with none."""
    match = _NAME.match(use)
    return macros.get(match.group(1), b"") if match is not None else b""
