"""Killed at any moment, a run leaves nothing behind that a later one believes, and every file whole."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("CUDALINT_KILLS", "6"))
COMMAND = [sys.executable, "-P", "-m", "cudalint"]

KILLED_AT_A_CHANGE = """
import os, signal, sys

left = int(sys.argv.pop(1))
CHANGES = {"os.chmod", "os.mkdir", "os.remove", "os.rename", "os.truncate", "os.utime"}

def about_to(event, arguments):
    global left
    opened = event == "open" and arguments[0] != os.devnull and arguments[2] & (os.O_WRONLY | os.O_RDWR)
    if event in CHANGES or opened:
        left -= 1
        if left == 0:
            os.killpg(0, signal.SIGKILL)

sys.addaudithook(about_to)
from cudalint.cli import main
main()
"""


def killed_after(seconds: float, folder: Path, environment: dict[str, str], *arguments: str) -> None:
    run = subprocess.Popen(
        [*COMMAND, *arguments], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        run.wait(seconds)
    except subprocess.TimeoutExpired:
        run.kill()
        run.wait()


def killed_at(change: int, folder: Path, environment: dict[str, str], *arguments: str) -> bool:
    """Kill the run and its workers right before one of its processes changes something on disk that many times;
    whether it came to that."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", KILLED_AT_A_CHANGE, str(change), *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        check=False,
    )
    assert done.returncode in (-signal.SIGKILL, 0, 1)
    return done.returncode == -signal.SIGKILL


def finished(folder: Path, environment: dict[str, str], *arguments: str) -> tuple[bytes, float]:
    started = time.monotonic()
    done = subprocess.run([*COMMAND, *arguments], cwd=folder, env=environment, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout, time.monotonic() - started


def test_while_looking_and_keeping(tmp_path: Path) -> None:
    environment = {**os.environ, "CUDALINT_CACHE_DIR": str(tmp_path / "cache")}
    arguments = ("check", "fixtures/examples", "--output", f"sarif:{tmp_path}/out.sarif", "--output", "text")
    expected, seconds = finished(ROOT, environment, *arguments, "--no-cache")
    report = (tmp_path / "out.sarif").read_bytes()
    random = Random(4)
    for _ in range(KILLS):
        killed_after(random.uniform(0.2, 1.0) * seconds, ROOT, environment, *arguments)
        assert (tmp_path / "out.sarif").read_bytes() == report
    assert finished(ROOT, environment, *arguments)[0] == expected
    assert finished(ROOT, environment, *arguments)[0] == expected


@pytest.mark.parametrize("name", ["transpose_float"])
def test_while_fixing(tmp_path: Path, name: str) -> None:
    before = (ROOT / "fixtures" / "fixes" / name / "before.cu").read_bytes()
    environment = {**os.environ, "CUDALINT_CACHE_DIR": str(tmp_path / "cache")}
    (tmp_path / "a.cu").write_bytes(before)
    arguments = ("check", "a.cu", "--fix", "--unsafe-fixes", "--isolated", "-q")
    _, seconds = finished(tmp_path, environment, *arguments, "--no-cache")
    after = (tmp_path / "a.cu").read_bytes()
    assert after != before
    shutil.rmtree(tmp_path / "cache", ignore_errors=True)
    random = Random(5)
    for _ in range(KILLS):
        (tmp_path / "a.cu").write_bytes(before)
        killed_after(random.uniform(0.3, 1.0) * seconds, tmp_path, environment, *arguments)
        assert (tmp_path / "a.cu").read_bytes() in (before, after)
    (tmp_path / "a.cu").write_bytes(before)
    finished(tmp_path, environment, *arguments)
    assert (tmp_path / "a.cu").read_bytes() == after


def killed_at_every_change(folder: Path, environment: dict[str, str], *arguments: str) -> Iterator[int]:
    """Runs that are killed one change later each, until one comes to its end, each from an empty cache."""
    for change in count(1):
        shutil.rmtree(environment["CUDALINT_CACHE_DIR"], ignore_errors=True)
        if not killed_at(change, folder, environment, *arguments):
            return
        yield change


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two files with a finding each, and findings that can be fixed."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.cu").write_bytes((ROOT / "fixtures" / "fixes" / "transpose_float" / "before.cu").read_bytes())
    (folder / "b.cu").write_text("__global__ void k(float* a, int n) { a[n * threadIdx.x] = 1; }\n")
    return folder


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "CUDALINT_CACHE_DIR": str(tmp_path / "cache")}


def test_at_every_change_while_looking(project: Path, environment: dict[str, str]) -> None:
    arguments = ("check", ".", "--isolated", "-j", "1", "--output", "json:out.json", "--output", "text")
    expected, _ = finished(project, environment, *arguments)
    report = (project / "out.json").read_bytes()
    changes = 0
    for _ in killed_at_every_change(project, environment, *arguments):
        changes += 1
        assert not (project / "out.json").exists() or (project / "out.json").read_bytes() == report
        assert finished(project, environment, *arguments)[0] == expected
        assert (project / "out.json").read_bytes() == report
        (project / "out.json").unlink()
    assert changes > 5


def test_at_every_change_while_fixing(project: Path, environment: dict[str, str]) -> None:
    arguments = ("check", ".", "--isolated", "-j", "1", "--fix", "--unsafe-fixes", "-q")
    before = (project / "a.cu").read_bytes()
    expected, _ = finished(project, environment, *arguments)
    after = (project / "a.cu").read_bytes()
    assert after != before
    changes, seen = 0, set()
    (project / "a.cu").write_bytes(before)
    for _ in killed_at_every_change(project, environment, *arguments):
        changes += 1
        seen.add((project / "a.cu").read_bytes())
        assert finished(project, environment, *arguments)[0] == expected
        assert (project / "a.cu").read_bytes() == after
        (project / "a.cu").write_bytes(before)
    assert changes > 5
    assert seen <= {before, after}


def test_at_every_change_while_writing_a_baseline(project: Path, environment: dict[str, str]) -> None:
    arguments = ("baseline", ".", "--isolated", "-j", "1")
    finished(project, environment, *arguments)
    old = (project / "cudalint-baseline.json").read_bytes()
    (project / "b.cu").write_text("")
    finished(project, environment, *arguments)
    new = (project / "cudalint-baseline.json").read_bytes()
    assert new != old
    changes = 0
    (project / "cudalint-baseline.json").write_bytes(old)
    for _ in killed_at_every_change(project, environment, *arguments):
        changes += 1
        assert (project / "cudalint-baseline.json").read_bytes() in (old, new)
        finished(project, environment, *arguments)
        assert (project / "cudalint-baseline.json").read_bytes() == new
        (project / "cudalint-baseline.json").write_bytes(old)
    assert changes > 5
