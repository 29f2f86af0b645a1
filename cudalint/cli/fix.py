"""cudalint check --diff and --fix: proved changes shown, or written."""

from __future__ import annotations

import difflib
import os
import stat
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from cudalint.access import FileReport
from cudalint.analysis import analyse_texts
from cudalint.cli.judge import Judge
from cudalint.cli.run import Analysed, analyse_group, choose
from cudalint.finding import Finding
from cudalint.fix.edits import TextEdit, applied, overlap, text_edits
from cudalint.fix.engine import Project, Refused, Solved, changeable, proved_fixes, solve, together
from cudalint.fix.proposal import MEASURED_SLOWER
from cudalint.front.index import repository_root
from cudalint.frozen import frozen
from cudalint.hardware.architecture import architecture
from cudalint.report.source import SourceLines

Findings = Callable[[Sequence[FileReport], SourceLines], list[Finding]]
"""The findings that count of some reports, by the texts that were analysed."""

MOST_ROUNDS = 10
"""Fixes that get in each other's way take a round each."""


@frozen
class Fixed:
    """What all rounds together did: the new texts by path, how many fixes are in them and how many were withheld as
    unsafe. `refused`: why some findings keep what they complain about, a line each, about the texts as they were."""

    texts: dict[str, bytes]
    done: int
    unsafe: int
    refused: tuple[str, ...] = ()


def with_proved_fixes(analysed: Analysed, findings: Sequence[Finding], given: Mapping[str, bytes]) -> list[Finding]:
    """The findings with the fixes that were found and proved; `given`: texts that are not on disk."""
    project = _project(analysed, analysed.reports, findings, given)
    return proved_fixes(project, findings, architecture(analysed.settings.arch))


def fixed(analysed: Analysed, judge: Findings, given: Mapping[str, bytes], *, unsafe: bool) -> Fixed:
    """Apply fixes in memory until none is left."""
    reports, new, done, withheld = list(analysed.project.reports), dict[str, bytes](), 0, 0
    findings = judge(reports, SourceLines(given))
    improved: set[tuple[str, str]] = set()
    refused: dict[str, None] = {}
    for number in range(MOST_ROUNDS):
        project = _project(analysed, reports, findings, {**given, **new})
        answers = solve(project, findings, architecture(analysed.settings.arch))
        if number == 0:
            refused = dict.fromkeys(_refusal(a, reports) for a in answers if isinstance(a, Refused))
        solved = [a for a in answers if isinstance(a, Solved)]
        solved = [a for a in solved if not (a.patch.partial and a.names(reports) & improved)]
        solved = [a for a in solved if a.patch.kind not in MEASURED_SLOWER]
        wanted = [a for a in solved if a.patch.safe or unsafe]
        withheld = len(solved) - len(wanted)
        chosen, edits = together(project, wanted)
        if not chosen:
            break
        done += len(chosen)
        improved |= {name for answer in chosen for name in answer.names(reports)}
        new |= project.changed(edits)
        affected = project.affected(edits)
        again = project.analyse([(r.path, new) for r in affected])
        after = {r.path: report for r, report in zip(affected, again, strict=True)}
        reports = [after.get(r.path, r) for r in reports]
        findings = judge(reports, SourceLines({**given, **new}))
    texts = {**given, **new}
    ready = _ready_edits(findings, lambda path: _text(reports, path, texts))
    for path, (text, removals, count) in ready.items():
        new[path] = applied(text, removals)
        done += count
    return Fixed(new, done, withheld, tuple(refused))


def _refusal(answer: Refused, reports: Sequence[FileReport]) -> str:
    """'a.cu:12: `tile` stays as it is: its size is taken with sizeof'"""
    at = answer.arrays[0]
    names = (a.object.name for r in reports for a in r.accesses if a.object.declared == at)
    name = next((f"`{name}`" for name in names), "it")
    return f"{at.path}:{at.line}: {name} stays as it is: {answer.text}"


def _ready_edits(
    findings: Sequence[Finding], read: Callable[[str], bytes | None]
) -> dict[str, tuple[bytes, list[TextEdit], int]]:
    """By path the text, its edits and how many fixes they are: of findings that come with a change that needs no proof,
    such as a comment to remove."""
    found: dict[str, tuple[bytes, list[TextEdit], int]] = {}
    for finding in findings:
        if finding.fix is None:
            continue
        path = finding.at.path
        text = found[path][0] if path in found else read(path)
        if text is None:
            continue
        _, edits, count = found.get(path, (text, [], 0))
        more = text_edits(text, finding.fix.edits)
        if not overlap(edits, more):
            found[path] = (text, [*edits, *more], count + 1)
    return found


