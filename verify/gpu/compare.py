"""The child that runs a kernel before and after a fix: `python -m cudalint.verify.gpu.compare BEFORE AFTER RESULT`.

Both get the same inputs, new ones for every run, and go first by turns. The arrays of the first runs are compared byte
by byte on the GPU. A large array is written before each start: no input is left in the cache, and the start is queued
before the GPU comes to it, so that the events enclose nothing but the kernel.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .job import Job
from .launch import Parameters, load, parameters, start

RUNS = 101
WARM_UPS = 3
COMPARED = 3
"""So many of the first runs are compared, each on other inputs."""

_FLUSH_BYTES = 256 << 20


def main(arguments: Sequence[str]) -> int:
    """Compare the jobs in the first two files and write the result to the third; one line says what goes wrong."""
    before, after, result = map(Path, arguments)
    try:
        import cupy

        jobs = [Job.from_json(file.read_text("utf-8")) for file in (before, after)]
        result.write_text(json.dumps(compare(cupy, jobs)), "utf-8")
    except Exception as error:
        first = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
        sys.stderr.write(f"cudalint: {first}\n")
        return 1
    return 0


def compare(cupy: Any, jobs: Sequence[Job]) -> dict[str, Any]:
    """Microseconds of each run of both jobs, differences by array, and whether the first job repeats itself."""
    kernels = [load(cupy, job) for job in jobs]
    begin, end = cupy.cuda.Event(), cupy.cuda.Event()
    flush = cupy.zeros(_FLUSH_BYTES, dtype="uint8")
    times: tuple[list[float], list[float]] = ([], [])
    arrays: dict[str, dict[str, Any]] = {}
    repeats = True

    def once(side: int, run: int) -> Parameters:
        made = parameters(cupy, jobs[side], run + 1)
        flush.fill(run % 251)
        begin.record()
        start(cupy, kernels[side], jobs[side], made)
        end.record()
        end.synchronize()
        if run >= WARM_UPS:
            times[side].append(1000 * float(cupy.cuda.get_elapsed_time(begin, end)))
        return made

    for run in range(WARM_UPS + RUNS):
        made = {side: once(side, run) for side in ((0, 1) if run % 2 else (1, 0))}
        if run >= COMPARED:
            continue
        again = once(0, run) if run < WARM_UPS else None
        repeats = repeats and (again is None or not any(d for _, _, d, _ in _differences(cupy, made[0], again)))
        for name, size, different, first in _differences(cupy, made[0], made[1]):
            known = arrays.setdefault(name, {"name": name, "size": size, "different": 0, "first": 0})
            if different and not known["different"]:
                known |= {"different": different, "first": first}
    return {"before": times[0], "after": times[1], "arrays": list(arrays.values()), "repeats": repeats}


def _differences(cupy: Any, one: Parameters, other: Parameters) -> list[tuple[str, int, int, int]]:
    """By array: name, bytes, how many differ, and the first that does; addresses differ anyway and are left out."""
    found = []
    for (name, buffer, left), (_, _, right) in zip(one.arrays, other.arrays, strict=True):
        if buffer.element != "pointer":
            unequal = left.view("uint8") != right.view("uint8")
            different = int(unequal.sum())
            found.append((name, int(unequal.size), different, int(cupy.argmax(unequal)) if different else 0))
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
