"""What may be spent, beside what was: each figure with its budget, and in multiples of libclang's own parse."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True)
class Budget:
    """At most `most` in `unit`."""

    most: float
    unit: str


VERSION = Budget(0.1, "s")
SMALL_FILE = Budget(0.6, "s")
SMALL_FILE_WARM = Budget(0.15, "s")
ADDED = Budget(1.0, "x libclang's parse")
MEMORY = Budget(300, "MiB")
KEYSTROKE = Budget(150, "ms")

TREE_FILES = 1100
"""The budget of a tree is for so many files on two cores; smaller ones get their share of it."""
FEWEST_FILES = 100
TREE, TREE_WARM = Budget(120, "s"), Budget(5, "s")


def share(budget: Budget, files: int) -> Budget:
    """What of a tree's budget so many files may take; no limit for a few, whose time is that of the start."""
    return Budget(budget.most * files / TREE_FILES if files >= FEWEST_FILES else inf, budget.unit)


def judged(name: str, figure: float, budget: Budget, processor: float = 0.0, libclang: float = 0.0) -> str:
    """One line. `processor`, `libclang`: seconds that the run took, and that libclang takes to parse the same files."""
    verdict = (
        f", budget {budget.most:.4g}: {'met' if figure <= budget.most else 'NOT MET'}" if budget.most < inf else ""
    )
    text = f"{name:30}{figure:9.3f} {budget.unit}{verdict}"
    if not libclang:
        return text
    return f"{text}; {processor:.2f} s CPU = {processor / libclang:.1f} x libclang's parse of {libclang:.3f} s"