def _project(
    analysed: Analysed, reports: Sequence[FileReport], findings: Sequence[Finding], given: Mapping[str, bytes]
) -> Project:
    """The project with the texts in `given`, which count in every further analysis too."""
    read = {path: _text(reports, path, given) for path in sorted(changeable(findings))}
    texts = {path: text for path, text in read.items() if text is not None}

    def analyse(changes: Sequence[tuple[str, Mapping[str, bytes]]]) -> list[FileReport]:
        wanted = [(path, {**given, **changed}) for path, changed in changes]
        return analyse_texts(wanted, analysed.settings, analysed.project)

    return Project(reports, texts, analyse)


def _text(reports: Sequence[FileReport], path: str, given: Mapping[str, bytes]) -> bytes | None:
    """The text of a file that may be changed: one given, or one inside the project of the analysed files."""
    if path in given:
        return given[path]
    roots = {os.path.realpath(repository_root(Path.cwd() / r.path)) for r in reports}
    try:
        if any(Path(os.path.realpath(path)).is_relative_to(root) for root in roots):
            return Path(path).read_bytes()
    except OSError:
        pass
    return None


# -- showing and writing -----------------------------------------------------------------------------------------------


def diff(path: str, before: bytes, after: bytes) -> str:
    """A unified diff; bytes that are no UTF-8 survive as surrogates."""
    old, new = (t.decode("utf-8", "surrogateescape").splitlines(keepends=True) for t in (before, after))
    shown = os.path.relpath(path) if Path(path).is_absolute() and Path(path).is_relative_to(Path.cwd()) else path
    lines = difflib.unified_diff(old, new, f"a/{shown}", f"b/{shown}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def write(texts: Mapping[str, bytes]) -> None:
    """Replace the contents of files, by path: each in one step, and none before all new ones lie beside them, so that
    hardly a moment is left in which a change that spans several files is half made. Raises `click.UsageError` for what
    must not be written: a link that leads out of the project, or a folder without permission."""
    prepared: list[tuple[Path, Path]] = []
    try:
        for path, text in texts.items():
            prepared.append(_beside(path, text))
        while prepared:
            _renamed(*prepared[0])
            del prepared[0]
    finally:
        for beside, _ in prepared:
            beside.unlink(missing_ok=True)


def _beside(path: str, text: bytes) -> tuple[Path, Path]:
    """A new file with the text and the mode of the one that it is to replace, and that one."""
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
    except OSError as error:
        raise click.UsageError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    return beside, real


def _renamed(beside: Path, real: Path) -> None:
    try:
        beside.replace(real)
    except OSError as error:
        raise click.UsageError(f"{real}: {(error.strerror or str(error)).lower()}") from None


def run(options: dict[str, Any]) -> bool:
    """--diff: prints the changes; --fix: makes them (standard input: prints the new text). Returns whether anything
    changes. Raises `click.UsageError`."""
    chosen = choose(options)
    results: list[Fixed] = []
    for group in chosen.groups:
        judge = Judge.of(group.config)
        analysed = analyse_group(group, chosen, options, judged=True, touched=True)
        results.append(fixed(analysed, judge, chosen.sources, unsafe=options["unsafe_fixes"]))
    result = _together(results)
    for path, text in result.texts.items():
        if options["diff"]:
            before = chosen.sources[path] if path in chosen.sources else Path(path).read_bytes()
            click.echo(diff(path, before, text).encode("utf-8", "surrogateescape"), nl=False)
        elif path in chosen.sources:
            click.echo(text, nl=False)
    if not options["diff"]:
        write({path: text for path, text in result.texts.items() if path not in chosen.sources})
    if not options["quiet"]:
        for line in result.refused:
            click.echo(f"cudalint: {line}", err=True)
        click.echo(_summary(result, shown=options["diff"]), err=True)
    return bool(result.texts)


def _together(results: Sequence[Fixed]) -> Fixed:
    texts = {path: text for result in results for path, text in result.texts.items()}
    refused = tuple(line for result in results for line in result.refused)
    return Fixed(texts, sum(r.done for r in results), sum(r.unsafe for r in results), refused)


def _summary(result: Fixed, *, shown: bool) -> str:
    """'Applied 2 fixes to 1 file; 3 more change shared memory: --unsafe-fixes.'"""
    done = f"{'Would apply' if shown else 'Applied'} {_many(result.done, 'fix')}"
    if result.texts:
        done += f" to {_many(len(result.texts), 'file')}"
    if result.unsafe:
        done += f"; {_many(result.unsafe, 'fix')} more with --unsafe-fixes"
    return done + "."


def _many(count: int, noun: str) -> str:
    plural = "es" if noun.endswith("x") else "s"
    return f"{count} {noun}{'' if count == 1 else plural}"
