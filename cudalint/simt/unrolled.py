"""Loops that the compiler unrolls as a whole: their rounds are known before anything runs."""

from __future__ import annotations

from functools import cache

from cudalint.ir import nodes
from cudalint.ir.walk import walk
from cudalint.simt.site import LoopWeight

MOST_ROUNDS = 16
"""Rounds of a loop that nvcc was seen to unroll as a whole whatever its body does (nvcc 13.0, -O3, sm_90)."""

_WRITES = (nodes.Assign, nodes.CompoundAssign, nodes.Increment)
_EFFECTS = (nodes.Call, nodes.CallPlace, nodes.CallValue, nodes.Intrinsic)


@cache
def needed(node: nodes.Loop) -> tuple[str, frozenset[str]] | None:
    """The counter of a loop whose rounds follow from constants, and from the counters of the loops around it that it
    also needs; by their keys. None for any other loop."""
    if node.before is None or node.condition is None or node.step is None or node.unroll not in (None, 0):
        return None
    head = (node.before, node.condition, node.step)
    counters = _written(node.step)
    counter = next(iter(counters), None)
    if len(counters) != 1 or counter is None or counter not in _begun(node.before) or counter in _written(node.body):
        return None
    if any(isinstance(inner, _EFFECTS) for part in head for inner in walk(part)):
        return None
    loaded = {_key(inner.place) for part in head for inner in walk(part) if isinstance(inner, nodes.Load)}
    others = frozenset(key for key in loaded if key is not None and key != counter)
    return None if None in loaded else (counter, others)


def counter_of(node: nodes.Loop, outer: LoopWeight | None) -> str:
    """The counter of a loop that is unrolled where it stands, "" for any other."""
    found = needed(node)
    if found is None:
        return ""
    counter, wanted = found
    weight = outer
    known = set()
    while weight is not None:
        known.add(weight.unrolls)
        weight = weight.outer
    return counter if wanted <= known else ""


def is_unrolled(weight: LoopWeight) -> bool:
    """Whether an access of this weight stands in a loop that was unrolled as a whole."""
    return bool(weight.unrolls) and not weight.cut and weight.rounds <= MOST_ROUNDS


def _begun(part: object) -> set[str | None]:
    declared = {inner.variable.key for inner in walk(part) if isinstance(inner, nodes.Declare) and inner.initial}
    return _written(part) | declared


def _written(part: object) -> set[str | None]:
    return {_key(inner.place) for inner in walk(part) if isinstance(inner, _WRITES)}


def _key(place: object) -> str | None:
    return place.variable.key if isinstance(place, nodes.VariablePlace) else None
