"""Sizes of arrays in shared memory."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from cudalint.access import SHARED, Access, Object
from cudalint.ir.position import Position


def size_of(array: Object) -> int:
    """Bytes of the whole array as declared; one element where no extent is known."""
    return prod(array.shape) * array.element_size


def static_bytes(accesses: Iterable[Access], kernel: str) -> int:
    """Bytes of the static shared arrays that a kernel accesses, as declared."""
    sizes: dict[tuple[Position, str], int] = {}
    for access in accesses:
        array = access.object
        if access.space == SHARED and access.kernel == kernel and not array.dynamic:
            key = array.declared, array.name
            sizes[key] = max(sizes.get(key, 0), size_of(array))
    return sum(sizes.values())
