"""The hooks, by the real pre-commit in a throw-away repository."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.baseline.repository import ENVIRONMENT, Repository, repository
from tests.workflow.test_action import BAD, GOOD

ROOT = Path(__file__).parents[2]
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
IN_PYTHON = '''\
import cupy
k = cupy.RawKernel(r"""
extern "C" __global__ void k(float* a) { a[32 * threadIdx.x] = 1; }
""", "k")
'''


@dataclass(frozen=True)
class Hooked:
    """A repository whose commits go through the hooks."""

    repo: Repository
    environment: dict[str, str]

    def commit(self, message: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Try to commit everything."""
        self.repo.git("add", "-A")
        return subprocess.run(
            ["git", "commit", "-m", message, *arguments],
            cwd=self.repo.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )


def test_the_manifest_is_well_formed() -> None:
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")]
    assert subprocess.run(command, check=False).returncode == 0
    assert [hook["id"] for hook in HOOKS] == ["cudalint", "cudalint-python", "cudalint-config"]


@pytest.fixture
def hooked(tmp_path: Path) -> Hooked:
    """The hooks of the manifest, run by the cudalint under test instead of one installed for pre-commit."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "cudalint").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cudalint "$@"\n')
    (programs / "cudalint").chmod(0o755)
    environment = {
        **ENVIRONMENT,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PRE_COMMIT_HOME": str(tmp_path / "cache"),
    }
    folder = tmp_path / "repo"
    folder.mkdir()
    repo = repository(folder)
    local = [{**hook, "language": "system"} for hook in HOOKS]
    repo.write(".pre-commit-config.yaml", yaml.safe_dump({"repos": [{"repo": "local", "hooks": local}]}))
    command = [sys.executable, "-m", "pre_commit", "install"]
    subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True)
    return Hooked(repo, environment)


def test_a_commit_that_must_pass_and_one_that_must_be_stopped(hooked: Hooked) -> None:
    hooked.repo.write("good.cu", GOOD)
    hooked.repo.write("notes.py", "x = 1\n")
    passed = hooked.commit("good")
    assert passed.returncode == 0, passed.stdout + passed.stderr
    hooked.repo.write("bad.cuh", BAD)
    stopped = hooked.commit("bad")
    assert stopped.returncode == 1
    assert "bad.cuh:2:31" in stopped.stdout + stopped.stderr
    assert hooked.repo.git("log", "--format=%s") == "good"
    hooked.repo.write("bad.cuh", BAD.replace("= 1;", "= 1; /* cudalint: ignore[G101] once */"))
    assert hooked.commit("silenced").returncode == 0
    hooked.repo.write("model.py", IN_PYTHON)
    stopped = hooked.commit("bad, in Python")
    assert stopped.returncode == 1
    assert "model.py:3:42" in stopped.stdout + stopped.stderr


def test_excluded_files_pass_though_they_are_named(hooked: Hooked) -> None:
    hooked.repo.write("third_party/bad.cu", BAD)
    hooked.repo.write("pyproject.toml", "[tool.cudalint]\nexclude = ['third_party']\n")
    done = hooked.commit("excluded")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_baseline_lets_old_findings_pass(hooked: Hooked) -> None:
    hooked.repo.write("old.cu", BAD)
    hooked.repo.write(".cudalint.toml", "baseline = 'cudalint-baseline.json'\n")
    hooked.repo.cudalint("baseline", ".")
    assert hooked.commit("old").returncode == 0
    hooked.repo.write("old.cu", BAD + BAD.replace("k(", "k2(").replace("k<<<", "k2<<<").replace("run", "run2"))
    assert hooked.commit("new").returncode == 1


def test_a_wrong_configuration_stops_the_commit(hooked: Hooked) -> None:
    hooked.repo.write(".cudalint.toml", "slect = ['G']\n")
    done = hooked.commit("wrong")
    assert done.returncode == 1
    assert "unknown key 'slect', did you mean 'select'?" in done.stdout + done.stderr
