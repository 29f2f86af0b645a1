"""Which kinds of fix a program of fixtures/fixes shows."""

from __future__ import annotations

from pathlib import Path

from cudalint.analysis import analyse_all, analyse_texts
from cudalint.fix.engine import Project, Solved, solve
from cudalint.hardware.architecture import architecture
from cudalint.lint import lint
from tests.fix.support import SETTINGS


def kinds_of(folder: Path) -> list[str]:
    """The kinds of the patches of its first round; ["advice"] for a program changed by hand."""
    if folder.parent.name == "advice":
        return ["advice"]
    path = str(folder / "before.cu")
    analysed = analyse_all([path], SETTINGS)
    findings = lint(analysed.reports, lambda p: Path(p).read_bytes())
    project = Project(
        analysed.reports, {path: Path(path).read_bytes()}, lambda changes: analyse_texts(changes, SETTINGS, analysed)
    )
    answers = solve(project, findings, architecture("sm_90"))
    return sorted({a.patch.kind for a in answers if isinstance(a, Solved)})
