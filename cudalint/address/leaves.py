"""The symbols of a formula: under which name each is shown, and what values it can take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any

import numpy

from cudalint.address import monomial
from cudalint.address.polynomial import Expression
from cudalint.address.ranges import EVERYTHING, End, Range
from cudalint.ir.term import Symbol

LARGEST_EXTENT: Mapping[str, int] = {
    "blockDim.x": 1024,
    "blockDim.y": 1024,
    "blockDim.z": 64,
    "gridDim.x": 2**31 - 1,
    "gridDim.y": 65535,
    "gridDim.z": 65535,
}
"""What the hardware allows, from compute capability 3.0 on (CUDA C++ Programming Guide, technical specifications)."""

_EXTENT = {"threadIdx": "blockDim", "blockIdx": "gridDim"}
_FIXED_KINDS = frozenset({"parameter", "shape"})


@dataclass(frozen=True, slots=True)
class Leaf:
    """A symbol of a formula.

    `name`: as the text shows it, unique in the formula; `origin`: the source's own name. `kind`, `value`, `unknown`,
    `uniform` as for `cudalint.ir.term.Symbol`. A loop's counter has the rounds done so far as its value. `least`: the
    smallest value it can have, where that is known of a counter.
    """

    name: str
    origin: str
    kind: str
    value: Any
    unknown: bool
    uniform: bool
    least: int | None = None

    @property
    def number(self) -> int | None:
        """The value that every lane has in the launch at hand, None where it is unknown or changes."""
        if self.unknown or not self.uniform or self.kind in ("thread", "block", "loop"):
            return None
        return int(self.value) if isinstance(self.value, (int, numpy.integer)) else None

    @property
    def varies(self) -> bool:
        """Whether neighbouring lanes hold values that no formula relates."""
        return not self.uniform and self.kind != "thread"


@lru_cache(maxsize=4096)
def symbol_named(name: str) -> Expression:
    """The symbol of a leaf."""
    return monomial.Symbol(name)


def leaf_of(symbol: Symbol, name: str) -> Leaf:
    """The leaf of a symbol that is shown as itself."""
    return Leaf(name, symbol.name, symbol.kind, symbol.value, symbol.unknown, symbol.uniform)


def range_of(leaf: Leaf, extents: Mapping[str, int]) -> Range:
    """What values a leaf can take in the whole launch, not only in the sampled blocks and rounds.

    `extents`: blockDim.x and the like, as far as they are known. Without them the thread indices that were executed
    (those of whole blocks) count, and the hardware's limits for blocks.
    """
    if leaf.kind in ("thread", "block"):
        return 0, _largest_index(leaf, extents)
    if leaf.kind in _FIXED_KINDS and leaf.number is not None:
        return leaf.number, leaf.number
    if leaf.kind == "shape":
        return 1, LARGEST_EXTENT.get(leaf.origin, inf)
    return EVERYTHING if leaf.least is None else (leaf.least, inf)


def _largest_index(leaf: Leaf, extents: Mapping[str, int]) -> End:
    name, _, axis = leaf.origin.partition(".")
    extent_name = f"{_EXTENT.get(name, name)}.{axis}"
    extent = extents.get(extent_name)
    if extent:
        return extent - 1
    limit = LARGEST_EXTENT.get(extent_name, inf) - 1
    if leaf.kind == "thread" and isinstance(leaf.value, numpy.ndarray):
        return min(int(leaf.value.max()), limit)
    return limit
