"""What must hold for every report, whatever the file was."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree

import click

from cudalint.access import ESTIMATE, EXACT, INDIRECT, UNKNOWN, Access, FileReport
from cudalint.lint import lint
from cudalint.report import json_report
from cudalint.report.bundle import Bundle
from cudalint.report.formats import FORMATS
from cudalint.report.source import SourceLines
from cudalint.rule import installed_rules

_NEVER = ("internal error", "crashed", "took more than", "needs more than")
_STATES = {EXACT, ESTIMATE, INDIRECT, UNKNOWN}


def troubles(report: FileReport, text: bytes, *, written: bool = True) -> Iterator[str]:
    """What is wrong with a report, a line each; `written`: also as every format puts it."""
    yield from (error for error in report.errors if any(word in error for word in _NEVER))
    last = text.count(b"\n") + text.count(b"\r") + 1
    for access in report.accesses:
        yield from (f"{trouble}: {access.at.line} {access.kernel} {access.address}" for trouble in _wrong(access))
        if access.at.path == report.path and not 0 < access.at.line <= last:
            yield f"line {access.at.line} of {last}"
    if not written:
        return
    try:
        _written(report, text)
    except Exception as error:
        yield f"reports: {type(error).__name__}: {error}"


def _wrong(access: Access) -> Iterator[str]:
    if access.status not in _STATES:
        yield f"status {access.status}"
    if access.executions < 1 or not 0 < access.active_lanes <= 32:
        yield f"{access.executions} executions of {access.active_lanes} lanes"
    if access.status in (INDIRECT, UNKNOWN):
        if access.cost is not None or not access.reason:
            yield f"{access.status} with a cost or without a reason"
        return
    if access.cost is None or access.ideal is None or access.worst is None:
        yield f"{access.status} without a cost"
    elif not math.isfinite(access.cost) or not 0 < access.ideal <= access.cost + 1e-9 <= access.worst + 2e-9:
        yield f"cost {access.cost}, ideal {access.ideal}, worst {access.worst}"


def _written(report: FileReport, text: bytes) -> None:
    sources = SourceLines({report.path: text})
    findings = lint([report], sources.text)
    bundle = Bundle(findings, sources, installed_rules(), ".", "0")
    for name, form in FORMATS.items():
        rendered = form.render(bundle)
        if name in ("json", "sarif", "gitlab"):
            json.loads(rendered)
        elif name in ("junit", "checkstyle"):
            ElementTree.fromstring(rendered)
        elif any(ord(character) < 32 and character != "\n" for character in click.unstyle(rendered)):
            raise ValueError(f"control characters in {name}")
    json.loads(json_report.accesses_json([report]))


def gist(report: FileReport) -> Counter[tuple[object, ...]]:
    """What a report says without where: so that it can be compared with that of the same text, moved about."""
    return Counter(
        (a.kernel, a.block, a.space, a.kind, a.width, a.object.name, a.status, a.cost, a.ideal, a.executions)
        for a in report.accesses
    )


def same(first: Sequence[FileReport], second: Sequence[FileReport]) -> bool:
    """Whether two runs said the same."""
    return list(first) == list(second)
