"""The command lines of Nsight Compute, built without running anything."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from ..measured import CannotMeasure

COUNTERS = (
    "inst_executed",
    "thread_inst_executed_true",
    "memory_type",
    "memory_access_type",
    "memory_access_size_type",
    "memory_l1_tag_requests_global",
    "memory_l2_theoretical_sectors_global",
    "memory_l2_theoretical_sectors_global_ideal",
    "memory_l1_wavefronts_shared",
    "memory_l1_wavefronts_shared_ideal",
)
"""Counted per machine instruction from the addresses themselves, so that they repeat exactly. Nothing that depends on
clocks or on what else runs."""


def find_ncu() -> str:
    """The ncu on the PATH or in CUDA_HOME. Raises `CannotMeasure`."""
    return find_tool("ncu", "Nsight Compute is not installed, or not on the PATH")


def find_tool(name: str, otherwise: str) -> str:
    """A program of the CUDA toolkit. Raises `CannotMeasure` with `otherwise`."""
    found = shutil.which(name)
    if found is not None:
        return found
    home = os.environ.get("CUDA_HOME") or os.environ.get("CUDA_PATH")
    inside = Path(home, "bin", name) if home else None
    if inside is not None and os.access(inside, os.X_OK):
        return str(inside)
    raise CannotMeasure(f"no {name}: {otherwise}")


def import_command(ncu: str, report: Path) -> list[str]:
    """Print a report's source page."""
    page = ["--page", "source", "--csv", "--print-source", "cuda,sass"]
    return [ncu, "--import", str(report), *page]


def profile_command(
    ncu: str, report: Path, program: Sequence[str], *, kernels: Sequence[str] = (), launches: int = 0
) -> list[str]:
    """Run a program under ncu. `kernels`: only those of these names; `launches`: at most so many, 0 for all.

    Clocks stay as they are: the counters do not depend on them, and setting them needs rights.
    """
    command = [ncu, "--clock-control", "none", "--section", "SourceCounters", "--metrics", ",".join(COUNTERS)]
    command += ["--import-source", "yes", "--target-processes", "all", "--force-overwrite"]
    if kernels:
        command += ["--kernel-name", f"regex:^({'|'.join(sorted(kernels))})$", "--kernel-name-base", "function"]
    if launches:
        command += ["--launch-count", str(launches)]
    return [*command, "--export", str(report), *program]
