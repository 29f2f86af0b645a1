"""An answer as JSON; the form is a contract, `schema_version` counts its changes."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from cudalint.explain.answer import Answer
from cudalint.explain.explanation import Explanation

SCHEMA_VERSION = 1


def render(answer: Answer) -> str:
    """One object."""
    return json.dumps(as_dict(answer), indent=1)


def as_dict(answer: Answer) -> dict[str, Any]:
    """What `render` writes: numbers, text, lists and objects."""
    return {
        "schema_version": SCHEMA_VERSION,
        "path": answer.path,
        "line": answer.line,
        "column": answer.column,
        "nothing": answer.nothing or None,
        "explanations": [_explanation(e) for e in answer.explanations],
    }


def _explanation(explanation: Explanation) -> dict[str, Any]:
    found = asdict(explanation)
    for row, picture in zip(found["pictures"], explanation.pictures, strict=True):
        row["unit"] = explanation.unit
        row["sectors"] = list(picture.sectors) if picture.space == "global" else []
        for lane, seen in zip(row["lanes"], picture.lanes, strict=True):
            lane["banks"] = list(seen.banks) if picture.space == "shared" else []
            lane["sectors"] = list(seen.sectors) if picture.space == "global" else []
    return found
