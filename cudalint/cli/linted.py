"""Linting what the command line names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cudalint import __version__
from cudalint.access import FileReport
from cudalint.cli.run import Group, analyse_group, choose
from cudalint.cli.settings import matching, selected_codes
from cudalint.config import Config
from cudalint.config.keys import SEVERITIES
from cudalint.finding import Finding
from cudalint.git import top_folder
from cudalint.lint import FileIgnores, lint
from cudalint.report.bundle import Bundle
from cudalint.report.source import SourceLines
from cudalint.rule import installed_rules


@dataclass(frozen=True, slots=True)
class Linted:
    """`findings` in the order in which they are reported; `failed`: whether one of them asks for exit code 1."""

    findings: tuple[Finding, ...]
    reports: tuple[FileReport, ...]
    sources: SourceLines
    failed: bool


def lint_files(given: dict[str, Any]) -> Linted:
    """Analyse and judge the files that the options name; raises `click.UsageError`."""
    chosen = choose(given)
    sources = SourceLines(chosen.sources)
    plans = [(group, selected_codes(group.config), file_ignores(group.config)) for group in chosen.groups]
    findings: dict[Finding, Group] = {}
    reports: list[FileReport] = []
    for group, codes, ignores in plans:
        analysed = analyse_group(group, chosen, given, every_formula=False)
        reports += analysed
        config = group.config
        for finding in lint(analysed, sources.text, codes, config.threshold, ignores, config.folder):
            findings.setdefault(finding, group)
    ordered = sorted(findings, key=lambda f: (f.at.path, f.at.line, f.at.column, f.code, f.message))
    failed = any(f.severity >= _least(group.config) for f, group in findings.items())
    return Linted(tuple(ordered), tuple(reports), sources, failed)


def bundle_of(linted: Linted, *, quiet: bool = False) -> Bundle:
    """What reports are made from."""
    root = top_folder() or str(Path.cwd())
    return Bundle(linted.findings, linted.sources, installed_rules(), root, __version__, quiet)


def file_ignores(config: Config) -> FileIgnores:
    """The codes not to report, by pattern; raises `click.UsageError` for a word that means no rule."""
    rules = [r.rule for r in installed_rules()]
    return [(pattern, frozenset(matching(words, rules, config))) for pattern, words in config.per_file_ignores]


def _least(config: Config) -> int:
    return SEVERITIES.index(config.fail_on) + 1
