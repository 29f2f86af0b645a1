"""Whether what an answer was read from is still what it was."""

from __future__ import annotations

import os
import stat
from itertools import islice
from pathlib import Path

from cudalint.analysis.outcome import Dependencies
from cudalint.cache.store import digest

LARGEST_READ = 4 << 20
"""Bytes; of larger files, which are not read as source either, size and time are looked at."""

CLOCK_SECONDS = 0.05
"""How far the times of files may lag behind the clock."""


class State:
    """Looks at each file once; made anew for every run."""

    def __init__(self) -> None:
        self._contents: dict[str, bytes] = {}
        self._there: dict[str, bool] = {}
        self._changed: dict[str, float] = {}

    def digest(self, dependencies: Dependencies, path: Path, root: Path) -> str:
        """Changes with the state of everything that an answer about `path` was read from. Both paths are absolute."""
        parts = [self._content(file) for file in dependencies.files]
        parts += [b"+" if self._exists(absent) else b"-" for absent in dependencies.absent]
        if dependencies.names:
            from cudalint.front.index import source_index

            index = source_index(str(root))
            parts += [os.fsencode(index.nearest(name, file) or "") for name, file in dependencies.names]
        if dependencies.includers is not None:
            from cudalint.front.fragments import MOST_INCLUDERS, includers

            parts += [os.fsencode(found) for found in islice(includers(path, root), MOST_INCLUDERS)]
        return digest(*parts)

    def last_change(self, dependencies: Dependencies, path: Path) -> float:
        """When one of the files was last changed, in seconds since the epoch."""
        return max(_last_change(file) for file in (str(path), *dependencies.files))

    def _content(self, path: str) -> bytes:
        if path not in self._contents:
            self._contents[path] = digest(os.fsencode(os.path.realpath(path)), _read(path)).encode()
        return self._contents[path]

    def _exists(self, path: str) -> bool:
        if path not in self._there:
            self._there[path] = os.path.isfile(path)  # noqa: PTH113  (asked very often)
        return self._there[path]


def _last_change(path: str) -> float:
    try:
        state = Path(path).stat()
    except OSError:
        return 0.0
    return max(state.st_mtime, state.st_ctime)


def _read(path: str) -> bytes:
    """A file's content with a mark, or why it is not read: pipes and devices may never end."""
    try:
        state = os.stat(path)  # noqa: PTH116  (this and the next: for some thousand files)
        if not stat.S_ISREG(state.st_mode):
            return b"?"
        if state.st_size > LARGEST_READ:
            return f"={state.st_size} {state.st_mtime_ns}".encode()
        with open(path, "rb") as file:  # noqa: PTH123
            return b"=" + file.read()
    except OSError:
        return b"!"
