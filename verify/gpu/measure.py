"""What `cudalint verify` does on a GPU: the planned kernels of each file, or the user's own program."""

from __future__ import annotations

import importlib.util
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cudalint.access import FileReport
from cudalint.analysis.settings import Settings

from ..child import Limits, run
from ..measured import CannotMeasure, Failure, Profile, merged, ran_with
from ..mending import MOST_ROUNDS, mended
from ..ncu.commands import find_ncu, find_tool, import_command, profile_command
from ..ncu.failures import concerns_machine, explain
from ..ncu.source_page import read
from ..plan.kernels import KernelPlan, Shape, planned
from .job import Job
from .nvcc import cubin_command
from .nvrtc import nvrtc_command
from .sources import Sources
from .symbols import UnknownKernel, function_symbols, kernel_symbol

ORIGIN = "on the GPU, under ncu"
ABSENT = "absent"
"""The folder of empty headers inside the scratch folder, in place of those that are missing."""

SOURCES = "source"
"""The folder of copies inside the scratch folder."""

MOST_LAUNCHES = 64
"""Launches of the user's program that are counted: each is replayed several times."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A file ready to be loaded: `cubin` and the functions in it. `without`: kernels that could not be compiled, and
    why; `cooperative`: blocks may wait for each other."""

    cubin: Path
    symbols: tuple[str, ...] = ()
    without: Mapping[str, str] = field(default_factory=dict)
    cooperative: bool = False


def measure_application(
    program: Sequence[str], kernels: Sequence[str], seconds: float, tell: Callable[[str], None]
) -> Profile:
    """Profile the user's program, built with -lineinfo. Raises `CannotMeasure`."""
    ncu = find_ncu()
    if shutil.which(program[0]) is None:
        raise CannotMeasure(f"--app: {program[0]} is no program that can be run")
    with tempfile.TemporaryDirectory(prefix="cudalint-") as folder:
        report = Path(folder) / "report.ncu-rep"
        command = profile_command(ncu, report, program, kernels=kernels, launches=MOST_LAUNCHES)
        tell(f"running {' '.join(program)} under ncu, for at most {seconds:g} s")
        outcome = run(command, Path(folder), Limits(seconds), folder=Path.cwd())
        if not report.exists():
            raise CannotMeasure(explain(outcome))
        return _imported(ncu, report)


def measure_kernels(
    reports: Sequence[FileReport],
    kernels: frozenset[str] | None,
    settings: Settings,
    shape: Shape,
    seconds: float,
    tell: Callable[[str], None],
) -> Profile:
    """The chosen kernels of every file, with arguments made for them. Raises `CannotMeasure`."""
    ncu = find_ncu()
    require_cupy()
    profiles: list[Profile] = []
    for report, plans, failures in planned(reports, kernels, settings, shape):
        profiles.append(Profile(ORIGIN, failures=tuple(failures)))
        if plans:
            profiles.append(measure_file(ncu, report.path, report.included, plans, settings, seconds, tell))
    return merged(profiles, ORIGIN)


def require_cupy() -> None:
    """Raises `CannotMeasure` where there is none."""
    if importlib.util.find_spec("cupy") is None:
        raise CannotMeasure("no CuPy: pip install 'cudalint[verify]', or use --on-cpu")


def measure_file(
    ncu: str,
    path: str,
    included: Sequence[str],
    plans: Sequence[KernelPlan],
    settings: Settings,
    seconds: float,
    tell: Callable[[str], None],
) -> Profile:
    """The planned kernels of one file; what cannot be compiled or run is a failure in the profile."""
    with tempfile.TemporaryDirectory(prefix="cudalint-") as folder:
        scratch = Path(folder)
        tell(f"compiling {path} for {settings.arch}")
        try:
            compiled = compiled_file(path, plans, settings, scratch, included)
        except CannotMeasure as error:
            return Profile(ORIGIN, failures=tuple(Failure(p.kernel, str(error)) for p in plans))
        return merged((_told(ncu, compiled, plan, seconds, scratch, tell) for plan in plans), ORIGIN)


