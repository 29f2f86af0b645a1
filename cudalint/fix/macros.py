"""Macros of a file: what an index that is written twice would evaluate twice without showing it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cudalint.fix.expressions import NAME, what_it_does
from cudalint.fix.source import Range, closing, defines
from cudalint.source_text import code_of

_DEFINITION = re.compile(rb"[ \t]*#[ \t]*define[ \t]+(\w+)(\()?")


def effect_of(text: bytes, parts: Sequence[str], written_at: int) -> str:
    """Why parts of an index cannot be written twice: what they, the macros that they name, or what is passed to the
    macro in whose definition they stand (at `written_at`) change or call. "" if they can."""
    bodies = _bodies(text)
    functions = frozenset(name for name, (_, takes) in bodies.items() if takes)
    waiting = [*parts, *_passed(text, written_at, set())]
    seen: set[str] = set()
    while waiting:
        part = waiting.pop()
        problem = what_it_does(part, functions)
        if problem:
            return problem
        named = {name for name in NAME.findall(part) if name in bodies} - seen
        seen |= named
        waiting += [bodies[name][0] for name in named]
    return ""


def _bodies(text: bytes) -> dict[str, tuple[str, bool]]:
    """By name what a macro stands for, and whether it takes arguments."""
    code = code_of(text)
    found: dict[str, tuple[str, bool]] = {}
    for start, end in defines(text):
        match = _DEFINITION.match(code, start, end)
        if match is None:
            continue
        after = match.end()
        if match[2]:
            closed = closing(code, match.end() - 1)
            after = end if closed is None else closed + 1
        found[match[1].decode()] = code[after:end].decode("utf-8", "surrogateescape"), bool(match[2])
    return found


def _passed(text: bytes, offset: int, seen: set[bytes]) -> list[str]:
    """What is passed, anywhere, to the macro whose definition an offset lies in, and to those that use it."""
    code = code_of(text)
    within = _definition_around(text, offset)
    match = _DEFINITION.match(code, within[0]) if within is not None else None
    if within is None or match is None or match[1] in seen:
        return []
    seen.add(match[1])
    found: list[str] = []
    for use in re.finditer(rb"(?<!\w)" + match[1] + rb"(?!\w)", code):
        if within[0] <= use.start() < within[1]:
            continue
        opening = re.compile(rb"\s*\(").match(code, use.end())
        end = closing(code, opening.end() - 1) if opening is not None else None
        if opening is not None and end is not None:
            found.append(code[opening.end() : end].decode("utf-8", "surrogateescape"))
        found += _passed(text, use.start(), seen)
    return found


def _definition_around(text: bytes, offset: int) -> Range | None:
    return next(((start, end) for start, end in defines(text) if start <= offset < end), None)
