"""Which files the given paths mean."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import click

from cudalint.config import Config, Configurations
from cudalint.frozen import frozen
from cudalint.git import ignored_paths

SUFFIXES = (".cu", ".cuh")
PYTHON_SUFFIX = ".py"
CUDA_IN_PYTHON = (b"RawKernel", b"RawModule", b"load_inline", b"SourceModule")
SKIPPED_FOLDERS = frozenset({"build", "node_modules", "__pycache__", "CMakeFiles"})
SKIPPED_PREFIXES = (".", "build-", "cmake-build-")

_PROBED_BYTES = 8192
"""So much of a file is searched for NUL bytes; a binary has one early on."""


class Chooser(Protocol):
    """Says which files the user wants left out."""

    def excludes(self, path: str) -> bool:
        """Whether a file or folder is excluded."""
        ...

    def of(self, path: str) -> Config:
        """The configuration of a file."""
        ...


@frozen
class _Meant:
    """Files that a path means. `excluded`: there would be others."""

    files: tuple[str, ...]
    excluded: bool = False


def find_files(paths: Sequence[str], chooser: Chooser | None = None, *, force_exclude: bool = False) -> list[str]:
    """Files as given, folders searched for .cu and .cuh; each file once, in a stable order; no path means `.`.

    In folders Python files that hold CUDA source are found too, and what git ignores or the chooser excludes is left
    out; `force_exclude` leaves out excluded files that are named outright as well. Raises `click.UsageError` for a path
    that is not there, a folder without CUDA files, and what is named outright but is a pipe, a device or no text.
    """
    chooser = chooser or Configurations(Config())
    found: dict[str, str] = {}
    for given in paths or (".",):
        for path in _meant_by(given, chooser, force_exclude).files:
            found.setdefault(os.path.realpath(path), path)
    return list(found.values())


def _meant_by(given: str, chooser: Chooser, force_exclude: bool) -> _Meant:
    path = Path(given)
    if path.is_dir():
        inside = _in_folder(given, chooser)
        if not inside.files and not inside.excluded:
            raise click.UsageError(f"{given}: no {' or '.join(SUFFIXES)} file in this folder")
        return inside
    if not path.exists():
        raise click.UsageError(f"{given}: no such file or folder")
    if _would_block(path):
        raise click.UsageError(f"{given}: neither a file nor a folder; standard input is read with the path -")
    if _is_binary(path):
        raise click.UsageError(f"{given}: a binary file, not CUDA source")
    if (force_exclude or chooser.of(given).force_exclude) and chooser.excludes(given):
        return _Meant((), excluded=True)
    return _Meant((_plain(given),))


def _in_folder(folder: str, chooser: Chooser) -> _Meant:
    respects = chooser.of(os.path.join(folder, "any")).respect_gitignore  # noqa: PTH118
    ignored = ignored_paths(folder) if respects else frozenset()
    excluded = False
    files: list[str] = []

    def wanted(path: str) -> bool:
        nonlocal excluded
        if ignored and os.path.relpath(path, folder) in ignored:
            return False
        left_out = chooser.excludes(path)
        excluded = excluded or left_out
        return not left_out

    for here, folders, names in os.walk(folder):
        folders[:] = sorted(
            f
            for f in folders
            if not f.startswith(SKIPPED_PREFIXES) and f not in SKIPPED_FOLDERS and wanted(os.path.join(here, f))  # noqa: PTH118
        )
        for name in sorted(names):
            if not name.endswith((*SUFFIXES, PYTHON_SUFFIX)) or name.startswith("."):
                continue
            path = Path(here, name)
            if _would_block(path):
                continue
            if wanted(str(path)) and (not name.endswith(PYTHON_SUFFIX) or holds_cuda(path)):
                files.append(_plain(path))
    return _Meant(tuple(files), excluded)


def _plain(path: str | Path) -> str:
    """A path without detours, and with a start that the parser takes for no option."""
    normal = os.path.normpath(path)
    return f"./{normal}" if normal.startswith("-") else normal


def holds_cuda(path: Path) -> bool:
    """Whether a Python file may hold CUDA source: it names one of the functions that take it."""
    try:
        text = path.read_bytes()
    except OSError:
        return False
    return any(word in text for word in CUDA_IN_PYTHON)


def _would_block(path: Path) -> bool:
    """Pipes and devices, which may never end. A link that leads nowhere is not one: the analysis reports it."""
    return path.exists() and not path.is_file()


def _is_binary(path: Path) -> bool:
    """What cannot be read is not judged here: the analysis makes it a finding."""
    try:
        with path.open("rb") as file:
            return b"\0" in file.read(_PROBED_BYTES)
    except OSError:
        return False
