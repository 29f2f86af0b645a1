"""Files that only make sense inside another: a kernel.cu that its host program includes after the types it needs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from cudalint.front.includes import header_index, included_names

_SOURCES = (".cu", ".cpp", ".cc", ".cxx", ".c", ".cuh", ".h", ".hpp")
_LARGEST = 4 << 20


def includers(path: Path, root: Path) -> Iterator[str]:
    """Files beside it or one folder up that include this one by a path relative to themselves; CUDA sources first."""
    target = os.path.realpath(path)
    folders = {str(path.parent), str(path.parent.parent)}
    candidates = sorted(
        (file for files in header_index(root).by_name.values() for file in files if str(Path(file).parent) in folders),
        key=lambda file: (_SOURCES.index(Path(file).suffix) if Path(file).suffix in _SOURCES else len(_SOURCES), file),
    )
    for candidate in candidates:
        file = Path(candidate)
        if file.suffix not in _SOURCES or os.path.realpath(file) == target:
            continue
        if any(os.path.realpath(file.parent / name) == target for name in _names(candidate)):
            yield candidate


def _names(path: str) -> list[str]:
    try:
        with Path(path).open("rb") as file:
            return included_names(file.read(_LARGEST))
    except OSError:
        return []
