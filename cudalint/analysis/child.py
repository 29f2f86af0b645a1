"""The inside of a worker process: jobs come in, answers go out, within limits on time and memory."""

from __future__ import annotations

import ctypes
import gc
import os
import resource
import signal
import sys
import traceback
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

from cudalint.access import FileReport
from cudalint.analysis.deep_stack import STACK_BYTES, on_deep_stack
from cudalint.analysis.job import Job
from cudalint.analysis.outcome import FileOutcome
from cudalint.analysis.settings import MIB
from cudalint.frozen import frozen

HEAVY_MODULE = "cudalint.analysis.file"
"""What a worker needs and a run that finds everything in the cache does not."""

COLLECT_AFTER = 100_000
"""New objects between two searches for garbage: a file makes many that live as long as it is worked on."""

MOST_RESIDENT = 384 * MIB
"""Bytes; a worker that holds more after a file makes way for a new one."""

OUT_OF_TIME = (signal.SIGPROF, signal.SIGALRM)

PATIENCE = 4
"""The limit is on processor time, so that a busy machine changes no answer; what waits instead gets so much longer."""

NEAR_THE_LIMIT = 64 * MIB
"""Bytes; what asks for more than is left fails before the limit is reached."""

_DEATH_OF_PARENT = 1
"""PR_SET_PDEATHSIG of prctl(2)."""


@frozen
class Answer:
    """What a worker sends back. `leaves`: it ends itself now; `suspect`: jobs before this one may have had a part in
    it."""

    outcome: FileOutcome
    leaves: bool = False
    suspect: bool = False


def serve(connection: Connection) -> None:
    """Answer jobs until there are no more."""
    _be_quiet()
    _die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for out_of_time in OUT_OF_TIME:
        signal.signal(out_of_time, signal.SIG_DFL)
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 20)
    while True:
        try:
            job: Job = connection.recv()
        except EOFError:
            return
        limit_memory(job.settings.memory)
        # They end the process even where the parser, or a parent that is gone, would never return.
        signal.setitimer(signal.ITIMER_PROF, job.settings.seconds)
        signal.setitimer(signal.ITIMER_REAL, job.settings.seconds * PATIENCE)
        answer = answered(job)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        connection.send(answer)
        if answer.leaves:
            return


def answered(job: Job) -> Answer:
    """Analyse in a thread with a large stack; an internal error becomes the file's error."""
    try:
        outcome = on_deep_stack(lambda: _kept(job, worked_on(job)))
    except MemoryError:
        return _out_of_memory(job)
    except Exception as error:
        if _short_of_memory():
            return _out_of_memory(job)
        if os.environ.get("CUDALINT_DEBUG"):
            traceback.print_exc()
        return Answer(internal_error(job.path, error))
    if outcome.report.errors:
        # libclang catches some of its own crashes, and is not to be trusted afterwards.
        return _out_of_memory(job) if _short_of_memory() else Answer(outcome, leaves=True, suspect=True)
    return Answer(outcome, leaves=_resident_bytes() > MOST_RESIDENT)


def internal_error(path: str, error: Exception) -> FileOutcome:
    """The outcome of a file at which the analysis itself failed."""
    first_line = str(error).partition("\n")[0]
    text = f"{path}: internal error: {type(error).__name__}: {first_line}"
    return FileOutcome(FileReport(path, errors=(text,)))


def _out_of_memory(job: Job) -> Answer:
    text = f"{job.path}: needs more than {job.settings.memory} MiB of memory"
    return Answer(FileOutcome(FileReport(job.path, errors=(text,))), leaves=True, suspect=True)


def worked_on(job: Job) -> FileOutcome:
    """The outcome of a job, with what the rules say if the settings ask for it."""
    from cudalint.analysis.file import analyse

    outcome = analyse(job.path, job.settings, job.foreign, job.source, job.overlays)
    threshold = job.settings.threshold
    if threshold is None:
        return outcome
    from cudalint.checks import spoken_of
    from cudalint.rule import installed_rules

    spoken = spoken_of(outcome.report, installed_rules(), threshold)
    return replace(outcome, report=replace(outcome.report, spoken=spoken))


def _kept(job: Job, outcome: FileOutcome) -> FileOutcome:
    """Keep the outcome where a later run finds it; returned is what this run needs of it."""
    short = light(outcome)
    if job.slot is not None:
        from cudalint.cache.answers import keep

        keep(job.slot, job.path, job.settings, outcome, short)
    return short if job.settings.findings_only else replace(outcome, dependencies=None)


def light(outcome: FileOutcome) -> FileOutcome:
    """Without the accesses that findings are made from, once these are made; those not understood stay."""
    from cudalint.access import UNKNOWN

    report = outcome.report
    kept = tuple(replace(a, sample=None, requests=(), derivation=None) for a in report.accesses if a.status == UNKNOWN)
    return replace(outcome, report=replace(report, accesses=kept), dependencies=None)


# -- limits ------------------------------------------------------------------------------------------------------------


def _be_quiet() -> None:
    """What the parser prints while it dies is no report; nor is what the parent had not printed yet."""
    if os.environ.get("CUDALINT_DEBUG"):
        return
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    os.close(nothing)


def _die_with_parent() -> None:
    if sys.platform == "linux":
        parent = os.getppid()
        ctypes.CDLL(None).prctl(_DEATH_OF_PARENT, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)


def limit_memory(mebibytes: int) -> None:
    """Let this process take so much more address space than it has now, besides the stack of its thread; no core
    files. Where the system refuses, it stays as it is."""
    most = _status_bytes("VmSize") + STACK_BYTES + mebibytes * MIB
    try:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (most if hard < 0 else min(most, hard), hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ValueError, OSError):
        pass


def _short_of_memory() -> bool:
    """Whether this process has come near its limit."""
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    return most > 0 and _status_bytes("VmPeak") > most - NEAR_THE_LIMIT


def _resident_bytes() -> int:
    return _status_bytes("VmRSS")


def _status_bytes(name: str) -> int:
    """A figure of /proc/self/status in bytes; 0 where there is none."""
    try:
        lines = Path("/proc/self/status").read_text("ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith(f"{name}:")), 0)
