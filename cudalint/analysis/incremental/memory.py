"""Remembers what the launches of a file came to, and executes again only those that an edit may have changed.

An execution depends on the functions that it called, and on everything outside of function bodies: types, macros,
constants, declarations. As long as that is the same, and the launch, so is what came of it; where lines have moved its
positions move along. Whatever cannot be told apart for certain is worked out anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from cudalint.access import FileReport
from cudalint.address.assumptions import parse_assumptions
from cudalint.analysis.budget import Budget
from cudalint.analysis.file import LaunchRun, outcome, run_as, run_launch
from cudalint.analysis.incremental.launches import comparable, is_plain
from cudalint.analysis.incremental.moves import BodyName, Changes, Lost
from cudalint.analysis.incremental.state import Scans, State, allows
from cudalint.analysis.job import Job
from cudalint.analysis.launches import PlannedLaunch, plan
from cudalint.analysis.options import parse_options
from cudalint.analysis.outcome import FileOutcome
from cudalint.front.lowering import lower
from cudalint.front.parse import ParsedFile, UnparsableFile, UnreadableFile, parse
from cudalint.ir.unit import Function, Unit
from cudalint.launch.host import host_launches
from cudalint.relocate import relocated
from cudalint.simt.machine import LaunchRecord, Program

MOST_FILES = 12

MOST_STATES = 3
"""Of one file: while something is typed it often cannot be read, and afterwards it is nearly as it was before that."""

Proceed = Callable[[], None]
"""Called between two launches; may raise to end the work."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A launch that was executed: what came of it, in the bodies of which functions, and device functions that were
    missing."""

    run: LaunchRun
    bodies: frozenset[BodyName]
    missing: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Host:
    """What the host side came to. `keys`: the functions that were looked up, in order."""

    records: list[LaunchRecord]
    keys: tuple[str, ...]
    missing: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Remembered:
    """A file after an analysis. `functions`: those that were lowered, with the bodies that they lie in; `exact`: those
    of them whose positions are those of `state`."""

    wanted: Hashable
    state: State
    host: _Host
    launches: Mapping[Hashable, _Known]
    functions: Mapping[str, tuple[Function, frozenset[BodyName]]]
    exact: frozenset[str]


class _Recorder(Mapping[str, Function]):
    """The functions of a unit, noting which are looked up."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self.used: dict[str, Function] = {}

    def __getitem__(self, key: str) -> Function:
        found = self.used[key] = self._functions[key]
        return found

    def __contains__(self, key: object) -> bool:
        return key in self._functions

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)


class _Partly(Mapping[str, Function]):
    """The functions of a unit, of which those that are as before are not lowered again."""

    def __init__(self, functions: Mapping[str, Function], before: Mapping[str, Function]) -> None:
        self._functions = functions
        self._before = before
        self._complete = False

    def __getitem__(self, key: str) -> Function:
        found = self._before.get(key)
        if found is not None:
            return found
        self._register(key)
        return self._functions[key]

    def __contains__(self, key: object) -> bool:
        if key in self._before:
            return True
        self._register(key)
        return key in self._functions

    def _register(self, key: object) -> None:
        """A function has a key once one that names it was lowered, and those before were not."""
        if key not in self._functions and not self._complete:
            register(self._functions, self._before)
            self._complete = True

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)


def register(functions: Mapping[str, Function], keys: Iterable[str]) -> None:
    """Lower functions, so that those that they call get their keys; and those in turn, if they are among them."""
    waiting = list(keys)
    while ready := [key for key in waiting if key in functions]:
        for key in ready:
            functions[key]
        waiting = [key for key in waiting if key not in ready]


