"""Runs single kernels on the CPU with arguments made for them, each in a process of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..child import Limits
from ..child import run as run_child
from ..measured import CannotMeasure, Failure, Profile, merged, ran_with
from ..mending import MOST_ROUNDS, mended
from ..plan.arguments import Argument, Buffer
from ..plan.kernels import KernelPlan
from .build import ABSENT, DoesNotCompile, build, edited, write_mirror
from .emulate import ORIGIN, TRACE, Budget, profile_of, why_it_stopped
from .toolchain import MIRROR, Options, mirrored
from .trace import read_trace

MAIN = "main"
RENAMED_MAIN = "cudalint_program_main"


@dataclass(frozen=True, slots=True)
class Program:
    """Plans of one file, compiled together."""

    path: str
    plans: tuple[KernelPlan, ...]
    included: tuple[str, ...]


def run_kernels(program: Program, options: Options, budget: Budget, tell: Callable[[str], None]) -> Profile:
    """Build a file with a launcher for its planned kernels, run each, and return what was counted.

    A kernel that crashes, hangs or cannot be compiled is a failure in the profile; the others still run.
    """
    with tempfile.TemporaryDirectory(prefix="cudalint-") as folder:
        scratch = Path(folder).resolve()
        tell(f"building {program.path} for the CPU")
        try:
            built, without = build_launcher(program, scratch, options, tell)
        except CannotMeasure as error:
            if len(program.plans) == 1:
                return Profile(ORIGIN, failures=(Failure(program.plans[0].kernel, str(error)),))
            alone = [Program(program.path, (plan,), program.included) for plan in program.plans]
            return merged((run_kernels(one, options, budget, tell) for one in alone), ORIGIN)
        failed = Profile(ORIGIN, failures=tuple(Failure(kernel, why) for kernel, why in without.items()))
        runs = ((i, plan) for i, plan in enumerate(program.plans) if plan.kernel not in without)
        return merged([failed, *(_told(built, i, plan, scratch, budget, tell) for i, plan in runs)], ORIGIN)


def build_launcher(
    program: Program, scratch: Path, options: Options, tell: Callable[[str], None]
) -> tuple[Path, Mapping[str, str]]:
    """A program that runs the plan whose index it is given, and the kernels that it lacks and why.

    Host functions and kernels that do not compile are left out, and headers that are missing. Raises `CannotMeasure`.
    """
    mirror = scratch / MIRROR
    write_mirror([program.path, *program.included], mirror)
    source = mirrored(program.path, mirror)
    text = source.read_text("utf-8")
    before = f'#include "cudalint/planned.h"\n#define {MAIN} {RENAMED_MAIN}'
    source.write_text(f"{before}\n{text}\n{launcher(program.plans)}", "utf-8")
    needed = {plan.kernel for plan in program.plans}
    without: dict[str, str] = {}
    for _ in range(MOST_ROUNDS):
        try:
            return build([source], [], mirror, scratch, options, incomplete=True), without
        except DoesNotCompile as error:
            said, lacking = mended(error.output, scratch / ABSENT, partial(edited, mirror=mirror), needed)
            if not said or lacking == needed:
                raise
            needed -= lacking
            without |= dict.fromkeys(lacking, str(error))
            tell(f"compiling again {said}")
    return build([source], [], mirror, scratch, options, incomplete=True), without


def _told(
    built: Path, index: int, plan: KernelPlan, scratch: Path, budget: Budget, tell: Callable[[str], None]
) -> Profile:
    chosen = f" with {', '.join(plan.assumed)}" if plan.assumed else ""
    tell(f"running {plan.expression} on the CPU{chosen}")
    return ran_with(run_plan(built, index, plan, scratch, budget, ["CUDALINT_SECONDS=0"]), plan.assumed)


def run_plan(
    built: Path, index: int, plan: KernelPlan, scratch: Path, budget: Budget, settings: Sequence[str]
) -> Profile:
    """Run one plan of a launcher; `settings` go to the engine beside those of the budget."""
    trace = scratch / TRACE
    trace.unlink(missing_ok=True)
    command = ["env", *budget.environment(trace, built), *settings, str(built), str(index)]
    outcome = run_child(command, scratch, Limits(budget.seconds, budget.memory_bytes))
    launches = read_trace(trace.read_bytes()) if trace.exists() else []
    why = why_it_stopped(outcome)
    if not any(launch.blocks for launch in launches):
        return Profile(ORIGIN, failures=(Failure(plan.kernel, why or "it recorded nothing"),))
    if "CUDALINT_SECONDS=0" in settings:
        launches = [launch for launch in launches if launch.blocks]
    return profile_of(launches, built, scratch, why)


def launcher(plans: Sequence[KernelPlan]) -> str:
    """A main function that runs the plan whose number it is given."""
    cases = "\n".join(f"        case {index}: {_call(plan)}; break;" for index, plan in enumerate(plans))
    return "\n".join(
        [
            f"#undef {MAIN}",
            "int main(int, char** arguments) {",
            "    switch (std::atoi(arguments[1])) {",
            cases,
            "    }",
            "    return 0;",
            "}",
            "",
        ]
    )


def _call(plan: KernelPlan) -> str:
    grid, block = (f"dim3({', '.join(map(str, sizes))})" for sizes in (plan.grid, plan.block))
    made = ", ".join(map(_argument, plan.arguments))
    return f"::cudalint::run_planned({plan.expression}, {grid}, {block}, {plan.shared_bytes}, {{{made}}})"


def _argument(argument: Argument) -> str:
    image = ", ".join(map(str, argument.image))
    pointers = ", ".join(f"{{{offset}, {_buffer(buffer)}}}" for offset, buffer in argument.pointers)
    return f"{{{{{image}}}, {{{pointers}}}}}"


def _buffer(buffer: Buffer) -> str:
    return f"{{'{buffer.element[0]}', {buffer.element_size}, {buffer.size}u, {buffer.limit}u, {buffer.alignment}u}}"
