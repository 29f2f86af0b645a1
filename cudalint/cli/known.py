"""What is known already: the baselines of a run, and the lines that were there before a change."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from cudalint.access import FileReport
from cudalint.baseline.changes import AddedLines, BadRevision, added_lines
from cudalint.baseline.entry import Describer, Entry
from cudalint.baseline.match import match
from cudalint.baseline.store import BadBaseline, read_baseline
from cudalint.finding import Finding, Severity
from cudalint.report.source import SourceLines


def lines_added_since(revision: str | None) -> AddedLines | None:
    """The lines to report on, None for all; raises `click.UsageError`."""
    if revision is None:
        return None
    try:
        return added_lines(revision)
    except BadRevision as error:
        raise click.UsageError(str(error)) from None


class LookedAt:
    """What a run looked at, to tell which entries of a baseline it should have found."""

    def __init__(self, baseline: str) -> None:
        """Nothing yet."""
        self._folder = Path(baseline).absolute().parent
        self._files: set[str] = set()
        self._codes: set[str] = set()

    def note(self, describer: Describer, reports: Sequence[FileReport], codes: frozenset[str]) -> None:
        """The files of some reports, under some rules."""
        self._files.update(describer.path(p) for report in reports for p in (report.path, *report.included))
        self._codes |= codes

    def misses(self, entry: Entry) -> bool:
        """Whether an entry that nothing answers to is stale: its file was looked at, or is gone."""
        if entry.code not in self._codes:
            return False
        return entry.path in self._files or not (self._folder / entry.path).exists()


class Known:
    """The baselines of a run, read beforehand."""

    def __init__(self, paths: Iterable[str | None], sources: SourceLines) -> None:
        """Read each baseline once; raises `click.UsageError`."""
        self._sources = sources
        try:
            self._left = {path: read_baseline(path) for path in dict.fromkeys(paths) if path is not None}
        except BadBaseline as error:
            raise click.UsageError(str(error)) from None
        self._stale: dict[str, LookedAt] = {path: LookedAt(path) for path in self._left}

    def new(
        self, findings: Sequence[Finding], path: str | None, codes: frozenset[str], reports: Sequence[FileReport]
    ) -> list[Finding]:
        """The findings that the baseline does not know. Errors are never known: a file that is not analysed stays
        one."""
        if path is None:
            return list(findings)
        describer = Describer(self._sources.text, os.path.dirname(os.path.abspath(path)))  # noqa: PTH100, PTH120
        candidates = [f for f in findings if f.severity is not Severity.ERROR]
        unknown, left = match([describer.entry(f) for f in candidates], self._left[path])
        self._left[path] = left
        self._stale[path].note(describer, reports, codes)
        kept = {candidates[position] for position in unknown}
        return [f for f in findings if f.severity is Severity.ERROR or f in kept]

    def notices(self) -> tuple[str, ...]:
        """A line for each baseline with entries that nothing answers to, of the files and rules of this run."""
        found = []
        for path, left in self._left.items():
            stale = [entry for entry in left if self._stale[path].misses(entry)]
            if stale:
                many = "1 entry is" if len(stale) == 1 else f"{len(stale)} entries are"
                where = os.path.relpath(path)
                found.append(f"{where}: {many} not found any more; `cudalint baseline --update` removes what is stale")
        return tuple(found)
