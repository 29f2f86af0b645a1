"""Whether two expressions are written alike."""

from __future__ import annotations

from cudalint.ir.nodes import Node, Place, Variable

_IGNORED = frozenset(("at", "type"))


def same_place(one: Place | None, other: Place | None) -> bool:
    """Whether two places are the same variables, operators and constants in the same order, wherever they stand."""
    return _same(one, other)


def _same(one: object, other: object) -> bool:
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, Variable) and isinstance(other, Variable):
        return one.key == other.key
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, Node):
        names = getattr(type(one), "__dataclass_fields__", {})
        return all(_same(getattr(one, name), getattr(other, name)) for name in names if name not in _IGNORED)
    return one == other
