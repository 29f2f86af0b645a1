"""Moves everything that a report points at: to paths as the user writes them, or into the file around a text."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from cudalint.access import FileReport
from cudalint.finding import Relayout, Spoken, SwapThreads
from cudalint.ir.position import Position

Move = Callable[[Position], Position]


def relocated(report: FileReport, move: Move) -> FileReport:
    """The report with each position replaced."""
    accesses = tuple(
        replace(
            access,
            at=move(access.at),
            via=tuple(map(move, access.via)),
            hoisted=None if access.hoisted is None else move(access.hoisted),
            object=replace(access.object, declared=move(access.object.declared)),
            derivation=access.derivation.moved(move) if access.derivation is not None else None,
        )
        for access in report.accesses
    )
    places = [(skipped, move(Position(skipped.path, skipped.line, 1))) for skipped in report.skipped]
    skipped = tuple(replace(s, path=at.path, line=at.line) for s, at in places)
    included = tuple(move(Position(path, 1, 1)).path for path in report.included)
    spoken = None if report.spoken is None else tuple(_spoken(s, move) for s in report.spoken)
    return replace(report, accesses=accesses, skipped=skipped, included=included, spoken=spoken)


def _spoken(spoken: Spoken, move: Move) -> Spoken:
    finding = spoken.finding
    at = move(finding.at)
    if at is finding.at and not finding.related and finding.remedy is None and finding.fix is None:
        return spoken
    changed: dict[str, Any] = {"at": at}
    if finding.related:
        changed["related"] = tuple(replace(label, at=move(label.at)) for label in finding.related)
    if finding.remedy is not None:
        changed["remedy"] = _remedy(finding.remedy, move)
    if finding.fix is not None:
        edits = tuple(replace(edit, at=move(edit.at)) for edit in finding.fix.edits)
        changed["fix"] = replace(finding.fix, edits=edits)
    return replace(spoken, finding=replace(finding, **changed))


def _remedy(remedy: Relayout | SwapThreads, move: Move) -> Relayout | SwapThreads:
    if isinstance(remedy, Relayout):
        return replace(remedy, array=move(remedy.array))
    return replace(remedy, at=move(remedy.at))


def as_given(reports: Sequence[FileReport], paths: Iterable[str]) -> list[FileReport]:
    """The reports with headers named as the user names them.

    The parser knows headers by absolute paths. One that was given is spelt as it was given; others are relative to the
    working folder, if they lie in it and the file that includes them was given by a relative path.
    """
    given = {os.path.realpath(path): path for path in paths}
    here = os.path.realpath(os.curdir)
    known: dict[tuple[bool, str], str] = {}

    def spelt(path: str, *, relative: bool) -> str:
        if not os.path.isabs(path):  # noqa: PTH117
            return path
        real = os.path.realpath(path)
        if real in given:
            return given[real]
        inside = relative and os.path.commonpath((here, real)) == here
        return os.path.relpath(real, here) if inside else path

    def moved(report: FileReport) -> FileReport:
        relative = not os.path.isabs(report.path)  # noqa: PTH117

        def move(at: Position) -> Position:
            key = (relative, at.path)
            if key not in known:
                known[key] = spelt(at.path, relative=relative)
            return at if known[key] == at.path else replace(at, path=known[key])

        return relocated(report, move)

    return [moved(report) for report in reports]
