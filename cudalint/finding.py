"""What a rule says about an access; reports know only this."""

from __future__ import annotations

from enum import IntEnum

from cudalint.frozen import frozen
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


@frozen
class Label:
    """A further place worth showing, with a few words: the array's declaration, the launch."""

    at: Position
    text: str


@frozen
class Edit:
    """Replace the bytes of a file between two positions; `text` may be empty."""

    at: Position
    text: str


@frozen
class Relayout:
    """A wish for another layout of the shared array that is declared there. `elements`: how many its rows are to have
    more (or, negative, fewer); 0: whatever a search finds."""

    array: Position
    elements: int = 0


@frozen
class SwapThreads:
    """A wish that threadIdx.x and threadIdx.y change roles in a kernel, for the access at that place."""

    at: Position
    kernel: str


@frozen
class Fix:
    """A change that was proved by analysing the changed text again.

    `edits` belong together. `safe`: the same program in the same memory, however it is launched; `caution`: why it is
    not, in a few words. `proof`: what the second analysis found, in one line.
    """

    title: str
    edits: tuple[Edit, ...]
    safe: bool
    proof: str
    caution: str = ""


@frozen
class Finding:
    """One diagnostic.

    `message`: one line, without the code. `help`: the fix in one line. `label`: a few words under the caret. `notes`:
    further lines (the assumption made, the closed form). `sketch`: lines of code that show the fix in the names of the
    source. `cost`, `ideal`, `unit`, `executions` as in the access;
    `impact` is what the waste weighs: (cost - ideal) per request; `confidence` is the access's status. `remedy`: the
    kind of change that may be tried; `fix`: one that was tried and proved.
    """

    code: str
    name: str
    severity: Severity
    at: Position
    message: str
    help: str = ""
    label: str = ""
    notes: tuple[str, ...] = ()
    sketch: tuple[str, ...] = ()
    related: tuple[Label, ...] = ()
    kernel: str = ""
    unit: str = ""
    cost: float | None = None
    ideal: float | None = None
    executions: int = 0
    confidence: str = ""
    remedy: Relayout | SwapThreads | None = None
    fix: Fix | None = None

    @property
    def impact(self) -> float:
        """Wasted sectors or wavefronts per request."""
        return (self.cost or 0.0) - (self.ideal or 0.0)


@frozen
class Instance:
    """The access that a finding is about, as far as findings about one place are told apart: `array` its object's name,
    `cost` in `unit`, on stand-in data where it is not known otherwise."""

    array: str
    kernel: str
    kind: str
    block: tuple[int, int, int] | None
    cost: float | None
    unit: str


@frozen
class Spoken:
    """What one rule says about one access, or (`instance` None) about a file, before findings about one place become
    one."""

    finding: Finding
    instance: Instance | None = None
