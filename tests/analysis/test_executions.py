"""Later executions of a launch only add what the earlier ones did not reach."""

from __future__ import annotations

from pathlib import Path

import pytest

import cudalint.analysis.file
from cudalint.access import Access
from cudalint.analysis.deep_stack import on_deep_stack
from cudalint.analysis.file import analyse
from cudalint.analysis.settings import Settings
from cudalint.simt.recorder import Recorder
from cudalint.simt.site import SiteName

GUARDED = """\
__global__ void guarded(float* out, const float* in, int n, int first) {
    __shared__ float tile[32][32];
    tile[threadIdx.x % 32][threadIdx.y] = in[threadIdx.x * n];
    if (n % 1024 != 0) out[2 * threadIdx.x] = tile[threadIdx.y][threadIdx.x % 32];
    if (blockIdx.x == 0 && first > 5000) out[3 * threadIdx.x] = 1;
    if (n < 0) tile[threadIdx.x % 32][0] = 2;
}
"""


def test_what_was_reached_is_not_counted_again_and_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[frozenset[SiteName]] = []

    def counting_all(names: frozenset[SiteName]) -> Recorder:
        known.append(names)
        return Recorder()

    def work() -> tuple[Access, ...]:
        return analyse(str(tmp_path / "a.cu"), Settings(), source=GUARDED.encode()).report.accesses

    found = on_deep_stack(work)
    monkeypatch.setattr(cudalint.analysis.file, "Recorder", counting_all)
    assert on_deep_stack(work) == found
    assert {access.at.line for access in found} == {3, 4, 5, 6}
    assert len(known) > 2
    assert not known[0] and known[0] < known[1] <= known[-1]
