"""What a user can set about the analysis."""

from __future__ import annotations

from cudalint.frozen import frozen

Block = tuple[int, int, int]

MIB = 1 << 20

SECONDS_PER_FILE = 120.0
"""A guard against hangs only: what is looked at is bounded by fuel, so that this decides no answer."""

MEMORY_PER_FILE = 4096
"""MiB that a worker may take more than it begins with; likewise a guard only."""


@frozen
class Settings:
    """`blocks`: block shapes the user gave, per kernel name or (None) for all; `assumptions`: C expressions; `jobs`:
    worker processes, 0 for one per core; `every_formula`: show an address for accesses too that waste nothing;
    `derivations`: say of each access how its address came about, for `explain`; `touched`: keep a hash of the addresses
    of each access.

    `seconds`, `memory` (MiB): what one file may take. `threshold`: have the rules speak about the accesses from this
    cost / ideal on, None: the reports hold accesses alone. `findings_only`: with a threshold, leave out of the reports
    the accesses that no finding needs. `cache`: the folder with earlier answers, None for none. `only`: the files to
    report on, None for all; the others are there for what these need of them.
    """

    arch: str = "sm_90"
    include_directories: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    undefines: tuple[str, ...] = ()
    standard: str | None = None
    blocks: tuple[tuple[str | None, Block], ...] = ()
    assumptions: tuple[str, ...] = ()
    compile_commands: str | None = None
    root: str | None = None
    jobs: int = 0
    every_formula: bool = True
    seconds: float = SECONDS_PER_FILE
    memory: int = MEMORY_PER_FILE
    threshold: float | None = None
    findings_only: bool = False
    cache: str | None = None
    only: frozenset[str] | None = None
    derivations: bool = False
    touched: bool = False

    def block_for(self, kernel: str) -> Block | None:
        """The block shape the user gave for a kernel; one given by name wins."""
        general = None
        for name, block in self.blocks:
            if name == kernel:
                return block
            if name is None:
                general = block
        return general
