"""Finds included files inside the repository, so that no include path need be given."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from cudalint.front.headers import DECLARATIONS, is_ours, yields_to_project
from cudalint.front.include_names import included_names
from cudalint.front.index import repository_root, source_index, without_parents
from cudalint.front.scan import SCANS, Scan, scan_text
from cudalint.frozen import frozen

__all__ = ["Resolution", "included_names", "repository_root", "resolve_includes"]

_MOST_FILES = 400
"""Files of one source's closure that are looked at; the rest of a larger one is left to libclang."""


@frozen
class Resolution:
    """The files that a source includes, as far as its text says.

    `directories`: folders to search besides those given; `files`: absolute paths of the project's files; `missing`:
    names found nowhere; `ours`: names of headers that our declarations stand for; `topics`: declarations that the texts
    need; `outside`: paths outside of the project that are named and must not be opened.
    """

    directories: tuple[str, ...]
    files: tuple[str, ...]
    missing: tuple[str, ...]
    ours: tuple[str, ...]
    topics: frozenset[str]
    outside: tuple[str, ...]


@dataclass(slots=True)
class _Search:
    root: str
    directories: list[str]
    allowed: tuple[str, ...]
    missing: dict[str, None] = field(default_factory=dict)
    ours: dict[str, None] = field(default_factory=dict)
    outside: dict[str, None] = field(default_factory=dict)

    def find(self, name: str, including: str) -> str | None:
        """Where the file of an include directive lies, None if it is not the project's."""
        found = self._in_directories(name, including)
        if found is not None:
            return found
        if is_ours(name) and not yields_to_project(name):
            self.ours[name] = None
            return None
        found = source_index(self.root).nearest(name, including)
        if found is not None:
            self._add_directory(found, name)
        elif is_ours(name):
            self.ours[name] = None
        else:
            self.missing[name] = None
        return found

    def _in_directories(self, name: str, including: str) -> str | None:
        for folder in (str(Path(including).parent), *self.directories):
            candidate = os.path.normpath(Path(folder) / name)
            if candidate == including:
                # A wrapper that is called like the header that it wraps.
                continue
            if not os.path.isfile(candidate):  # noqa: PTH113  (a name may be too long to ask for)
                continue
            if self._may_open(candidate):
                return candidate
            self.outside[candidate] = None
        return None

    def _may_open(self, path: str) -> bool:
        real = os.path.realpath(path)
        return any(real.startswith(folder) for folder in self.allowed)

    def _add_directory(self, found: str, name: str) -> None:
        folder = found[: -len(without_parents(name)) - 1]
        if name == without_parents(name) and folder not in self.directories:
            self.directories.append(folder)


def resolve_includes(
    path: Path,
    text: bytes,
    root: Path,
    given: Iterable[str],
    forced: Iterable[str] = (),
    *,
    confined: bool = True,
) -> Resolution:
    """Follow the include directives of a file, and of files forced before it, through the repository.

    `path` is absolute, `text` its content. A name that no search folder has is looked for by its trailing path in the
    repository; the candidate that shares most folders with the including file wins. `confined`: files outside of the
    root, of the file's own folder and of the given ones are not to be opened, since the text may be a stranger's.
    """
    given = tuple(given)
    folders = (str(DECLARATIONS), str(root), str(path.parent), *given) if confined else ("/",)
    allowed = tuple(os.path.realpath(folder).rstrip("/") + "/" for folder in folders)
    search = _Search(str(root), list(given), allowed)
    topics: set[str] = set()
    own: set[str] = set()
    seen: dict[str, None] = {}
    todo: deque[tuple[str, Scan | None]] = deque([(str(path), scan_text(text)), *((other, None) for other in forced)])
    while todo and len(seen) < _MOST_FILES:
        current, known = todo.popleft()
        if current in seen:
            continue
        seen[current] = None
        content = SCANS.of(current) if known is None else known
        topics |= content.topics
        own |= content.own
        for name in content.asked:
            if is_ours(name):
                search.ours[name] = None
        for name in content.includes:
            found = search.find(name, current)
            if found is not None:
                todo.append((found, None))
    return Resolution(
        directories=tuple(d for d in search.directories if d not in given),
        files=tuple(f for f in seen if f != str(path)),
        missing=tuple(search.missing),
        ours=tuple(search.ours),
        topics=frozenset(topics - own),
        outside=tuple(search.outside),
    )
