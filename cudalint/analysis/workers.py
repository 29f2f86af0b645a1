"""Worker processes: one file that crashes or never ends costs that file, not the run."""

from __future__ import annotations

import gc
import multiprocessing
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

from cudalint.access import FileReport
from cudalint.analysis.deep_stack import on_deep_stack
from cudalint.analysis.file import FileOutcome, Foreign, analyse
from cudalint.analysis.settings import Settings

COLLECT_AFTER = 100_000
"""New objects between two searches for garbage: a file makes many that live as long as it is worked on."""

MEMORY_BYTES = 6 << 30
SECONDS_PER_FILE = 120
"""A hang guard only: what is looked at is bounded by fuel, so that this never decides an answer."""


@dataclass(frozen=True, slots=True)
class Job:
    """One file to analyse."""

    path: str
    settings: Settings
    foreign: Foreign
    source: bytes | None = None
    overlays: Mapping[str, bytes] = field(default_factory=dict)


def run_job(job: Job) -> FileOutcome:
    """Analyse in a thread with a large stack; an internal error becomes the file's error."""
    try:
        return on_deep_stack(lambda: analyse(job.path, job.settings, job.foreign, job.source, job.overlays))
    except Exception as error:
        if os.environ.get("CUDALINT_DEBUG"):
            traceback.print_exc()
        first_line = str(error).partition("\n")[0]
        text = f"{job.path}: internal error: {type(error).__name__}: {first_line}"
        return FileOutcome(FileReport(job.path, errors=(text,)))


def _serve(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ValueError, OSError):
        pass
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 20)
    while True:
        try:
            job = connection.recv()
        except EOFError:
            return
        connection.send(run_job(job))


class _Worker:
    """One process, and the job it has now."""

    def __init__(self, context: Any) -> None:
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.index = -1
        self.started = 0.0

    def give(self, index: int, job: Job) -> None:
        """Send it a job."""
        self.index, self.started = index, time.monotonic()
        self.connection.send(job)

    def stop(self) -> None:
        """End the process."""
        self.connection.close()
        if self.process.is_alive():
            self.process.kill()
        self.process.join()


def run_jobs(jobs: Sequence[Job], workers: int, progress: Callable[[int], None] | None = None) -> list[FileOutcome]:
    """All jobs, in their order; with one worker and one job everything happens in a single child process as well."""
    results: list[FileOutcome | None] = [None] * len(jobs)
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    todo = list(range(len(jobs)))[::-1]
    active: list[_Worker] = []
    try:
        for _ in range(min(workers, len(jobs))):
            worker = _Worker(context)
            worker.give(index := todo.pop(), jobs[index])
            active.append(worker)
        done = 0
        while active:
            for worker, outcome in _finished(active, jobs):
                results[worker.index] = outcome
                done += 1
                if progress is not None:
                    progress(done)
                _next_job(worker, todo, jobs, active, context)
    finally:
        for worker in active:
            worker.stop()
    return [r for r in results if r is not None]


def _next_job(worker: _Worker, todo: list[int], jobs: Sequence[Job], active: list[_Worker], context: Any) -> None:
    if not todo:
        worker.stop()
        active.remove(worker)
        return
    if not worker.process.is_alive():
        worker.stop()
        active.remove(worker)
        worker = _Worker(context)
        active.append(worker)
    worker.give(index := todo.pop(), jobs[index])


def _finished(active: list[_Worker], jobs: Sequence[Job]) -> list[tuple[_Worker, FileOutcome]]:
    """Workers that have answered, died, or run out of time."""
    ready = wait([w.connection for w in active], timeout=1.0)
    found: list[tuple[_Worker, FileOutcome]] = []
    for worker in list(active):
        if worker.connection in ready:
            found.append((worker, _answer(worker, jobs[worker.index].path)))
        elif time.monotonic() - worker.started > SECONDS_PER_FILE:
            worker.process.kill()
            worker.process.join()
            text = f"{jobs[worker.index].path}: took more than {SECONDS_PER_FILE} seconds"
            found.append((worker, FileOutcome(FileReport(jobs[worker.index].path, errors=(text,)))))
    return found


def _answer(worker: _Worker, path: str) -> FileOutcome:
    try:
        outcome: FileOutcome = worker.connection.recv()
    except (EOFError, OSError):
        worker.process.join()
        code = worker.process.exitcode or 0
        name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return FileOutcome(FileReport(path, errors=(f"{path}: the parser crashed ({name})",)))
    return outcome
