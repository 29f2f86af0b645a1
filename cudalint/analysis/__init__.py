"""The analysis of files: from paths to reports."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from cudalint.access import FileReport
from cudalint.analysis.cached import run_cached
from cudalint.analysis.job import Job
from cudalint.analysis.outcome import NOTHING_FOREIGN
from cudalint.analysis.project import ProjectReport, analyse_project
from cudalint.analysis.settings import Settings

__all__ = ["ProjectReport", "Settings", "analyse_all", "analyse_file", "analyse_files", "analyse_texts"]


def analyse_files(
    paths: Sequence[str],
    settings: Settings,
    progress: Callable[[int, int], None] | None = None,
    sources: Mapping[str, bytes] | None = None,
) -> list[FileReport]:
    """A report per path, in their order. `progress` is told how many of how many are done; `sources` holds text that is
    not on disk."""
    return analyse_all(paths, settings, progress, sources).reports


def analyse_all(
    paths: Sequence[str],
    settings: Settings,
    progress: Callable[[int, int], None] | None = None,
    sources: Mapping[str, bytes] | None = None,
) -> ProjectReport:
    """As `analyse_files`, with what `analyse_texts` needs."""
    return analyse_project(paths, settings, _workers(settings), progress, sources or {})


def analyse_texts(
    wanted: Sequence[tuple[str, Mapping[str, bytes]]], settings: Settings, project: ProjectReport
) -> list[FileReport]:
    """Reports of files of an analysed project with some texts changed: (path, texts by path) pairs. A path may come
    several times, and the texts may be its own or those of files that it includes."""
    jobs = []
    for path, texts in wanted:
        others = {os.path.realpath(p): t for p, t in texts.items() if p != path}
        jobs.append(Job(path, settings, project.foreign.get(path, NOTHING_FOREIGN), texts.get(path), others))
    return [outcome.report for outcome in run_cached(jobs, _workers(settings))] if jobs else []


def _workers(settings: Settings) -> int:
    return settings.jobs or os.cpu_count() or 1


def analyse_file(path: str, settings: Settings | None = None) -> FileReport:
    """The report of a single file."""
    return analyse_files([path], settings or Settings(jobs=1))[0]
