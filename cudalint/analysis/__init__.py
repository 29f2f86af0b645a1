"""The analysis of files: from paths to reports."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from cudalint.access import FileReport
from cudalint.analysis.project import analyse_project
from cudalint.analysis.settings import Settings

__all__ = ["Settings", "analyse_file", "analyse_files"]


def analyse_files(
    paths: Sequence[str],
    settings: Settings,
    progress: Callable[[int, int], None] | None = None,
    sources: Mapping[str, bytes] | None = None,
) -> list[FileReport]:
    """A report per path, in their order. `progress` is told how many of how many are done; `sources` holds text that is
    not on disk."""
    jobs = settings.jobs or os.cpu_count() or 1
    return analyse_project(paths, settings, jobs, progress, sources or {})


def analyse_file(path: str, settings: Settings | None = None) -> FileReport:
    """The report of a single file."""
    return analyse_files([path], settings or Settings(jobs=1))[0]
