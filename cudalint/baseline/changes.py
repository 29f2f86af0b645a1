"""The lines that were added since a revision, as git sees them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from cudalint.finding import Finding, Severity
from cudalint.frozen import frozen
from cudalint.git import GitFailed, git, index_with_untracked, top_folder

_META, _HUNK, _NEW, _MOVED = b"\x1b[1m", b"\x1b[36m", b"\x1b[32m", b"\x1b[35m"
_COLOURS = {
    "meta": "bold",
    "frag": "cyan",
    "func": "normal",
    "old": "red",
    "oldMoved": "red",
    "new": "green",
    "newMoved": "magenta",
}
_RESET = b"\x1b[m"
_HUNK_START = re.compile(rb"@@ -\S+ \+(\d+)")
_ESCAPES = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}


class BadRevision(ValueError):
    """A revision that cannot be compared with; one line."""


@frozen
class AddedLines:
    """Numbers of added lines by the real path of a file."""

    by_path: Mapping[str, frozenset[int]]

    def hold(self, finding: Finding) -> bool:
        """Whether a finding stands on an added line. What is wrong with a file as a whole always counts."""
        if finding.severity is Severity.ERROR:
            return True
        lines = self.by_path.get(os.path.realpath(finding.at.path), frozenset())
        last = max(finding.at.line, finding.at.end_line)
        return not lines.isdisjoint(range(finding.at.line, last + 1))


def added_lines(revision: str, folder: str = ".") -> AddedLines:
    """The lines of the working tree that the commit where it left the revision does not have; raises `BadRevision`.

    Lines that only changed their spaces, and blocks of lines that moved, are not new.
    """
    top = top_folder(folder)
    if top is None:
        raise BadRevision(f"--diff-base {revision}: not in a git repository")
    base = _commit(revision, top)
    colours = [part for name, colour in _COLOURS.items() for part in ("-c", f"color.diff.{name}={colour}")]
    options = (
        "--unified=0",
        "--color=always",
        "--color-moved=blocks",
        "--color-moved-ws=ignore-all-space",
        "--ignore-all-space",
        "--ws-error-highlight=none",
        "--find-renames",
        "--no-ext-diff",
        "--no-textconv",
        "--ignore-submodules",
        "--src-prefix=a/",
        "--dst-prefix=b/",
    )
    try:
        with index_with_untracked(top) as index:
            printed = git("-c", "core.quotePath=false", *colours, "diff", *options, base, "--", folder=top, index=index)
    except GitFailed as error:
        raise BadRevision(f"--diff-base {revision}: {error}") from None
    return AddedLines({_real(name, top): lines for name, lines in _parsed(printed).items()})


def _real(name: bytes, top: str) -> str:
    return os.path.realpath(Path(top, os.fsdecode(name)))


def _commit(revision: str, top: str) -> str:
    """The commit to compare with: where HEAD left the revision, the revision itself if they share no history."""
    try:
        named = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}", folder=top)
    except GitFailed:
        shallow = Path(top, ".git", "shallow").exists()
        hint = "; the clone is shallow, fetch more of its history" if shallow else ""
        raise BadRevision(f"--diff-base {revision}: no such commit{hint}") from None
    commit = named.decode().strip()
    try:
        return git("merge-base", commit, "HEAD", folder=top).decode().split()[0]
    except GitFailed:
        return commit


def _parsed(printed: bytes) -> dict[bytes, frozenset[int]]:
    """Added lines by path, from a coloured diff without context."""
    found: dict[bytes, set[int]] = {}
    lines: set[int] = set()
    number = 0
    for row in printed.split(b"\n"):
        if row.startswith(_META + b"+++ "):
            name = _unquoted(row.removeprefix(_META + b"+++ ").rstrip(b"\t").removesuffix(_RESET).rstrip(b"\t"))
            lines = found.setdefault(name.removeprefix(b"b/"), set())
        elif row.startswith(_HUNK):
            start = _HUNK_START.match(row, len(_HUNK))
            number = int(start[1]) if start is not None else 0
        elif row.startswith(_NEW + b"+"):
            lines.add(number)
            number += 1
        elif row.startswith(_MOVED + b"+"):
            number += 1
    return {name: frozenset(numbers) for name, numbers in found.items()}


def _unquoted(name: bytes) -> bytes:
    """A path as git writes it where it holds quotes, backslashes or control characters."""
    if not name.startswith(b'"'):
        return name

    def plain(match: re.Match[bytes]) -> bytes:
        escape = match[1]
        return bytes([int(escape, 8)]) if escape.isdigit() else _ESCAPES.get(escape, escape)

    return re.sub(rb"\\([0-7]{3}|.)", plain, name[1:-1])
