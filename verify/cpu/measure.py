"""What `--on-cpu` does: the user's program, or the planned kernels of each file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cudalint.access import FileReport
from cudalint.analysis.settings import Settings

from ..measured import Profile, merged
from ..plan.kernels import Shape, planned
from .emulate import ORIGIN, Budget, run_application
from .kernels import Program, run_kernels
from .toolchain import Options, find_compiler, find_tool


def compiler_options(settings: Settings) -> Options:
    """The part of the settings that a compiler understands."""
    return Options(settings.include_directories, settings.defines, settings.undefines, settings.standard, settings.arch)


def measure_application(
    files: Sequence[str],
    arguments: Sequence[str],
    reports: Sequence[FileReport],
    settings: Settings,
    budget: Budget,
    tell: Callable[[str], None],
) -> Profile:
    """The whole program that `files` make. Raises `CannotMeasure`."""
    included = [p for r in reports for p in r.included]
    return run_application(files, included, arguments, compiler_options(settings), budget, tell)


def measure_kernels(
    reports: Sequence[FileReport],
    kernels: frozenset[str] | None,
    settings: Settings,
    shape: Shape,
    budget: Budget,
    tell: Callable[[str], None],
) -> Profile:
    """The chosen kernels of every file, with arguments made for them. Raises `CannotMeasure`."""
    find_compiler()
    find_tool("addr2line")
    profiles: list[Profile] = []
    for report, plans, failures in planned(reports, kernels, settings, shape):
        profiles.append(Profile(ORIGIN, failures=tuple(failures)))
        if plans:
            program = Program(report.path, tuple(plans), report.included)
            profiles.append(run_kernels(program, compiler_options(settings), budget, tell))
    return merged(profiles, ORIGIN)
