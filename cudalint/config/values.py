"""The kinds of values that keys have: how each is read from TOML, and its JSON schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cudalint.frozen import frozen

MOST_THREADS = 1024
"""Threads of a block, on every architecture."""

ANY_KERNEL = "*"
"""The name in a table of block shapes that stands for every kernel."""

Block = tuple[int, int, int]
Schema = dict[str, Any]


class BadConfig(ValueError):
    """A configuration that cannot be used; one line that names the file."""


@frozen
class Kind:
    """`expected`: what a value should be, as an error says it. `read` returns what a `Config` holds, None if the value
    is not of this kind; `write` turns that back into TOML."""

    expected: str
    schema: Schema
    read: Callable[[Any], Any]
    write: Callable[[Any], str]


def quoted(text: str) -> str:
    """A TOML basic string."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in plain) + '"'


def block_of(sizes: list[int]) -> Block | None:
    """(x, y, z) of one to three sizes; None unless a block can have them."""
    if not 1 <= len(sizes) <= 3 or any(n < 1 for n in sizes):
        return None
    x, y, z = [*sizes, 1, 1][:3]
    return (x, y, z) if x * y * z <= MOST_THREADS else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _ratio(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 1 <= value < float("inf"):
        return None
    return float(value)


def _texts(value: Any) -> tuple[str, ...] | None:
    if not isinstance(value, list) or not all(isinstance(v, str) and v for v in value):
        return None
    return tuple(value)


def _table(value: Any) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
    if not isinstance(value, dict):
        return None
    read = [(name, _texts(texts)) for name, texts in value.items()]
    return tuple((name, texts) for name, texts in read if texts is not None) if all(t for _, t in read) else None


def _blocks(value: Any) -> tuple[tuple[str | None, Block], ...] | None:
    if not isinstance(value, dict):
        return None
    found: list[tuple[str | None, Block]] = []
    for name, sizes in value.items():
        listed = sizes if isinstance(sizes, list) else [sizes]
        if not all(isinstance(n, int) and not isinstance(n, bool) for n in listed):
            return None
        block = block_of(listed)
        if block is None:
            return None
        found.append((None if name == ANY_KERNEL else name, block))
    return tuple(found)


def _write_texts(value: tuple[str, ...]) -> str:
    return "[" + ", ".join(map(quoted, value)) + "]"


def _write_table(value: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    entries = ", ".join(f"{quoted(name)} = {_write_texts(texts)}" for name, texts in value)
    return f"{{ {entries} }}" if entries else "{}"


def _write_blocks(value: tuple[tuple[str | None, Block], ...]) -> str:
    entries = ", ".join(f"{quoted(name or ANY_KERNEL)} = {list(block)}" for name, block in value)
    return f"{{ {entries} }}" if entries else "{}"


_NON_EMPTY: Schema = {"type": "string", "minLength": 1}
_LIST: Schema = {"type": "array", "items": _NON_EMPTY}
_SIZE: Schema = {"type": "integer", "minimum": 1, "maximum": MOST_THREADS}
_SIZES: Schema = {"type": "array", "items": _SIZE, "minItems": 1, "maxItems": 3}

TEXT = Kind("a string", _NON_EMPTY, _text, quoted)
FLAG = Kind("true or false", {"type": "boolean"}, _flag, lambda v: str(v).lower())
RATIO = Kind("a number, 1 or more", {"type": "number", "minimum": 1}, _ratio, str)
TEXTS = Kind("a list of strings", _LIST, _texts, _write_texts)
TABLE = Kind(
    "a table of lists of strings",
    {"type": "object", "additionalProperties": {**_LIST, "minItems": 1}},
    _table,
    _write_table,
)
BLOCKS = Kind(
    f"a table of block shapes, one to three sizes with at most {MOST_THREADS} threads",
    {"type": "object", "additionalProperties": {"anyOf": [_SIZE, _SIZES]}},
    _blocks,
    _write_blocks,
)


def choice(*words: str) -> Kind:
    """One of some words."""
    expected = ", ".join(quoted(w) for w in words[:-1]) + f" or {quoted(words[-1])}"
    return Kind(expected, {"enum": list(words)}, lambda v: v if v in words else None, quoted)
