"""What may be tried for some arrays."""

from __future__ import annotations

from collections.abc import Mapping

from cudalint.fix.edits import TextEdit
from cudalint.fix.layouts import Layout
from cudalint.frozen import frozen
from cudalint.ir.position import Position

MEASURED_SLOWER: frozenset[str] = frozenset()
"""Kinds of patches after which most programs in fixtures/fixes_h200.jsonl took longer than before: they are shown with
that warning, and not applied."""


@frozen
class Patch:
    """Edits of one file that belong together, and the layouts that they give to arrays, by declaration. `safe`: as in
    `Fix`; `partial`: it takes away half of the waste or more, but not all; `room`: what it does to the shared memory of
    a block, in words."""

    title: str
    path: str
    edits: tuple[TextEdit, ...]
    layouts: Mapping[Position, Layout]
    safe: bool = False
    partial: bool = False
    room: str = ""

    @property
    def caution(self) -> str:
        """What to know before it is applied; "" for a safe one."""
        if self.safe:
            return ""
        return "changes shared memory" if self.layouts else "right for the launches that are known"

    @property
    def kind(self) -> str:
        """What it does, in a word, as recordings of measurements name it."""
        layouts = [getattr(layout, "inner", layout) for layout in self.layouts.values()]
        return next((type(layout).__name__ for layout in layouts), "SwapThreads")


@frozen
class Proposal:
    """Patches to try for some arrays until one is proved; `refusals`: why others cannot even be written."""

    arrays: tuple[Position, ...]
    patches: tuple[Patch, ...]
    refusals: tuple[str, ...] = ()
