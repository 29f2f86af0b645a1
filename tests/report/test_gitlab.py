"""GitLab's code quality report."""

from __future__ import annotations

import json
from typing import Any

import jsonschema

from cudalint.ir.position import Position
from cudalint.report import gitlab
from tests.report.hostile import NAMES, bundle, everywhere, found

SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "not": {"pattern": "^(\\./|/)"}},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
}
"""The table of required fields at docs.gitlab.com, "Code Quality", "Code Quality report format"."""


def issues(*findings: Any, **given: Any) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads(gitlab.render(bundle(*findings, **given)))
    jsonschema.validate(loaded, SCHEMA)
    return loaded


def test_an_issue() -> None:
    (issue,) = issues(found())
    assert issue["description"].startswith("G101 strided load from `a`")
    assert (issue["check_name"], issue["severity"]) == ("G101 strided-access", "major")
    assert issue["location"] == {"path": "a.cu", "lines": {"begin": 3}}


def test_fingerprints_differ_for_every_finding_and_survive_moved_lines() -> None:
    here, there = Position("a.cu", 1, 1, 1, 5), Position("a.cu", 3, 1, 3, 5)
    end = b"\n" + b"x" * 200
    (before,) = issues(found(at=here), sources={"a.cu": b"a[i];" + end})
    (after,) = issues(found(at=there), sources={"a.cu": b"\n\n  a[i];" + end})
    assert before["fingerprint"] == after["fingerprint"]
    twice = [found(at=here), found(at=Position("a.cu", 1, 7, 1, 9)), found(at=Position("b.cu", 1, 1))]
    assert len({i["fingerprint"] for i in issues(*twice)}) == 3


def test_hostile_names_are_plain_text() -> None:
    paths = [i["location"]["path"] for i in issues(*everywhere())]
    assert paths[: len(NAMES)] == [name.replace("\udcff", "�") for name in NAMES]


def test_nothing_found_is_an_empty_list() -> None:
    assert issues() == []
