"""cudalint check --diff and --fix: proved changes shown, or written."""

from __future__ import annotations

import difflib
import os
import stat
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from cudalint.access import FileReport
from cudalint.analysis import ProjectReport, Settings, analyse_texts
from cudalint.checks import findings_of
from cudalint.finding import Finding, Relayout
from cudalint.fix.engine import Project, Solved, solve, together, with_fixes
from cudalint.front.index import repository_root
from cudalint.hardware.architecture import architecture
from cudalint.rule import installed_rules

MOST_ROUNDS = 10
"""Fixes that get in each other's way take a round each."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """What all rounds together did: the new texts by path, how many fixes are in them and how many were withheld as
    unsafe; the reports and findings of the new texts."""

    texts: dict[str, bytes]
    done: int
    unsafe: int
    reports: list[FileReport]
    findings: list[Finding]


def with_proved_fixes(
    analysed: ProjectReport, findings: Sequence[Finding], settings: Settings, given: dict[str, bytes]
) -> list[Finding]:
    """The findings with the fixes that were found and proved; `given`: texts that are not on disk."""
    project = _project(analysed, analysed.reports, findings, settings, given)
    return with_fixes(findings, solve(project, findings, architecture(settings.arch)), project)


def fixed(
    analysed: ProjectReport, codes: frozenset[str], settings: Settings, given: dict[str, bytes], *, unsafe: bool
) -> Fixed:
    """Apply fixes in memory until none is left."""
    reports, new, done, withheld = list(analysed.reports), dict[str, bytes](), 0, 0
    findings = findings_of(reports, installed_rules(), codes)
    for _ in range(MOST_ROUNDS):
        project = _project(analysed, reports, findings, settings, given | new)
        solved = [a for a in solve(project, findings, architecture(settings.arch)) if isinstance(a, Solved)]
        wanted = [a for a in solved if a.patch.safe or unsafe]
        withheld = len(solved) - len(wanted)
        chosen, edits = together(project, wanted)
        if not chosen:
            break
        done += len(chosen)
        new |= project.changed(edits)
        affected = project.affected(edits)
        again = project.analyse([(r.path, new) for r in affected])
        after = {r.path: report for r, report in zip(affected, again, strict=True)}
        reports = [after.get(r.path, r) for r in reports]
        findings = findings_of(reports, installed_rules(), codes)
    return Fixed(new, done, withheld, reports, findings)


def _project(
    analysed: ProjectReport,
    reports: Sequence[FileReport],
    findings: Sequence[Finding],
    settings: Settings,
    given: dict[str, bytes],
) -> Project:
    """The project with the texts in `given`, which count in every further analysis too."""
    wanted = {f.remedy.array.path for f in findings if isinstance(f.remedy, Relayout)}
    inside = {os.path.realpath(repository_root(Path.cwd() / r.path)) for r in reports}
    texts = {}
    for path in sorted(wanted):
        text = given.get(path)
        try:
            if text is None and any(Path(os.path.realpath(path)).is_relative_to(root) for root in inside):
                text = Path(path).read_bytes()
        except OSError:
            continue
        if text is not None:
            texts[path] = text

    def analyse(changes: Sequence[tuple[str, Mapping[str, bytes]]]) -> list[FileReport]:
        return analyse_texts([(path, {**given, **changed}) for path, changed in changes], settings, analysed)

    return Project(reports, texts, analyse)


# -- showing and writing -----------------------------------------------------------------------------------------------


def diff(path: str, before: bytes, after: bytes) -> str:
    """A unified diff; bytes that are no UTF-8 survive as surrogates."""
    old, new = (t.decode("utf-8", "surrogateescape").splitlines(keepends=True) for t in (before, after))
    shown = os.path.relpath(path) if Path(path).is_absolute() and Path(path).is_relative_to(Path.cwd()) else path
    lines = difflib.unified_diff(old, new, f"a/{shown}", f"b/{shown}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def write(path: str, text: bytes) -> None:
    """Replace a file's contents in one step, keeping its mode; raises `click.UsageError` for what must not be written:
    a link that leads out of the project, or a folder without permission."""
    root = os.path.realpath(repository_root(Path.cwd() / path))
    real = Path(os.path.realpath(path))
    if not real.is_relative_to(root):
        raise click.UsageError(f"{path}: leads out of {root}, so it is not changed")
    try:
        mode = stat.S_IMODE(real.stat().st_mode)
        with tempfile.NamedTemporaryFile(dir=real.parent, prefix=f".{real.name}.", delete=False) as file:
            file.write(text)
        beside = Path(file.name)
        beside.chmod(mode)
        beside.replace(real)
    except OSError as error:
        raise click.UsageError(f"{path}: {(error.strerror or str(error)).lower()}") from None


def run(
    project: ProjectReport, codes: frozenset[str], settings: Settings, given: dict[str, bytes], options: dict[str, Any]
) -> tuple[int, list[FileReport], list[Finding]]:
    """--diff: prints the changes; --fix: makes them (standard input: prints the new text). Returns how many files
    change, and the reports and findings afterwards."""
    result = fixed(project, codes, settings, given, unsafe=options["unsafe_fixes"])
    for path, text in result.texts.items():
        if options["diff"]:
            before = given[path] if path in given else Path(path).read_bytes()
            click.echo(diff(path, before, text).encode("utf-8", "surrogateescape"), nl=False)
        elif path in given:
            click.echo(text, nl=False)
        else:
            write(path, text)
    if not options["quiet"]:
        click.echo(_summary(result, shown=options["diff"]), err=True)
    return len(result.texts), result.reports, result.findings


def _summary(result: Fixed, *, shown: bool) -> str:
    """'Applied 2 fixes to 1 file; 3 more change shared memory: --unsafe-fixes.'"""
    done = f"{'Would apply' if shown else 'Applied'} {_many(result.done, 'fix')}"
    if result.texts:
        done += f" to {_many(len(result.texts), 'file')}"
    if result.unsafe:
        done += f"; {_many(result.unsafe, 'fix')} to the layout of shared memory with --unsafe-fixes"
    return done + "."


def _many(count: int, noun: str) -> str:
    plural = "es" if noun.endswith("x") else "s"
    return f"{count} {noun}{'' if count == 1 else plural}"
