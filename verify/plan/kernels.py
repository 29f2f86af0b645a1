"""Which kernels of a file to run, in which shape and with which arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cudalint.access import FileReport
from cudalint.analysis.deep_stack import on_deep_stack
from cudalint.analysis.launches import PlannedLaunch, plan
from cudalint.analysis.options import parse_options
from cudalint.analysis.outcome import NOTHING_FOREIGN
from cudalint.analysis.settings import Settings
from cudalint.front.lowering import lower
from cudalint.front.parse import UnparsableFile, UnreadableFile, parse, read_source
from cudalint.ir.types import Integer
from cudalint.ir.unit import Function, Unit
from cudalint.launch.host import host_launches
from cudalint.simt.kernel import LaunchShape
from cudalint.simt.machine import LaunchRecord, Program
from cudalint.simt.memory import Memory
from cudalint.simt.values import KNOWN, Number, Value, is_varying

from ..measured import Block, CannotMeasure, Failure
from .arguments import Argument, CannotMake, Sizes, array_bytes, count_pointers, make_argument, most_bytes
from .templates import SHARED_BYTES, launches_of_templates
from .textures import is_texture as _is_texture
from .values import Room, Trial, choose_values

UNINSTANTIATED = "a template that nothing instantiates; instantiate or launch it somewhere in the file"

_VALUE_IN_KEY = re.compile(r"#V(\w)(-?\d+)")
"""A template's value in the key of an instance, with the letter of its type: b for bool."""

MOST_BLOCKS_DEEP = 65535
"""Blocks of a grid in y and in z, on every architecture."""

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
    plans, failures, templates = _planned_unit(unit, path, settings, shape, wanted)
    instances = launches_of_templates(path, templates)
    if instances is not None:
        text = (read_source(Path(path)).decode("utf-8", "replace") + instances).encode()
        with_instances = lower(parse(path, parse_options(settings, path), text))
        more, failed, _ = _planned_unit(with_instances, path, settings, shape, frozenset(f.name for f, _ in templates))
        plans, failures = [*plans, *more], [*failures, *failed]
    known = {p.kernel for p in plans} | {f.kernel for f in failures}
    left = [f.name for f, _ in templates if f.name not in known]
    return plans, [*failures, *(Failure(name, UNINSTANTIATED) for name in dict.fromkeys(left))]


def _planned_unit(
    unit: Unit, path: str, settings: Settings, shape: Shape, wanted: frozenset[str] | None
) -> tuple[list[KernelPlan], list[Failure], list[tuple[Function, Block]]]:
    """Plans, failures, and the templates that nothing instantiates with the block that they would get."""
    program = Program(unit)
    records = host_launches(program)
    plans: list[KernelPlan] = []
    failures: list[Failure] = []
    templates: list[tuple[Function, Block]] = []
    for launch in plan(unit, records, NOTHING_FOREIGN, settings):
        function = unit.functions[launch.function]
        if wanted is not None and function.name not in wanted:
            continue
        if function.is_template:
            templates.append((function, launch.shape.block))
            continue
        try:
            plans.append(_plan(path, program, function, launch, _record(records, function, launch), shape))
        except CannotMake as error:
            failures.append(Failure(function.name, str(error)))
    return plans, failures, templates


def _record(records: Sequence[LaunchRecord], function: Function, launch: PlannedLaunch) -> LaunchRecord | None:
    """The launch in the host code that a planned one comes from."""
    named = [r for r in records if r.function == function.key or r.name == function.name]
    return next((r for r in named if r.block == launch.shape.block), named[0] if named else None)


