"""cudalint check."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cudalint.cli.options import analysis_options, suggestion

_LEVELS = ["note", "warning", "error"]


@click.command()
@analysis_options
@click.option("--select", multiple=True, metavar="CODES", help="Only these rules (codes or prefixes, comma-separated).")
@click.option("--extend-select", multiple=True, metavar="CODES", help="These rules too.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Not these rules.")
@click.option("--format", "format_", type=click.Choice(["text", "concise", "json"]), default="text", show_default=True)
@click.option("--statistics", is_flag=True, help="Say how much was looked at and decided.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever is found.")
@click.option(
    "--fail-on", type=click.Choice(_LEVELS), default="warning", show_default=True, help="Least severity for 1."
)
@click.option("--diff", is_flag=True, help="Show what --fix would change; exit with 1 if anything.")
@click.option("--fix", is_flag=True, help="Apply the fixes that were proved.")
@click.option("--unsafe-fixes", is_flag=True, help="Also those that change size or layout of shared memory.")
@click.option("--show-flags", metavar="FILE", help="Print the flags that libclang gets for a file, and stop.")
def check(**given: Any) -> int:
    """Find memory accesses that waste sectors or wavefronts."""
    if given["show_flags"] is not None:
        click.echo(clang_flags(given["show_flags"], given))
        return 0
    return _check(given)


def _check(given: dict[str, Any]) -> int:
    from cudalint.checks import findings_of
    from cudalint.cli.run import analyse_project, wants_colour
    from cudalint.report import concise, json_report, statistics, text
    from cudalint.report.source import SourceLines
    from cudalint.rule import installed_rules

    codes = selected_codes(given["select"], given["extend_select"], given["ignore"])
    if given["diff"] and given["fix"]:
        raise click.UsageError("--diff shows what --fix does; give one of them")
    project, settings, sources = analyse_project(given, every_formula=False)
    reports, findings = project.reports, findings_of(project.reports, installed_rules(), codes)
    if given["diff"] or given["fix"]:
        from cudalint.cli import fix

        changed, reports, findings = fix.run(project, codes, settings, sources, given)
        if given["diff"] or sources:
            return 1 if changed and given["diff"] and not given["exit_zero"] else 0
    elif given["format_"] == "json":
        from cudalint.cli import fix

        findings = fix.with_proved_fixes(project, findings, settings, sources)
    colour = wants_colour(given["color"])
    if given["format_"] == "json":
        click.echo(json_report.findings_json(findings))
    elif given["format_"] == "concise":
        if findings:
            click.echo(concise.render(findings))
    else:
        if findings:
            click.echo(text.render(findings, SourceLines(sources)), color=colour)
        if not given["quiet"]:
            click.echo(text.footer(findings))
    if given["statistics"]:
        click.echo(statistics.render(reports, findings), err=given["format_"] == "json")
    least = _LEVELS.index(given["fail_on"]) + 1
    failed = any(f.severity >= least for f in findings)
    return 1 if failed and not given["exit_zero"] else 0


def clang_flags(path: str, given: dict[str, Any]) -> str:
    """The flags that libclang gets for a file, one a line; raises `click.UsageError` for a file that is not source."""
    from cudalint.analysis.file import parse_options
    from cudalint.cli.options import settings_from
    from cudalint.front.options import flags
    from cudalint.front.parse import UnparsableFile, UnreadableFile, parse

    options = parse_options(settings_from(given), path)
    try:
        parsed = parse(path, options)
    except (UnreadableFile, UnparsableFile) as error:
        raise click.UsageError(str(error)) from None
    return "\n".join(flags(Path(path).resolve(), options, parsed.directories))


def selected_codes(select: tuple[str, ...], extend: tuple[str, ...], ignore: tuple[str, ...]) -> frozenset[str]:
    """The codes of the rules to run; raises `click.UsageError` for a code no rule has."""
    from cudalint.rule import installed_rules

    rules = [r.rule for r in installed_rules()]
    chosen = {r.code for r in rules if r.on}
    if select:
        chosen = _matching(select, rules)
    chosen |= _matching(extend, rules)
    return frozenset(chosen - _matching(ignore, rules))


def _matching(given: tuple[str, ...], rules: list[Any]) -> set[str]:
    codes = [r.code for r in rules]
    found: set[str] = set()
    for word in (w.strip() for text in given for w in text.split(",")):
        if not word:
            continue
        hits = {r.code for r in rules if word == "ALL" or r.code.startswith(word.upper()) or r.name == word}
        if not hits:
            raise click.UsageError(f"unknown rule {word!r}{suggestion(word, codes)}")
        found |= hits
    return found
