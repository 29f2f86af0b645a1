"""What was counted while kernels ran: the same form for a profiler's report and for the emulation on the CPU."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

Line = tuple[str, int]
"""A path and a line number."""

Block = tuple[int, int, int]


class CannotMeasure(Exception):
    """Nothing could be measured at all, and why in one line: the run ends with exit code 2."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Counters of one source line x kernel x space x kind x width, summed over all executions.

    `executions`: warp-level requests; `threads`: active lanes, summed; `cost`, `ideal`: sectors (global) or wavefronts
    (shared), summed. `width`: bytes a lane moves, 0 where it is not known. `via`: lines of the calls that led here,
    innermost first. `kernel`: its full name with template arguments, as the compiler prints it. `counted`: False for
    accesses that the hardware does not count (cp.async.cg leaves the counter of wavefronts at 0).
    """

    at: Line
    kernel: str
    space: str
    kind: str
    width: int
    executions: int
    threads: int
    cost: int
    ideal: int
    via: tuple[Line, ...] = ()
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Launched:
    """A kernel that ran. `sampled`: blocks that were counted, where that is not all of them; `values`: what was chosen
    for it, as "n = 256"."""

    kernel: str
    block: Block | None = None
    grid: Block | None = None
    sampled: int | None = None
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """A kernel that did not run, and why in one line; an empty `kernel` stands for all that did not run."""

    kernel: str
    reason: str


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything that one run counted. `origin`: where the figures come from, in words for the report."""

    origin: str
    rows: tuple[Measured, ...] = ()
    launches: tuple[Launched, ...] = ()
    failures: tuple[Failure, ...] = ()
    notes: tuple[str, ...] = ()


def summed(rows: Iterable[Measured]) -> tuple[Measured, ...]:
    """One row per line, kernel, space, kind, width and chain of calls, in a stable order."""
    totals: dict[tuple[object, ...], Measured] = {}
    for row in rows:
        key = (row.at, row.kernel, row.space, row.kind, row.width, row.via, row.counted)
        known = totals.get(key)
        totals[key] = row if known is None else _plus(known, row)
    return tuple(sorted(totals.values(), key=lambda r: (r.at, r.kernel, r.space, r.kind, r.width, r.via)))


def _plus(one: Measured, other: Measured) -> Measured:
    return replace(
        one,
        executions=one.executions + other.executions,
        threads=one.threads + other.threads,
        cost=one.cost + other.cost,
        ideal=one.ideal + other.ideal,
    )


def ran_with(profile: Profile, values: tuple[str, ...]) -> Profile:
    """The profile of one kernel, with what was chosen for it."""
    return replace(profile, launches=tuple(replace(launch, values=values) for launch in profile.launches))


def merged(profiles: Iterable[Profile], origin: str) -> Profile:
    """Several runs as one."""
    given = tuple(profiles)
    return Profile(
        origin,
        summed(r for p in given for r in p.rows),
        tuple(dict.fromkeys(launch for p in given for launch in p.launches)),
        tuple(dict.fromkeys(f for p in given for f in p.failures)),
        tuple(dict.fromkeys(n for p in given for n in p.notes)),
    )
