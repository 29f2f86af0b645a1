"""Which files the given paths mean."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

SUFFIXES = (".cu", ".cuh")
SKIPPED_FOLDERS = frozenset({"build", "node_modules", "__pycache__", "CMakeFiles"})


def find_files(paths: Sequence[str]) -> list[str]:
    """Files as given, folders searched for .cu and .cuh; in a stable order, each once. Raises `click.UsageError`."""
    found: dict[str, None] = {}
    for given in paths or (".",):
        path = Path(given)
        if path.is_dir():
            inside = list(_in_folder(given))
            if not inside:
                raise click.UsageError(f"{given}: no .cu or .cuh file in this folder")
            found.update(dict.fromkeys(inside))
        elif path.exists():
            found[given] = None
        else:
            raise click.UsageError(f"{given}: no such file or folder")
    return list(found)


def _in_folder(folder: str) -> Iterator[str]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in SKIPPED_FOLDERS)
        for name in sorted(names):
            if name.endswith(SUFFIXES) and not name.startswith("."):
                yield os.path.normpath(f"{here}/{name}")