class Memory:
    """Analyses files again and again. `executed` and `kept` count launches, for tests and measurements."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._files: OrderedDict[str, tuple[_Remembered, ...]] = OrderedDict()
        self._scans: Scans = {}
        self.executed = 0
        self.kept = 0

    def analyse(self, job: Job, proceed: Proceed = lambda: None) -> FileOutcome:
        """What `cudalint.analysis.file.analyse` says about the job."""
        options = parse_options(job.settings, job.path)
        try:
            parsed = parse(job.path, options, job.source, job.foreign.forced, job.overlays, job.foreign.callers)
        except (UnreadableFile, UnparsableFile) as error:
            return FileOutcome(FileReport(job.path, errors=(str(error),)))
        proceed()
        unit = lower(parsed)
        state = State.of(parsed, self._scans)
        foreign = job.foreign
        wanted = (job.settings, foreign.files, repr(sorted(foreign.launches.items())), run_as(unit))
        earlier = self._files.pop(job.path, ())
        before, moves = _nearest(earlier, state, wanted)
        work = _Analysis(job, parsed, unit, state, before, moves, proceed)
        try:
            done = work.run()
        except KeyError:
            if moves is None:
                raise
            work = _Analysis(job, parsed, lower(parsed), state, None, None, proceed)
            done = work.run()
        finally:
            self._files[job.path] = earlier
        self.executed += work.executed
        self.kept += work.kept
        if not work.has_namesakes:
            exact = frozenset(work.exact)
            now = _Remembered(wanted, state, work.host, work.launches, work.functions, exact)
            others = [e for e in earlier if e is not before]
            self._files[job.path] = (now, *others)[:MOST_STATES]
        if len(self._files) > MOST_FILES:
            self._files.popitem(last=False)
        return done


def _nearest(
    earlier: Iterable[_Remembered], state: State, wanted: Hashable
) -> tuple[_Remembered | None, Changes | None]:
    """The last analysis of which something may be kept, and what changed since."""
    for before in earlier:
        moves = allows(before.state, state) if before.wanted == wanted else None
        if moves is not None:
            return before, moves
    return None, None


@dataclass(slots=True)
class _Analysis:
    """One analysis of one file."""

    job: Job
    parsed: ParsedFile
    unit: Unit
    state: State
    before: _Remembered | None
    moves: Changes | None
    proceed: Proceed
    executed: int = 0
    kept: int = 0
    host: _Host = field(default_factory=lambda: _Host([], (), frozenset()))
    launches: dict[Hashable, _Known] = field(default_factory=dict)
    functions: dict[str, tuple[Function, frozenset[BodyName]]] = field(default_factory=dict)
    exact: set[str] = field(default_factory=set)

    def run(self) -> FileOutcome:
        """The outcome; what was worked out stays in the fields. Raises `KeyError` where a function that is as before
        has another key now."""
        settings = self.job.settings
        self._take_functions()
        self.host = self._host_as_before() or self._run_host()
        view = replace(self.unit, functions=self._partly(self.functions))
        planned = plan(view, self.host.records, self.job.foreign, settings)
        for launch in planned:
            if launch.function not in self.functions:
                self._remember({launch.function: view.functions[launch.function]})
        budget = Budget(len(planned))
        runs = []
        missing = set(self.host.missing)
        for launch in planned:
            name = comparable(launch)
            key = (name, budget.fuel) if name is not None else None
            known = self._as_before(key, launch, budget) or self._execute(launch, budget)
            if key is not None:
                self.launches[key] = known
            runs.append(known.run)
            missing |= known.missing
        view = replace(self.unit, functions=self._partly(self.functions))
        return outcome(self.job.path, self.parsed, view, planned, self.host.records, runs, missing, self.job.foreign)

    @property
    def has_namesakes(self) -> bool:
        """Whether keys of functions depend on the order in which they were looked up."""
        return bool(getattr(self.unit.functions, "has_namesakes", False))

    def _partly(self, names: Iterable[str]) -> _Partly:
        return _Partly(self.unit.functions, {key: self.functions[key][0] for key in names})

    # -- what is as before ---------------------------------------------------------------------------------------------

    def _unchanged(self, bodies: frozenset[BodyName]) -> bool:
        return self.moves is not None and self.moves.bodies.isdisjoint(bodies)

    def _take_functions(self) -> None:
        if self.before is None or self.moves is None or self.has_namesakes:
            return
        known = self.before.functions.items()
        self.functions = {key: function for key, function in known if self._unchanged(function[1])}
        self.exact = set(self.before.exact & self.functions.keys()) if self.moves.still else set()

    def _host_as_before(self) -> _Host | None:
        """The host side depends on every body that may belong to it, since what is not worth following is judged by
        its text."""
        if self.before is None or self.moves is None:
            return None
        if any(not self.state.scans[path].bodies[number].on_device for path, number in self.moves.bodies):
            return None
        host = self.before.host
        if any(key not in self.functions for key in host.keys):
            return None
        return host if self.moves.still or all(is_plain(record) for record in host.records) else None

    def _as_before(self, key: Hashable | None, launch: PlannedLaunch, budget: Budget) -> _Known | None:
        if self.before is None or self.moves is None or key is None or budget.is_used_up:
            return None
        known = self.before.launches.get(key)
        if known is None or not known.run.steps or not self._unchanged(known.bodies):
            return None
        kernel, run = self.functions[launch.function][0].name, known.run
        if run.in_full is not None and run.in_full != budget.in_full(kernel, run.once):
            return None
        if not self.moves.still:
            try:
                known = replace(known, run=_moved(known.run, self.moves))
            except Lost:
                return None
        self.kept += 1
        budget.take(kernel, run.once, run.steps)
        return known

    # -- what is worked out --------------------------------------------------------------------------------------------

    def _run_host(self) -> _Host:
        recorder = _Recorder(self._partly(self.exact))
        program = Program(replace(self.unit, functions=recorder))
        records = host_launches(program, run_as(self.unit))
        self._remember(recorder.used)
        return _Host(records, tuple(recorder.used), frozenset(program.missing))

    def _execute(self, launch: PlannedLaunch, budget: Budget) -> _Known:
        self.proceed()
        recorder = _Recorder(self._partly(self.exact))
        if launch.function not in recorder:
            register(self.unit.functions, self.functions)
        program = Program(replace(self.unit, functions=recorder))
        settings = self.job.settings
        run = run_launch(program, launch, budget, parse_assumptions(settings.assumptions), settings)
        self._remember(recorder.used)
        self.executed += 1
        bodies = frozenset(body for key in recorder.used for body in self.functions[key][1])
        return _Known(run, bodies, frozenset(program.missing))

    def _remember(self, functions: Mapping[str, Function]) -> None:
        for key, function in functions.items():
            if key not in self.exact:
                self.functions[key] = function, self.state.bodies_of(function)
                self.exact.add(key)


def _moved(run: LaunchRun, move: Changes) -> LaunchRun:
    report = relocated(FileReport("", accesses=run.rows), move)
    skipped = tuple(replace(s, line=move.line(s.path, s.line)) for s in run.skipped)
    return replace(run, rows=report.accesses, skipped=skipped)
