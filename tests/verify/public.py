"""Runs kernels of public programs both ways, on the CPU and on a GPU under ncu, and says where the counts agree:

    python -m tests.verify.public SOURCES [LIST] > fixtures/verify/public_h200.jsonl
    python -m tests.verify.public --compare fixtures/verify/public_h200.jsonl
    python -m tests.verify.public --again SOURCES cpu|gpu > AGAIN     only the kernels that did not run on the GPU
    python -m tests.verify.public --join AGAIN... > fixtures/verify/public_h200.jsonl

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
from cudalint.verify.measured import CannotMeasure, Failure, Profile
from cudalint.verify.names import simple_name
from cudalint.verify.ncu.commands import find_ncu
from cudalint.verify.plan.kernels import Shape, plan_kernels

FIXTURE = Path(__file__).parents[2] / "fixtures" / "verify" / "public_h200.jsonl"
INCLUDED = ("NVIDIA+cuda-samples/Common", "sgrauerg+polybenchGpu/common")
TOLERANCE = 0.02
SECONDS = 120.0
SECONDS_AGAIN = 40.0
INSTANCES_AGAIN = 3

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
    return measured_sides(root, path, ("cpu", "gpu"), None, SECONDS)


def measured_sides(
    root: Path, path: str, sides: Sequence[str], wanted: frozenset[str] | None, seconds: float
) -> dict[str, Any]:
    """One file in these ways; `wanted`: the kernels, None for all."""
    full = str(root / path)
    settings = Settings(jobs=1, include_directories=tuple(str(root / f) for f in INCLUDED if f.split("/")[0] in path))
    report = analyse_file(full, settings)
    plans, failures = plan_kernels(full, settings, Shape(), wanted)
    if wanted is not None:
        plans = [p for name in sorted(wanted) for p in [p for p in plans if p.kernel == name][:INSTANCES_AGAIN]]
    found = {
        "path": path,
        "launches": [[p.kernel, p.expression, p.block, p.grid, p.shared_bytes, list(p.assumed)] for p in plans],
        "cannot": {f.kernel: f.reason for f in failures},
    }
    if "cpu" in sides:
        program = Program(full, tuple(plans), report.included)
        found["cpu"] = _side(run_kernels(program, compiler_options(settings), Budget(seconds), _silent))
    if "gpu" in sides:
        try:
            profile = measure_file(find_ncu(), full, report.included, plans, settings, seconds, _silent)
        except CannotMeasure as error:
            profile = Profile("no GPU", failures=tuple(Failure(p.kernel, str(error)) for p in plans))
        found["gpu"] = _side(profile)
    return found


def joined(entry: dict[str, Any], again: dict[str, Any]) -> dict[str, Any]:
    """A recorded file with some of its kernels run again, in one way or both."""
    tried = kernels(again)

    def others(side: dict[str, Any]) -> dict[str, Any]:
        return {
            "ran": [k for k in side["ran"] if k not in tried],
            "failed": {k: why for k, why in side["failed"].items() if k not in tried},
            "rows": [row for row in side["rows"] if row[0] not in tried],
        }

    new = {
        **entry,
        "launches": [x for x in entry["launches"] if x[0] not in tried] + again["launches"],
        "cannot": {k: why for k, why in entry["cannot"].items() if k not in tried} | again["cannot"],
    }
    for name in ("cpu", "gpu"):
        if name in again:
            old, more = others(entry[name]), again[name]
            new[name] = {
                "ran": sorted({*old["ran"], *more["ran"]}),
                "failed": old["failed"] | more["failed"],
                "rows": sorted(old["rows"] + [r for r in more["rows"] if r[0] in tried]),
            }
    return new


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
    if arguments[0] == "--again":
        for entry in read_fixture():
            if left := frozenset(kernels(entry) - set(entry["gpu"]["ran"])):
                found = measured_sides(Path(arguments[1]), entry["path"], arguments[2:], left, SECONDS_AGAIN)
                print(json.dumps(found, separators=(",", ":")), flush=True)
        return 0
    if arguments[0] == "--join":
        entries = read_fixture()
        for again in (e for path in arguments[1:] for e in read_fixture(Path(path))):
            entries = [joined(e, again) if e["path"] == again["path"] else e for e in entries]
        for entry in entries:
            print(json.dumps(entry, separators=(",", ":")))
        return 0
    root = Path(arguments[0])
    listed = Path(arguments[1]).read_text("utf-8").split() if arguments[1:] else [e["path"] for e in read_fixture()]
    for path in listed:
        print(json.dumps(measured(root, path), separators=(",", ":")), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
