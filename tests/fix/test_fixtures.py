"""The programs in fixtures/fixes: after.cu is what the fix makes of before.cu, without findings in shared memory."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.fix.support import patched

FOLDERS = sorted(p.parent for p in (Path(__file__).parents[2] / "fixtures" / "fixes").glob("*/before.cu"))


def test_there_are_enough_of_them() -> None:
    assert len(FOLDERS) >= 10


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda p: p.name)
def test_the_fix_makes_the_one_of_the_other(folder: Path) -> None:
    before = str(folder / "before.cu")
    texts, findings = patched(before)
    assert texts[before] == (folder / "after.cu").read_bytes()
    assert [f.message for f in findings if f.code.startswith("S")] == []


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="nvcc is not installed here")
def test_they_compile(tmp_path: Path) -> None:
    """All in one file, a namespace each: one run of the compiler instead of many."""
    texts = [(folder / name).read_text() for folder in FOLDERS for name in ("before.cu", "after.cu")]
    includes = sorted({line for text in texts for line in text.splitlines() if line.startswith("#include")})
    parts = [
        f"namespace n{number} {{\n" + "\n".join(x for x in text.splitlines() if not x.startswith("#include")) + "\n}\n"
        for number, text in enumerate(texts)
    ]
    path = tmp_path / "all.cu"
    path.write_text("\n".join([*includes, *("#undef TILE\n" + part for part in parts)]))
    command = ["nvcc", "-arch=sm_90", "-cubin", "-o", str(tmp_path / "a.cubin"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
