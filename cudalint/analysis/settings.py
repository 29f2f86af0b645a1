"""What a user can set about the analysis."""

from __future__ import annotations

from dataclasses import dataclass

Block = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Settings:
    """`blocks`: block shapes the user gave, per kernel name or (None) for all; `assumptions`: C expressions; `jobs`:
    worker processes, 0 for one per core; `every_formula`: show an address for accesses too that waste nothing;
    `derivations`: say of each access how its address came about, for `explain`."""

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
    derivations: bool = False

    def block_for(self, kernel: str) -> Block | None:
        """The block shape the user gave for a kernel; one given by name wins."""
        general = None
        for name, block in self.blocks:
            if name == kernel:
                return block
            if name is None:
                general = block
        return general
