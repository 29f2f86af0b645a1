"""Killed at any moment, a run leaves nothing behind that a later one believes, and every file whole."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("CUDALINT_KILLS", "6"))
COMMAND = [sys.executable, "-P", "-m", "cudalint"]


def killed_after(seconds: float, folder: Path, environment: dict[str, str], *arguments: str) -> None:
    run = subprocess.Popen(
        [*COMMAND, *arguments], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        run.wait(seconds)
    except subprocess.TimeoutExpired:
        run.kill()
        run.wait()


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
