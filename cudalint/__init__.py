"""cudalint: what CUDA memory accesses cost a warp, read from source alone."""

__version__ = "0.1.0"