def _plan(
    path: str, program: Program, function: Function, launch: PlannedLaunch, record: LaunchRecord | None, shape: Shape
) -> KernelPlan:
    for parameter in function.parameters:
        if _is_texture(path, parameter.name):
            raise CannotMake(f"`{parameter.name}` is a texture or surface; verify the whole program with --app")
    block, grid = launch.shape.block, shape.grid_for(function.name) or launch.shape.grid
    grid = grid[0], min(grid[1], MOST_BLOCKS_DEEP), min(grid[2], MOST_BLOCKS_DEEP)
    known = _known_scalars(function, launch.shape.arguments) | dict(shape.scalars)
    size = min(max(grid[0] * block[0], grid[1] * block[1], 1), MOST_SIDE)
    trial = _chosen(program, function, replace(launch.shape, grid=grid), known, dict(shape.scalars), size, record)
    values = known | {name: float(value) for name, value in trial.values.items() if name not in dict(shape.scalars)}
    whole = {p.name for p in function.parameters if isinstance(p.type, Integer)}
    integers = [int(v) for name, v in values.items() if 0 < v <= MOST_SIDE and (name in whole or "." in name)]
    largest = max(integers, default=size if any("." in name for name in values) else 1)
    sizes = Sizes(values, size, array_bytes(largest, trial.global_bytes, _pointers(function)))
    arguments = tuple(
        make_argument(p.name or f"parameter {i + 1}", p.type, sizes) for i, p in enumerate(function.parameters)
    )
    shared = record.shared_bytes if record is not None else None
    unknown = sorted(
        p.name
        for p in function.parameters
        if (p.name in trial.values or p.name not in known) and not _is_pointer(p.type)
    )
    assumed = [f"{name} = {trial.values[name]}" for name in unknown if name in trial.values]
    if launch.assumption:
        assumed.append(launch.assumption)
    return KernelPlan(
        path=path,
        kernel=function.name,
        expression=_expression(function),
        block=block,
        grid=grid,
        shared_bytes=SHARED_BYTES if shared is None else shared,
        arguments=arguments,
        assumed=tuple(assumed),
    )


def _is_pointer(type_: object) -> bool:
    return type(type_).__name__ == "Pointer"


def _expression(function: Function) -> str:
    given = list(function.template_arguments)
    numbers = [i for i, a in enumerate(given) if a.lstrip("-").isdigit()]
    values = _VALUE_IN_KEY.findall(function.key)
    if len(values) == len(numbers):
        for index, (type_, value) in zip(numbers, values, strict=True):
            given[index] = ("true" if value != "0" else "false") if type_ == "b" else given[index]
    return function.qualified_name + (f"<{', '.join(given)}>" if given else "")


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


def _chosen(
    program: Program,
    function: Function,
    shape: LaunchShape,
    known: Mapping[str, float],
    given: Mapping[str, float],
    size: int,
    record: LaunchRecord | None,
) -> Trial:
    """Values for what is not known, and what the sampled blocks are then seen to touch.

    Where nothing is reached, what the host code passes is not believed, only what is `given` by the user.
    """
    stated = replace(shape, arguments=_with_known(function, shape.arguments, known))
    pointers = max(_pointers(function), 1)
    dynamic = record.shared_bytes if record is not None and record.shared_bytes is not None else SHARED_BYTES
    room = Room(most_bytes(pointers), dynamic)
    trial = choose_values(program, function, stated, size, room)
    if trial.reached or not known:
        return trial
    free = replace(shape, arguments=_with_known(function, None, given))
    return choose_values(program, function, free, size, room)


def _with_known(function: Function, given: Sequence[Value] | None, known: Mapping[str, float]) -> tuple[Value, ...]:
    """Arguments as planned, with what the user or the host code states."""
    passed = [given[i] if given is not None and i < len(given) else None for i in range(len(function.parameters))]
    return tuple(
        Number(int(known[p.name])) if isinstance(p.type, Integer) and p.name in known else value
        for p, value in zip(function.parameters, passed, strict=True)
    )


def _pointers(function: Function) -> int:
    """How many arrays a kernel gets, those behind members of structs counted too."""
    return sum(1 if _is_pointer(p.type) else count_pointers(p.type) for p in function.parameters)
