"""Which files the given paths mean."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

SUFFIXES = (".cu", ".cuh")
SKIPPED_FOLDERS = frozenset({"build", "node_modules", "__pycache__", "CMakeFiles"})
SKIPPED_PREFIXES = (".", "build-", "cmake-build-")

_PROBED_BYTES = 8192
"""So much of a file is searched for NUL bytes; a binary has one early on."""


def find_files(paths: Sequence[str]) -> list[str]:
    """Files as given, folders searched for .cu and .cuh; each file once, in a stable order; no path means `.`.

    Raises `click.UsageError` for a path that is not there, a folder without CUDA files, and what is named outright but
    is a pipe, a device or no text.
    """
    found: dict[str, str] = {}
    for given in paths or (".",):
        for path in _meant_by(given):
            found.setdefault(os.path.realpath(path), path)
    return list(found.values())


def _meant_by(given: str) -> list[str]:
    path = Path(given)
    if path.is_dir():
        inside = list(_in_folder(given))
        if not inside:
            raise click.UsageError(f"{given}: no {' or '.join(SUFFIXES)} file in this folder")
        return inside
    if not path.exists():
        raise click.UsageError(f"{given}: no such file or folder")
    if _would_block(path):
        raise click.UsageError(f"{given}: neither a file nor a folder; standard input is read with the path -")
    if _is_binary(path):
        raise click.UsageError(f"{given}: a binary file, not CUDA source")
    return [os.path.normpath(given)]


def _in_folder(folder: str) -> Iterator[str]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith(SKIPPED_PREFIXES) and f not in SKIPPED_FOLDERS)
        for name in sorted(names):
            path = Path(here, name)
            if name.endswith(SUFFIXES) and not name.startswith(".") and not _would_block(path):
                yield os.path.normpath(path)


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
