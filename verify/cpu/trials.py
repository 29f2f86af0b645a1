"""Both versions of a kernel on the CPU: counts of the first inputs, and all arrays compared for each inputs."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy

from ..fix.trial import Compared, Pair, Ran, Runner, Tell, Version
from ..measured import CannotMeasure, Profile
from ..plan.arguments import MOST_BEHIND_POINTERS
from ..plan.kernels import KernelPlan
from .emulate import CUT_OFF, ORIGIN, Budget
from .kernels import Program, build_launcher, run_plan
from .measure import compiler_options

SEEDS = (1, 2)
"""Inputs that both versions get."""

_CHUNK_BYTES = 1 << 24


def cpu_runner(budget: Budget) -> Runner:
    """Runs without a GPU; no time is taken."""

    def runner(before: Version, after: Version, pairs: Sequence[Pair], tell: Tell) -> Iterator[Ran]:
        with tempfile.TemporaryDirectory(prefix="cudalint-") as folder:
            tell(f"building {before.path} for the CPU, before and after")
            versions = [(v, Path(folder).resolve() / name) for name, v in (("before", before), ("after", after))]
            programs = []
            try:
                for number, (version, scratch) in enumerate(versions):
                    scratch.mkdir()
                    program = Program(version.path, tuple(p[number] for p in pairs), version.included)
                    programs.append(build_launcher(program, scratch, compiler_options(version.settings), tell)[0])
            except CannotMeasure as error:
                nothing = Profile(ORIGIN)
                yield from (Ran(one.kernel, nothing, nothing, why=str(error)) for one, _ in pairs)
                return
            for index, pair in enumerate(pairs):
                tell(f"running {pair[0].expression} on the CPU, before and after")
                yield _both(programs, index, pair, [scratch for _, scratch in versions], budget)

    return runner


def _both(programs: Sequence[Path], index: int, pair: Pair, folders: Sequence[Path], budget: Budget) -> Ran:
    counted: list[Profile] = []
    compared: dict[str, Compared] = {}
    why = ""
    for seed in SEEDS:
        for program, plan, scratch in zip(programs, pair, folders, strict=True):
            arrays = scratch / f"arrays{seed}"
            arrays.mkdir(exist_ok=True)
            inputs = [f"CUDALINT_SEED={seed}", f"CUDALINT_ARRAYS={arrays}"]
            profile = run_plan(program, index, plan, scratch, budget, inputs)
            counted.append(profile)
            why = why or _why(profile)
        if why:
            break
        for array in compare_arrays(pair[0], *(f / f"arrays{seed}" for f in folders)):
            known = compared.get(array.name)
            compared[array.name] = array if known is None or not known.different else known
    return Ran(pair[0].kernel, counted[0], counted[1], tuple(compared.values()), why=why)


def _why(profile: Profile) -> str:
    """Why the outputs of a run cannot be compared."""
    if profile.failures:
        return profile.failures[0].reason
    return "not all blocks had run when the time was up: --time-limit, or a smaller --grid" * (CUT_OFF in profile.notes)


def compare_arrays(plan: KernelPlan, before: Path, after: Path) -> Iterator[Compared]:
    """Compares the arrays that both runs left, byte by byte, and removes them; arrays of pointers are left out, but not
    what they point to."""
    buffers = [(argument.name, buffer) for argument in plan.arguments for _, buffer in argument.pointers]
    for number, (name, buffer) in enumerate(buffers):
        behind = buffer.element == "pointer"
        size = min(buffer.size, MOST_BEHIND_POINTERS) if behind else buffer.size
        files = [folder / str(number) for folder in (before, after)]
        yield compared_files(f"{name}[...]" if behind else name, size, files[0], files[1])
        for file in files:
            file.unlink()


def compared_files(name: str, size: int, before: Path, after: Path) -> Compared:
    """Two arrays of `size` bytes in files that leave out zeros at the end, byte by byte."""
    different, first, offset = 0, 0, 0
    with before.open("rb") as one, after.open("rb") as other:
        while True:
            old, new = one.read(_CHUNK_BYTES), other.read(_CHUNK_BYTES)
            length = max(len(old), len(new))
            if not length:
                return Compared(name, size, different, first)
            if old != new:
                unequal = _bytes(old, length) != _bytes(new, length)
                first = first if different else offset + int(unequal.argmax())
                different += int(unequal.sum())
            offset += length


def _bytes(raw: bytes, length: int) -> Any:
    return numpy.frombuffer(raw.ljust(length, b"\0"), numpy.uint8)
