"""Finds calls of atomics whose result nobody uses: what the compiler makes of them depends on it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .parentheses import closing_parenthesis, opening_parenthesis

_ATOMIC = re.compile(r"\batomic(?:Add|Sub|Min|Max|And|Or|Xor)(?:_block|_system)?\s*\(")
_WORD_BEFORE = re.compile(r"(\w+)\s*$")
_DEFINITION = re.compile(r"\s*#\s*define\s+\w+(?:\([^()]*\))?\s*(?:\\\s*)?(?:\(\s*)?$")
_CONTROLS = frozenset({"if", "for", "while", "switch"})


def unused_atomics(masked: str) -> Iterator[int]:
    """Where calls start that are whole statements, or the whole text of a macro; `masked`: code without comments and
    literals."""
    for match in _ATOMIC.finditer(masked):
        end = closing_parenthesis(masked, match.end() - 1)
        if end is None:
            continue
        statement = masked[end + 1 :].lstrip()[:1] == ";" and _starts_statement(masked, match.start())
        if statement or _is_macro(masked, match.start(), end):
            yield match.start()


def _starts_statement(masked: str, position: int) -> bool:
    before = masked[:position].rstrip(" \t\r\n\\")
    if before[-1:] in (";", "{", "}"):
        return True
    if before[-1:] == ")":
        opening = opening_parenthesis(before, len(before) - 1)
        if opening is None:
            return False
        word = _WORD_BEFORE.search(before, 0, opening)
        return (word is not None and word[1] in _CONTROLS) or before[opening + 1 : -1].strip() == "void"
    word = _WORD_BEFORE.search(before)
    return word is not None and word[1] in ("else", "do")


def _is_macro(masked: str, start: int, end: int) -> bool:
    """Whether a macro stands for the call and nothing else."""
    line = masked.rfind("\n", 0, start) + 1
    rest = masked[end + 1 : masked.find("\n", end) % (len(masked) + 1)]
    return _DEFINITION.match(masked[line:start]) is not None and rest.strip(" \t\r);") == ""
