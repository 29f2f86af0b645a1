"""Worker processes: one file that crashes, never ends or takes all memory costs that file, not the run."""

from __future__ import annotations

import importlib
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from cudalint.access import FileReport
from cudalint.analysis.child import HEAVY_MODULE, OUT_OF_TIME, PATIENCE, Answer, serve
from cudalint.analysis.job import Job
from cudalint.analysis.outcome import FileOutcome

__all__ = ["Job", "run_jobs"]

GRACE_SECONDS = 5.0
"""A worker ends itself when its time is up; after so much more it is killed."""

_POLL_SECONDS = 1.0


class _Worker:
    """One process, and the job it has now. `fresh`: it has worked on nothing before."""

    def __init__(self, context: Any) -> None:
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.index = -1
        self.fresh = True
        self.started = 0.0

    def give(self, index: int, job: Job) -> None:
        """Send it a job; one that has died meanwhile shows when the answer is read."""
        self.fresh = self.index < 0
        self.index, self.started = index, time.monotonic()
        try:
            self.connection.send(job)
        except OSError:
            self.process.kill()

    def stop(self) -> None:
        """End the process."""
        self.connection.close()
        if self.process.is_alive():
            self.process.kill()
        self.process.join()


def run_jobs(jobs: Sequence[Job], workers: int, progress: Callable[[int], None] | None = None) -> list[FileOutcome]:
    """All jobs, in their order; with one worker and one job everything happens in a single child process as well.

    What a file's outcome is does not depend on the files before it: one that fails in a worker that has worked on
    others is tried again in a new one.
    """
    if not jobs:
        return []
    # Loaded once here, so that every worker has it from the start; without the parser this raises.
    importlib.import_module(HEAVY_MODULE)
    pool = _Pool(jobs, workers)
    try:
        return pool.run(progress)
    finally:
        pool.stop()


class _Pool:
    """The workers of one run, and what is left to do: the longest files first, lest one of them is left for the end."""

    def __init__(self, jobs: Sequence[Job], workers: int) -> None:
        self._jobs = jobs
        self._context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        self._todo = sorted(range(len(jobs)), key=lambda index: (_bytes(jobs[index]), -index))
        self._active: list[_Worker] = []
        self._wanted = min(workers, len(jobs))

    def run(self, progress: Callable[[int], None] | None) -> list[FileOutcome]:
        """Do everything; `progress` is told how many are done."""
        results: dict[int, FileOutcome] = {}
        for _ in range(self._wanted):
            self._start()
        while self._active:
            for worker, outcome in self._finished():
                if outcome is None:
                    self._todo.append(worker.index)
                else:
                    results[worker.index] = outcome
                    if progress is not None:
                        progress(len(results))
                self._go_on(worker)
        return [results[index] for index in range(len(self._jobs))]

    def stop(self) -> None:
        """End all processes."""
        for worker in self._active:
            worker.stop()

    def _start(self) -> None:
        if self._todo:
            worker = _Worker(self._context)
            self._active.append(worker)
            worker.give(index := self._todo.pop(), self._jobs[index])

    def _go_on(self, worker: _Worker) -> None:
        """Give a worker that has answered its next job, or put a new one in its place."""
        if self._todo and worker.process.is_alive():
            worker.give(index := self._todo.pop(), self._jobs[index])
            return
        worker.stop()
        self._active.remove(worker)
        self._start()

    def _finished(self) -> list[tuple[_Worker, FileOutcome | None]]:
        """Workers that have answered, died, or run out of time; None for a job that is to be done again."""
        ready = wait([w.connection for w in self._active], timeout=_POLL_SECONDS)
        found: list[tuple[_Worker, FileOutcome | None]] = []
        for worker in list(self._active):
            job = self._jobs[worker.index]
            if worker.connection in ready:
                found.append((worker, _received(worker, job)))
            elif time.monotonic() - worker.started > job.settings.seconds * PATIENCE + GRACE_SECONDS:
                worker.process.kill()
                worker.process.join()
                found.append((worker, _too_slow(job)))
        return found


def _bytes(job: Job) -> int:
    """The length of what is to be analysed, about."""
    if job.source is not None:
        return len(job.source)
    try:
        return Path(job.path).stat().st_size
    except OSError:
        return 0


def _received(worker: _Worker, job: Job) -> FileOutcome | None:
    connection: Connection = worker.connection
    try:
        answer: Answer = connection.recv()
    except (EOFError, OSError):
        worker.process.join()
        code = worker.process.exitcode or 0
        if -code in OUT_OF_TIME:
            return _too_slow(job)
        name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return failure(job.path, f"the parser crashed ({name})") if worker.fresh else None
    if answer.leaves:
        worker.process.join()
    return answer.outcome if worker.fresh or not answer.suspect else None


def _too_slow(job: Job) -> FileOutcome:
    return failure(job.path, f"took more than {job.settings.seconds:g} seconds")


def failure(path: str, reason: str) -> FileOutcome:
    """The outcome of a file that could not be analysed."""
    return FileOutcome(FileReport(path, errors=(f"{path}: {reason}",)))
