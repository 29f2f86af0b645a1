"""The textbook cases: every commented line must cost what the comment says."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cudalint.access import Access, FileReport
from cudalint.analysis import analyse_file
from tests.textbook.expectations import Expectation, expectations

FOLDER = Path(__file__).parents[2] / "fixtures" / "textbook"
CASES = [(path.name, expected) for path in sorted(FOLDER.glob("*.cu")) for expected in expectations(path)]


@cache
def report(name: str) -> FileReport:
    return analyse_file(str(FOLDER / name))


def rows(name: str, expected: Expectation) -> list[Access]:
    return [
        access
        for access in report(name).accesses
        if (access.at.line, access.kind, access.space) == (expected.line, expected.kind, expected.space)
    ]


def test_every_file_is_commented_and_analysed() -> None:
    names = {path.name for path in FOLDER.glob("*.cu")}
    assert len(names) == 13
    assert names == {name for name, _ in CASES}
    for name in sorted(names):
        assert report(name).errors == ()
        assert report(name).skipped == ()


def test_one_launch_gives_one_row() -> None:
    for name, expected in CASES:
        assert len(rows(name, expected)) == 1, (name, expected)


@pytest.mark.parametrize(("name", "expected"), CASES, ids=[f"{n}:{e.line}-{e.kind}-{e.space}" for n, e in CASES])
def test_cost(name: str, expected: Expectation) -> None:
    (row,) = rows(name, expected)
    assert row.status in expected.statuses
    if expected.cost is None:
        assert (row.cost, row.ideal) == (None, None)
        return
    assert row.cost == pytest.approx(expected.cost, abs=expected.tolerance)
    assert row.ideal == pytest.approx(expected.ideal, abs=0.005)
    if expected.stride is not None:
        assert row.lane_stride == expected.stride
    if expected.address is not None:
        assert row.address == expected.address


def test_an_array_of_structs_uses_a_sixth_of_what_it_moves() -> None:
    line = next(e for n, e in CASES if n == "structs.cu")
    (row,) = rows("structs.cu", line)
    assert row.cost is not None and row.ideal is not None
    assert round(100 * row.ideal / row.cost) == 17
