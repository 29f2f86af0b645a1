"""One file from source text to accesses."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

from cudalint.access import Access, FileReport, Skipped
from cudalint.address.assumptions import Assumptions, parse_assumptions
from cudalint.analysis.budget import IN_PART, USED_UP, Budget
from cudalint.analysis.launches import PlannedLaunch, for_others, is_unclear, plan
from cudalint.analysis.options import parse_options
from cudalint.analysis.outcome import NOTHING_FOREIGN, Dependencies, FileOutcome, Foreign
from cudalint.analysis.rows import accesses, merged
from cudalint.analysis.settings import Settings
from cudalint.front.dependencies import dependencies_of
from cudalint.front.lowering import lower
from cudalint.front.options import ParseOptions
from cudalint.front.parse import ParsedFile, UnparsableFile, UnreadableFile, parse, read_source
from cudalint.ir.nodes import Intrinsic, Statement, UnknownPlace, UnknownStatement, UnknownValue
from cudalint.ir.unit import Function, Unit
from cudalint.ir.walk import walk
from cudalint.launch.command_line import CommandLine, command_line, places
from cudalint.launch.host import host_launches
from cudalint.simt.kernel import Execution, execute
from cudalint.simt.machine import LaunchRecord, Program
from cudalint.simt.recorder import Recorder
from cudalint.simt.site import SiteName
from cudalint.simt.trace import TracingRecorder

OUT_OF_FUEL = "more steps than are looked at"
NOTHING_REACHED = "no memory access was reached with the sizes that are known or assumed"
NOT_UNDERSTOOD = "parts of it are not understood, and the others access no memory"

ALIGNED, UNALIGNED = 1024, 1000
"""Stand-ins for an unknown size: a pitch that keeps rows aligned, and one that does not."""


def analyse(
    path: str,
    settings: Settings,
    foreign: Foreign = NOTHING_FOREIGN,
    source: bytes | None = None,
    overlays: Mapping[str, bytes] = MappingProxyType({}),
) -> FileOutcome:
    """Everything about one file; what cannot be read is an error in its report.

    `source`, `overlays`: its text and those of files that it includes (by real path), where they are not as on disk."""
    try:
        options = parse_options(settings, path)
        parsed = parse(path, options, source, foreign.forced, overlays, foreign.callers)
    except (UnreadableFile, UnparsableFile) as error:
        return FileOutcome(FileReport(path, errors=(str(error),)))
    unit = lower(parsed)
    program = Program(unit, settings.touched)
    records = host_launches(program, run_as(unit))
    planned = plan(unit, records, foreign, settings)
    assumptions = parse_assumptions(settings.assumptions)
    budget = Budget(len(planned))
    runs = [run_launch(program, launch, budget, assumptions, settings) for launch in planned]
    found = outcome(path, parsed, unit, planned, records, runs, program.missing, foreign)
    # What only explanations need is large, and asked for one file at a time.
    if settings.cache is None or settings.derivations:
        return found
    return replace(found, dependencies=_dependencies(path, parsed, options, source, foreign, unit.main_path))


def run_as(unit: Unit) -> CommandLine | None:
    """How the program is run that a unit is, as far as it has a `main` and something near it says so."""
    return None if unit.main_path is None else command_line(unit.main_path)


@dataclass(frozen=True, slots=True)
class LaunchRun:
    """What came of one planned launch: its accesses, and why there are none or not all. `once`, `steps`: what the
    first execution took, and all of them; `in_full`: whether there were further ones, None where none was called
    for."""

    rows: tuple[Access, ...]
    skipped: tuple[Skipped, ...] = ()
    once: int = 0
    steps: int = 0
    in_full: bool | None = None


def run_launch(
    program: Program, launch: PlannedLaunch, budget: Budget, assumptions: Assumptions, settings: Settings
) -> LaunchRun:
    """Execute a launch and make accesses of what it did."""
    function = program.unit.functions[launch.function]
    if budget.is_used_up:
        return LaunchRun((), (Skipped(function.at.path, function.at.line, function.name, USED_UP),))
    executions = _execute(program, launch, budget, assumptions, TracingRecorder if settings.derivations else Recorder)
    first = executions[0][0]
    in_full = len(executions) > 1 if first.unreached or first.out_of_fuel else None
    derive = None
    if settings.derivations:
        from cudalint.analysis.derivation import derivation_of

        derive = partial(derivation_of, program.unit, function)
    found = accesses(merged(executions), function, launch, settings.every_formula, derive)
    reason = ""
    if in_full is False:
        reason = IN_PART
    elif not found and first.unreached:
        reason = NOTHING_REACHED
    elif not found and first.out_of_fuel:
        reason = OUT_OF_FUEL
    elif not found and (function.repaired or _is_partly_unknown(function.body)):
        reason = NOT_UNDERSTOOD
    skipped = (Skipped(function.at.path, function.at.line, function.name, reason),) if reason else ()
    run = LaunchRun(tuple(found), skipped, first.steps, sum(done.steps for done, _ in executions), in_full)
    budget.take(function.name, run.once, run.steps)
    return run


def _is_partly_unknown(body: Statement) -> bool:
    """Whether something in it is not understood, or calls what nobody defines."""
    unknown = (UnknownValue, UnknownPlace, UnknownStatement)
    return any(isinstance(n, unknown) or (isinstance(n, Intrinsic) and not n.known) for n in walk(body))


def outcome(
    path: str,
    parsed: ParsedFile,
    unit: Unit,
    planned: Sequence[PlannedLaunch],
    records: Sequence[LaunchRecord],
    runs: Sequence[LaunchRun],
    missing: Iterable[str],
    foreign: Foreign,
) -> FileOutcome:
    """Everything that was found in a unit as the outcome of the file at `path`."""
    of_launches = list(zip(planned, runs, strict=True))
    if parsed.path != path:
        of_launches = [
            (launch, _of_fragment(run, unit.functions[launch.function], path)) for launch, run in of_launches
        ]
    rows = _without_assumed_twins([row for _, run in of_launches for row in run.rows])
    names = tuple(dict.fromkeys(unit.functions[p.function].name for p in planned))
    skipped = [s for run in runs for s in run.skipped]
    skipped += [Skipped(s.at.path, s.at.line, s.name, s.reason) for s in unit.skipped]
    unclear = parsed.errors + parsed.invented
    included = tuple(other for other in unit.included if other not in foreign.callers)
    report = FileReport(path, tuple(rows), tuple(skipped), names, included=included, diagnostics=unclear)
    return FileOutcome(
        report,
        launches=for_others(records),
        unlaunched=frozenset(names).difference(r.name for r in records),
        missing=frozenset(missing),
        defined=frozenset(unit.by_name),
        launchers=unit.launchers if any(map(is_unclear, records)) else frozenset(),
    )


def _of_fragment(run: LaunchRun, kernel: Function, path: str) -> LaunchRun:
    """What a launch does in a file that another one includes: all that its own kernels do, and others there."""
    real = os.path.realpath(path)
    if os.path.realpath(kernel.at.path) == real:
        return run
    return replace(run, rows=tuple(row for row in run.rows if os.path.realpath(row.at.path) == real))


def _dependencies(
    path: str, parsed: ParsedFile, options: ParseOptions, source: bytes | None, foreign: Foreign, main: str | None
) -> Dependencies | None:
    try:
        text = source if source is not None else read_source(Path(path))
    except UnreadableFile:
        return None
    found = dependencies_of(parsed, path, text, options, foreign.files)
    if main is None:
        return found
    there = tuple(place for place in places(main) if os.path.isfile(place))  # noqa: PTH113
    absent = tuple(place for place in places(main) if place not in there)
    return replace(found, files=(*found.files, *there), absent=(*found.absent, *absent))


def _execute(
    program: Program,
    launch: PlannedLaunch,
    budget: Budget,
    assumptions: Assumptions,
    new_recorder: Callable[[frozenset[SiteName]], Recorder],
) -> list[tuple[Execution, bool]]:
    """The execution that counts, and others only to reach what it did not."""
    function = program.unit.functions[launch.function]
    known: set[SiteName] = set()

    def run(*, preferred: int, forced: bool = False, brief: bool = False, first_block: bool = False) -> Execution:
        done = execute(
            program,
            function,
            launch.shape,
            preferred=preferred,
            forced=forced,
            brief=brief,
            first_block=first_block,
            environment=assumptions,
            fuel=budget.fuel,
            new_recorder=partial(new_recorder, frozenset(known)),
        )
        known.update(site.name for site in done.sites if site.reached)
        return done

    first = run(preferred=ALIGNED)
    found = [(first, False)]
    if (first.out_of_fuel or first.unreached) and not budget.in_full(function.name, first.steps):
        return found
    if first.out_of_fuel:
        # What it did not come to any more may be most of the kernel.
        found.append((run(preferred=ALIGNED, brief=True), False))
        first = replace(first, unreached=found[-1][0].unreached)
    if first.unreached and first.assumed:
        found.append((run(preferred=UNALIGNED), False))
    if first.unreached and first.shape.sampled_blocks < first.shape.blocks:
        found.append((run(preferred=ALIGNED, first_block=True), False))
    if first.unreached:
        found.append((run(preferred=ALIGNED, forced=True, brief=first.out_of_fuel), True))
    return found


def _without_assumed_twins(rows: list[Access]) -> list[Access]:
    """A kernel that is launched somewhere is not also reported in an assumed shape."""
    launched = {r.kernel for r in rows if r.block is not None}
    return [r for r in rows if r.block is not None or r.kernel not in launched]
