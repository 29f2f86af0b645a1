"""Strides: how far apart the addresses of neighbouring threads are, as a formula."""

from __future__ import annotations

from cudalint.access import Stride
from cudalint.address.bounds import Bounds
from cudalint.address.formula import Formula, value_of
from cudalint.address.leaves import symbol_named
from cudalint.address.operations import replaced
from cudalint.address.polynomial import Expression, Polynomial, added, constant, scaled, single

AXES = ("threadIdx.x", "threadIdx.y", "threadIdx.z")

_GROUPS = ((32, "within a warp"), (16, "within 16 lanes"), (8, "within 8 lanes"))
_CUTTING = frozenset({"/", "%", "&", ">>"})
_UNKNOWN = Stride(None, None)
_NONE = Stride("0", 0)

_GROUP, _LANE = symbol_named("the group of lanes"), symbol_named("the lane in the group")


def strides(formula: Formula) -> tuple[Stride, Stride, Stride]:
    """The differences along threadIdx.x, .y and .z.

    The formula of one is None where the difference depends on the lane. Along x it may still be the same for all
    neighbours in a warp, or in an aligned half or quarter of one, as for threadIdx.x % 32 and threadIdx.x / 32: then
    `note` says so. That is tried only where blockDim.x is a multiple of the group's size. `bytes` is None where a
    symbol has no single known value.
    """
    if any(leaf.varies for leaf in formula.leaves.values()):
        return _UNKNOWN, _UNKNOWN, _UNKNOWN
    x, y, z = (_along(formula, axis) for axis in AXES)
    return x, y, z


def _along(formula: Formula, axis: str) -> Stride:
    names = [n for n, leaf in formula.leaves.items() if leaf.origin == axis and leaf.kind == "thread"]
    if not names:
        return _NONE
    if len(names) > 1:
        return _UNKNOWN
    symbol = symbol_named(names[0])
    found = _stride(formula, formula.polynomial, symbol, formula.bounds, "")
    if found is None and axis == AXES[0]:
        found = _in_groups(formula, symbol)
    return found or _UNKNOWN


def _in_groups(formula: Formula, symbol: Expression) -> Stride | None:
    """With threadIdx.x as size * group + lane, the difference from one lane to the next."""
    known = _with_known_extents(formula)
    if not any(_cuts(a, symbol) for m in known for a in m.operators()):
        return None
    width = formula.bounds.symbol(symbol)[1] + 1
    for size, note in _GROUPS:
        if width % size:
            continue
        bounds = formula.bounds.with_range(_GROUP, (0, width // size - 1)).with_range(_LANE, (0, size - 1))
        inside = added(scaled(single(_GROUP), size), single(_LANE))
        polynomial = replaced(known, symbol, inside, bounds)
        found = _stride(formula, polynomial, _LANE, bounds, note)
        if found is not None:
            return found
    return None


def _with_known_extents(formula: Formula) -> Polynomial:
    """With blockDim.x and the like as numbers: blockIdx.x*blockDim.x is then a multiple of 32 where it is one."""
    polynomial = formula.polynomial
    for name, leaf in formula.leaves.items():
        if leaf.kind == "shape" and leaf.number is not None:
            polynomial = replaced(polynomial, symbol_named(name), constant(leaf.number), formula.bounds)
    return polynomial


def _cuts(operator: Expression, symbol: Expression) -> bool:
    """Whether it divides or masks, by a number, something that moves with `symbol`."""
    return operator.symbol in _CUTTING and operator.args[1].is_number and symbol in operator.args[0].free_symbols


def _stride(formula: Formula, polynomial: Polynomial, symbol: Expression, bounds: Bounds, note: str) -> Stride | None:
    difference = _difference(polynomial, symbol, bounds)
    leaves = formula.leaves
    names = {s.name for m in difference for s in m.free_symbols}
    if any(n not in leaves or leaves[n].kind == "thread" for n in names):
        return None
    numbers = {n: leaves[n].number for n in names}
    values = {n: v for n, v in numbers.items() if v is not None}
    number = int(value_of(difference, values)) if len(values) == len(names) else None
    return Stride(formula.text_of(difference), number, note)


def _difference(polynomial: Polynomial, symbol: Expression, bounds: Bounds) -> Polynomial:
    """f(symbol + 1) - f(symbol), for every value but the largest."""
    moving = {m: c for m, c in polynomial.items() if symbol in m.free_symbols}
    linear = moving.get(symbol)
    if len(moving) == 1 and linear is not None:
        return constant(linear)
    low, high = bounds.symbol(symbol)
    inner = bounds.with_range(symbol, (low, max(high - 1, low)))
    here = single(symbol)
    after = replaced(moving, symbol, added(here, constant(1)), inner)
    return added(after, replaced(moving, symbol, here, inner), -1)
