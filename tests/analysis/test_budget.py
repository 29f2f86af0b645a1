"""A file with very many launches takes no more steps than others, and says what it gave up."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cudalint.access import FileReport
from cudalint.analysis import budget
from cudalint.analysis.deep_stack import on_deep_stack
from cudalint.analysis.file import analyse
from cudalint.analysis.settings import Settings
from cudalint.simt.machine import Machine

KERNELS = """\
template <int N> __global__ void first(float* a, int n) {
    for (int i = 0; i < 4 * N; ++i) a[32 * threadIdx.x + i] = i;
    if (n < 0) a[2 * threadIdx.x] = N;
}
template <int N> __global__ void second(float* a, int n) {
    for (int i = 0; i < 4 * N; ++i) a[threadIdx.x + 32 * i] = i;
    if (n < 0) a[3 * threadIdx.x] = N;
}
"""
LAUNCHES = 12


def source() -> bytes:
    calls = "".join(f"first<{i}><<<4, 64>>>(a, n); second<{i}><<<4, 64>>>(a, n);\n" for i in range(1, LAUNCHES + 1))
    return f"{KERNELS}void run(float* a, int n) {{ {calls} }}\n".encode()


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the steps of kernels."""
    taken: Counter[str] = Counter()
    spend = Machine.spend

    def counting(machine: Machine, steps: int = 1) -> None:
        taken["device"] += 0 if machine.host else steps
        spend(machine, steps)

    monkeypatch.setattr(Machine, "spend", counting)
    return taken


def report(tmp_path: Path) -> FileReport:
    return on_deep_stack(lambda: analyse(str(tmp_path / "a.cu"), Settings(), source=source()).report)


def test_nothing_is_given_up_below_the_limit(tmp_path: Path, steps: Counter[str]) -> None:
    found = report(tmp_path)
    assert steps["device"] < budget.STEPS_IN_FULL
    assert not found.skipped
    lines = Counter((a.kernel, a.at.line) for a in found.accesses)
    assert lines == {("first", 2): 12, ("first", 3): 12, ("second", 6): 12, ("second", 7): 12}


@pytest.mark.parametrize("share", [0.3, 0.5, 0.8])
def test_the_first_launch_of_each_kernel_is_looked_at_in_full(
    tmp_path: Path, steps: Counter[str], monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    whole = report(tmp_path)
    unbounded, steps["device"] = steps["device"], 0
    monkeypatch.setattr(budget, "STEPS_IN_FULL", int(share * unbounded))
    found = report(tmp_path)
    assert steps["device"] < unbounded
    assert {s.reason for s in found.skipped} == {budget.IN_PART}
    assert Counter(found.accesses) < Counter(whole.accesses)
    lines = Counter((a.kernel, a.at.line) for a in found.accesses)
    assert lines["first", 2] == lines["second", 6] == LAUNCHES
    given_up = Counter(s.kernel for s in found.skipped)
    for kernel, line in (("first", 3), ("second", 7)):
        assert 1 <= lines[kernel, line] == LAUNCHES - given_up[kernel]


def test_nothing_more_is_executed_beyond_the_last_limit(
    tmp_path: Path, steps: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "MOST_STEPS", 1000)
    found = report(tmp_path)
    assert 1000 <= steps["device"] < 1000 + 5 * budget.LEAST_FUEL
    left_out = [s for s in found.skipped if s.reason == budget.USED_UP]
    launched = {(a.kernel, a.at.line) for a in found.accesses}
    assert left_out
    assert launched
    assert len(left_out) < 2 * LAUNCHES
