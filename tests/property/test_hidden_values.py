"""What is said to hold whatever the sizes and the data are does: programs whose sizes come from the command line, and
whose addresses come out of memory, run with many."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.property.contradictions import contradictions, contradictions_by_data
from tests.property.generate import generate

SEEDS = range(int(os.environ.get("CUDALINT_PROPERTY_SEEDS", "30")))


@pytest.mark.parametrize("seed", SEEDS)
def test_no_data_contradict_what_is_certain(seed: int, tmp_path: Path) -> None:
    program = generate(Random(seed), loads=True)
    assert program is not None
    found, _ = contradictions_by_data(program, tmp_path)
    assert found == [], program.text()


@pytest.mark.parametrize("seed", SEEDS)
def test_no_size_contradicts_what_is_certain(seed: int, tmp_path: Path) -> None:
    program = generate(Random(seed))
    assert program is not None
    found, _ = contradictions(program, tmp_path)
    assert found == [], program.text()


def test_many_lines_are_certain(tmp_path: Path) -> None:
    programs = [generate(Random(seed)) for seed in range(12)]
    assert sum(contradictions(program, tmp_path)[1] for program in programs if program is not None) > 300
