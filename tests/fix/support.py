"""What `cudalint check --fix --unsafe-fixes` makes of one file, without the command line."""

from __future__ import annotations

from collections.abc import Sequence

from cudalint.access import FileReport
from cudalint.analysis import Settings, analyse_all, analyse_files
from cudalint.cli.fix import fixed
from cudalint.cli.run import Analysed
from cudalint.finding import Finding
from cudalint.lint import lint
from cudalint.report.source import SourceLines

SETTINGS = Settings(jobs=1, every_formula=False, touched=True)


def patched(path: str) -> tuple[dict[str, bytes], list[Finding]]:
    """The changed texts by path, and what is found in them."""
    project = analyse_all([path], SETTINGS)
    texts = fixed(Analysed(project.reports, project, SETTINGS), _judge, {}, unsafe=True).texts
    return texts, _judge(analyse_files([path], SETTINGS, sources=texts), SourceLines(texts))


def _judge(reports: Sequence[FileReport], sources: SourceLines) -> list[Finding]:
    return lint(reports, sources.text)
