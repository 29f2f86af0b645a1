"""When the lanes of a warp touch sectors of their own although an index is loaded data.

Which sectors an index from memory leads to, nobody knows; but where every lane goes to a row of its own, they are not
the same ones. What has to be assumed for that is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy

from cudalint.address.formula import Formula
from cudalint.address.leaves import Leaf
from cudalint.address.polynomial import factors
from cudalint.hardware.architecture import SECTOR_BYTES, WARP_SIZE
from cudalint.ir.term import ROUNDED

IN_ITS_ROW = "what is loaded stays within the lane's row"


OWN_STRETCH = "every lane walks a stretch of its own"


@dataclass(frozen=True, slots=True)
class _Part:
    """`pitch` bytes times what one symbol holds; all other factors are the same in all lanes."""

    leaf: Leaf
    pitch: int


def lanes_apart(formula: Formula) -> str:
    """The assumption under which no two lanes of a warp share a sector; "" where none is natural.

    Rows picked by loaded indices, one or more sectors long; a row per thread with a loaded column; stretches that begin
    at loaded offsets and are walked by a counter, as a thread per row of a compressed sparse matrix does. Unknown sizes
    count with the values that were assumed for them.
    """
    parts = list(_parts(formula))
    for part in parts:
        if part.leaf.kind == "thread" and part.pitch >= SECTOR_BYTES and _different(part.leaf):
            return IN_ITS_ROW
    loaded = [p for p in parts if p.leaf.varies and p.leaf.kind == "data" and not is_rounded(p.leaf)]
    for part in loaded:
        if part.pitch >= SECTOR_BYTES:
            return f"{part.leaf.name} differs from lane to lane"
    counted = any(p.leaf.kind == "loop" or (p.leaf.varies and p.leaf.kind == "local") for p in parts)
    if counted and any(p.pitch == formula.element_size for p in loaded):
        return OWN_STRETCH
    return ""


def is_rounded(leaf: Leaf) -> bool:
    """Whether it is made of a floating-point number that is not known: coordinates of neighbours may be the same."""
    return leaf.kind == "data" and leaf.name.partition("_")[0] == ROUNDED


def _parts(formula: Formula) -> Iterator[_Part]:
    """The terms that differ between lanes by one symbol alone, and those of loop counters."""
    for monomial, coefficient in formula.polynomial.items():
        pitch, leaves = abs(coefficient), []
        for base, exponent in factors(monomial):
            leaf = formula.leaves.get(base.name) if base.is_symbol else None
            if leaf is None or exponent != 1:
                break
            if _same_in_all_lanes(leaf):
                pitch *= abs(int(leaf.value))
            else:
                leaves.append(leaf)
        else:
            if len(leaves) == 1:
                yield _Part(leaves[0], pitch)


def _same_in_all_lanes(leaf: Leaf) -> bool:
    return leaf.uniform and leaf.kind not in ("thread", "loop") and isinstance(leaf.value, (int, numpy.integer))


def _different(leaf: Leaf) -> bool:
    """Whether a thread index has as many values in a warp as that has lanes."""
    if not isinstance(leaf.value, numpy.ndarray) or leaf.value.size % WARP_SIZE:
        return False
    warps = numpy.sort(leaf.value.reshape(-1, WARP_SIZE), axis=1)
    return bool((warps[:, 1:] != warps[:, :-1]).all())
