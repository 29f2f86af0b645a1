"""What the user asked to be verified, and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Request:
    """`report`: a profile to read. `kernels`: the only ones to verify; `everything`: those without findings too."""

    report: str | None = None
    kernels: tuple[str, ...] = ()
    everything: bool = False

    @classmethod
    def from_options(cls, given: Mapping[str, Any]) -> Request:
        """The request that the options make."""
        return cls(report=given["report"], kernels=given["kernels"], everything=given["everything"])

    @property
    def runs_kernels(self) -> bool:
        """Whether kernels have to be run one by one, so that it matters how many there are."""
        return self.report is None
