"""Analysing what the command line names."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cudalint.access import FileReport
from cudalint.cli.files import PYTHON_SUFFIX, find_files
from cudalint.cli.options import settings_from
from cudalint.cli.settings import configurations, merged
from cudalint.config import BadConfig, Config, Configurations
from cudalint.frozen import frozen
from cudalint.relocate import as_given
from cudalint.report.escape import printable

if TYPE_CHECKING:
    from cudalint.analysis import ProjectReport, Settings

SILENT_SECONDS = 1.0
"""Progress is shown once a run takes longer than this."""

STDIN = "-"
STDIN_NAME = "stdin.cu"


@frozen
class Group:
    """Files of one configuration, with what the command line says about them."""

    config: Config
    paths: tuple[str, ...]


@frozen
class Chosen:
    """What to analyse: files by configuration, and the text of those that are not on disk."""

    groups: tuple[Group, ...]
    sources: dict[str, bytes]

    @property
    def paths(self) -> tuple[str, ...]:
        """All files."""
        return tuple(path for group in self.groups for path in group.paths)


@frozen
class Analysed:
    """Reports of a group's files; `project` and `settings`: what a further analysis of its CUDA files needs."""

    reports: list[FileReport]
    project: ProjectReport
    settings: Settings


def choose(given: dict[str, Any]) -> Chosen:
    """The files that the command line names, each with its configuration; raises `click.UsageError`."""
    chooser = configurations(given)
    try:
        paths, sources = _inputs(given, chooser)
        by_config: dict[Config, list[str]] = {}
        for path in paths:
            by_config.setdefault(chooser.of(path), []).append(path)
    except BadConfig as error:
        raise click.UsageError(str(error)) from None
    if not paths:
        click.echo("cudalint: nothing to analyse: every file is excluded", err=True)
    groups = tuple(Group(merged(config, given), tuple(those)) for config, those in by_config.items())
    return Chosen(groups, sources)


def analyse(given: dict[str, Any]) -> list[FileReport]:
    """The reports of all files named."""
    chosen = choose(given)
    return [report for group in chosen.groups for report in analyse_group(group, chosen, given).reports]


def analyse_group(
    group: Group,
    chosen: Chosen,
    given: dict[str, Any],
    *,
    judged: bool = False,
    findings_only: bool = False,
    share: frozenset[str] | None = None,
    derivations: bool = False,
    touched: bool = False,
) -> Analysed:
    """Analyse the files of one configuration; raises `click.UsageError`.

    `judged`: the rules speak about the accesses; `findings_only`: nothing but what they say is needed; `share`: the
    files to report on, None for all; `derivations`: say how addresses came about; `touched`: keep what fixes compare.
    """
    from cudalint.analysis import analyse_all

    settings = replace(
        settings_from(group.config, given["jobs"]),
        every_formula=not judged or derivations,
        derivations=derivations,
        touched=touched,
        threshold=group.config.threshold if judged else None,
        findings_only=findings_only,
        seconds=given["seconds_per_file"],
        memory=given["memory_per_file"],
        cache=_answers(given),
        only=share,
    )
    python = [p for p in group.paths if p.endswith(PYTHON_SUFFIX) and (share is None or p in share)]
    cuda = [path for path in group.paths if not path.endswith(PYTHON_SUFFIX)]
    try:
        project = analyse_all(cuda, settings, progress_line(given["quiet"]), chosen.sources)
    except ValueError as error:
        from cudalint.address.assumptions import BadAssumption

        if not isinstance(error, BadAssumption):
            raise
        raise click.UsageError(str(error)) from None
    reports = list(project.reports)
    if python:
        from cudalint.embedded import analyse_python

        reports += analyse_python(python, settings, progress_line(given["quiet"]), chosen.sources)
    return Analysed(as_given(reports, chosen.paths), project, settings)


def _answers(given: dict[str, Any]) -> str | None:
    """The folder with earlier answers, as the options want it. What the parser keeps for itself goes the same way."""
    from cudalint.cache.folder import FOLDER_VARIABLE, Distrusted, cache_folder, opened

    if given["no_cache"]:
        os.environ[FOLDER_VARIABLE] = ""
    elif given["cache_dir"] is not None:
        os.environ[FOLDER_VARIABLE] = str(Path(given["cache_dir"]).absolute())
    folder = cache_folder()
    try:
        answers = opened(folder) if folder is not None else None
    except Distrusted as error:
        if not given["quiet"]:
            click.echo(f"cudalint: {printable(str(error))}", err=True)
        return None
    return str(answers) if answers is not None else None


def _inputs(given: dict[str, Any], chooser: Configurations) -> tuple[list[str], dict[str, bytes]]:
    """Paths to analyse, and the text of those that are not on disk."""
    paths, stdin_name = given["paths"], given["stdin_filename"]
    if STDIN not in paths:
        if stdin_name is not None:
            raise click.UsageError(f"--stdin-filename goes with the path {STDIN}, standard input")
        return find_files(paths, chooser, force_exclude=given["force_exclude"]), {}
    if len(paths) > 1:
        raise click.UsageError(f"{STDIN}: standard input cannot be mixed with other paths")
    name = stdin_name or STDIN_NAME
    text = sys.stdin.buffer.read()
    left_out = (given["force_exclude"] or chooser.of(name).force_exclude) and chooser.excludes(name)
    return ([], {}) if left_out else ([name], {name: text})


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
