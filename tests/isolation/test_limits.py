"""What one file does to the parser is that file's error, and the run goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cudalint.access import FileReport
from cudalint.analysis import Settings, analyse_files, child
from cudalint.analysis.job import Job

GOOD = "__global__ void k(float* a) { a[8 * threadIdx.x] = 1; }\nvoid run(float* a) { k<<<4, 64>>>(a); }\n"
TERMS = " + ".join(["a[1]"] * 20_000)
CRASH = f"__global__ void k(int* a) {{ a[0] = {TERMS}; }}\n"
"""libclang walks a sum recursively, and its stack ends."""

DOUBLING = "".join(f"#define X{n} X{n - 1} X{n - 1}\n" for n in range(1, 40))
ENDLESS = f"#define X0 a[1] +\n{DOUBLING}__global__ void k(int* a) {{ a[0] = X39 1; }}\n"
"""Half a million million tokens from forty lines."""


def reports(folder: Path, text: str, settings: Settings) -> list[FileReport]:
    paths = []
    for name, content in (("a.cu", GOOD), ("b.cu", text), ("c.cu", GOOD)):
        (folder / name).write_text(content)
        paths.append(str(folder / name))
    return analyse_files(paths, settings)


def reason(found: list[FileReport]) -> str:
    first, second, third = found
    assert [a.cost for r in (first, third) for a in r.accesses] == [32, 32]
    (error,) = second.errors
    return error.partition(": ")[2]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_crash_names_the_signal(tmp_path: Path, jobs: int) -> None:
    assert reason(reports(tmp_path, CRASH, Settings(jobs=jobs))) == "the parser crashed (SIGSEGV)"


def test_a_hang_ends(tmp_path: Path) -> None:
    started = time.monotonic()
    assert reason(reports(tmp_path, ENDLESS, Settings(jobs=1, seconds=2))) == "took more than 2 seconds"
    assert time.monotonic() - started < 60


def test_memory_ends(tmp_path: Path) -> None:
    """The parser notices, or gives up: which of them depends on where it asks for what there is not."""
    settings = Settings(jobs=1, memory=200)
    expected = ("needs more than 200 MiB of memory", "the parser crashed (SIGABRT)")
    assert reason(reports(tmp_path, ENDLESS, settings)) in expected


def test_the_analysis_itself_out_of_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = child.worked_on

    def greedy(job: Job) -> object:
        return bytearray(1 << 40) if job.path.endswith("b.cu") else honest(job)

    monkeypatch.setattr(child, "worked_on", greedy)
    found = reports(tmp_path, GOOD, Settings(jobs=1, memory=500))
    assert reason(found) == "needs more than 500 MiB of memory"


def test_waiting_is_limited_too(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.h")
    settings = Settings(jobs=1, seconds=0.5)
    text = f'#include "{tmp_path}/pipe.h"\n{GOOD}'
    found = reports(tmp_path, text, settings)
    assert len(found[1].errors) <= 1
    assert found[0].accesses
    assert found[2].accesses


def test_a_worker_that_others_have_spoilt_gets_no_file_blamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest, seen = child.answered, []

    def spoilt(job: Job) -> child.Answer:
        seen.append(job.path)
        if len(seen) > 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return honest(job)

    monkeypatch.setattr(child, "answered", spoilt)
    assert all(r.accesses and not r.errors for r in reports(tmp_path, GOOD, Settings(jobs=1)))


def test_on_the_command_line(tmp_path: Path) -> None:
    for name, text in (("a.cu", GOOD), ("b.cu", CRASH), ("c.cu", ENDLESS)):
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "cudalint", "check", ".", "--format", "concise", "--seconds-per-file", "2"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == ""
    first, second, third = done.stdout.splitlines()[:3]
    assert first.startswith("a.cu:1:")
    assert second == "b.cu:1:1: error: X902 file is not analysed: the parser crashed (SIGSEGV)" or "SIGSEGV" in second
    assert "took more than 2 seconds" in third


@pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel to end orphans")
def test_no_worker_outlives_the_run(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(ENDLESS)
    run = subprocess.Popen([sys.executable, "-P", "-m", "cudalint", "check", "a.cu", "--no-cache"], cwd=tmp_path)
    children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
    deadline = time.monotonic() + 60
    found: list[str] = []
    while not found and time.monotonic() < deadline:
        time.sleep(0.05)
        found = children.read_text().split()
    run.kill()
    run.wait()
    assert found
    while any(Path(f"/proc/{pid}").exists() for pid in found) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in found)
