"""JUnit and checkstyle, for services that read neither SARIF nor anything of their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from xml.etree import ElementTree as xml

from cudalint.finding import Finding, Severity
from cudalint.report.bundle import Bundle
from cudalint.report.escape import printable

_CHECKSTYLE = {Severity.NOTE: "info", Severity.WARNING: "warning", Severity.ERROR: "error"}


def junit(bundle: Bundle) -> str:
    """A suite a file and a failed case a finding; a single case that passed where nothing was found.

    Notes fail too: the format knows no other way to show them.
    """
    total = str(len(bundle.findings))
    cases = total if bundle.findings else "1"
    root = xml.Element("testsuites", name="cudalint", tests=cases, failures=total, errors="0")
    if not bundle.findings:
        suite = xml.SubElement(root, "testsuite", name="cudalint", tests="1", failures="0", errors="0")
        xml.SubElement(suite, "testcase", name="no findings", classname="cudalint")
    for path, findings in _by_file(bundle):
        count = str(len(findings))
        suite = xml.SubElement(root, "testsuite", name=path, tests=count, failures=count, errors="0")
        for finding in findings:
            at = finding.at
            name = f"{finding.code} {finding.name} at {at.line}:{at.column}"
            case = xml.SubElement(suite, "testcase", name=name, classname=path)
            failure = xml.SubElement(case, "failure", message=printable(finding.message), type=finding.severity.word)
            lines = [f"{path}:{at.line}:{at.column}: {finding.code} {printable(finding.message)}"]
            lines += [f"help: {printable(finding.help)}"] if finding.help else []
            failure.text = "\n".join(lines)
    return _document(root)


def checkstyle(bundle: Bundle) -> str:
    """A `file` a file with an `error` a finding."""
    root = xml.Element("checkstyle", version="4.3")
    for path, findings in _by_file(bundle):
        file = xml.SubElement(root, "file", name=path)
        for finding in findings:
            xml.SubElement(
                file,
                "error",
                line=str(finding.at.line),
                column=str(finding.at.column),
                severity=_CHECKSTYLE[finding.severity],
                message=printable(finding.message),
                source=f"cudalint.{finding.code}",
            )
    return _document(root)


def _by_file(bundle: Bundle) -> Iterator[tuple[str, list[Finding]]]:
    """Paths that XML can hold, with the findings in each."""
    for path, findings in groupby(bundle.findings, key=lambda f: f.at.path):
        yield printable(bundle.shown(path)), list(findings)


def _document(root: xml.Element) -> str:
    xml.indent(root, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + xml.tostring(root, encoding="unicode")
