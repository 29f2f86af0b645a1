"""Measures the programs in fixtures/fixes and fixtures/advice on a GPU, and writes fixtures/fixes_h200.jsonl.

    python -m tests.fix.record > fixtures/fixes_h200.jsonl

It needs nvcc, and ncu for the counters (`--no-counters` leaves them out). Each program is built as before.cu and as
after.cu, both are run by turns, and each prints whether its output equals, bit by bit, what the CPU computes. Programs
with measure.cuh time every run with events, on inputs that take turns, and print the median; the median, the lowest and
the highest of all their runs are kept. A program that fails or prints WRONG stops nothing: its row says so.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cudalint.access import SHARED
from cudalint.analysis import analyse_file
from cudalint.verify.ncu.commands import find_ncu, import_command, profile_command
from cudalint.verify.ncu.source_page import read
from tests.fix.kinds import kinds_of

ROOT = Path(__file__).parents[2] / "fixtures"
SLOWER = 1.03
"""Times the time before, from which on a fix counts as slower, if every run after it took longer than the median
before."""

_LAUNCH = re.compile(r"(\w+(?:<[^<>;]*>)?)\s*<<<")
_LINE = re.compile(r"(\w+) (ok|WRONG) ([\d.]+) us")


class Failed(RuntimeError):
    """A program that cannot be built, or computes something else than the CPU; the message says which."""


def folders() -> list[Path]:
    """The programs."""
    return sorted(p.parent for kind in ("fixes", "advice") for p in (ROOT / kind).glob("*/before.cu"))


def measured(folder: Path, scratch: Path, runs: int, *, counters: bool) -> dict[str, Any]:
    """One row of the recording."""
    row: dict[str, Any] = {"folder": f"{folder.parent.name}/{folder.name}", "kinds": kinds_of(folder)}
    times: dict[str, list[float]] = defaultdict(list)
    try:
        programs = {name: _built(folder / f"{name}.cu", scratch) for name in ("before", "after")}
        for _ in range(runs):
            for name, program in programs.items():
                times[name].append(_run(program))
    except Failed as error:
        return {**row, "failed": str(error)}
    for name, program in programs.items():
        row[name] = {
            "us": round(statistics.median(times[name]), 3),
            "least_us": min(times[name]),
            "most_us": max(times[name]),
            "predicted": predicted(folder / f"{name}.cu"),
        }
        if counters:
            row[name]["counted"] = _counted(program, scratch, len(kernels_of(folder / f"{name}.cu")))
    row["slower"] = is_slower(row)
    return row


def is_slower(row: dict[str, Any]) -> bool:
    """Whether the fix made the program slower by more than chance."""
    before, after = row["before"], row["after"]
    return bool(after["us"] > SLOWER * before["us"] and after["least_us"] > before["us"])


def _built(source: Path, scratch: Path) -> Path:
    program = scratch / f"{source.parent.name}_{source.stem}"
    command = ["nvcc", "-O3", "-std=c++17", "-lineinfo", "-arch=sm_90", "-o", str(program), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{program.name}: {done.stderr}")
    return program


def _run(program: Path) -> float:
    """Microseconds of one run. Raises `Failed` where the output is wrong."""
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    match = _LINE.search(done.stdout)
    if done.returncode or match is None or match[2] != "ok":
        raise Failed(f"{program.name}: {done.stdout or done.stderr or 'no output'}")
    return float(match[3])


def kernels_of(source: Path) -> frozenset[str]:
    """The kernels that a program launches, each with its template arguments; it launches them by turns."""
    return frozenset(_LAUNCH.findall(source.read_text()))


def predicted(source: Path) -> dict[str, float]:
    """Sectors and wavefronts of one launch of each kernel, with their ideals, as the analysis counts them."""
    sums: dict[str, float] = defaultdict(float)
    for access in analyse_file(str(source)).accesses:
        if access.cost is not None and access.ideal is not None:
            unit = "wavefronts" if access.space == SHARED else "sectors"
            sums[unit] += access.cost * access.executions
            sums[f"{unit}_ideal"] += access.ideal * access.executions
    return {name: round(value) for name, value in sorted(sums.items())}


def excess(sums: Mapping[str, float]) -> dict[str, float]:
    """Sectors and wavefronts above their ideals."""
    return {unit: sums.get(unit, 0) - sums.get(f"{unit}_ideal", 0) for unit in ("sectors", "wavefronts")}


def _counted(program: Path, scratch: Path, kernels: int) -> dict[str, int]:
    """The same as ncu counts it, of the first launches of so many kernels."""
    ncu, report = find_ncu(), scratch / program.name
    subprocess.run(
        profile_command(ncu, report, [str(program)], launches=kernels), check=True, stdout=subprocess.DEVNULL
    )
    page = subprocess.run(
        import_command(ncu, Path(f"{report}.ncu-rep")), check=True, capture_output=True, text=True
    ).stdout
    sums: dict[str, int] = defaultdict(int)
    for row in read(page, program.name).rows:
        unit = "wavefronts" if row.space == SHARED else "sectors"
        sums[unit] += row.cost
        sums[f"{unit}_ideal"] += row.ideal
    return dict(sorted(sums.items()))


def main(arguments: Sequence[str]) -> None:
    """Print a line for each program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--no-counters", action="store_true")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        for folder in folders():
            if not given.names or folder.name in given.names:
                row = measured(folder, Path(scratch), given.runs, counters=not given.no_counters)
                print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
