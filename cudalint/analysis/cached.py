"""Jobs through the cache: only those without a kept answer that still holds are worked on."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cudalint.analysis.job import Job, Slot
from cudalint.analysis.outcome import FileOutcome

if TYPE_CHECKING:
    from cudalint.cache.state import State

Progress = Callable[[int], None]


def run_cached(jobs: Sequence[Job], workers: int, progress: Progress | None = None) -> list[FileOutcome]:
    """As `run_jobs`, with the cache that the jobs' settings name; all jobs of a call share one."""
    folder = next((job.settings.cache for job in jobs), None)
    if folder is None:
        return _worked(jobs, workers, progress)
    from cudalint.cache.state import State

    state = State()
    results: list[FileOutcome | None] = []
    waiting: list[Job] = []
    for job in jobs:
        slotted, outcome = _looked_up(job, Path(folder), state)
        results.append(outcome)
        if outcome is None:
            waiting.append(slotted)
    if not waiting:
        return [r for r in results if r is not None]
    known = len(jobs) - len(waiting)
    tell = (lambda done: progress(known + done)) if progress is not None else None
    worked = iter(_worked(waiting, workers, tell))
    from cudalint.cache.folder import prune

    prune(Path(folder))
    return [outcome if outcome is not None else next(worked) for outcome in results]


def _worked(jobs: Sequence[Job], workers: int, progress: Progress | None) -> list[FileOutcome]:
    # What starts processes is only loaded where one is needed.
    from cudalint.analysis.workers import run_jobs

    return run_jobs(jobs, workers, progress)


def _looked_up(job: Job, answers: Path, state: State) -> tuple[Job, FileOutcome | None]:
    """The outcome that was kept, or the job with the slot for it; a file that cannot be read has neither."""
    from cudalint.cache.answers import found, key_of

    began = time.time()
    try:
        text = job.source if job.source is not None else Path(job.path).read_bytes()
    except OSError:
        return job, None
    key = key_of(job.path, text, job.settings, job.foreign, job.source is not None, job.overlays)
    outcome = found(answers, key, job.path, job.settings, state)
    return replace(job, slot=Slot(str(answers), key, began)), outcome
