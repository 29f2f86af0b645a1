"""What running a kernel before and after a fix gave, and what that says about the fix."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cudalint.access import SHARED
from cudalint.analysis.settings import Settings

from ..judge import Figures
from ..measured import Profile
from ..plan.kernels import KernelPlan

FASTER, AS_FAST, SLOWER = "faster", "as fast", "slower"
COSTS_LESS, COSTS_THE_SAME, COSTS_MORE = "costs less", "costs the same", "costs more"
OTHER_OUTPUT = "not the same output"
NOT_MEASURED = "not measured"
REFUSED = frozenset({SLOWER, COSTS_MORE, OTHER_OUTPUT})

NOTICEABLE = 1.03
"""Medians of time nearer than this factor are one time: runs of one program differ by as much."""

MORE = 1.01
"""From this factor on a kernel costs more, or less: compilers shift single accesses."""


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a file. `path`: what is compiled; `included`: project headers that it includes; `root`: the folder
    that stands for / in its paths, "" for the user's own files."""

    path: str
    included: tuple[str, ...]
    settings: Settings
    root: str = ""


@dataclass(frozen=True, slots=True)
class Compared:
    """An array after both versions ran. `size`, `different`: bytes; `first`: offset of the first one that differs."""

    name: str
    size: int
    different: int = 0
    first: int = 0


@dataclass(frozen=True, slots=True)
class Times:
    """Microseconds of single runs by CUDA events, each on inputs of its own that both versions get."""

    before: tuple[float, ...]
    after: tuple[float, ...]

    @property
    def medians(self) -> tuple[float, float]:
        """Before and after."""
        return statistics.median(self.before), statistics.median(self.after)

    @property
    def label(self) -> str:
        """Slower: the median by a noticeable factor, and three of four runs above the median before."""
        before, after = self.medians
        if after > NOTICEABLE * before and sorted(self.after)[len(self.after) // 4] > before:
            return SLOWER
        return FASTER if before > NOTICEABLE * after else AS_FAST


@dataclass(frozen=True, slots=True)
class Ran:
    """Both versions of a kernel. `times` is None where there is no GPU; `why`: what kept it from being run, or its
    outputs from being compared, "" otherwise."""

    kernel: str
    before: Profile
    after: Profile
    arrays: tuple[Compared, ...] = ()
    times: Times | None = None
    why: str = ""


Tell = Callable[[str], None]
Pair = tuple[KernelPlan, KernelPlan]
Runner = Callable[[Version, Version, Sequence[Pair], Tell], Iterator[Ran]]
"""Runs both versions of the paired plans, which have the same shape and arguments."""


@dataclass(frozen=True, slots=True)
class Change:
    """An access before and after, means per request; `line` before the fix. None where that version has none."""

    path: str
    line: int
    space: str
    kind: str
    before: Figures | None
    after: Figures | None
    predicted_before: Figures | None
    predicted_after: Figures | None


@dataclass(frozen=True, slots=True)
class Totals:
    """Sectors and wavefronts of a whole launch."""

    sectors: float
    wavefronts: float

    @classmethod
    def of(cls, profile: Profile) -> Totals:
        """Sums over all rows; blocks that were not counted are taken to cost what the others do."""
        scale = 1.0
        for launch in profile.launches:
            if launch.sampled and launch.grid is not None:
                x, y, z = launch.grid
                scale = x * y * z / launch.sampled
        wavefronts = sum(r.cost for r in profile.rows if r.space == SHARED)
        return cls(scale * (sum(r.cost for r in profile.rows) - wavefronts), scale * wavefronts)

    @property
    def together(self) -> float:
        """One number to compare."""
        return self.sectors + self.wavefronts


@dataclass(frozen=True, slots=True)
class Trial:
    """What is to be said about the fixes of one kernel."""

    path: str
    kernel: str
    label: str
    reason: str
    changes: tuple[Change, ...] = ()
    arrays: tuple[Compared, ...] = ()
    before: Totals | None = None
    after: Totals | None = None
    times: Times | None = None


def label(ran: Ran, before: Totals, after: Totals) -> tuple[str, str]:
    """The label and its reason: outputs first, then time, and costs where no time was taken."""
    if ran.why:
        return NOT_MEASURED, ran.why
    wrong = [a for a in ran.arrays if a.different]
    if wrong:
        named = [f"`{a.name}` differs in {a.different} of {a.size} bytes, first at {a.first}" for a in wrong]
        return OTHER_OUTPUT, "; ".join(named)
    if not any(r.kind != "load" and r.space != SHARED and r.executions for r in ran.before.rows) and ran.before.rows:
        return NOT_MEASURED, "the kernel wrote nothing to global memory: pass sizes with --set"
    if ran.times is not None:
        return ran.times.label, ""
    if not before.together:
        return NOT_MEASURED, "nothing was counted"
    if after.together > MORE * before.together:
        return COSTS_MORE, ""
    return (COSTS_LESS if before.together > MORE * after.together else COSTS_THE_SAME), ""
