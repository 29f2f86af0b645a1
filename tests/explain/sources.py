"""Sources analysed for their derivations, as `cudalint explain` does."""

from __future__ import annotations

from cudalint.access import FileReport
from cudalint.analysis import Settings, analyse_files
from cudalint.explain import Answer, explain_line
from cudalint.report.source import SourceLines

PATH = "a.cu"


def analysed(source: str, **settings: object) -> FileReport:
    """The report of some source."""
    changed = Settings(jobs=1, derivations=True, **settings)  # type: ignore[arg-type]
    (report,) = analyse_files([PATH], changed, None, {PATH: source.encode()})
    assert not report.errors
    return report


def explained(source: str, mark: str = "//!", column: int | None = None) -> Answer:
    """The explanation of the line that carries a mark."""
    line = next(n for n, text in enumerate(source.splitlines(), 1) if mark in text)
    report = analysed(source)
    return explain_line(report, line, column, sources=SourceLines({PATH: source.encode()}))


def definitions(source: str, which: int = 0) -> list[str]:
    """'12: row = blockIdx.y * 32' for each definition behind an access of the marked line."""
    explanation = explained(source).explanations[which]
    return [f"{d.at.line}: " + " ".join(filter(None, (d.name, d.operator, d.text))) for d in explanation.definitions]
