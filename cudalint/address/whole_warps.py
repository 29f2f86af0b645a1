"""What an access costs in every warp that runs it whole, whatever the unknown sizes are and however often a loop runs.

Where an address is a part that only threadIdx decides, plus one that is the same in all lanes of a warp, the second
part only moves the warp as a whole. If no such move changes the cost, nothing that is unknown does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import gcd
from typing import Any

import numpy

from cudalint.address.assumptions import Assumptions
from cudalint.address.evaluate import Data
from cudalint.address.formula import Formula, value_of
from cudalint.address.leaves import Leaf
from cudalint.address.polynomial import Expression, Polynomial, factors
from cudalint.address.proof import with_congruences
from cudalint.hardware.architecture import BANK_BYTES, BANKS, WARP_SIZE
from cudalint.hardware.warp import WAVEFRONT_BYTES

Costs = Callable[[Any, Any], tuple[Any, Any]]
"""(cost, ideal) of warps; byte offsets and activity have the shape (warps, 32)."""


def cost_of_whole_warps(
    formula: Formula, modulus: int, lanes: Any, width: int, costs: Costs, sizes: Assumptions
) -> set[tuple[int, int]]:
    """All (cost, ideal) that the warps of a block may pay; empty where lanes and unknowns can't be told apart.

    `modulus`: bytes by which a move changes no cost (a sector, or all banks). `lanes`: which ones of each warp get
    here, of the shape (warps, 32). `width`: bytes a lane, to which addresses are aligned; `sizes`: what
    is known of unknown ones.
    """
    formula = replace(formula, polynomial=with_congruences(formula, sizes))
    parted = _parted(formula, modulus, len(lanes))
    if parted is None or formula.chosen:
        return set()
    by_lane, step = parted
    warps: Any = numpy.broadcast_to(numpy.asarray(by_lane, numpy.int64), (lanes.size,)).reshape(lanes.shape)
    moves = numpy.arange(0, modulus, step)[:, None, None]
    offsets = (warps[None] + moves).reshape(-1, WARP_SIZE)
    active = numpy.tile(lanes, (len(moves), 1))
    possible = active.any(1) & ~((offsets & (width - 1) != 0) & active).any(1)
    if not possible.any():
        return set()
    cost, ideal = costs(offsets[possible], active[possible])
    return set(zip(cost.tolist(), ideal.tolist(), strict=True))


def in_own_banks(formula: Formula, threads: int) -> bool:
    """Whether each lane keeps to a bank of its own whatever was loaded: data picks the row, and rows are a multiple of
    all banks long, as in a histogram per thread. For 4 bytes a lane; `threads`: of a block."""
    warps = -(-threads // WARP_SIZE)
    parted = _parted(formula, WAVEFRONT_BYTES, warps, rows=True)
    if parted is None:
        return False
    by_lane, _ = parted
    banks = numpy.broadcast_to(numpy.asarray(by_lane, numpy.int64), (warps * WARP_SIZE,)) // BANK_BYTES % BANKS
    numbered = numpy.arange(warps * WARP_SIZE)
    apart = numpy.where(numbered < threads, banks, BANKS + numbered)
    ordered = numpy.sort(apart.reshape(-1, WARP_SIZE), axis=1)
    return bool((ordered[:, 1:] != ordered[:, :-1]).all())


def _parted(formula: Formula, modulus: int, warps: int, *, rows: bool = False) -> tuple[Data, int] | None:
    """(bytes by lane of one block, the power of two that all moves of whole warps are multiples of). `rows`: moves of
    single lanes by multiples of `modulus` are left out."""
    step = modulus
    lanes: dict[Expression, int] = {}
    for monomial, coefficient in formula.polynomial.items():
        leaves = [formula.leaves[s.name] for s in monomial.free_symbols]
        if all(map(_same_in_warps, leaves)):
            step = gcd(step, coefficient * _known_factor(formula, monomial))
        elif all(leaf.kind == "thread" or leaf.number is not None for leaf in leaves):
            lanes[monomial] = coefficient
        elif not rows or coefficient * _known_factor(formula, monomial) % modulus:
            return None
    return _of_one_block(formula, lanes, warps), step


def _same_in_warps(leaf: Leaf) -> bool:
    return leaf.kind == "block" or (leaf.uniform and leaf.kind != "thread")


def _known_factor(formula: Formula, monomial: Expression) -> int:
    """The product of the factors that are known numbers."""
    result = 1
    for base, exponent in factors(monomial):
        number = formula.leaves[base.name].number if base.is_symbol else None
        if number is not None:
            result *= number**exponent
    return result


def _of_one_block(formula: Formula, lanes: Polynomial, warps: int) -> Data:
    value = value_of(lanes, {n: leaf.value for n, leaf in formula.leaves.items()})
    return value[: warps * WARP_SIZE] if isinstance(value, numpy.ndarray) else value
