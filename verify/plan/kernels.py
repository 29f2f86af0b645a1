"""Which kernels of a file to run, in which shape and with which arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cudalint.access import FileReport
from cudalint.analysis.deep_stack import on_deep_stack
from cudalint.analysis.launches import PlannedLaunch, plan
from cudalint.analysis.options import parse_options
from cudalint.analysis.settings import Settings
from cudalint.front.lowering import lower
from cudalint.front.parse import UnparsableFile, UnreadableFile, parse
from cudalint.ir.types import Integer
from cudalint.ir.unit import Function
from cudalint.launch.host import host_launches
from cudalint.simt.kernel import execute
from cudalint.simt.machine import LaunchRecord, Program
from cudalint.simt.memory import GLOBAL, Memory
from cudalint.simt.values import KNOWN, Number, Value, is_varying

from ..measured import Block, CannotMeasure, Failure
from .arguments import Argument, CannotMake, Sizes, array_bytes, make_argument

SHARED_BYTES = 48 << 10
"""Dynamic shared memory where the launch does not tell: as much as any kernel gets without asking."""

MOST_SIDE = 1 << 14
"""Largest size that is chosen for an unknown integer: a square matrix of it still fits."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the user says about launches: grids by kernel name (None: of all), and values of parameters by name."""

    grids: tuple[tuple[str | None, Block], ...] = ()
    scalars: tuple[tuple[str, float], ...] = ()

    def grid_for(self, kernel: str) -> Block | None:
        """The grid the user gave for a kernel; one given by name wins."""
        return dict(self.grids).get(kernel, dict(self.grids).get(None))


@dataclass(frozen=True, slots=True)
class KernelPlan:
    """One launch to make. `expression`: the kernel as C++ names it, with template arguments; `parameters`: its
    parameters' types are in the source, only their values are here. `assumed`: what was chosen, for the report."""

    path: str
    kernel: str
    expression: str
    block: Block
    grid: Block
    shared_bytes: int
    arguments: tuple[Argument, ...]
    assumed: tuple[str, ...] = ()


def planned(
    reports: Sequence[FileReport], kernels: frozenset[str] | None, settings: Settings, shape: Shape
) -> Iterator[tuple[FileReport, list[KernelPlan], list[Failure]]]:
    """For each file with chosen kernels (None: all) the plans for them, and why others cannot be run.

    Raises `CannotMeasure` where a file cannot be read.
    """
    for report in reports:
        wanted = frozenset(report.kernels) if kernels is None else kernels & frozenset(report.kernels)
        if not report.errors and wanted:
            yield (report, *plan_kernels(report.path, settings, shape, wanted))


def plan_kernels(
    path: str, settings: Settings, shape: Shape, wanted: frozenset[str] | None
) -> tuple[list[KernelPlan], list[Failure]]:
    """Plans for the wanted kernels of a file (all where None), and why others cannot be run.

    Raises `CannotMeasure` where the file cannot be read.
    """
    return on_deep_stack(lambda: _plan_kernels(path, settings, shape, wanted))


def _plan_kernels(
    path: str, settings: Settings, shape: Shape, wanted: frozenset[str] | None
) -> tuple[list[KernelPlan], list[Failure]]:
    try:
        unit = lower(parse(path, parse_options(settings, path)))
    except (UnreadableFile, UnparsableFile) as error:
        raise CannotMeasure(str(error)) from None
    program = Program(unit)
    records = host_launches(program)
    plans: list[KernelPlan] = []
    failures: list[Failure] = []
    for launch in plan(unit, records, {}, settings):
        function = unit.functions[launch.function]
        if wanted is not None and function.name not in wanted:
            continue
        try:
            plans.append(_plan(path, program, function, launch, _record(records, function, launch), shape))
        except CannotMake as error:
            failures.append(Failure(function.name, str(error)))
    return plans, failures


def _record(records: Sequence[LaunchRecord], function: Function, launch: PlannedLaunch) -> LaunchRecord | None:
    """The launch in the host code that a planned one comes from."""
    named = [r for r in records if r.function == function.key or r.name == function.name]
    return next((r for r in named if r.block == launch.shape.block), named[0] if named else None)


def _plan(
    path: str, program: Program, function: Function, launch: PlannedLaunch, record: LaunchRecord | None, shape: Shape
) -> KernelPlan:
    if function.is_template:
        raise CannotMake("a template that nothing instantiates; instantiate or launch it somewhere in the file")
    block, grid = launch.shape.block, shape.grid_for(function.name) or launch.shape.grid
    known = _known_scalars(function, launch.shape.arguments) | dict(shape.scalars)
    chosen = min(max(grid[0] * block[0], grid[1] * block[1], 1), MOST_SIDE)
    whole = {p.name for p in function.parameters if isinstance(p.type, Integer)}
    integers = [int(v) for name, v in known.items() if 0 < v <= MOST_SIDE and (name in whole or "." in name)]
    sizes = Sizes(known, chosen, array_bytes(max([chosen, *integers]), _touched(program, function, launch)))
    arguments = tuple(
        make_argument(p.name or f"parameter {i + 1}", p.type, sizes) for i, p in enumerate(function.parameters)
    )
    shared = record.shared_bytes if record is not None else 0
    unknown = sorted(p.name for p in function.parameters if p.name not in known and not _is_pointer(p.type))
    assumed = [f"{name} = {chosen}" for name in unknown]
    if launch.assumption:
        assumed.append(launch.assumption)
    return KernelPlan(
        path=path,
        kernel=function.name,
        expression=_expression(function),
        block=block,
        grid=grid,
        shared_bytes=SHARED_BYTES if shared is None or record is None else shared,
        arguments=arguments,
        assumed=tuple(assumed),
    )


def _is_pointer(type_: object) -> bool:
    return type(type_).__name__ == "Pointer"


def _expression(function: Function) -> str:
    arguments = f"<{', '.join(function.template_arguments)}>" if function.template_arguments else ""
    return function.qualified_name + arguments


def _known_scalars(function: Function, arguments: Sequence[Value] | None) -> dict[str, float]:
    """Values that the host code passes, by parameter name; members of structs as "name.member"."""
    found: dict[str, float] = {}
    for parameter, value in zip(function.parameters, arguments or (), strict=False):
        if isinstance(value, Number) and value.taint == KNOWN and not is_varying(value.data):
            found[parameter.name] = float(value.data)
        elif isinstance(value, Memory):
            found |= _known_members(parameter.name, parameter.type, value)
    return found


def _known_members(name: str, type_: object, value: Memory) -> Mapping[str, float]:
    found: dict[str, float] = {}
    for field in getattr(type_, "fields", ()):
        cell = value.cells.get(field.offset)
        if isinstance(cell, Number) and cell.taint == KNOWN and not is_varying(cell.data):
            found[f"{name}.{field.name}"] = float(cell.data)
    return found


def _touched(program: Program, function: Function, launch: PlannedLaunch) -> int:
    """The farthest byte of any global array that the sampled blocks are seen to touch."""
    execution = execute(program, function, launch.shape)
    farthest = 0
    for site in execution.sites:
        if site.memory.kind == GLOBAL and site.first is not None:
            offsets, active = site.first
            farthest = max(farthest, int(offsets[active].max(initial=0)))
    return min(farthest, 1 << 40)
