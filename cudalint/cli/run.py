"""Analysing what the command line names."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cudalint.access import FileReport
from cudalint.cli.files import find_files
from cudalint.cli.options import settings_from

if TYPE_CHECKING:
    from cudalint.analysis import ProjectReport, Settings

SILENT_SECONDS = 1.0
"""Progress is shown once a run takes longer than this."""

STDIN = "-"
STDIN_NAME = "stdin.cu"


def analyse(given: dict[str, Any], *, every_formula: bool = True) -> tuple[list[FileReport], dict[str, bytes]]:
    """The reports of all files named, and the text of the one from standard input."""
    project, _, sources = analyse_project(given, every_formula=every_formula)
    return project.reports, sources


def analyse_project(
    given: dict[str, Any], *, every_formula: bool = True
) -> tuple[ProjectReport, Settings, dict[str, bytes]]:
    """As `analyse`, with what a second analysis of changed texts needs."""
    from cudalint.address.assumptions import BadAssumption
    from cudalint.analysis import analyse_all

    settings = replace(settings_from(given), every_formula=every_formula)
    paths, sources = _inputs(given["paths"], given["stdin_filename"])
    try:
        return analyse_all(paths, settings, progress_line(given["quiet"]), sources), settings, sources
    except BadAssumption as error:
        raise click.UsageError(str(error)) from None


def _inputs(paths: Sequence[str], stdin_name: str | None) -> tuple[list[str], dict[str, bytes]]:
    """Paths to analyse, and the text of those that are not on disk."""
    if STDIN not in paths:
        if stdin_name is not None:
            raise click.UsageError(f"--stdin-filename goes with the path {STDIN}, standard input")
        return find_files(paths), {}
    if len(paths) > 1:
        raise click.UsageError(f"{STDIN}: standard input cannot be mixed with other paths")
    name = stdin_name or STDIN_NAME
    return [name], {name: sys.stdin.buffer.read()}


def progress_line(quiet: bool) -> Callable[[int, int], None] | None:
    """Tells on a terminal how far the run is; silent for short runs."""
    if quiet or not sys.stderr.isatty():
        return None
    started = time.monotonic()
    shown = False

    def tell(done: int, total: int) -> None:
        nonlocal shown
        if not shown and time.monotonic() - started < SILENT_SECONDS:
            return
        shown = True
        end = "\r\033[K" if done == total else ""
        click.echo(f"\r{done}/{total} files{end}", nl=False, err=True)

    return tell


def wants_colour(choice: str) -> bool:
    """Whether to print colours: as asked, else as NO_COLOR and FORCE_COLOR say, else on a terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()
