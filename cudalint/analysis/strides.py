"""Strides along threadIdx.x, .y and .z as numbers, read off the executed addresses."""

from __future__ import annotations

from typing import Any

from cudalint.simt.machine import Shape


def axis_strides(offsets: Any, active: Any, shape: Shape) -> tuple[int | None, int | None, int | None]:
    """Bytes between threads that are neighbours along each axis; None where that differs from thread to thread, or
    where the block has a single thread along the axis. `offsets`, `active`: per lane of all sampled blocks, as
    executed."""
    width, height, depth = shape.block
    distances = (1, width, width * height)
    extents = (width, height, depth)
    padded = -(-shape.threads // 32) * 32
    offsets = offsets.reshape(-1, padded)[:, : shape.threads].reshape(-1, depth, height, width)
    active = active.reshape(-1, padded)[:, : shape.threads].reshape(-1, depth, height, width)
    found = []
    for axis, (extent, distance) in enumerate(zip(extents, distances, strict=True)):
        found.append(_stride(offsets, active, 3 - axis) if extent > 1 and distance else None)
    return found[0], found[1], found[2]


def _stride(offsets: Any, active: Any, axis: int) -> int | None:
    ahead = [slice(None)] * 4
    behind = [slice(None)] * 4
    ahead[axis], behind[axis] = slice(1, None), slice(None, -1)
    both = active[tuple(ahead)] & active[tuple(behind)]
    steps = (offsets[tuple(ahead)] - offsets[tuple(behind)])[both]
    if not len(steps):
        return None
    low, high = int(steps.min()), int(steps.max())
    return low if low == high else None
