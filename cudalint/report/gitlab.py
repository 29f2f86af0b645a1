"""GitLab's code quality report. Source: docs.gitlab.com, "Code Quality", custom tools."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

from cudalint.finding import Finding, Severity
from cudalint.report.bundle import Bundle
from cudalint.report.escape import printable
from cudalint.report.line_hash import line_hashes

_SEVERITIES = {Severity.NOTE: "info", Severity.WARNING: "major", Severity.ERROR: "critical"}


def render(bundle: Bundle) -> str:
    """A list of issues. The code stands in the description too: GitLab does not show `check_name`."""
    seen: Counter[tuple[str, ...]] = Counter()
    hashes: dict[str, list[str]] = {}
    issues = []
    for finding in bundle.findings:
        path = finding.at.path
        if path not in hashes:
            hashes[path] = line_hashes(bundle.sources.text(path).decode("utf-8", "replace"))
        issues.append(_issue(finding, bundle, _fingerprint(finding, bundle, hashes[path], seen)))
    return json.dumps(issues, indent=1)


def _issue(finding: Finding, bundle: Bundle, fingerprint: str) -> dict[str, object]:
    return {
        "description": f"{finding.code} {printable(finding.message)}",
        "check_name": f"{finding.code} {finding.name}",
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": bundle.shown(finding.at.path), "lines": {"begin": finding.at.line}},
    }


def _fingerprint(finding: Finding, bundle: Bundle, hashes: list[str], seen: Counter[tuple[str, ...]]) -> str:
    """The same for the same finding while its line stays as it is, and never the same for two."""
    line = hashes[min(finding.at.line, len(hashes)) - 1]
    key = (finding.code, bundle.shown(finding.at.path), line)
    seen[key] += 1
    return hashlib.sha256("\0".join((*key, str(seen[key]))).encode()).hexdigest()
