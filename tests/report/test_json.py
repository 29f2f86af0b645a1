"""JSON: the contract of `accesses`, and what findings look like."""

from __future__ import annotations

import json
from typing import Any

import jsonschema

from cudalint.access import INDIRECT
from cudalint.checks import findings_of
from cudalint.ir.position import Position
from cudalint.report import json_report
from cudalint.rule import installed_rules
from tests.builders import global_access, report, shared_access, strides

NUMBER = {"type": ["number", "null"]}
TEXT = {"type": "string"}
COUNT = {"type": "integer"}
ACCESS_PROPERTIES: dict[str, Any] = {
    "path": TEXT,
    "line": COUNT,
    "column": COUNT,
    "end_line": COUNT,
    "kernel": TEXT,
    "block": {"type": ["array", "null"], "items": COUNT, "minItems": 3, "maxItems": 3},
    "space": {"enum": ["global", "shared"]},
    "kind": {"enum": ["load", "store", "atomic"]},
    "width": COUNT,
    "object": TEXT,
    "address": TEXT,
    "stride": {"type": ["string", "null"]},
    "unit": {"enum": ["sectors", "wavefronts"]},
    "cost": NUMBER,
    "worst": {"type": ["integer", "null"]},
    "ideal": NUMBER,
    "executions": COUNT,
    "status": {"enum": ["exact", "estimate", "indirect", "unknown"]},
    "reason": {"type": ["string", "null"]},
    "assumptions": {"type": "array", "items": TEXT},
    "via": {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"path": TEXT, "line": COUNT},
            "required": ["path", "line"],
            "additionalProperties": False,
        },
    },
}
ACCESSES_SCHEMA = {
    "type": "object",
    "properties": {
        "schema_version": {"const": 1},
        "accesses": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": ACCESS_PROPERTIES,
                "required": list(ACCESS_PROPERTIES),
                "additionalProperties": False,
            },
        },
    },
    "required": ["schema_version", "accesses"],
    "additionalProperties": False,
}


def rows(*accesses: Any) -> list[dict[str, Any]]:
    document = json.loads(json_report.accesses_json([report(*accesses)]))
    jsonschema.validate(document, ACCESSES_SCHEMA)
    found: list[dict[str, Any]] = document["accesses"]
    return found


def test_a_row_has_exactly_the_fields_of_the_contract() -> None:
    (row,) = rows(shared_access(block=(32, 8, 1), via=(Position("b.cuh", 7, 1), Position("a.cu", 9, 2))))
    assert row == {
        "path": "a.cu",
        "line": 3,
        "column": 5,
        "end_line": 3,
        "kernel": "k",
        "block": [32, 8, 1],
        "space": "shared",
        "kind": "load",
        "width": 4,
        "object": "tile",
        "address": "128*threadIdx.x",
        "stride": "128",
        "unit": "wavefronts",
        "cost": 32.0,
        "worst": 32,
        "ideal": 1.0,
        "executions": 32,
        "status": "exact",
        "reason": None,
        "assumptions": [],
        "via": [{"path": "b.cuh", "line": 7}, {"path": "a.cu", "line": 9}],
    }


def test_what_is_not_known_is_null() -> None:
    (row,) = rows(
        global_access(
            status=INDIRECT,
            reason="the index is loaded data",
            cost=None,
            worst=None,
            ideal=None,
            block=None,
            strides=strides(),
            estimated_cost=31.0,
        )
    )
    assert [row[k] for k in ("cost", "worst", "ideal", "block", "stride")] == [None] * 5
    assert (row["status"], row["reason"]) == ("indirect", "the index is loaded data")


def test_a_stride_without_a_formula_is_its_number() -> None:
    (row,) = rows(global_access(strides=strides((None, 64))))
    assert row["stride"] == "64"


def test_rows_are_in_a_stable_order_and_none_is_merged() -> None:
    later, store = global_access(at=Position("a.cu", 9, 1)), global_access(kind="store")
    twice = global_access(block=(64, 1, 1))
    given = [later, store, global_access(), twice]
    assert rows(*given) == rows(*reversed(given))
    assert [(r["line"], r["kind"]) for r in rows(*given)] == [(3, "load"), (3, "load"), (3, "store"), (9, "load")]


def test_a_finding_in_json() -> None:
    found = findings_of([report(shared_access())], installed_rules(), frozenset({"S202"}))
    document = json.loads(json_report.findings_json(found))
    assert document["schema_version"] == 1
    (row,) = document["findings"]
    assert (row["code"], row["name"], row["severity"]) == ("S202", "column-access", "warning")
    assert (row["path"], row["line"], row["column"], row["end_line"], row["end_column"]) == ("a.cu", 3, 5, 3, 9)
    assert (row["cost"], row["ideal"], row["unit"], row["confidence"]) == (32.0, 1.0, "wavefronts", "exact")
    assert row["related"][0]["text"] == "`tile` is declared here"
    assert row["related"][0]["line"] == 2


def test_no_findings_are_an_empty_list() -> None:
    assert json.loads(json_report.findings_json([])) == {"schema_version": 1, "findings": []}
