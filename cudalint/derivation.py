"""How an address came about: what `explain` shows beyond the access itself, made only when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from cudalint.access import Request
from cudalint.ir.position import Position

LANE = "lane"
BLOCK = "block"
LOOP = "loop"
UNIFORM = "uniform"
UNKNOWN = "unknown"
DATA = "data"
OTHER = "other"


@dataclass(frozen=True, slots=True)
class Substitution:
    """`name` `operator` `text` as the source says at a place: `row = blockIdx.y * 32 + threadIdx.y` there.

    `operator`: "=", or that of a compound assignment such as "+=" or ">>=". `argument`: the name is a parameter, and
    the place is the call (or the launch) that gives it its value.
    """

    name: str
    operator: str
    text: str
    at: Position
    argument: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name in the address. `kind`: LANE (differs from lane to lane: threadIdx), BLOCK (the same for a whole block:
    blockIdx), LOOP (a loop's counter, the same for all lanes), UNIFORM (one known value in the launch at hand), UNKNOWN
    (one value, of which `value` is a stand-in), DATA (loaded from memory), OTHER (computed per lane in a way that no
    formula is kept of). `value`: None where it has no single one.
    """

    name: str
    kind: str
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """One warp's request in one round of the loops around it.

    `width`: bytes of the instruction, wider than the access where the compiler merges neighbours. `shift`: the access
    at hand begins so many bytes behind each address. `times`: requests like this one that were seen. `counted_as`: the
    kind of `hardware.warp.shared_cost`.
    """

    request: Request
    width: int
    shift: int
    counted_as: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Derivation:
    """`substitutions`: outermost first, so that each uses only what stands below it or needs no explanation. `rounds`:
    distinct requests in the order in which they were made; `complete`: none was left out."""

    substitutions: tuple[Substitution, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    rounds: tuple[Round, ...] = ()
    complete: bool = True
