"""What may be tried for some arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cudalint.fix.edits import TextEdit
from cudalint.fix.layouts import Layout
from cudalint.ir.position import Position


@dataclass(frozen=True, slots=True)
class Patch:
    """Edits of one file that belong together, and the layouts that they give to arrays, by declaration. `safe`: as in
    `Fix`; `partial`: it takes away half of the waste or more, but not all."""

    title: str
    path: str
    edits: tuple[TextEdit, ...]
    layouts: Mapping[Position, Layout]
    safe: bool = False
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """Patches to try for some arrays until one is proved; `refusals`: why others cannot even be written."""

    arrays: tuple[Position, ...]
    patches: tuple[Patch, ...]
    refusals: tuple[str, ...] = ()
