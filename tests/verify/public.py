"""Runs kernels of public programs both ways, on the CPU and on a GPU under ncu, and says where the counts agree:

    python -m tests.verify.public SOURCES [LIST] > fixtures/verify/public_h200.jsonl
    python -m tests.verify.public --compare fixtures/verify/public_h200.jsonl

SOURCES is a folder with clones named OWNER+NAME of NVIDIA/cuda-samples, sgrauerg/polybenchGpu, yuhc/gpu-rodinia and
zjin-lcf/HeCBench; LIST names files in it, one a line (those of the fixture by default). One line is written for each
file: its kernels as they were launched, why others were not, and per line of source, space and kind what each way
counted. No text of a program is kept. Without a GPU only the CPU's side is filled in.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cudalint.analysis import analyse_file
from cudalint.analysis.settings import Settings
from cudalint.verify.cpu.emulate import Budget
from cudalint.verify.cpu.kernels import Program, run_kernels
from cudalint.verify.cpu.measure import compiler_options
from cudalint.verify.gpu.measure import measure_file
from cudalint.verify.measured import CannotMeasure, Profile
from cudalint.verify.names import simple_name
from cudalint.verify.ncu.commands import find_ncu
from cudalint.verify.plan.kernels import Shape, plan_kernels

FIXTURE = Path(__file__).parents[2] / "fixtures" / "verify" / "public_h200.jsonl"
INCLUDED = ("NVIDIA+cuda-samples/Common", "sgrauerg+polybenchGpu/common")
TOLERANCE = 0.02
SECONDS = 120.0

_FOLDERS = re.compile(r"/(?:[\w.+-]+/)+")

Counts = tuple[int, int, int, int]
"""Requests, active lanes, cost and ideal, summed."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One line of source, space and kind of a kernel that both ways counted."""

    path: str
    kernel: str
    file: str
    line: int
    space: str
    kind: str
    cpu: Counts
    gpu: Counts

    @property
    def same_ratio(self) -> bool:
        """Whether cost / ideal is the same within the tolerance: what a finding is about."""
        return _close(self.cpu[2] / max(self.cpu[3], 1), self.gpu[2] / max(self.gpu[3], 1))

    @property
    def same_cost(self) -> bool:
        """Whether the cost of a request is the same too. ncu counts an instruction as executed where a predicate has
        switched off all its lanes."""
        return _close(self.cpu[2] / self.cpu[0], self.gpu[2] / self.gpu[0])


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= TOLERANCE * other


def measured(root: Path, path: str) -> dict[str, Any]:
    """One file both ways."""
    full = str(root / path)
    settings = Settings(jobs=1, include_directories=tuple(str(root / f) for f in INCLUDED if f.split("/")[0] in path))
    report = analyse_file(full, settings)
    plans, failures = plan_kernels(full, settings, Shape(), None)
    on_cpu = run_kernels(
        Program(full, tuple(plans), report.included), compiler_options(settings), Budget(SECONDS), _silent
    )
    try:
        on_gpu = measure_file(find_ncu(), full, report.included, plans, settings, SECONDS, _silent)
    except CannotMeasure:
        on_gpu = Profile("no GPU")
    return {
        "path": path,
        "launches": [[p.kernel, p.expression, p.block, p.grid, p.shared_bytes, list(p.assumed)] for p in plans],
        "cannot": {f.kernel: f.reason for f in failures},
        "cpu": _side(on_cpu),
        "gpu": _side(on_gpu),
    }


def _side(profile: Profile) -> dict[str, Any]:
    counts: dict[tuple[Any, ...], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row in profile.rows:
        if row.counted and row.executions:
            place = (simple_name(row.kernel), Path(row.at[0]).name, row.at[1], row.space, row.kind)
            for index, value in enumerate((row.executions, row.threads, row.cost, row.ideal)):
                counts[place][index] += value
    return {
        "ran": sorted({simple_name(launch.kernel) for launch in profile.launches}),
        "failed": {f.kernel: _FOLDERS.sub("", f.reason) for f in profile.failures},
        "rows": [[*place, *totals] for place, totals in sorted(counts.items())],
    }


def _silent(text: str) -> None:
    """Progress that nobody watches."""


def kernels(entry: dict[str, Any]) -> set[str]:
    """All kernels of a file that were to be launched."""
    return {launch[0] for launch in entry["launches"]} | set(entry["cannot"])


def compared(entry: dict[str, Any]) -> Iterator[Compared]:
    """What both ways counted in a file."""
    sides = [{tuple(row[:5]): tuple(row[5:]) for row in entry[side]["rows"]} for side in ("cpu", "gpu")]
    for place in sorted(set(sides[0]) & set(sides[1])):
        if place[0] in kernels(entry):
            yield Compared(entry["path"], *place, sides[0][place], sides[1][place])


def read_fixture(path: Path = FIXTURE) -> list[dict[str, Any]]:
    """The recorded files."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def main(arguments: Sequence[str]) -> int:
    """As the module says."""
    if arguments[0] == "--compare":
        entries = read_fixture(Path(arguments[1]))
        lines = [c for e in entries for c in compared(e)]
        for line in lines:
            if not line.same_ratio:
                print(line)
        launched, wanted = (
            sum(len(kernels(e) & set(e["gpu"]["ran"])) for e in entries),
            sum(map(len, map(kernels, entries))),
        )
        ratio, cost = sum(c.same_ratio for c in lines), sum(c.same_cost for c in lines)
        print(
            f"{launched} of {wanted} kernels launched; of {len(lines)} lines {ratio} with the same ratio, {cost} cost"
        )
        return 0
    root = Path(arguments[0])
    listed = Path(arguments[1]).read_text("utf-8").split() if arguments[1:] else [e["path"] for e in read_fixture()]
    for path in listed:
        print(json.dumps(measured(root, path), separators=(",", ":")), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
