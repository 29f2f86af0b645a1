"""Runs the command line in this process, over reports made by hand where a test asks for it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import cudalint.analysis
from cudalint.access import FileReport
from cudalint.analysis import ProjectReport
from cudalint.analysis.settings import Settings
from cudalint.cli import main


@dataclass(frozen=True)
class Outcome:
    """What a run printed, and its exit code."""

    code: int
    out: str
    err: str


@dataclass
class FakeAnalysis:
    """Stands for `analyse_all`: answers with `reports`, and remembers what it was asked."""

    reports: dict[str, FileReport]
    paths: list[str]
    settings: Settings
    sources: dict[str, bytes]
    failure: Exception | None = None

    def __call__(
        self,
        paths: Sequence[str],
        settings: Settings,
        progress: Callable[[int, int], None] | None = None,
        sources: Mapping[str, bytes] | None = None,
    ) -> ProjectReport:
        """The report made for each path, an empty one for others."""
        if self.failure is not None:
            raise self.failure
        self.paths, self.settings, self.sources = list(paths), settings, dict(sources or {})
        return ProjectReport([self.reports.get(p, FileReport(p)) for p in paths], {})


Run = Callable[..., Outcome]


@pytest.fixture
def analysis(monkeypatch: pytest.MonkeyPatch) -> FakeAnalysis:
    fake = FakeAnalysis({}, [], Settings(), {})
    monkeypatch.setattr(cudalint.analysis, "analyse_all", fake)
    return fake


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Outcome]:
    """run(*arguments, stdin=b"") in an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "CUDALINT_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def runner(*arguments: str, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        with pytest.raises(SystemExit) as caught:
            main(list(arguments))
        printed = capsys.readouterr()
        assert isinstance(caught.value.code, int)
        return Outcome(caught.value.code, printed.out, printed.err)

    return runner
