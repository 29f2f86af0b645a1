"""The textbook cases as an H200 counted them: what is called exact must have the measured waste."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from cudalint.access import EXACT, Access
from cudalint.analysis import analyse_file

FIXTURES = Path(__file__).parents[2] / "fixtures"
Place = tuple[str, str, str, str, tuple[int, ...]]
"""File, kernel, space, kind, and the lines of the access and of the calls that led to it; none in a library header."""


def measured() -> dict[Place, float]:
    """Cost / ideal by place."""
    totals: dict[Place, list[int]] = defaultdict(lambda: [0, 0])
    for text in (FIXTURES / "textbook_h200.jsonl").read_text().splitlines():
        row = json.loads(text)
        place = (row["file"], row["kernel"], row["space"], row["kind"], tuple(row["lines"]))
        totals[place][0] += row["cost"]
        totals[place][1] += row["ideal"]
    return {place: cost / ideal for place, (cost, ideal) in totals.items()}


MEASURED = measured()


@cache
def accesses(file: str) -> tuple[Access, ...]:
    return analyse_file(str(FIXTURES / "textbook" / file)).accesses


def candidates(place: Place) -> list[list[Access]]:
    """Groups of predictions that a measurement may be about: those on its lines, else on a line beside, where the
    compiler places the copy of a float4; without a line each of the kernel's."""
    file, kernel, space, kind, lines = place
    own = [a for a in accesses(file) if (a.kernel, a.space, a.kind) == (kernel, space, kind)]
    if not lines:
        return [[a] for a in own]
    on_line = [a for a in own if a.at.line in lines]
    return [on_line or [a for a in own if any(abs(a.at.line - line) == 1 for line in lines)]]


@pytest.mark.parametrize("place", MEASURED, ids=lambda p: f"{p[0]}:{p[1]}-{p[2]}-{p[3]}-{p[4]}")
def test_what_is_exact_was_measured(place: Place) -> None:
    groups = candidates(place)
    assert any(groups), "an access that was not seen"
    exact = [g for g in groups if g and all(a.status == EXACT for a in g)]
    if exact:
        assert any(waste(g) == pytest.approx(MEASURED[place], rel=0.005) for g in exact)


def waste(group: list[Access]) -> float:
    cost = sum(a.executions * (a.cost or 0) for a in group)
    return cost / sum(a.executions * (a.ideal or 0) for a in group)


def test_nearly_all_of_them_are_exact() -> None:
    sure = [p for p in MEASURED if all(a.status == EXACT for g in candidates(p) for a in g)]
    assert (len(MEASURED), len(sure)) == (265, 253)
