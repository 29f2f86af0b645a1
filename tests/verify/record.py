"""Records what ncu counts for the seeds in fixtures/verify, on a GPU machine with nvcc (or NVRTC), ncu and CuPy:

    python -m tests.verify.record fixtures/verify/h200

For each seed it compiles the file, launches every kernel as `cudalint verify --all` does, and writes the source pages
one behind the other as NAME.csv: instructions that touch memory, the columns that `cudalint verify --report` reads,
files by their bare names, no source text. recorded.json says on what it was made and how. A kernel that fails is named
there, and the exit code is 1.
"""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from cudalint.analysis import analyse_file
from cudalint.analysis.settings import Settings
from cudalint.verify.gpu.measure import compiled_file, kernel_page, require_cupy
from cudalint.verify.gpu.symbols import UnknownKernel
from cudalint.verify.measured import CannotMeasure
from cudalint.verify.ncu.commands import find_ncu, import_command, profile_command
from cudalint.verify.ncu.source_page import COLUMNS, OPCODES, PREDICATE
from cudalint.verify.plan.kernels import Shape, planned

SEEDS = Path(__file__).parents[2] / "fixtures" / "verify"
SECONDS = 120.0

KEPT = {"Line No", "Source", "Address", *(name for names in COLUMNS.values() for name in names)}


def reduced(page: str) -> str:
    """A page with no more than is read of it; a section keeps its first instruction, so that its kernel stays known."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    kept: list[int] = []
    code = address = 0
    line: list[str] | None = None
    first = True
    for row in csv.reader(io.StringIO(page)):
        if len(row) >= 2 and row[0] == "File Path":
            write(["File Path", PurePosixPath(row[1].replace("\\", "/")).name])
        elif len(row) >= 2 and row[0] in ("Function Name", "Kernel Name"):
            write(row[:2])
        elif "Address" in row and "Source" in row:
            kept = [i for i, name in enumerate(row) if name in KEPT]
            address, first, line = row.index("Address"), True, None
            code = row.index("Source", address)
            write([row[i] for i in kept])
        elif kept and len(row) > max(kept):
            if row[0].strip().isdigit():
                line = [row[0], *[""] * (len(kept) - 1)]
            if row[address].startswith("0x") and (first or _touches_memory(row[code])):
                if line is not None:
                    write(line)
                write(["" if i < address else row[i] for i in kept])
                first, line = False, None
    return out.getvalue()


def _touches_memory(text: str) -> bool:
    return PREDICATE.sub("", text.strip()).partition(" ")[0].partition(".")[0] in OPCODES


def record(path: Path, ncu: str, scratch: Path) -> tuple[str, dict[str, str]]:
    """The pages of all kernels of a file, and by kernel why there is none."""
    pages: list[str] = []
    failed: dict[str, str] = {}
    settings = Settings(jobs=1)
    for _, plans, failures in planned([analyse_file(str(path), settings)], None, settings, Shape()):
        failed |= {f.kernel: f.reason for f in failures}
        try:
            compiled = compiled_file(str(path), plans, settings, scratch)
        except CannotMeasure as error:
            return "", failed | dict.fromkeys((p.kernel for p in plans), str(error))
        for plan in plans:
            try:
                pages.append(reduced(kernel_page(ncu, compiled, plan, SECONDS, scratch)))
            except (CannotMeasure, UnknownKernel) as error:
                failed[plan.expression] = str(error)
    return "".join(pages), failed


def machine(ncu: str) -> dict[str, Any]:
    """What the counts were made on."""
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    gpu, _, driver = _said(query).partition("\n")[0].partition(", ")
    profile = profile_command(ncu, Path("REPORT"), ["python", "-m", "cudalint.verify.gpu.launch", "JOB"], launches=1)
    return {
        "gpu": gpu,
        "driver": driver,
        "ncu": _said([ncu, "--version"]).splitlines()[-1],
        "compiler": _compiler(),
        "command": "python -m tests.verify.record FOLDER",
        "profiled_by": " ".join(["ncu", *profile[1:]]),
        "printed_by": " ".join(["ncu", *import_command(ncu, Path("REPORT"))[1:]]),
    }


def _compiler() -> str:
    if shutil.which("nvcc"):
        return next(line for line in _said(["nvcc", "--version"]).splitlines() if "release" in line)
    from cupy.cuda import nvrtc

    return f"NVRTC {'.'.join(map(str, nvrtc.getVersion()))}"


def _said(command: Sequence[str]) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def main(arguments: Sequence[str]) -> int:
    """Record all seeds into the folder that is named."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    ncu = find_ncu()
    require_cupy()
    failed: dict[str, dict[str, str]] = {}
    for path in sorted(SEEDS.glob("*.cu")):
        with tempfile.TemporaryDirectory(prefix="cudalint-") as scratch:
            pages, without = record(path, ncu, Path(scratch).resolve())
        if pages:
            (folder / f"{path.stem}.csv").write_text(pages, "utf-8")
        if without:
            failed[path.name] = without
    (folder / "recorded.json").write_text(json.dumps({**machine(ncu), "failed": failed}, indent=1) + "\n", "utf-8")
    print(json.dumps(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
