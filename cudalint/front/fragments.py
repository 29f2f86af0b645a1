"""Files that only make sense inside another: a kernel.cu that its host program includes after the types it needs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from cudalint.front.index import SourceIndex, source_index
from cudalint.front.scan import SCANS

_COMPILED = (".cu", ".cpp", ".cc", ".cxx", ".c")
_HEADERS = (".cuh", ".h", ".hpp", ".hh", ".inl")
_RANKS = {suffix: rank for rank, suffix in enumerate((*_COMPILED, *_HEADERS))}

_LEVELS = 2
"""Folders above the fragment's own that are looked into."""

MOST_INCLUDERS = 3
"""Files that include a fragment and are tried."""

_MOST_STEPS = 4
"""Includers of includers that are followed up to a file that is compiled."""


def includers(path: Path, root: Path) -> Iterator[str]:
    """Compiled files that include this one by a path relative to themselves, at first or at further hand.

    Those at first hand come before others, the nearest folder first, CUDA sources before C++ ones, then by name.
    """
    index = source_index(str(root))
    seen = {str(path)}
    current = [str(path)]
    for _ in range(_MOST_STEPS):
        found = [p for fragment in current for p in _direct_includers(fragment, index)]
        current = [p for p in dict.fromkeys(found) if p not in seen]
        seen.update(current)
        yield from (p for p in current if Path(p).suffix in _COMPILED)


def _direct_includers(path: str, index: SourceIndex) -> Iterator[str]:
    folder = Path(path).parent
    target = os.path.realpath(path)
    name = Path(path).name
    for _ in range(_LEVELS + 1):
        ranked = [(_RANKS[suffix], p) for p in index.in_folder(str(folder)) if (suffix := _suffix(p)) in _RANKS]
        yield from (p for _, p in sorted(ranked) if _includes(p, target, name))
        if str(folder) == index.root or folder == folder.parent:
            return
        folder = folder.parent


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1]  # noqa: PTH122  (asked very often)


def _includes(path: str, target: str, name: str) -> bool:
    folder = os.path.dirname(path)  # noqa: PTH120  (asked very often)
    return any(
        included.rpartition("/")[2] == name and os.path.realpath(f"{folder}/{included}") == target
        for included in SCANS.includes_of(path)
    )
