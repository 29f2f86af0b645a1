"""Finds included files inside the repository, so that no include path need be given."""

from __future__ import annotations

import os
import re
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

from cudalint.front.options import DECLARATIONS

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)
_HEADER_SUFFIXES = frozenset(
    [
        ".h",
        ".hpp",
        ".hxx",
        ".hh",
        ".cuh",
        ".inl",
        ".inc",
        ".cu",
        ".c",
        ".cpp",
        ".cc",
        ".tcc",
        ".ipp",
        ".impl",
        ".def",
        ".cui",
        ".cuinc",
    ]
)
_MOST_FILES = 400
_LARGEST_FILE = 4 << 20


@dataclass(frozen=True, slots=True)
class HeaderIndex:
    """Files of a repository by base name."""

    root: str
    by_name: dict[str, list[str]] = field(default_factory=dict)


_INDEXES: dict[str, HeaderIndex] = {}


def repository_root(path: Path) -> Path:
    """The nearest folder above that holds .git; without one the file's own folder."""
    for folder in path.parents:
        if (folder / ".git").exists():
            return folder
    return path.parent


def header_index(root: Path) -> HeaderIndex:
    """The index of a repository, made once; links are not followed, hidden folders not entered."""
    key = str(root)
    index = _INDEXES.get(key)
    if index is None:
        index = HeaderIndex(key)
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(f for f in folders if not f.startswith("."))
            for name in sorted(names):
                if Path(name).suffix.lower() in _HEADER_SUFFIXES:
                    index.by_name.setdefault(name, []).append(f"{folder}/{name}")
        _INDEXES[key] = index
    return index


@dataclass(frozen=True, slots=True)
class Resolution:
    """`directories` to search, `files` of the project that are included (real paths), `missing` names found nowhere."""

    directories: tuple[str, ...]
    files: tuple[str, ...]
    missing: tuple[str, ...]


def included_names(text: bytes) -> list[str]:
    """The names in a file's include directives."""
    return [m.decode(errors="replace") for m in _INCLUDE.findall(text)]


def resolve_includes(path: Path, text: bytes, root: Path, given: tuple[str, ...]) -> Resolution:
    """Follow the include directives of a file through the repository.

    A name that no search folder has is looked for by its trailing path; the candidate nearest to the including file
    wins.
    """
    index: HeaderIndex | None = None
    directories: list[str] = list(given)
    missing: dict[str, None] = {}
    seen: dict[str, None] = {}
    todo: deque[tuple[str, bytes | None]] = deque([(str(path), text)])
    while todo and len(seen) < _MOST_FILES:
        current, content = todo.popleft()
        if current in seen:
            continue
        seen[current] = None
        if content is None:
            content = _read(current)
        for name in included_names(content):
            found = _in_directories(name, Path(current).parent, directories)
            if found is None and not _is_ours(name):
                index = index or header_index(root)
                found = _nearest(index, name, current)
                if found is not None:
                    _add_directory(directories, found, name)
            if found is not None:
                todo.append((found, None))
            elif not _is_ours(name):
                missing[name] = None
    extra = tuple(d for d in directories if d not in given)
    return Resolution(extra, tuple(f for f in seen if f != str(path)), tuple(missing))


def _read(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            return file.read(_LARGEST_FILE)
    except OSError:
        return b""


def _in_directories(name: str, here: Path, directories: list[str]) -> str | None:
    for folder in (str(here), *directories):
        candidate = os.path.normpath(f"{folder}/{name}")
        if Path(candidate).is_file():
            return candidate
    return None


def _is_ours(name: str) -> bool:
    return (DECLARATIONS / "std" / name).is_file() or (DECLARATIONS / "cuda" / name).is_file()


def _nearest(index: HeaderIndex, name: str, including: str) -> str | None:
    trailing = "/" + _without_parents(name)
    candidates = [p for p in index.by_name.get(Path(name).name, []) if p.endswith(trailing)]
    if not candidates:
        return None
    return max(candidates, key=lambda p: (_shared_length(p, including), -len(p), p))


def _shared_length(left: str, right: str) -> int:
    """How many leading characters two paths share."""
    for index, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return index
    return min(len(left), len(right))


def _without_parents(name: str) -> str:
    parts = [p for p in name.split("/") if p not in ("..", ".")]
    return "/".join(parts)


def _add_directory(directories: list[str], found: str, name: str) -> None:
    clean = _without_parents(name)
    if name != clean:
        return
    folder = found[: -len(clean) - 1]
    if folder not in directories:
        directories.append(folder)
