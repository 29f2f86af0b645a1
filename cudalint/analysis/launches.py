"""Which launches of which kernels to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from math import gcd

from numpy import integer

from cudalint.address.assumptions import Assumptions, parse_assumptions
from cudalint.address.proof import SHARED_MODULUS
from cudalint.analysis.outcome import Foreign, ForeignLaunch
from cudalint.analysis.settings import Settings
from cudalint.ir.unit import Function, Unit
from cudalint.ir.walk import builtin_uses
from cudalint.simt.kernel import LaunchShape
from cudalint.simt.machine import LaunchRecord
from cudalint.simt.values import ASSUMED, KNOWN, Number, Value, is_varying

MOST_THREADS = 1024
"""Threads of a block, on every architecture."""

MOST_SHAPES = 3
"""Different block shapes of one kernel that are looked at."""


MOST_INSTANCES = 3
"""Instances of one kernel template, asked for but launched nowhere, that are looked at."""

MOST_LAUNCHED = 12
"""Launched instances of one kernel template that are looked at."""


@dataclass(frozen=True, slots=True)
class PlannedLaunch:
    """A kernel to execute in a shape. `assumption`: what had to be assumed about the shape, "" when it was found;
    `run_as`: where it is said how the program is run that its sizes are taken from, "" where nothing is;
    `sizes`: what the arguments of all launches that it stands for have in common."""

    function: str
    shape: LaunchShape
    launched: bool
    assumption: str = ""
    run_as: str = ""
    sizes: Assumptions = field(default_factory=Assumptions)


def as_foreign(record: LaunchRecord) -> ForeignLaunch:
    """The travelling form of a launch."""
    return ForeignLaunch(record.name, record.grid, record.block, tuple(_plain(a) for a in record.arguments))


def for_others(records: Sequence[LaunchRecord]) -> tuple[ForeignLaunch, ...]:
    """The launches that another file may take its kernels' shapes from: of each kernel the first, and the first whose
    block is known. A host loop may launch hundreds."""
    first: dict[str, ForeignLaunch] = {}
    known: dict[str, ForeignLaunch] = {}
    for record in records:
        if record.name not in first:
            first[record.name] = as_foreign(record)
        if record.name not in known and None not in record.block:
            known[record.name] = as_foreign(record)
    return tuple(dict.fromkeys((*first.values(), *known.values())))


def is_unclear(record: LaunchRecord) -> bool:
    """Whether a number of a launch is not known: its shape, or what it passes by value."""
    numbers = (a for a in record.arguments if isinstance(a, Number))
    return None in (*record.block, *record.grid) or any(a.taint > KNOWN for a in numbers)


def _plain(value: Value) -> int | float | None:
    if not isinstance(value, Number) or value.taint != KNOWN or is_varying(value.data):
        return None
    return value.data if isinstance(value.data, float) else int(value.data)


def plan(unit: Unit, records: Sequence[LaunchRecord], foreign: Foreign, settings: Settings) -> list[PlannedLaunch]:
    """Every kernel of the unit in the shapes it is launched in; what nobody launches in an assumed shape."""
    planned: list[PlannedLaunch] = []
    launched_names: set[str] = set()
    launched = _spread(_by_kernel(unit, records))
    if foreign.callers:
        launched = {key: found for key, found in launched.items() if unit.functions[key].at.path not in foreign.callers}
    instances = {unit.functions[k].name for k in launched if not unit.functions[k].is_template}
    for key, shapes in launched.items():
        function = unit.functions[key]
        if function.is_template and function.name in instances:
            continue
        launched_names.add(function.name)
        planned.extend(_as_launched(function, record, settings) for record in shapes)
    assumed: Counter[str] = Counter()
    for key in unit.kernels:
        function = unit.functions[key]
        if function.at.path in foreign.callers:
            continue
        again = bool(assumed[function.name]) and (function.is_template or assumed[function.name] >= MOST_INSTANCES)
        if again or function.name in launched_names:
            continue
        assumed[function.name] += 1
        other = foreign.launches.get(function.name)
        if other is not None:
            arguments = tuple(Number(a) if a is not None else None for a in other.arguments)
            planned.append(_planned(function, other.block, other.grid, arguments, settings, True))
        else:
            planned.append(_planned(function, (None, None, None), (None, None, None), None, settings, False))
    return planned


def _as_launched(function: Function, record: LaunchRecord, settings: Settings) -> PlannedLaunch:
    arguments, known = tuple(record.arguments), record.grid_known
    likely = record.likely_block
    planned = _planned(function, record.block, record.grid, arguments, settings, True, likely, grid_known=known)
    return replace(planned, sizes=_sizes(function, record.congruences), run_as=record.run_as)


def _by_kernel(unit: Unit, records: Iterable[LaunchRecord]) -> dict[str, list[LaunchRecord]]:
    """Launches per kernel: one of each known block shape, or the first when none is known."""
    found: dict[str, list[LaunchRecord]] = {}
    for record in records:
        key = record.function or unit.by_name.get(record.name, "")
        if not key or key not in unit.functions:
            continue
        known = found.setdefault(key, [])
        same = next((place for place, r in enumerate(known) if r.block == record.block), None)
        if not known:
            known.append(record)
        elif None in record.block:
            continue
        elif same is not None:
            known[same] = _standing_for(known[same], record)
        elif None in known[0].block:
            known[0] = record
        elif len(known) < MOST_SHAPES:
            known.append(record)
    return found


def _standing_for(record: LaunchRecord, other: LaunchRecord) -> LaunchRecord:
    """The launch that is looked at, where another one of the same block is not: arguments in which they differ are only
    assumed, but for what all values have in common."""
    arguments = list(record.arguments)
    congruences = dict(record.congruences)
    for place, (one, another) in enumerate(zip_longest(arguments, other.arguments)):
        value, same = _integer(one), _integer(another)
        if value is None or value == same:
            continue
        modulus, _ = congruences.get(place, (0, 0))
        modulus = gcd(modulus, value - same, SHARED_MODULUS) if same is not None else 1
        congruences[place] = (modulus, value % modulus)
        arguments[place] = Number(value, ASSUMED)
    return replace(record, arguments=arguments, congruences=congruences)


def _integer(value: Value) -> int | None:
    """A number that the host passes, or passes among others."""
    if not isinstance(value, Number) or value.taint > ASSUMED or is_varying(value.data):
        return None
    return int(value.data) if isinstance(value.data, (int, integer)) else None


def _sizes(function: Function, congruences: Mapping[int, tuple[int, int]]) -> Assumptions:
    """What all launches' arguments have in common, as assumptions about the parameters."""
    named = zip(function.parameters, range(len(function.parameters)), strict=True)
    parts = [
        (parameter.name, *congruences[place]) for parameter, place in named if parameter.name and place in congruences
    ]
    return parse_assumptions([f"{name} % {modulus} == {rest}" for name, modulus, rest in parts if modulus > 1])


