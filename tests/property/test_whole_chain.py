"""From CUDA text to cost: on random programs, the analysis must say exactly what brute force over the lanes says."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cudalint.front.options import ParseOptions
from cudalint.front.parse import parse
from tests.property.compare import differences
from tests.property.generate import generate
from tests.property.program import Cost, Line

SEEDS = range(int(os.environ.get("CUDALINT_PROPERTY_SEEDS", "30")))


@pytest.mark.parametrize("seed", SEEDS)
def test_seeded_programs(seed: int, tmp_path: Path) -> None:
    program = generate(Random(seed))
    assert program is not None
    assert differences(program, tmp_path) == []


@pytest.mark.parametrize("seed", range(10))
def test_generated_text_is_free_of_errors(seed: int, tmp_path: Path) -> None:
    program = generate(Random(seed))
    assert program is not None
    path = tmp_path / "generated.cu"
    path.write_text(program.text())
    assert list(parse(str(path), ParseOptions()).error_lines) == []


@given(st.randoms(use_true_random=False))
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_shrinking_programs(tmp_path_factory: pytest.TempPathFactory, random: Random) -> None:
    program = generate(random)
    assume(program is not None)
    assert program is not None
    assert differences(program, tmp_path_factory.mktemp("programs")) == [], program.text()


@cache
def costs() -> dict[tuple[int, Line], Cost]:
    """The brute force of many programs."""
    found = {}
    for seed in range(25):
        program = generate(Random(seed))
        assert program is not None
        program.text()
        found.update({(seed, line): cost for line, cost in program.costs().items()})
    return found


def test_most_lines_are_compared() -> None:
    assert len(costs()) > 120
    assert sum(cost.certain for cost in costs().values()) > 0.85 * len(costs())
    assert sum(cost.mean > 1.5 * cost.ideal for cost in costs().values()) > 0.2 * len(costs())


def test_every_kind_of_line_occurs() -> None:
    kinds = {(space, kind) for _, (_, space, kind) in costs()}
    assert kinds == {(space, kind) for space in ("global", "shared") for kind in ("load", "store", "atomic")}


def test_a_wrong_figure_is_noticed(tmp_path: Path) -> None:
    program = generate(Random(0))
    assert program is not None
    program.text()
    right = program.costs()
    certain = [line for line, cost in right.items() if cost.certain]
    wrong = {line: Cost([(cost + 1, ideal) for cost, ideal in right[line].requests]) for line in certain}
    assert certain
    assert [d.line for d in differences(program, tmp_path, wrong)] == certain
