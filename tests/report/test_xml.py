"""JUnit by the schema that Jenkins uses and by a parser of it, checkstyle by a parser of XML."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import junitparser
import xmlschema

from cudalint.report import xml_reports
from cudalint.report.escape import printable
from tests.report.hostile import NAMES, bundle, everywhere, found

JUNIT = xmlschema.XMLSchema(str(Path(__file__).parents[2] / "fixtures" / "schemas" / "junit-10.xsd"))


def test_junit_is_what_its_readers_accept() -> None:
    text = xml_reports.junit(bundle(*everywhere()))
    JUNIT.validate(text)
    read = junitparser.JUnitXml.fromstring(text.encode())
    cases = [case for suite in read for case in suite]
    assert read.failures == read.tests == len(cases) == len(everywhere())
    assert all(isinstance(case.result[0], junitparser.Failure) for case in cases)
    assert {suite.name for suite in read} == {printable(n.replace("\udcff", "�")) for n in NAMES} | {"a.cu"}


def test_a_finding_in_junit() -> None:
    (suite,) = junitparser.JUnitXml.fromstring(xml_reports.junit(bundle(found())).encode())
    (case,) = suite
    assert (suite.name, case.name, case.classname) == ("a.cu", "G101 strided-access at 3:5", "a.cu")
    (failure,) = case.result
    assert failure.type == "warning"
    assert failure.message.startswith("strided load from `a`")
    assert "a.cu:3:5: G101" in failure.text


def test_junit_without_findings_is_a_case_that_passed() -> None:
    text = xml_reports.junit(bundle())
    JUNIT.validate(text)
    (suite,) = junitparser.JUnitXml.fromstring(text.encode())
    assert [case.is_passed for case in suite] == [True]


def test_checkstyle_reads_back() -> None:
    root = ElementTree.fromstring(xml_reports.checkstyle(bundle(*everywhere())))
    assert (root.tag, root.get("version")) == ("checkstyle", "4.3")
    errors = root.findall("file/error")
    assert len(errors) == len(everywhere())
    assert {e.get("severity") for e in errors} <= {"info", "warning", "error"}
    assert [f.get("name") for f in root][: len(NAMES)] == [printable(n.replace("\udcff", "�")) for n in NAMES]


def test_a_finding_in_checkstyle() -> None:
    (error,) = ElementTree.fromstring(xml_reports.checkstyle(bundle(found()))).findall("file/error")
    assert (error.get("line"), error.get("column"), error.get("source")) == ("3", "5", "cudalint.G101")
    assert str(error.get("message")).startswith("strided load from `a`")
    assert ElementTree.fromstring(xml_reports.checkstyle(bundle())).findall("file") == []