def _spread(launched: dict[str, list[LaunchRecord]]) -> dict[str, list[LaunchRecord]]:
    """Of very many instances of one template the first, the last and some between. They are told by the names that
    the launches have, so that those left out need not be lowered."""
    if len(launched) <= MOST_LAUNCHED:
        return launched
    by_name: dict[str, list[str]] = {}
    for key, records in launched.items():
        by_name.setdefault(records[0].name, []).append(key)
    kept = {key for keys in by_name.values() for key in _some(keys)}
    return {key: records for key, records in launched.items() if key in kept}


def _some(keys: Sequence[str]) -> Sequence[str]:
    if len(keys) <= MOST_LAUNCHED:
        return keys
    return [keys[index * (len(keys) - 1) // (MOST_LAUNCHED - 1)] for index in range(MOST_LAUNCHED)]


def _planned(
    function: Function,
    block: tuple[int | None, int | None, int | None],
    grid: tuple[int | None, int | None, int | None],
    arguments: tuple[Value, ...] | None,
    settings: Settings,
    launched: bool,
    likely_block: tuple[int | None, int | None, int | None] = (None, None, None),
    *,
    grid_known: bool = True,
) -> PlannedLaunch:
    given = settings.block_for(function.name)
    block_known = None not in block or given is not None
    assumption = ""
    if given is not None:
        shape = given
    else:
        shape = _completed_block(function, block if block_known or None in likely_block else likely_block)
        if not block_known:
            assumption = "block " + "x".join(str(n) for n in shape)
    if shape[0] * shape[1] * shape[2] > MOST_THREADS:
        shape, assumption, block_known = (256, 1, 1), "block 256x1x1", False
    full_grid = _completed_grid(function, grid)
    launch = LaunchShape(shape, full_grid, block_known, grid_known and None not in grid, arguments)
    return PlannedLaunch(function.key, launch, launched and block_known, assumption)


def _completed_block(function: Function, block: tuple[int | None, int | None, int | None]) -> tuple[int, int, int]:
    """The block with what is missing assumed: __launch_bounds__, a square where threadIdx.y is used, 256 threads
    otherwise."""
    if None not in block:
        return max(block[0] or 1, 1), max(block[1] or 1, 1), max(block[2] or 1, 1)
    two_dimensional = bool({"threadIdx.y", "blockDim.y"} & builtin_uses(function.body))
    if block == (None, None, None):
        threads = min(function.launch_bounds or 256, MOST_THREADS)
        if two_dimensional:
            return (32, max(threads // 32, 1), 1) if threads != 256 else (16, 16, 1)
        return threads, 1, 1
    first = block[0] if block[0] is not None else (256 if block[1] == 1 else 16)
    second = block[1] if block[1] is not None else (16 if two_dimensional else 1)
    return max(first, 1), max(second, 1), max(block[2] or 1, 1)


def _completed_grid(function: Function, grid: tuple[int | None, int | None, int | None]) -> tuple[int, int, int]:
    uses = builtin_uses(function.body) if None in grid else set()
    defaults = (
        64,
        64 if {"blockIdx.y", "gridDim.y"} & uses else 1,
        8 if {"blockIdx.z", "gridDim.z"} & uses else 1,
    )
    sizes = [max(n if n is not None else default, 1) for n, default in zip(grid, defaults, strict=True)]
    return sizes[0], sizes[1], sizes[2]
