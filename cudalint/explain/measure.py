"""How to count on hardware what is predicted here."""

from __future__ import annotations

import shlex

from cudalint.access import GLOBAL, Access

GLOBAL_COUNTERS = "memory_l2_theoretical_sectors_global", "memory_l2_theoretical_sectors_global_ideal"
SHARED_COUNTERS = "memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal"


def how_to_measure(access: Access) -> tuple[str, ...]:
    """Commands and counters, a line each."""
    count, ideal = GLOBAL_COUNTERS if access.space == GLOBAL else SHARED_COUNTERS
    return (
        f"cudalint verify {shlex.quote(access.at.path)} (with --on-cpu no GPU is needed)",
        f"Nsight Compute, source page, line {access.at.line}: {count} / inst_executed",
        f"the ideal: {ideal} / inst_executed",
    )
