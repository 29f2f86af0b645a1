"""Figures, by hand: `python -m tests.benchmarks [FOLDER...]`. Without a folder the fixtures are measured.

Every figure is given in processor seconds too, since the wall clock says little on a busy machine.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from cudalint.cli.files import find_files
from tests.benchmarks.growth import sources
from tests.benchmarks.stages import stages, table

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-P", "-m", "cudalint"]


def run(cache: str, *arguments: str) -> str:
    """One run of the program: wall and processor seconds, and the most memory that one of its processes held."""
    started = time.monotonic()
    pid = os.fork()
    if not pid:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        os.execve(PROGRAM[0], [*PROGRAM, *arguments], {**os.environ, "CUDALINT_CACHE_DIR": cache})
    _, status, usage = os.wait4(pid, 0)
    wall, processor = time.monotonic() - started, usage.ru_utime + usage.ru_stime
    code = os.waitstatus_to_exitcode(status)
    return f"{wall:8.2f} s wall {processor:8.2f} s CPU {usage.ru_maxrss / 1024:6.0f} MiB (exit {code})"


def whole_runs(folders: list[str], jobs: int) -> None:
    """Cold and warm, one file and all."""
    one = str(ROOT / "fixtures" / "examples" / "transpose.cu")
    with tempfile.TemporaryDirectory() as cache:
        print(f"--version               {run(cache, '--version')}")
        print(f"one file, no cache      {run('', 'check', one)}")
        print(f"one file, cold          {run(cache, 'check', one)}")
        print(f"one file, warm          {run(cache, 'check', one)}")
        for folder in folders:
            print(f"{folder}: {len(find_files([folder]))} files, -j {jobs}", flush=True)
            print(f"  cold                  {run(cache, 'check', folder, '-j', str(jobs))}", flush=True)
            print(f"  warm                  {run(cache, 'check', folder, '-j', str(jobs))}", flush=True)


def by_stage(folders: list[str], every: int) -> None:
    """Cost per stage beside libclang's own parse of the same files."""
    paths = [p for p in find_files(folders) if not p.endswith(".py")][::every]
    found = [s for s in map(stages, paths) if s is not None]
    kernels, accesses = sum(s.kernels for s in found), sum(s.accesses for s in found)
    print(f"{len(found)} of {len(paths)} files, {kernels} kernels, {accesses} accesses, one process:")
    print("\n".join(table(found)), flush=True)


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
    whole_runs(given.folders, given.jobs)
    by_stage(given.folders, given.every)
    growth()
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
