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


MOST_GROUPS = 4
"""Groups of neighbouring lanes with one index each: with more of them in a warp it matters where each one goes."""


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


def lanes_together(formula: Formula) -> str:
    """The assumption under which it does not matter where loaded indices lead, for hardly any lane has another one than
    its neighbour: each group of lanes goes to a place of its own. "" where they are not alike."""
    loaded = [leaf for leaf in formula.leaves.values() if leaf.kind == "data" and leaf.varies and not is_rounded(leaf)]
    values = [leaf.value for leaf in loaded]
    if not values or not all(isinstance(v, numpy.ndarray) and v.size % WARP_SIZE == 0 for v in values):
        return ""
    warps = numpy.stack([v.reshape(-1, WARP_SIZE) for v in values])
    groups = 1 + (warps[:, :, 1:] != warps[:, :, :-1]).any(0).sum(1)
    if float(groups.mean()) > MOST_GROUPS:
        return ""
    return f"{loaded[0].name} is the same for many lanes"


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
