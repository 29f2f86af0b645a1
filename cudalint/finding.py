"""What a rule says about an access; reports know only this."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from cudalint.ir.position import Position


class Severity(IntEnum):
    """Ordered: `--fail-on` compares."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    @property
    def word(self) -> str:
        """Lower case, as printed and in JSON."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Label:
    """A further place worth showing, with a few words: the array's declaration, the launch."""

    at: Position
    text: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the bytes of a file between two positions; `text` may be empty."""

    at: Position
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One diagnostic.

    `message`: one line, without the code. `help`: the fix in one line. `label`: a few words under the caret. `notes`:
    further lines (the assumption made, the closed form). `cost`, `ideal`, `unit`, `executions` as in the access;
    `impact` is what the waste weighs: (cost - ideal) per request; `confidence` is the access's status.
    """

    code: str
    name: str
    severity: Severity
    at: Position
    message: str
    help: str = ""
    label: str = ""
    notes: tuple[str, ...] = ()
    related: tuple[Label, ...] = ()
    kernel: str = ""
    unit: str = ""
    cost: float | None = None
    ideal: float | None = None
    executions: int = 0
    confidence: str = ""
    edits: tuple[Edit, ...] = ()

    @property
    def impact(self) -> float:
        """Wasted sectors or wavefronts per request."""
        return (self.cost or 0.0) - (self.ideal or 0.0)