def compiled_file(
    path: str, plans: Sequence[KernelPlan], settings: Settings, scratch: Path, included: Sequence[str] = ()
) -> Compiled:
    """A file with its planned templates instantiated. `included`: files of the project. Raises `CannotMeasure`."""
    copies = scratch / SOURCES
    sources = Sources(path, included, copies)
    nvcc = _nvcc()
    cubin = scratch / "kernels.cubin"
    folder, absent = Path(path).resolve().parent, scratch / ABSENT
    needed = {plan.kernel for plan in plans}
    without: dict[str, str] = {}
    for number in range(MOST_ROUNDS):
        left = [plan for plan in plans if plan.kernel in needed]
        if nvcc is not None:
            source = sources.write(left, everything=number > 0)
            command = cubin_command(nvcc, source, cubin, folder, settings, absent, copies)
        else:
            names = [plan.expression for plan in left]
            command = nvrtc_command(sources.write([]), cubin, names, folder, settings, absent, copies)
        outcome = run(command, scratch, Limits(300))
        if outcome.code == 0:
            symbols = tuple(function_symbols(cubin.read_bytes()))
            return Compiled(cubin, symbols, without, sources.wait_for_the_grid())
        why = f"{'nvcc' if nvcc else 'NVRTC'}: {_first_error(outcome.errors) or outcome.last_line()}"
        said, lacking = mended(outcome.errors, absent, sources.edit, needed, declarations=nvcc is None)
        if not said or lacking == needed:
            raise CannotMeasure(why)
        needed -= lacking
        without |= dict.fromkeys(lacking, why)
    raise CannotMeasure(f"{why}, and more")


def _nvcc() -> str | None:
    try:
        return find_tool("nvcc", "kernels are compiled with NVRTC instead")
    except CannotMeasure:
        return None


def _first_error(errors: str) -> str:
    return next((line.strip() for line in errors.splitlines() if "error" in line), "")


def job_of(compiled: Compiled, plan: KernelPlan) -> Job:
    """What the child has to do. Raises `UnknownKernel`."""
    return Job(
        symbol=kernel_symbol(plan.expression, compiled.symbols),
        block=plan.block,
        grid=plan.grid,
        shared_bytes=plan.shared_bytes,
        arguments=plan.arguments,
        cubin=str(compiled.cubin),
        cooperative=compiled.cooperative,
    )


def _told(
    ncu: str,
    compiled: Compiled,
    plan: KernelPlan,
    seconds: float,
    scratch: Path,
    tell: Callable[[str], None],
) -> Profile:
    chosen = f" with {', '.join(plan.assumed)}" if plan.assumed else ""
    tell(f"running {plan.expression} under ncu{chosen}")
    return ran_with(count_kernel(ncu, compiled, plan, seconds, scratch), plan.assumed)


def count_kernel(ncu: str, compiled: Compiled, plan: KernelPlan, seconds: float, scratch: Path) -> Profile:
    """Launch one kernel in a child under ncu; what goes wrong is a failure in the profile."""
    if plan.kernel in compiled.without:
        return Profile(ORIGIN, failures=(Failure(plan.kernel, compiled.without[plan.kernel]),))
    try:
        profile = read(kernel_page(ncu, compiled, plan, seconds, scratch), "of the run")
    except (UnknownKernel, CannotMeasure) as error:
        if concerns_machine(str(error)):
            raise
        return Profile(ORIGIN, failures=(Failure(plan.kernel, str(error)),))
    return Profile(ORIGIN, profile.rows, profile.launches)


def kernel_page(ncu: str, compiled: Compiled, plan: KernelPlan, seconds: float, scratch: Path) -> str:
    """The source page of one kernel, launched in a child under ncu. Raises `UnknownKernel`, `CannotMeasure`."""
    described, report = scratch / "job.json", scratch / "report.ncu-rep"
    described.write_text(job_of(compiled, plan).to_json(), "utf-8")
    report.unlink(missing_ok=True)
    program = [sys.executable, "-m", f"{__package__}.launch", str(described)]
    command = profile_command(ncu, report, program, kernels=[plan.kernel], launches=1)
    outcome = run(command, scratch, Limits(seconds))
    if outcome.code != 0 or not report.exists():
        raise CannotMeasure(explain(outcome))
    return _page(ncu, report)


def _imported(ncu: str, report: Path) -> Profile:
    """The counters in a report. Raises `CannotMeasure`."""
    profile = read(_page(ncu, report), report.name)
    return Profile(ORIGIN, profile.rows, profile.launches)


def _page(ncu: str, report: Path) -> str:
    """A report's source page. Raises `CannotMeasure`."""
    outcome = run(import_command(ncu, report), report.parent, Limits(300))
    if outcome.code != 0:
        raise CannotMeasure(f"ncu --import failed: {outcome.last_line()}")
    return outcome.output
