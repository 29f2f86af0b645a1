"""What CUDA's built-in functions do to values and memory, by name."""

from cudalint.simt.intrinsics import atomics, copies, groups, host, mathematics, matrices, memory, text, warp

__all__ = ["atomics", "copies", "groups", "host", "mathematics", "matrices", "memory", "text", "warp"]
