"""What a unit depends on, so that two of them can be compared."""

from __future__ import annotations

import os
import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cudalint.analysis.incremental.moves import BodyName, Changes, changes
from cudalint.analysis.incremental.scan import Scan, scan
from cudalint.front.dialect import as_clang_reads
from cudalint.front.parse import ParsedFile
from cudalint.ir.unit import Function

ErrorPlace = tuple[str, int | None, int]
"""A file, a body of it (None: outside), and how many tokens of that stand before the error's line."""

Scans = dict[str, tuple[bytes, Scan]]
"""Texts by path, with their tokens."""


@dataclass(frozen=True, slots=True)
class State:
    """A unit's files as tokens, what was made up for it, where it has errors, and what else it depends on."""

    scans: Mapping[str, Scan]
    around: Hashable
    made_up: tuple[tuple[str, str, str], ...]
    errors: frozenset[ErrorPlace]

    @classmethod
    def of(cls, parsed: ParsedFile, known: Scans) -> State:
        """`known`: scans made before, to which new ones are added."""
        scans = {parsed.path: _scanned(parsed.path, parsed.text, known)}
        for path in parsed.included:
            text = parsed.overlays.get(path)
            scans[path] = _scanned(path, text if text is not None else _read(path), known)
        errors = frozenset(_error_places(parsed, scans))
        return cls(scans, parsed.around, parsed.made_up, errors)

    def bodies_of(self, function: Function) -> frozenset[BodyName]:
        """The bodies that a function lies in or holds."""
        at = function.at
        found = self.scans.get(at.path)
        if found is None:
            return frozenset()
        inside = found.bodies_in((at.line, at.column), (at.end_line, at.end_column))
        return frozenset((at.path, number) for number in inside)


def allows(before: State, after: State) -> Changes | None:
    """What changed from one state to the other, None if more did than bodies: then nothing may be kept."""
    if before.around != after.around:
        return None
    found = changes(before.scans, after.scans)
    if found is None or _errors_outside(before, found) != _errors_outside(after, found):
        return None
    return found if _same_names_elsewhere(before, after, found) else None


def _errors_outside(state: State, found: Changes) -> set[ErrorPlace]:
    return {e for e in state.errors if e[1] is None or (e[0], e[1]) not in found.bodies}


def _same_names_elsewhere(before: State, after: State, found: Changes) -> bool:
    """Whether names that are made up in one state only are used in changed bodies alone."""
    if before.made_up == after.made_up:
        return True
    if any(name.isupper() for _, name, _ in (*before.made_up, *after.made_up)):
        return False
    names = {name.encode() for _, name, _ in set(before.made_up) ^ set(after.made_up)}
    words = set(_words_elsewhere(after, found))
    if any(_PASTING in word for word in words):
        return False
    used = re.compile(rb"\b(?:%s)\b" % b"|".join(map(re.escape, sorted(names))))
    return not any(map(used.search, words))


_PASTING = b"##"
"""With it a macro makes names that stand nowhere."""


def _words_elsewhere(state: State, found: Changes) -> Iterator[bytes]:
    for path, tokens in state.scans.items():
        yield from tokens.outside
        for number in range(len(tokens.bodies)):
            if (path, number) not in found.bodies:
                yield from tokens.body_words(number)


def _error_places(parsed: ParsedFile, scans: Mapping[str, Scan]) -> Iterator[ErrorPlace]:
    for name, line in parsed.error_lines:
        path = name if name == parsed.path else os.path.realpath(name)
        tokens = scans.get(path)
        if tokens is None:
            yield name, None, line
            continue
        yield path, *tokens.part_of(tokens.first_on(line))


def _scanned(path: str, text: bytes, known: Scans) -> Scan:
    found = known.get(path)
    if found is None or found[0] != text:
        found = known[path] = text, scan(as_clang_reads(text))
    return found[1]


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""
