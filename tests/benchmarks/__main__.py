"""Figures, by hand: `python -m tests.benchmarks [FOLDER...]`. Without a folder the fixtures are measured.

The budgets are for wall clocks, as are their figures. Beside them stand processor seconds, which depend less on what
else a machine does, in multiples of what libclang alone takes to parse the same files in the same run. How long a
keystroke takes, `python -m tests.benchmarks.typing` measures.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from cudalint.cli.files import find_files
from tests.benchmarks.budgets import (
    ADDED,
    MEMORY,
    SMALL_FILE,
    SMALL_FILE_WARM,
    TREE,
    TREE_WARM,
    VERSION,
    judged,
    share,
)
from tests.benchmarks.growth import sources
from tests.benchmarks.stages import stages, table

ROOT = Path(__file__).parents[2]
SMALL = ROOT / "fixtures" / "examples" / "transpose.cu"
REPEATS = 5
PROGRAM = [sys.executable, "-P", "-m", "cudalint"]


@dataclass(frozen=True)
class Run:
    """Wall and processor seconds of one run of the program, and the MiB that the largest of its processes held."""

    wall: float
    processor: float
    memory: float


def run(cache: str, *arguments: str) -> Run:
    """Run the program once."""
    started = time.monotonic()
    pid = os.fork()
    if not pid:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        os.execve(PROGRAM[0], [*PROGRAM, *arguments], {**os.environ, "CUDALINT_CACHE_DIR": cache})
    _, status, usage = os.wait4(pid, 0)
    wall, processor = time.monotonic() - started, usage.ru_utime + usage.ru_stime
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"cudalint {' '.join(arguments)}: exit code {os.waitstatus_to_exitcode(status)}")
    return Run(wall, processor, usage.ru_maxrss / 1024)


def best(cache: str, *arguments: str) -> Run:
    """The fastest of some runs: whatever else the machine does is no matter of the program."""
    return min((run(cache, *arguments) for _ in range(REPEATS)), key=lambda r: r.wall)


def small_file() -> None:
    """The program's start, and one small file without a cache and with one."""
    found = stages(str(SMALL))
    libclang = found.libclang if found is not None else 0.0
    with tempfile.TemporaryDirectory() as cache:
        run(cache, "check", str(SMALL))
        version, cold, warm = best(cache, "--version"), best("", "check", str(SMALL)), best(cache, "check", str(SMALL))
    print(judged("--version", version.wall, VERSION))
    print(judged("one small file, no cache", cold.wall, SMALL_FILE, cold.processor, libclang))
    print(judged("one small file, warm cache", warm.wall, SMALL_FILE_WARM, warm.processor, libclang))
    print(judged("  most memory of a process", cold.memory, MEMORY), flush=True)


def tree(folder: str, jobs: int, every: int) -> None:
    """A folder by stage, cold and warm."""
    paths = find_files([folder])
    found = [s for s in map(stages, [p for p in paths if not p.endswith(".py")][::every]) if s is not None]
    if not found:
        return
    kernels, accesses = sum(s.kernels for s in found), sum(s.accesses for s in found)
    print(f"{folder}: {len(found)} of {len(paths)} files, {kernels} kernels, {accesses} accesses, one process:")
    print("\n".join(table(found)))
    print(judged("  added, median of the files", statistics.median(s.added for s in found), ADDED), flush=True)
    libclang = sum(s.libclang for s in found) * len(paths) / len(found)
    with tempfile.TemporaryDirectory() as cache:
        for name, budget in (("cold", TREE), ("warm", TREE_WARM)):
            done = run(cache, "check", folder, "-j", str(jobs))
            name = f"  all files, {name}, -j {jobs}"
            print(judged(name, done.wall, share(budget, len(paths)), done.processor, libclang))
            print(judged("    most memory of a process", done.memory, MEMORY), flush=True)


def growth() -> None:
    """CPU seconds against size."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.cu")
        for name, text in sources():
            path.write_text(text)
            found = stages(str(path))
            if found is not None:
                print(f"  {name:26} {found.whole:8.3f} s CPU, libclang {found.libclang:6.3f}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", default=[str(ROOT / "fixtures")])
    parser.add_argument("-j", dest="jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="measure the stages of every N-th file only")
    given = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    small_file()
    for folder in given.folders:
        tree(folder, given.jobs, given.every)
    growth()
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
