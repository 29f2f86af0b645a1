"""Runs over a small project, and whether they worked or only looked up."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from cudalint.access import FileReport
from cudalint.analysis import Settings, analyse_files, cached
from cudalint.analysis.job import Job
from cudalint.analysis.outcome import FileOutcome
from cudalint.cache.folder import opened
from cudalint.front.index import source_index

SETTLED_SECONDS = 0.08
"""A file that has just changed is not kept."""


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write files, and wait until they count as settled."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    time.sleep(SETTLED_SECONDS)


class Runs:
    """`worked`: the files that the last run had to analyse."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        answers = opened(folder)
        assert answers is not None
        self.answers = answers
        self.settings = Settings(jobs=1, cache=str(answers))
        self.worked: list[str] = []
        honest = cached._worked

        def spying(jobs: Sequence[Job], workers: int, progress: cached.Progress | None) -> list[FileOutcome]:
            self.worked += [Path(job.path).name for job in jobs]
            return honest(jobs, workers, progress)

        patch.setattr(cached, "_worked", spying)

    def __call__(self, *paths: Path, **changes: object) -> list[FileReport]:
        """Analyse some files."""
        self.worked.clear()
        # A process lists a repository's files once.
        source_index.cache_clear()
        return analyse_files([str(p) for p in paths], replace(self.settings, **changes))
