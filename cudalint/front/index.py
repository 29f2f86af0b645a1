"""An index of a repository's source files by base name."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from cudalint.frozen import frozen

SOURCE_SUFFIXES = frozenset(
    (
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
        ".cxx",
        ".cc",
        ".tcc",
        ".tpp",
        ".ipp",
        ".impl",
        ".def",
        ".cui",
        ".cuinc",
    )
)
_SKIPPED_FOLDERS = frozenset(("node_modules", "__pycache__", "site-packages"))
_MOST_FILES = 200_000


@frozen
class SourceIndex:
    """Absolute paths of source files below `root`, by base name and by folder. Plain data: it can be pickled and
    shared."""

    root: str
    by_name: Mapping[str, tuple[str, ...]]
    by_folder: Mapping[str, tuple[str, ...]]

    def nearest(self, name: str, including: str) -> str | None:
        """The file whose path ends in `name`, the nearest to the including file; None if there is none.

        Of equally near ones the folder with the more similar name: variants of one program often share a header.
        """
        trailing = "/" + without_parents(name)
        candidates = [path for path in self.by_name.get(name.rpartition("/")[2], ()) if path.endswith(trailing)]
        if not candidates:
            return None
        return min(candidates, key=lambda path: (*_distance(path, including), len(path), path))

    def in_folder(self, folder: str) -> tuple[str, ...]:
        """Files that lie directly in a folder, sorted."""
        return self.by_folder.get(folder.rstrip("/"), ())


def without_parents(name: str) -> str:
    """An include name without its `.` and `..` parts."""
    return "/".join(part for part in name.split("/") if part not in ("..", ".", ""))


def _distance(first: str, second: str) -> tuple[int, int]:
    """How far two paths are apart: the fewer folders, then leading characters, they share, the farther."""
    characters = _first_difference(first, second)
    return -first.count("/", 0, characters), -characters


def _first_difference(first: str, second: str) -> int:
    pairs = enumerate(zip(first, second, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(first), len(second)))


def is_repository(folder: Path) -> bool:
    """Whether a folder is the root of a git repository."""
    return (folder / ".git").exists()


def repository_root(path: Path) -> Path:
    """The nearest folder above a file that holds .git; without one the file's own folder."""
    for folder in path.parents:
        if is_repository(folder):
            return folder
    return path.parent


def absolute_path(path: str) -> Path:
    """As the parser names files: from the root, without `..`, links as they are."""
    return Path(os.path.normpath(Path(path).absolute()))


def source_root(path: Path, given: str | None) -> Path:
    """The folder in which included files are looked for by name: the one given, else the repository; `path` is
    absolute."""
    return absolute_path(given) if given else repository_root(path)


def is_confined(root: Path, given: str | None) -> bool:
    """Whether files outside of the source root are not to be opened: where it is known to be one."""
    return given is not None or is_repository(root)


@lru_cache(maxsize=8)
def source_index(root: str) -> SourceIndex:
    """The index of a repository, made once. Links are not followed, hidden folders not entered.

    A folder of more than 200,000 source files is indexed in part, always the same.
    """
    by_name: dict[str, list[str]] = {}
    by_folder: dict[str, tuple[str, ...]] = {}
    count = 0
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in _SKIPPED_FOLDERS)
        sources = [name for name in sorted(names) if _suffix(name) in SOURCE_SUFFIXES]
        for name in sources:
            by_name.setdefault(name, []).append(f"{folder}/{name}")
        if sources:
            by_folder[folder.rstrip("/")] = tuple(f"{folder}/{name}" for name in sources)
        count += len(sources)
        if count > _MOST_FILES:
            break
    return SourceIndex(root, {name: tuple(paths) for name, paths in by_name.items()}, by_folder)


def _suffix(name: str) -> str:
    """In lower case; as `Path.suffix`, for very many names."""
    return os.path.splitext(name)[1].lower()  # noqa: PTH122


def forget_files() -> None:
    """Files have come or gone: index each repository anew."""
    source_index.cache_clear()
