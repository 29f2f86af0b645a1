"""How many steps the launches of one file may take, so that a file with very many of them takes no more than others.

A launch is executed once; where that does not reach everything, up to four more times. With many instances of one
template the further executions reach, instance by instance, much the same lines. So once a file takes long, only the
first launch of each kernel is looked at in full, and the others are said to be looked at in part.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cudalint.simt.kernel import KERNEL_FUEL

FILE_FUEL = 40_000
"""Steps that the executions which count may take in one file, shared between its launches."""

LEAST_FUEL = 2_500
"""A launch's share of that is not made smaller than this."""

STEPS_IN_FULL = 60_000
"""Steps of all executions in one file, from which on launches are looked at in part. Of 126 programs whose accesses
were measured none takes more than 48,000."""

MOST_STEPS = 120_000
"""Steps of all executions in one file, from which on nothing is executed any more."""

IN_PART = "the file takes more steps than are looked at: only another launch of it is looked at in full"
USED_UP = "the file's other kernels take all the steps that are looked at"


@dataclass(slots=True)
class Budget:
    """`launches`: how many there are in the file. The rest is what those so far have taken, and of which kernels they
    were, by name."""

    launches: int
    spent: int = 0
    begun: int = 0
    once: int = 0
    kernels: set[str] = field(default_factory=set)

    @property
    def fuel(self) -> int:
        """Steps that one execution may take."""
        return max(min(KERNEL_FUEL, FILE_FUEL // max(self.launches, 1)), LEAST_FUEL)

    @property
    def is_used_up(self) -> bool:
        """Whether no launch is executed any more."""
        return self.spent >= MOST_STEPS

    def in_full(self, kernel: str, steps: int) -> bool:
        """Whether the next launch is executed further, after so many steps the first time: where it is the kernel's
        first one, or where so much is left that the others can be executed once."""
        if kernel not in self.kernels:
            return True
        mean = (self.once + steps) / (self.begun + 1)
        return self.spent + steps + mean * (self.launches - self.begun - 1) <= STEPS_IN_FULL

    def take(self, kernel: str, once: int, steps: int) -> None:
        """A launch took `once` steps the first time, and `steps` in all."""
        self.kernels.add(kernel)
        self.begun += 1
        self.once += once
        self.spent += steps
