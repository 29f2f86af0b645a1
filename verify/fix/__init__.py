"""Measures fixes: the same kernels before and after, on the same inputs: outputs, counters and time."""
