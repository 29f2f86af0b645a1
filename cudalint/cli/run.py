"""Analysing what the command line names."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

import click

from cudalint.access import FileReport
from cudalint.cli.files import find_files
from cudalint.cli.options import settings_from

SILENT_SECONDS = 1.0
"""Progress is shown once a run takes longer than this."""


def analyse(given: dict[str, Any]) -> tuple[list[FileReport], dict[str, bytes]]:
    """The reports of all files named, and the text of the one from standard input."""
    from cudalint.analysis import analyse_files

    settings = settings_from(given)
    sources: dict[str, bytes] = {}
    paths: list[str]
    if list(given["paths"]) == ["-"]:
        name = given["stdin_filename"] or "stdin.cu"
        sources[name] = sys.stdin.buffer.read()
        paths = [name]
    else:
        paths = find_files(given["paths"])
    reports = analyse_files(paths, settings, progress_line(given["quiet"]), sources)
    return reports, sources


def progress_line(quiet: bool) -> Callable[[int, int], None] | None:
    """Tells on a terminal how far the run is; silent for short runs."""
    if quiet or not sys.stderr.isatty():
        return None
    started = time.monotonic()

    def tell(done: int, total: int) -> None:
        if time.monotonic() - started < SILENT_SECONDS:
            return
        end = "\r\033[K" if done == total else ""
        click.echo(f"\r{done}/{total} files{end}", nl=False, err=True)

    return tell


def wants_colour(choice: str) -> bool:
    """Whether to print colours: as asked, else on a terminal unless NO_COLOR is set."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()
