"""How an address came about: what `explain` shows beyond the access itself, made only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cudalint.access import Request
from cudalint.frozen import frozen
from cudalint.ir.position import Position

LANE = "lane"
WARP = "warp"
BLOCK = "block"
LOOP = "loop"
UNIFORM = "uniform"
UNKNOWN = "unknown"
DATA = "data"
ROUNDED = "rounded"
OTHER = "other"


@frozen
class Substitution:
    """`at`, the variable `name` gets a value by `operator`: `row = blockIdx.y * 32 + threadIdx.y`.

    `operator`: "=", that of a compound assignment such as ">>=", or "++" and "--". `argument`: the name is a parameter,
    and `at` is the call whose argument of that number, from 0, gives it its value. `depth`: calls between the kernel
    and the place. `conditional`: it stands in a branch that not every way to the access goes through.
    """

    name: str
    operator: str
    at: Position
    argument: int | None = None
    depth: int = 0
    conditional: bool = False


@frozen
class Symbol:
    """A name in the address. `kind`: LANE (differs from lane to lane: threadIdx.x), WARP (the same for a
    whole warp: threadIdx.y of wide blocks), BLOCK (the same for a whole block:
    blockIdx), LOOP (a loop's counter, the same for all lanes), UNIFORM (one known value in the launch at hand), UNKNOWN
    (one value, of which `value` is a stand-in), DATA (loaded from memory), ROUNDED (made of a floating-point number
    that is not known), OTHER (computed per lane in a way that no formula is kept of). `value`: None where it has no
    single one.
    """

    name: str
    kind: str
    value: int | None = None


@frozen
class Round:
    """One warp's request in one round of the loops around it.

    `width`: bytes of the instruction, wider than the access where the compiler merges neighbours; the request's
    addresses are those of the instruction. `counted_as`: the kind of `hardware.warp.shared_cost`. `times`: requests of
    this shape that were seen, wherever they lay.
    """

    request: Request
    width: int
    counted_as: str
    times: int = 1


@frozen
class RoundCost:
    """All warps together in one round: `iteration` as in `Request`, mean `cost` and `ideal` of `requests` requests."""

    iteration: tuple[tuple[str, int], ...]
    cost: float
    ideal: float
    requests: int


@frozen
class Derivation:
    """`substitutions`: in the order of the source, callers first. `rounds`: a request of each shape, in the order in
    which they were made; `costs`: round by round, where the loops' counters are known. `template_arguments`: of the
    kernel, as written in messages."""

    substitutions: tuple[Substitution, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    rounds: tuple[Round, ...] = ()
    costs: tuple[RoundCost, ...] = ()
    template_arguments: tuple[str, ...] = ()

    def moved(self, move: Callable[[Position], Position]) -> Derivation:
        """With each position replaced."""
        return replace(self, substitutions=tuple(replace(s, at=move(s.at)) for s in self.substitutions))
