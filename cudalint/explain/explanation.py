"""Everything that is shown about one access."""

from __future__ import annotations

from cudalint.access import Object
from cudalint.derivation import RoundCost, Symbol
from cudalint.explain.picture import Picture
from cudalint.frozen import frozen
from cudalint.ir.position import Position

LOAD_AND_STORE = "load and store"


@frozen
class Alternative:
    """What the access would cost if something else held. `what`: "block 32x8", "rows of 33 float"; `cost`, `ideal`:
    mean sectors or wavefronts per request; `note`: what it takes, "" for nothing."""

    what: str
    cost: float
    ideal: float
    note: str = ""


@frozen
class Definition:
    """What stands behind a name in the address: `row = blockIdx.y * 32 + threadIdx.y`. `operator`: "=", that of a
    compound assignment, "++" or "--", "" for a macro. `argument`: the name is a parameter, and `at` the call.
    `conditional`: it stands in a branch."""

    name: str
    operator: str
    text: str
    at: Position
    argument: bool = False
    conditional: bool = False


@frozen
class Remark:
    """What a rule says about the access. `help`: the fix; `fix`, `proof`: a change that was proved, "" for none."""

    code: str
    name: str
    message: str
    help: str
    fix: str = ""
    proof: str = ""


@frozen
class Instance:
    """The same access in another kernel, launch or call, or another piece of it. `cost`: None where not decided."""

    kernel: str
    block: tuple[int, int, int] | None
    kind: str
    width: int
    cost: float | None
    ideal: float | None
    via: tuple[Position, ...] = ()


@frozen
class Explanation:
    """One access: as written, its address and how that came about, what a warp asks for, what it costs and why.

    `kind`: "load", "store", "atomic", or LOAD_AND_STORE where both are alike. `written`: the access in the source, on
    one line; "" where the source is not at hand. `declaration`: of the array, as C would write it. `strides`: (axis,
    distance in bytes) pairs in words. `cost`, `ideal`: mean sectors or wavefronts per request, None when not decided;
    `estimated_cost`: for an index that is data, on made-up data. `costs`: round by round, where they differ.
    `pictures`: the dearest request and the usual one, `other_costs`: of further ones. `others`: the same access
    elsewhere. `measure`: how to count it on hardware, a line each.
    """

    at: Position
    written: str
    kind: str
    space: str
    width: int
    object: Object
    declaration: str
    kernel: str
    block: tuple[int, int, int] | None
    grid: tuple[int, int, int] | None
    via: tuple[Position, ...]
    address: str
    definitions: tuple[Definition, ...]
    symbols: tuple[Symbol, ...]
    strides: tuple[tuple[str, str], ...]
    rows_per_warp: int
    active_lanes: float
    executions: int
    status: str
    reason: str
    assumptions: tuple[str, ...]
    depends: str
    unit: str
    cost: float | None
    worst: int | None
    ideal: float | None
    estimated_cost: float | None
    closed_form: str
    costs: tuple[RoundCost, ...]
    pictures: tuple[Picture, ...]
    other_costs: tuple[int, ...]
    alternatives: tuple[Alternative, ...]
    remarks: tuple[Remark, ...]
    others: tuple[Instance, ...]
    measure: tuple[str, ...]

    @property
    def name(self) -> str:
        """The array with the member that is accessed: `points.x`."""
        return f"{self.object.name}{self.object.member}"
