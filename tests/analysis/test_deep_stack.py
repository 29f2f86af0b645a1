"""Deep recursion where there is a stack for it, and nowhere else."""

from __future__ import annotations

import sys

import pytest

from cudalint.analysis.deep_stack import on_deep_stack


def _depth(levels: int) -> int:
    return 0 if levels == 0 else 1 + _depth(levels - 1)


def test_recursion_is_deep_inside_and_as_before_outside() -> None:
    before = sys.getrecursionlimit()
    assert on_deep_stack(lambda: _depth(20_000)) == 20_000
    assert sys.getrecursionlimit() == before


def test_what_it_raises_is_raised_here() -> None:
    before = sys.getrecursionlimit()
    with pytest.raises(ZeroDivisionError):
        on_deep_stack(lambda: 1 // 0)
    assert sys.getrecursionlimit() == before
