"""Runs a user's whole program on the CPU and counts what its kernels do."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..child import Limits, Outcome
from ..child import run as run_child
from ..measured import CannotMeasure, Failure, Profile
from .build import CUDA_SUFFIXES, build, write_mirror
from .symbols import guard_offsets, places
from .toolchain import MIRROR, Options, mirrored
from .trace import RecordedLaunch, launched, measured, read_trace

ORIGIN = "on the CPU"
TRACE = "trace"
CUT_OFF = "some grids were cut short by the time limit: counts that depend on what they compute may be off"
_SHARE_FOR_POOL = 0.5
"""Of the address space that a run may use, so much is for global memory."""

_SHARE_FOR_RECORDING = 1 / 24
"""Of the time, so much for the recorded blocks of each launch; a block that takes three times as long is left."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a run may take: seconds, bytes of memory, and blocks of each launch that are counted."""

    seconds: float = 120
    memory_bytes: int = 8 << 30
    blocks: int = 128

    def environment(self, trace: Path, program: Path) -> list[str]:
        """The engine's settings, as arguments of `env`. Raises `CannotMeasure`."""
        guards = guard_offsets(program, trace.parent)
        return [
            f"CUDALINT_GUARDS={','.join(map(str, guards))}",
            f"CUDALINT_TRACE={trace}",
            f"CUDALINT_SECONDS={self.seconds * 0.5:g}",
            f"CUDALINT_RECORD_SECONDS={self.seconds * _SHARE_FOR_RECORDING:g}",
            f"CUDALINT_BLOCKS={self.blocks}",
            f"CUDALINT_POOL_BYTES={int(self.memory_bytes * _SHARE_FOR_POOL)}",
        ]


def run_application(
    files: Sequence[str],
    included: Sequence[str],
    arguments: Sequence[str],
    options: Options,
    budget: Budget,
    tell: Callable[[str], None],
) -> Profile:
    """Build the program that the files make, run it with the arguments, and return what was counted.

    `files`: CUDA and host sources; `included`: project headers that they include. Raises `CannotMeasure`.
    """
    with tempfile.TemporaryDirectory(prefix="cudalint-") as folder:
        scratch = Path(folder).resolve()
        mirror = scratch / MIRROR
        cuda = [f for f in files if f.endswith(CUDA_SUFFIXES)]
        write_mirror([*cuda, *included], mirror)
        tell(f"building {', '.join(files)} for the CPU")
        sources = [mirrored(f, mirror) for f in cuda if f.endswith(".cu")]
        program = build(sources, [f for f in files if f not in cuda], mirror, scratch, options)
        tell(f"running {' '.join(['program', *arguments])} on the CPU, for at most {budget.seconds:g} s")
        return run_program(program, arguments, scratch, budget, Path(files[0]).resolve().parent)


def run_program(program: Path, arguments: Sequence[str], scratch: Path, budget: Budget, folder: Path) -> Profile:
    """Run a built program in `folder` and read its trace. Raises `CannotMeasure` if it recorded nothing."""
    trace = scratch / TRACE
    command = ["env", *budget.environment(trace, program), str(program), *arguments]
    outcome = run_child(command, scratch, Limits(budget.seconds, budget.memory_bytes), folder=folder)
    launches = read_trace(trace.read_bytes()) if trace.exists() else []
    why = why_it_stopped(outcome)
    if not launches:
        raise CannotMeasure(why or "the program launched no kernel")
    return profile_of(launches, program, scratch, why)


def profile_of(launches: Sequence[RecordedLaunch], program: Path, scratch: Path, stopped: str) -> Profile:
    """Recorded launches with names and lines; `stopped`: why the run came to no good end, "" otherwise."""
    cut_off = any(not launch.blocks for launch in launches)
    launches = [launch for launch in launches if launch.blocks]
    named = places(program, (a for launch in launches for a in launch.addresses()), scratch)
    ran = tuple(launched(launch, named) for launch in launches)
    sampled = sorted({r.kernel.partition("(")[0] for r in ran if r.sampled is not None})
    notes = [f"of large grids only some blocks were counted: {', '.join(sampled)}"] if sampled else []
    started = sorted({r.kernel.partition("(")[0] for r in ran if r.sampled == 0})
    if started:
        notes.append(f"a block takes too long, only its start was counted: {', '.join(started)}")
    failures = (Failure("", stopped),) if stopped else ()
    if cut_off:
        notes.append(CUT_OFF)
    if stopped:
        notes.append(stopped)
    return Profile(ORIGIN, measured(launches, named), ran, failures, tuple(notes))


def why_it_stopped(outcome: Outcome) -> str:
    """One line for a run that did not end well; a program's own exit code is its own business."""
    ours = [line for line in outcome.errors.splitlines() if line.startswith("cudalint: ")]
    if ours:
        return ours[-1].removeprefix("cudalint: ")
    if outcome.timed_out or outcome.code < 0:
        return f"the program did not end by itself: {outcome.ending()}"
    return ""
