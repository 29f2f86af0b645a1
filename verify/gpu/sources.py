"""Copies of what is compiled for the GPU: where something has to be left out, it is left out of the copy."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from cudalint.source_text import code_of

from ..plan.kernels import KernelPlan
from .nvcc import copy_of, translation_unit

_WHOLE_GRID = re.compile(r"\b(?:this_grid|grid_group)\b")


class Sources:
    """A file and what it includes from its project, below `folder` at their full paths.

    Only the file itself is copied at first; the others when one of them has to be changed.
    """

    def __init__(self, path: str, included: Sequence[str], folder: Path) -> None:
        self._folder = folder
        self._main = Path(path).resolve()
        self._included = [Path(p).resolve() for p in included]
        self._texts = {self._main: _text(self._main)}

    def write(self, plans: Sequence[KernelPlan], *, everything: bool = False) -> Path:
        """Write the copies with the planned templates instantiated; the path of the main one."""
        for original, text in self._texts.items():
            unit = f'#line 1 "{original}"\n{text}'
            if original == self._main:
                unit = translation_unit(text, str(original), plans, everything=everything)
            copy = self._copy(original)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(unit, "utf-8")
        return self._copy(self._main)

    def edit(self, path: str, change: Callable[[str], str | None]) -> bool:
        """Change a copy; False where it is no file of the project, or `change` refuses."""
        original = Path(path).resolve()
        if original != self._main and original not in self._included:
            return False
        changed = change(self._texts.get(original) or _text(original))
        if changed is None:
            return False
        if original != self._main:
            self._texts = {p: _text(p) for p in self._included if p.is_file()} | self._texts
        self._texts[original] = changed
        return True

    def wait_for_the_grid(self) -> bool:
        """Whether blocks may wait for each other, so that all of them must run at the same time."""
        files = [self._main, *(p for p in self._included if p.is_file())]
        return any(_WHOLE_GRID.search(code_of(_text(p))) for p in files)

    def _copy(self, original: Path) -> Path:
        return copy_of(original, self._folder)


def _text(path: Path) -> str:
    return path.read_text("utf-8-sig", "replace")
