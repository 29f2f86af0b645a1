"""With a warm cache every byte of every report is as without one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cudalint.cli.outputs import FORMAT_NAMES

ROOT = Path(__file__).parents[2]
HEAVY = ("clang", "sympy", "numpy", "pycparser", "multiprocessing")


def lint(folder: Path, cache: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "cudalint", *arguments],
        cwd=folder,
        env={**os.environ, "CUDALINT_CACHE_DIR": str(cache)},
        capture_output=True,
        check=False,
    )


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All fixtures and all examples of the rules, with a Python file."""
    folder = tmp_path_factory.mktemp("tree")
    shutil.copytree(ROOT / "fixtures", folder / "fixtures")
    shutil.copytree(ROOT / "rules", folder / "rules", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    kernel = "__global__ void k(float* a) { a[8 * threadIdx.x] = 1; }"
    (folder / "m.py").write_text(f'cupy.RawKernel("{kernel}", "k")((4,), (64,), (a,))\n')
    (folder / "broken.cu").write_text("\0")
    return folder


def test_all_formats_over_all_fixtures(tree: Path, tmp_path: Path) -> None:
    def run(name: str, *options: str) -> list[bytes]:
        folder = tmp_path / name
        folder.mkdir()
        outputs = [part for form in FORMAT_NAMES for part in ("--output", f"{form}:{folder}/{form}")]
        done = lint(tree, tmp_path / "cache", "check", ".", *outputs, "--extend-select", "X903", *options)
        assert (done.returncode, done.stderr) == (1, b"")
        return [(folder / form).read_bytes() for form in FORMAT_NAMES]

    plain = run("plain", "--no-cache")
    assert not (tmp_path / "cache").exists()
    assert run("cold") == plain
    assert run("warm") == plain
    assert all(len(report) > 1000 for report in plain)


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "fixtures/examples", "m.py", "--statistics"),
        ("accesses", "fixtures/examples", "--format", "json"),
        ("check", "fixtures/examples", "--diff", "--unsafe-fixes", "--threshold", "4"),
    ],
)
def test_other_ways_to_ask(tree: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    plain = lint(tree, tmp_path, *arguments, "--no-cache")
    cold, warm = lint(tree, tmp_path / "cache", *arguments), lint(tree, tmp_path / "cache", *arguments)
    assert cold.stdout == plain.stdout == warm.stdout
    assert (cold.stderr, cold.returncode) == (warm.stderr, warm.returncode) == (plain.stderr, plain.returncode)


def test_a_warm_run_loads_nothing_heavy(tree: Path, tmp_path: Path) -> None:
    watching = "import sys; from cudalint.cli import main\ntry: main()\nfinally: print(*sys.modules, file=sys.stderr)"

    def loaded() -> set[str]:
        done = subprocess.run(
            [sys.executable, "-P", "-c", watching, "check", "fixtures/examples"],
            cwd=tree,
            env={**os.environ, "CUDALINT_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        return set(done.stderr.split())

    assert set(HEAVY) & loaded() >= {"clang", "numpy"}
    assert set(HEAVY) & loaded() == set()


def test_fixes_with_a_warm_cache(tree: Path, tmp_path: Path) -> None:
    """What a fix is proved with is not believed from an earlier state of the files."""
    for name in ("first", "second"):
        shutil.copytree(tree / "fixtures" / "fixes" / "transpose_float", tmp_path / name)
    for name in ("first", "second"):
        lint(tmp_path / name, tmp_path / "cache", "check", "before.cu", "--format", "json")
        done = lint(tmp_path / name, tmp_path / "cache", "check", "before.cu", "--fix", "--unsafe-fixes")
        assert done.returncode == 0, done.stderr
        assert (tmp_path / name / "before.cu").read_bytes() != (
            tree / "fixtures/fixes/transpose_float/before.cu"
        ).read_bytes()
    first, second = ((tmp_path / name / "before.cu").read_bytes() for name in ("first", "second"))
    assert first == second != (tree / "fixtures/fixes/transpose_float/before.cu").read_bytes()


def test_two_runs_at_once(tree: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "cudalint", "check", "fixtures/examples", "-j", "1"]
    environment = {**os.environ, "CUDALINT_CACHE_DIR": str(tmp_path)}
    started = [subprocess.Popen(command, cwd=tree, env=environment, stdout=subprocess.PIPE) for _ in range(3)]
    printed = {process.communicate()[0] for process in started}
    assert len(printed) == 1
    assert lint(tree, tmp_path, "check", "fixtures/examples").stdout in printed
