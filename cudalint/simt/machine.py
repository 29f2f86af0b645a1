"""The state of one abstract execution: lanes, active mask, frames, fuel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy

from cudalint.ir.position import Position
from cudalint.ir.unit import Unit
from cudalint.simt.memory import Memory
from cudalint.simt.recorder import Recorder
from cudalint.simt.site import LoopWeight
from cudalint.simt.values import KNOWN, Data, Spot, Value

DEEPEST_CALL = 24
"""Calls nested deeper than this are not followed."""

Mask = Any
"""numpy bool array over the lanes."""


class OutOfFuel(Exception):
    """The execution has done as many steps as it may; what was seen so far counts."""


@dataclass(slots=True)
class Shape:
    """The launch at hand: dimensions, and per lane where it stands."""

    block: tuple[int, int, int]
    grid: tuple[int, int, int]
    thread: Data
    block_index: Data
    sampled_block: Data
    sampled_blocks: int

    @property
    def threads(self) -> int:
        """Threads of one block."""
        return self.block[0] * self.block[1] * self.block[2]

    @property
    def blocks(self) -> int:
        """Blocks of the grid."""
        return self.grid[0] * self.grid[1] * self.grid[2]


@dataclass(slots=True)
class LaunchRecord:
    """A launch as the host side made it; dimensions that are not known are None. `grid_known`: no size in it was
    assumed. `run_as`: where it is said how the program is run, if that decides a number of it; `likely_block`: the
    block that follows from it. `congruences`: (modulus, residue) of the arguments, by place, that it has in common with
    other launches which it stands for."""

    function: str
    name: str
    grid: tuple[int | None, int | None, int | None]
    block: tuple[int | None, int | None, int | None]
    shared_bytes: int | None
    arguments: list[Value]
    at: Position
    grid_known: bool = True
    run_as: str = ""
    likely_block: tuple[int | None, int | None, int | None] = (None, None, None)
    congruences: dict[int, tuple[int, int]] = field(default_factory=dict)


class Frame:
    """One function being executed. `live`: lanes that have not returned from it; `via`: where it was called, innermost
    first."""

    __slots__ = (
        "closure",
        "depth",
        "entered",
        "live",
        "result",
        "result_type",
        "speculation",
        "this",
        "variables",
        "via",
    )

    def __init__(self, live: Mask, closure: Frame | None, depth: int, via: tuple[Position, ...]) -> None:
        self.variables: dict[str, Memory | Spot] = {}
        self.live = live
        self.entered = live
        self.closure = closure
        self.depth = depth
        self.via = via
        self.this: Value | None = None
        self.result: Value | None = None
        self.result_type: Any = None
        self.speculation = 0


@dataclass(slots=True)
class Program:
    """What is compiled once and executed many times: the unit and its functions as closures."""

    unit: Unit
    keeps_touched: bool = False
    compiled: dict[str, Any] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)


class Machine:
    """All lanes in lockstep.

    `mask`: active lanes; `active`: whether there are any. `control`: how sure it is that the active lanes are the ones
    that really are; `speculation`: how many conditions deep we are that may go either way. `departures` counts returns,
    breaks and continues, so that a join can tell that every lane came through; `break_taint` and its kin: how sure it
    is whether the loop or function at hand is left, or its round. `basic_block`: changes with every branch, for the
    compiler only merges what is in one block. `parted`: what an unknown value was assumed to be has parted lanes of one
    warp. `forced`: every guard is taken both ways, to reach what sampled values never do. `brief`: loops are looked at
    for a round or two, to reach what is behind them. `limit`: steps after which it ends, or the call at hand;
    `cut_short`: a call ended so; `followed`: functions that were called. `loop_at`: the innermost loop. `run_as`: where
    it is said how the program is run.
    """

    def __init__(
        self, program: Program, lanes: int, recorder: Recorder | None, fuel: int, *, host: bool = False
    ) -> None:
        self.program = program
        self.lanes = lanes
        self.recorder = recorder
        self.host = host
        self.limit = fuel
        self.cut_short = False
        self.followed: set[str] = set()
        self.spent = 0
        self.mask: Mask = numpy.ones(lanes, bool)
        self.active = True
        self.control = KNOWN
        self.speculation = 0
        self.speculation_taint = KNOWN
        self.departures = 0
        self.break_taint = KNOWN
        self.continue_taint = KNOWN
        self.return_taint = KNOWN
        self.basic_block = 0
        self._blocks = 0
        self.parted = False
        self.forced = False
        self.brief = False
        self.run_as = ""
        self.frame: Frame = Frame(self.mask, None, 0, ())
        self.breaks: Mask | None = None
        self.continues: Mask | None = None
        self.loop_depth = 0
        self.loop_at: Position | None = None
        self.weight = LoopWeight()
        self.journals: list[dict[tuple[int, int], tuple[Memory, int, Value | None]]] = []
        self.globals: dict[str, Memory] = {}
        self.builtins: Mapping[str, Memory] = {}
        self.shape: Shape | None = None
        self.launches: list[LaunchRecord] = []
        self.preferred = 1024
        self.environment: Any = None
        self.assumed: dict[str, int] = {}
        self.taken: set[int] = set()
        self.untaken: set[int] = set()

    def took(self, branch: int, entered: bool) -> None:
        """Note whether any lane entered a branch, so that what was never reached can be looked at another way."""
        (self.taken if entered else self.untaken).add(branch)

    def enter_basic_block(self) -> None:
        """A branch that holds accesses begins or ends here."""
        self._blocks += 1
        self.basic_block = self._blocks

    def spend(self, steps: int = 1) -> None:
        """Pay for a step; raises `OutOfFuel`."""
        self.spent += steps
        if self.spent > self.limit:
            raise OutOfFuel

    def spread(self, data: Data) -> Any:
        """`data` as an array over the lanes."""
        return data if isinstance(data, numpy.ndarray) else numpy.full(self.lanes, data)

    def uniform_in_warp(self, data: Data) -> bool:
        """Whether all active lanes of each warp hold the same number."""
        if not isinstance(data, numpy.ndarray) or self.host:
            return True
        if data[0] != data[1] and self.mask[0] and self.mask[1]:
            return False
        mask = self.mask.reshape(-1, 32)
        first = data[numpy.arange(0, self.lanes, 32) + mask.argmax(1)]
        return not numpy.count_nonzero((data.reshape(-1, 32) != first[:, None]) & mask)

    def leaders(self) -> Mask:
        """The first active lane of each warp."""
        warps = self.mask.reshape(-1, 32)
        first = numpy.zeros_like(warps)
        first[numpy.arange(len(warps)), warps.argmax(1)] = True
        return (first & warps).reshape(-1)

    def doubt(self) -> int:
        """How sure it is that the lanes that left so far are those that really do."""
        return max(self.return_taint, self.break_taint, self.continue_taint)

    def restricted(self, condition: bool | Mask) -> Mask | None:
        """The active lanes for which `condition` holds; the mask itself when all, None when none."""
        if condition is True:
            return self.mask
        if condition is False:
            return None
        chosen = self.mask & condition
        count = int(numpy.count_nonzero(chosen))
        if count == 0:
            return None
        return self.mask if count == int(numpy.count_nonzero(self.mask)) else chosen

    def depart(self) -> None:
        """The active lanes leave this path (return, break, continue)."""
        self.departures += 1
        self.active = False

    def join(self, mask: Mask | None) -> None:
        """Go on with these lanes; the frame's own live mask is used when it is the same, so that stores need no
        merge."""
        if mask is None:
            self.active = False
            return
        live = self.frame.live
        if mask is not live and not numpy.count_nonzero(mask != live):
            mask = live
        self.mask = mask
        self.active = bool(numpy.count_nonzero(mask))
