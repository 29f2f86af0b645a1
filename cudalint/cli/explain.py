"""cudalint explain."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cudalint.cli.options import settings_options
from cudalint.frozen import frozen

if TYPE_CHECKING:
    from cudalint.access import FileReport
    from cudalint.cli.run import Analysed
    from cudalint.explain import Answer
    from cudalint.finding import Finding
    from cudalint.report.source import SourceLines

FORMATS = ("text", "markdown", "json", "html")

_WHERE = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?::(?P<column>\d+))?:?")


@frozen
class Where:
    """A place in a file; `column` None for the whole line."""

    path: str
    line: int
    column: int | None


@click.command()
@click.argument("where", metavar="FILE:LINE[:COLUMN]")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@settings_options
@click.option("--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True)
def explain(**given: Any) -> int:
    """Explain what the accesses of a line cost: address, stride, lanes, sectors or banks, and the fix.

    With --stdin-filename FILE the text of FILE comes from standard input. Further PATHs are read for what they have to
    do with FILE: launches of its kernels, or its inclusion. By default these are the files of its folder that name one
    of its kernels, or the file itself.
    """
    from cudalint.cli.run import wants_colour

    where = parse_where(given["where"])
    answer = answer_for(where, given)
    click.echo(_renderer(given["format_"])(answer), color=wants_colour(given["color"]))
    return 0


def parse_where(text: str) -> Where:
    """FILE:LINE[:COLUMN]; raises `click.UsageError`."""
    match = _WHERE.fullmatch(text)
    if match is None or int(match["line"]) < 1 or match["column"] == "0":
        raise click.UsageError(f"{text!r}: expected FILE:LINE or FILE:LINE:COLUMN, counted from 1")
    return Where(match["path"], int(match["line"]), int(match["column"]) if match["column"] else None)


def answer_for(where: Where, given: dict[str, Any]) -> Answer:
    """Analyse the file, and what belongs to it, and explain the place; raises `click.UsageError`."""
    from cudalint.cli.block_shapes import other_blocks
    from cudalint.cli.run import STDIN, analyse_group, choose
    from cudalint.explain import explain_line
    from cudalint.report.source import SourceLines

    path = where.path
    if given["stdin_filename"] not in (None, path):
        raise click.UsageError(f"--stdin-filename {given['stdin_filename']}: the place to explain is in {path}")
    of_disk = (path, *(given["paths"] or relatives(path)))
    chosen = choose({**given, "paths": of_disk if given["stdin_filename"] is None else (STDIN,)})
    sources = SourceLines(chosen.sources)
    group = next((g for g in chosen.groups if path in g.paths), None)
    if group is None:
        raise click.UsageError(f"{path}: it is excluded")
    analysed = analyse_group(group, chosen, given, derivations=True)
    report = report_of(path, analysed.reports)
    return explain_line(
        report,
        where.line,
        where.column,
        findings=_findings(analysed, group.config, sources, path, where.line),
        sources=sources,
        alternatives=other_blocks(path, group, chosen, given, analysed.settings),
    )


def relatives(path: str) -> list[str]:
    """The CUDA files of its folder that include a file or name one of its kernels before `<<<`."""
    from cudalint.cli.files import SUFFIXES

    own = Path(path)
    try:
        names = re.findall(rb"__global__[^;{]*?\b(\w+)\s*\(", own.read_bytes())
    except OSError:
        return []
    wanted = [rb"\b" + re.escape(name) + rb"\s*(?:<[^;<>]*>)?\s*<<<" for name in names]
    wanted.append(rb'#\s*include\s*"(?:[^"\n]*/)?' + re.escape(own.name.encode()) + rb'"')
    pattern = re.compile(rb"|".join(wanted))
    siblings = sorted(p for p in own.parent.iterdir() if p.suffix in SUFFIXES and p.is_file() and p.name != own.name)
    return [str(p) for p in siblings if pattern.search(p.read_bytes())]


def report_of(path: str, reports: Sequence[FileReport]) -> FileReport:
    """The report of a file, with the accesses in it that were met in files that include it."""
    from cudalint.explain import same_file

    own = next(r for r in reports if r.path == path)
    accesses = tuple(a for r in reports for a in r.accesses if same_file(a.at.path, path))
    skipped = tuple(s for r in reports for s in r.skipped if same_file(s.path, path))
    including = (r for r in reports if r is own or any(same_file(i, path) for i in r.included))
    included = dict.fromkeys(name for r in including for name in (*r.included, r.path) if name != path)
    return replace(own, accesses=accesses, skipped=skipped, included=tuple(included))


def _findings(analysed: Analysed, config: Any, sources: SourceLines, path: str, line: int) -> list[Finding]:
    """What the rules say about the line, with the fixes that were proved."""
    from cudalint.cli.fix import with_proved_fixes
    from cudalint.cli.judge import Judge
    from cudalint.explain import same_file

    found = Judge.of(config)(analysed.reports, sources)
    here = [f for f in found if same_file(f.at.path, path) and f.at.line <= line <= max(f.at.end_line, f.at.line)]
    fixable = any(f.remedy is not None for f in here)
    return with_proved_fixes(analysed, here, {}) if fixable else here


def _renderer(name: str) -> Callable[[Answer], str]:
    from cudalint.explain import as_json, html, markdown, text

    renderers = {"text": text.render, "markdown": markdown.render, "json": as_json.render, "html": html.page}
    return renderers[name]
