"""What the tests of the analysis share."""

from __future__ import annotations

from pathlib import Path

from cudalint.access import Access
from cudalint.analysis import Settings, analyse_files

COLUMN = "__global__ void k(float *a, int n) { a[threadIdx.x * n] = 1; }\n"


def accesses(folder: Path, source: str, settings: Settings | None = None) -> list[Access]:
    path = folder / "a.cu"
    path.write_text(source)
    return list(analyse_files([str(path)], settings or Settings(jobs=1))[0].accesses)
