"""Fixes tried on a GPU, without one: the child on a stand-in for CuPy, and the parent with a child that is not run."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

from cudalint.verify.child import Outcome
from cudalint.verify.fix.command import runner_of
from cudalint.verify.gpu import compare, trials
from cudalint.verify.gpu.job import Job
from cudalint.verify.measured import CannotMeasure, Measured, Profile
from cudalint.verify.plan.arguments import Argument, Buffer
from cudalint.verify.request import Request
from tests.cli.conftest import Run, run
from tests.verify.test_gpu import stand_in

__all__ = ["run"]

JOB = Job(
    "k",
    (32, 1, 1),
    (4, 1, 1),
    0,
    (
        Argument("in", bytes(8), ((0, Buffer("float", 4, 1 << 10, 5)),)),
        Argument("out", bytes(8), ((0, Buffer("pointer", 8, 1 << 10, 5)),)),
    ),
    "/s/k.cubin",
)


def with_events() -> Any:
    """The stand-in with events: a launch takes 1 microsecond."""
    cupy = stand_in([])
    launches: list[int] = []

    def launch_kernel(function: int, *rest: int) -> None:
        launches.append(function)

    class Event:
        def record(self) -> None:
            self.at = len(launches)

        def synchronize(self) -> None:
            return None

    cupy.cuda.driver.launchKernel = launch_kernel
    cupy.cuda.Event = Event
    cupy.cuda.get_elapsed_time = lambda one, other: (other.at - one.at) / 1000
    cupy.random.default_rng = lambda seed: SimpleNamespace(
        random=lambda n, dtype: numpy.full(n, seed, dtype).view(type(cupy.zeros(1, "u1")))
    )
    cupy.argmax = numpy.argmax
    return cupy


def test_the_child_gives_both_the_same_inputs_and_new_ones_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "RUNS", 5)
    found = compare.compare(with_events(), [JOB, JOB])
    assert found["before"] == found["after"] == pytest.approx([1.0] * 5)
    assert found["repeats"]
    assert [(a["name"], a["size"], a["different"]) for a in found["arrays"]] == [
        ("in", 1024, 0),
        ("out[...]", 1024, 0),
    ]


def test_the_child_finds_what_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "RUNS", 1)
    original = compare.start

    def start(cupy: Any, kernel: Any, job: Job, made: Any) -> None:
        original(cupy, kernel, job, made)
        if job is not JOB:
            made.arrays[0][2][3] += 1

    monkeypatch.setattr(compare, "start", start)
    other = Job.from_json(JOB.to_json())
    found = compare.compare(with_events(), [JOB, other])
    assert found["repeats"]
    differing, same = found["arrays"]
    assert 0 < differing["different"] <= 4
    assert 12 <= differing["first"] < 16
    assert same["different"] == 0


def test_the_child_says_in_one_line_what_goes_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    job = tmp_path / "job.json"
    job.write_text(JOB.to_json())
    result = tmp_path / "result.json"
    monkeypatch.setattr(compare, "RUNS", 1)
    monkeypatch.setitem(sys.modules, "cupy", with_events())
    assert compare.main([str(job), str(job), str(result)]) == 0
    assert json.loads(result.read_text())["repeats"]
    monkeypatch.setitem(sys.modules, "cupy", None)
    assert compare.main([str(job), str(job), str(result)]) == 1
    assert capsys.readouterr().err.startswith("cudalint: ")


SOURCE = """
__global__ void turn(const float* in, float* out) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void f(float* a, float* b) { turn<<<1, dim3(32, 32)>>>(a, b); }
"""


@pytest.mark.parametrize(
    ("microseconds", "repeats", "different", "code", "said"),
    [
        ((10.0, 5.0), True, 0, 0, "turn: faster"),
        ((10.0, 12.0), True, 0, 1, "turn: slower"),
        ((10.0, 5.0), True, 8, 1, "turn: not the same output (`out` differs in 8 of 4096 bytes, first at 4)"),
        ((10.0, 5.0), False, 0, 2, "turn: not measured (its outputs differ from run to run on the same inputs)"),
    ],
)
def test_the_command(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    microseconds: tuple[float, float],
    repeats: bool,
    different: int,
    code: int,
    said: str,
) -> None:
    Path("a.cu").write_text(SOURCE)

    def child(command: Sequence[str], *_: Any, **__: Any) -> Outcome:
        before, after, result = command[-3:]
        assert Job.from_json(Path(before).read_text()).arguments == Job.from_json(Path(after).read_text()).arguments
        arrays = [{"name": "out", "size": 4096, "different": different, "first": 4}]
        times = {"before": [microseconds[0]] * 9, "after": [microseconds[1]] * 9}
        Path(result).write_text(json.dumps({**times, "arrays": arrays, "repeats": repeats}))
        return Outcome(0, "", "")

    def counted(ncu: str, compiled: Any, plan: Any, *_: Any) -> Profile:
        cost = 32 if "[32][32]" in Path(plan.path).read_text() else 1
        rows = [("shared", "load", cost), ("global", "store", 4)]
        return Profile("test", tuple(Measured((plan.path, 6), "turn", s, k, 4, 1, 32, c, 1) for s, k, c in rows))

    monkeypatch.setattr(trials, "find_ncu", lambda: "ncu")
    monkeypatch.setattr(trials, "require_cupy", lambda: None)
    monkeypatch.setattr(
        trials,
        "compiled_file",
        lambda path, _plans, _settings, _scratch, _included: trials.Compiled(Path(path), ("turn",)),
    )
    monkeypatch.setattr(trials, "count_kernel", counted)
    monkeypatch.setattr(trials, "run", child)
    outcome = run("verify", "--fix", "-q", "a.cu")
    assert outcome.code == code
    assert said in outcome.out
    assert "line 6: shared load: 32 of 1 -> 1 of 1" in outcome.out


def test_without_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "find_ncu", lambda: "ncu")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *_: None)
    with pytest.raises(CannotMeasure, match="no CuPy"):
        runner_of(Request(fix=True))
