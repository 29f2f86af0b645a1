"""What a finding is known by: what stands on its line, not where the line is."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass

from cudalint.finding import Finding

_AROUND_DIGITS = 12


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """A known finding.

    `path`: relative to the folder of the baseline, with slashes; `line`: the source line without its spaces at either
    end and with single ones inside; `access`: the text of the access alone; `around`: a hash of the nearest lines
    before and behind that are not empty.
    """

    path: str
    code: str
    kernel: str
    line: str
    access: str
    around: str


class Describer:
    """Makes entries of findings; looks at each file once."""

    def __init__(self, read: Callable[[str], bytes], folder: str) -> None:
        """`read`: a file's bytes by its path; `folder`: that of the baseline."""
        self._read = read
        self._folder = os.path.realpath(folder)
        self._lines: dict[str, list[str]] = {}

    def entry(self, finding: Finding) -> Entry:
        """What a finding is known by."""
        at = finding.at
        lines = self._of(at.path)
        raw = lines[at.line - 1] if 0 < at.line <= len(lines) else ""
        ends_here = at.end_line == at.line and at.end_column > at.column
        access = raw[at.column - 1 : at.end_column - 1 if ends_here else None]
        return Entry(
            path=self.path(at.path),
            code=finding.code,
            kernel=finding.kernel,
            line=_plain(raw),
            access=_plain(access),
            around=_hash(_nearest(lines, at.line - 2, -1), _nearest(lines, at.line, 1)),
        )

    def path(self, path: str) -> str:
        """A path as entries name it."""
        relative = os.path.relpath(os.path.realpath(path), self._folder).replace(os.sep, "/")
        return os.fsencode(relative).decode("utf-8", "replace")

    def _of(self, path: str) -> list[str]:
        if path not in self._lines:
            self._lines[path] = [line.decode("latin-1") for line in self._read(path).splitlines()]
        return self._lines[path]


def _plain(text: str) -> str:
    return " ".join(text.encode("latin-1").decode("utf-8", "replace").split())


def _nearest(lines: list[str], start: int, step: int) -> str:
    at = start
    while 0 <= at < len(lines):
        plain = _plain(lines[at])
        if plain:
            return plain
        at += step
    return ""


def _hash(before: str, behind: str) -> str:
    return hashlib.sha256(f"{before}\0{behind}".encode()).hexdigest()[:_AROUND_DIGITS]
