"""Measures what the linter predicts: runs kernels, or reads a profile, and labels every predicted access.

source -> predictions (the linter's own accesses) and measurements (counters per line) -> verdicts -> reports. Core
finds this package as the entry point `verify` of the group `cudalint.commands`.
"""
