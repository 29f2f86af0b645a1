"""An access and what it costs: what the analysis hands to rules and reports."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from cudalint.frozen import frozen
from cudalint.ir.position import Position

if TYPE_CHECKING:
    from cudalint.derivation import Derivation
    from cudalint.finding import Spoken
    from cudalint.requests import Requests

GLOBAL = "global"
SHARED = "shared"
LOAD = "load"
STORE = "store"
ATOMIC = "atomic"

EXACT = "exact"
ESTIMATE = "estimate"
INDIRECT = "indirect"
UNKNOWN = "unknown"

NOTEWORTHY_WASTE = 1.2
"""The least cost / ideal that any rule speaks about: a fifth more, as one sector too many for a warp of floats."""


@frozen
class Request:
    """One warp executing the access once. `addresses`: per lane the byte offset from the object's start, None for an
    inactive lane.

    `block_index`, `first_thread` (linear index in the block) say which warp; `iteration` names the loop counters'
    values. `cost` and `ideal` in sectors or wavefronts.
    """

    addresses: tuple[int | None, ...]
    cost: int
    ideal: int
    block_index: tuple[int, int, int] = (0, 0, 0)
    first_thread: int = 0
    iteration: tuple[tuple[str, int], ...] = ()


@frozen
class Stride:
    """Distance in bytes between the addresses of threads that are neighbours along one axis of threadIdx.

    `formula` as text ("4*N"), None where it depends on the lane or is not known; `bytes` where it is a number for the
    launch at hand (also when the formula holds symbols whose values are known). `note`: where the formula holds when
    that is not for all neighbours: "within a warp".
    """

    formula: str | None
    bytes: int | None
    note: str = ""


@frozen
class Object:
    """The array that is accessed. Sizes in bytes; `shape` in elements, outermost first, where it is declared with one.

    `element_size`: size of what the array holds (a whole struct for an array of structs); `record`: that struct's name,
    "" otherwise. `member`: the member's path that this access names (".pos.x"), "" for none.
    """

    name: str
    declared: Position
    element: str
    element_size: int
    shape: tuple[int, ...] = ()
    record: str = ""
    member: str = ""
    dynamic: bool = False


@frozen
class Access:
    """One site x kind x width x kernel x launch x chain of calls, with its cost.

    `width`: bytes a lane moves in one instruction. `cost`, `ideal`: mean sectors (global) or wavefronts (shared) per
    executed request, `worst` the largest; None when indirect or unknown. `estimated_cost`, `estimated_ideal`: for
    indirect ones the cost on pseudo-random data. `executions`: warp-level requests looked at. `address`: formula in
    bytes from the object's start. `strides`: along threadIdx.x, .y, .z. `lane_stride`: bytes between neighbouring
    active lanes when it is the same for all of them in all requests looked at, else None; `rows_per_warp`: rows of
    threadIdx.y or .z that a warp spans. `via`: positions of the calls that led here, innermost first; `hoisted`: the
    loop in front of which the compiler loads it once. `depends`: "32 sectors for N >= 8" and the like. `consecutive`:
    the lanes touch one gapless run of bytes (in any order) in every request looked at. `requests`: every distinct
    decided request to shared memory, () for global memory; `every_request`: none of them was left out. `drawn`: for
    indirect ones, requests on pseudo-random data. `touched`: a hash of all addresses that were seen, whichever lanes
    touched them; 0 unless the settings ask for it. `derivation`: how the address came about, where it was asked for.
    """

    at: Position
    kernel: str
    block: tuple[int, int, int] | None
    grid: tuple[int, int, int] | None
    space: str
    kind: str
    width: int
    object: Object
    status: str
    reason: str | None
    cost: float | None
    worst: int | None
    ideal: float | None
    executions: int
    address: str = ""
    strides: tuple[Stride, Stride, Stride] = (Stride(None, None), Stride(None, None), Stride(None, None))
    lane_stride: int | None = None
    consecutive: bool = False
    rows_per_warp: int = 1
    assumptions: tuple[str, ...] = ()
    depends: str = ""
    via: tuple[Position, ...] = ()
    hoisted: Position | None = None
    sample: Request | None = None
    estimated_cost: float | None = None
    estimated_ideal: float | None = None
    active_lanes: float = 32.0
    requests: tuple[Requests, ...] = field(default=(), compare=False, repr=False)
    every_request: bool = True
    derivation: Derivation | None = field(default=None, compare=False, repr=False)
    drawn: tuple[Requests, ...] = field(default=(), compare=False, repr=False)
    touched: int = field(default=0, compare=False, repr=False)

    @property
    def unit(self) -> str:
        """What `cost` counts: "sectors" (of 32 bytes) or "wavefronts"."""
        return "sectors" if self.space == GLOBAL else "wavefronts"

    @property
    def waste(self) -> float:
        """cost / ideal, 1.0 at best; 0 where it is not known."""
        if not self.cost or not self.ideal:
            return 0.0
        return self.cost / self.ideal


@frozen
class Skipped:
    """A kernel (or a whole file, `kernel` empty) that was not analysed, and why."""

    path: str
    line: int
    kernel: str
    reason: str


@frozen
class UnusedSuppression:
    """A comment that was meant to silence findings and silences none, or not all that it names.

    `codes`: what it names in vain; `problem`: what is wrong with the comment itself, "" if it only found nothing to
    silence. `remove`: the text to replace by `replacement`, so that only what is used stays.
    """

    at: Position
    codes: tuple[str, ...]
    problem: str
    remove: Position
    replacement: str = ""


@frozen
class FileReport:
    """Everything the analysis says about one file; `errors` are one-line texts that make it an X902.

    `diagnostics`: what the parser did not understand, counted: a patch must not add to it. `spoken`: what the rules say
    about it, None where they have not been asked; then `accesses` may be left out.
    """

    path: str
    accesses: tuple[Access, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    kernels: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    included: tuple[str, ...] = ()
    diagnostics: int = 0
    notes: tuple[str, ...] = ()
    unused: tuple[UnusedSuppression, ...] = ()
    spoken: tuple[Spoken, ...] | None = None
