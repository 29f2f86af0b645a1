"""How to count on hardware what is predicted here."""

from __future__ import annotations

import shlex

from cudalint.access import GLOBAL, Access

GLOBAL_COUNTER = "memory_l2_theoretical_sectors_global"
SHARED_COUNTER = "memory_l1_wavefronts_shared"
"""Each has a companion with _ideal behind its name."""


def how_to_measure(access: Access) -> tuple[str, ...]:
    """Commands and counters, a line each."""
    count = GLOBAL_COUNTER if access.space == GLOBAL else SHARED_COUNTER
    return (
        f"cudalint verify {shlex.quote(access.at.path)} (with --on-cpu no GPU is needed)",
        f"Nsight Compute, source page, line {access.at.line}: {count} / inst_executed (ideal: the same with _ideal)",
    )
