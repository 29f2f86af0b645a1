"""SARIF 2.1.0, within what GitHub's code scanning reads and its limits.

Source: docs.github.com, "SARIF support for code scanning". Only the first location of a result is used, and an alert is
shown in a pull request only if all its lines are in the diff, so a region is one line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from cudalint.finding import Finding
from cudalint.ir.position import Position
from cudalint.report.bundle import Bundle, by_waste
from cudalint.report.escape import printable
from cudalint.report.line_hash import line_hashes
from cudalint.rule import InstalledRule

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
MOST_RESULTS = 25_000
MOST_DESCRIPTION = 1024
MOST_RELATED = 20

_ABOUT = re.compile(r"^## What it does\n(.*?)(?:\n\n|\n## |\Z)", re.MULTILINE | re.DOTALL)
_TAGS = {"G": "global-memory", "S": "shared-memory", "X": "lint"}
_PROBLEM = {"note": "recommendation", "warning": "warning", "error": "error"}
_FINGERPRINT = "primaryLocationLineHash"

Json = dict[str, Any]


def render(bundle: Bundle) -> str:
    """The findings as one run. What GitHub could not place or would refuse is left out, and the run says so."""
    placed = [f for f in bundle.findings if bundle.uri(f.at.path) is not None]
    kept = placed
    if len(placed) > MOST_RESULTS:
        chosen = set(sorted(placed, key=by_waste)[:MOST_RESULTS])
        kept = [f for f in placed if f in chosen]
    notes = [
        (len(bundle.findings) - len(placed), "findings in files outside of the project are left out"),
        (len(placed) - len(kept), f"findings of least waste are left out: a run holds {MOST_RESULTS}"),
    ]
    index = {installed.rule.code: number for number, installed in enumerate(bundle.rules)}
    hashes = _Hashes(bundle)
    run: Json = {
        "tool": {"driver": _driver(bundle)},
        "automationDetails": {"id": "cudalint/"},
        "columnKind": "utf16CodeUnits",
        "invocations": [_invocation(notes)],
        "results": [_result(f, bundle, index[f.code], hashes) for f in kept],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1)


def _driver(bundle: Bundle) -> Json:
    return {
        "name": "cudalint",
        "semanticVersion": bundle.version,
        "rules": [_rule(installed) for installed in bundle.rules],
    }


def _rule(installed: InstalledRule) -> Json:
    rule, page = installed.rule, installed.page
    about = _ABOUT.search(page)
    full = " ".join(about[1].split()) if about is not None else rule.summary
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": f"{rule.name}: {rule.summary}"},
        "fullDescription": {"text": _cut(full)},
        "help": {"text": page, "markdown": page},
        "defaultConfiguration": {"level": rule.severity.word, "enabled": rule.on},
        "properties": {
            "precision": "high",
            "problem.severity": _PROBLEM[rule.severity.word],
            "tags": ["cuda", "performance", _TAGS[rule.code[0]]],
        },
    }


def _cut(text: str) -> str:
    return text if len(text) <= MOST_DESCRIPTION else text[: MOST_DESCRIPTION - 1] + "…"


def _invocation(notes: Sequence[tuple[int, str]]) -> Json:
    notifications = [{"level": "warning", "message": {"text": f"{n} {text}"}} for n, text in notes if n]
    return {"executionSuccessful": True, **({"toolExecutionNotifications": notifications} if notifications else {})}


def _result(finding: Finding, bundle: Bundle, rule_index: int, hashes: _Hashes) -> Json:
    related = [(r.at, r.text) for r in finding.related if bundle.uri(r.at.path) is not None][:MOST_RELATED]
    text = printable(finding.message + (f". To fix it: {finding.help}" if finding.help else ""))
    result: Json = {
        "ruleId": finding.code,
        "ruleIndex": rule_index,
        "level": finding.severity.word,
        "message": {"text": text},
        "locations": [{"physicalLocation": _location(finding.at, bundle)}],
        "partialFingerprints": {_FINGERPRINT: hashes.of(finding.at)},
    }
    if related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _location(at, bundle), "message": {"text": printable(text)}}
            for number, (at, text) in enumerate(related, 1)
        ]
    if finding.unit:
        result["properties"] = {
            "kernel": finding.kernel,
            "unit": finding.unit,
            "cost": finding.cost,
            "ideal": finding.ideal,
            "confidence": finding.confidence,
        }
    return result


def _location(at: Position, bundle: Bundle) -> Json:
    region: Json = {"startLine": at.line}
    start, end = bundle.sources.utf16_columns(at)
    region |= {"startColumn": start, "endLine": at.line, "endColumn": end}
    return {"artifactLocation": {"uri": bundle.uri(at.path)}, "region": region}


class _Hashes:
    """The hashes of lines, computed once a file."""

    def __init__(self, bundle: Bundle) -> None:
        self._sources = bundle.sources
        self._by_path: dict[str, list[str]] = {}

    def of(self, at: Position) -> str:
        """The hash of the line of a position."""
        if at.path not in self._by_path:
            self._by_path[at.path] = line_hashes(self._sources.text(at.path).decode("utf-8", "replace"))
        hashes = self._by_path[at.path]
        return hashes[at.line - 1] if 0 < at.line <= len(hashes) else hashes[-1]
