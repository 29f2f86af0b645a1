"""What a worker knows how to do: findings, explanations and proved fixes for one file as it is in the editor."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from cudalint.access import FileReport
from cudalint.analysis.child import internal_error
from cudalint.analysis.file import analyse
from cudalint.analysis.incremental import Memory
from cudalint.analysis.job import Job
from cudalint.analysis.outcome import NOTHING_FOREIGN, FileOutcome
from cudalint.analysis.project import analyse_alone
from cudalint.analysis.settings import Settings
from cudalint.cli.files import PYTHON_SUFFIX
from cudalint.cli.judge import Judge
from cudalint.cli.known import Known
from cudalint.cli.options import settings_from
from cudalint.config import Config
from cudalint.embedded import analyse_python
from cudalint.explain import explain_line, markdown
from cudalint.finding import Finding
from cudalint.fix.engine import Project, changeable, proved_fixes
from cudalint.front.index import forget_files, repository_root
from cudalint.frozen import frozen
from cudalint.hardware.architecture import architecture
from cudalint.relocate import as_given
from cudalint.report.source import SourceLines
from cudalint.server.hints import hints
from cudalint.server.messages import Check, Checked, Explain, Forget, ProveFixes, Question, Source

Proceed = Callable[[], None]
"""Raises `Outdated` once nobody waits for the work."""


class Outdated(Exception):
    """Nobody waits for this answer any more."""


@frozen
class _Looked:
    """A file analysed and judged as `cudalint check` does it."""

    report: FileReport
    findings: list[Finding]
    settings: Settings
    sources: SourceLines


class Analyst:
    """Answers questions, one after the other, and remembers what a next one may need."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._memory = Memory()

    def answer(self, question: Question, proceed: Proceed) -> object:
        """A `Checked`, a text or None, findings, or nothing, by the kind of question."""
        if isinstance(question, Check):
            return self._checked(question, proceed)
        if isinstance(question, Explain):
            return self._explained(question, proceed)
        if isinstance(question, ProveFixes):
            return self._fixed(question.source, proceed)
        assert isinstance(question, Forget)
        forget_files()
        return None

    def _checked(self, question: Check, proceed: Proceed) -> Checked:
        source = question.source
        failure = question.failure or source.problem
        if failure:
            report = FileReport(source.path, errors=(failure,))
            judge = Judge.of(Config())
            return Checked(tuple(judge([report], SourceLines({source.path: source.text}))))
        looked = self._looked(source, proceed)
        return Checked(tuple(looked.findings), tuple(hints(looked.report)), looked.report.included)

    def _explained(self, question: Explain, proceed: Proceed) -> str | None:
        """Markdown, or None where there is nothing to say."""
        looked = self._looked(question.source, proceed, derivations=True)
        answer = explain_line(
            looked.report, question.line, question.column, findings=looked.findings, sources=looked.sources
        )
        return None if answer.nothing else markdown.render(answer)

    def _fixed(self, source: Source, proceed: Proceed) -> tuple[Finding, ...]:
        looked = self._looked(source, proceed)
        wanted = changeable(looked.findings)
        if not wanted or source.path.endswith(PYTHON_SUFFIX):
            return tuple(looked.findings)
        given = {source.path: source.text, **source.overlays}
        read = {path: _changeable(path, source, given) for path in wanted}
        texts = {path: text for path, text in read.items() if text is not None}

        def again(changes: Sequence[tuple[str, Mapping[str, bytes]]]) -> list[FileReport]:
            found = []
            for path, changed in changes:
                others = {os.path.realpath(p): t for p, t in {**given, **changed}.items() if p != path}
                own = changed.get(path, source.text)
                job = Job(path, looked.settings, NOTHING_FOREIGN, own, others)
                found.append(analyse_alone(job, partial(self._run, proceed=proceed)).report)
            return found

        project = Project([looked.report], texts, again)
        return tuple(proved_fixes(project, looked.findings, architecture(looked.settings.arch)))

    def _looked(self, source: Source, proceed: Proceed, *, derivations: bool = False) -> _Looked:
        """`touched` throughout: fixes compare it, and settings that differ would make the memory start anew."""
        sources = SourceLines({**source.overlays, source.path: source.text})
        try:
            judge = Judge.of(source.config)
            known = Known([source.config.baseline], sources)
            chosen = settings_from(source.config, 1)
            settings = replace(chosen, every_formula=derivations, derivations=derivations, touched=True)
        except click.ClickException as error:
            report = FileReport(source.path, errors=(f"{source.path}: {error.format_message()}",))
            return _Looked(report, Judge.of(Config())([report], sources), Settings(jobs=1), sources)
        reports = as_given([self._report(source, settings, proceed)], [source.path])
        found = known.new(judge(reports, sources), source.config.baseline, judge.codes, reports)
        return _Looked(reports[0], found, settings, sources)

    def _report(self, source: Source, settings: Settings, proceed: Proceed) -> FileReport:
        if source.path.endswith(PYTHON_SUFFIX):
            given = {source.path: source.text}
            run = partial(self._run, proceed=proceed)
            return analyse_python([source.path], settings, sources=given, run=lambda jobs: [run(j) for j in jobs])[0]
        job = Job(source.path, settings, NOTHING_FOREIGN, source.text, source.overlays)
        return analyse_alone(job, partial(self._run, proceed=proceed)).report

    def _run(self, job: Job, proceed: Proceed) -> FileOutcome:
        """As in `cudalint.analysis.workers`, in this thread."""
        proceed()
        try:
            if job.settings.derivations:
                return analyse(job.path, job.settings, job.foreign, job.source, job.overlays)
            return self._memory.analyse(job, proceed)
        except Outdated:
            raise
        except Exception as error:
            return internal_error(job.path, error)


def _changeable(path: str, source: Source, given: Mapping[str, bytes]) -> bytes | None:
    """The text of a file that a fix may change: one that is open, or one of the same repository."""
    if path in given:
        return given[path]
    try:
        if Path(os.path.realpath(path)).is_relative_to(os.path.realpath(repository_root(Path(source.path)))):
            return Path(path).read_bytes()
    except OSError:
        pass
    return None
