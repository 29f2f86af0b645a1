"""CUDA source in the strings of Python files: found by `ast`, never executed, and pointed at where it stands."""

from cudalint.embedded.analyse import analyse_python

__all__ = ["analyse_python"]
