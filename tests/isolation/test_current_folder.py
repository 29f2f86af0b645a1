"""What lies in the working folder is linted, never imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

NAMES = (
    "click", "json", "numpy", "sympy", "clang", "mpmath", "pycparser", "multiprocessing", "ctypes", "signal",
    "re", "resource", "os", "tomllib", "dataclasses", "cudalint_rules", "difflib", "subprocess", "hashlib", "typing",
)  # fmt: skip
TRAP = "import pathlib\npathlib.Path(__file__).with_suffix('.sprung').touch()\n"
KERNEL = "__global__ void k(float* a, int n) { a[n * threadIdx.x] = 1; }\n"


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(TRAP)
    (tmp_path / "clang").mkdir()
    (tmp_path / "clang" / "__init__.py").write_text(TRAP)
    (tmp_path / "a.cu").write_text(KERNEL)
    return tmp_path


COMMANDS = {
    "the script": [str(Path(sys.executable).with_name("cudalint"))],
    "the module": [sys.executable, "-m", "cudalint"],
}


@pytest.mark.parametrize("start", COMMANDS)
@pytest.mark.parametrize("arguments", [("check", "."), ("check", "a.cu", "--assume", "n % 2 == 0", "--format", "json")])
def test_nothing_is_imported(trapped: Path, start: str, arguments: tuple[str, ...]) -> None:
    done = subprocess.run(
        [*COMMANDS[start], *arguments, "--no-cache"],
        cwd=trapped,
        env={k: v for k, v in os.environ.items() if not k.startswith("PYTHON")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "G101" in done.stdout
    assert [p.name for p in trapped.rglob("*.sprung")] == []
