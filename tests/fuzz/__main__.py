"""Fuzzing by hand, on all cores: `python -m tests.fuzz --jobs 16 --seconds 3600 --corpus DIR --log fuzz.jsonl`.

What is mutated are the CUDA files of the fixtures and the rules, and those below each `--corpus` that hold a kernel and
are no longer than `--longest` bytes. A round depends on `--seed` and its number alone; `--first` says which comes
first, so that a run goes on where another one ended. Each finished round is a line of JSON in `--log`; the last line
on standard output is the sum. Inputs that fail are kept in `--keep`; the exit code is 1 if there are any.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path

from tests.fuzz.campaign import Campaign, Tally

ROOT = Path(__file__).parents[2]
SHOWN_EVERY = 20.0
"""Seconds between two lines of progress."""

GRACE = 20.0
"""Seconds that rounds get which are under way when the time is up."""

_campaign: list[Campaign] = []
"""That of a worker process."""


def corpus(folders: Sequence[Path]) -> list[bytes]:
    """The texts of all CUDA files below some folders."""
    files = sorted(p for folder in folders for suffix in ("*.cu", "*.cuh") for p in folder.rglob(suffix))
    return [path.read_bytes() for path in files if path.is_file()]


def main() -> int:
    """Fuzz, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--corpus", type=Path, action="append", default=[])
    parser.add_argument("--longest", type=int, default=5000)
    parser.add_argument("--shorter", type=int, default=4)
    parser.add_argument("--log", type=Path, default=Path(tempfile.gettempdir(), "cudalint-fuzz.jsonl"))
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir(), "cudalint-fuzz"))
    given = parser.parse_args()
    mine = corpus([ROOT / "fixtures", ROOT / "rules"])
    theirs = [t for t in corpus(given.corpus) if len(t) <= given.longest and b"__global__" in t]
    print(f"seed {given.seed}, {len(mine)} + {len(theirs)} files to mutate, failures in {given.keep}", flush=True)
    whole, began, shown = Tally(), time.monotonic(), 0.0
    last = given.first
    with tempfile.TemporaryDirectory() as scratch, given.log.open("a", encoding="utf-8") as log:
        setting = (given.seed, [*mine, *theirs], scratch, given.keep, given.shorter)
        for number, tally in _rounds(given.jobs, given.first, given.seconds, setting):
            whole.add(tally)
            last = max(last, number)
            log.write(json.dumps({"round": number, **_line(tally)}) + "\n")
            log.flush()
            for kind, trouble, name in tally.failures:
                print(f"  round {number}: {kind} {name}: {trouble}", flush=True)
            if time.monotonic() - shown > SHOWN_EVERY:
                shown = time.monotonic()
                print(f"{shown - began:.0f} s: {json.dumps(_line(whole))}", flush=True)
    took = round(time.monotonic() - began, 1)
    print(json.dumps({"seed": given.seed, "first": given.first, "last": last, "seconds": took, **_line(whole)}))
    return 1 if whole.failures else 0


def _line(tally: Tally) -> dict[str, object]:
    return {
        "inputs": dict(tally.inputs),
        "different": len(tally.hashes),
        "x902": dict(tally.unreadable),
        "accesses": tally.accesses,
        "failures": tally.failures,
    }


def _rounds(jobs: int, first: int, seconds: float, setting: tuple[object, ...]) -> Iterator[tuple[int, Tally]]:
    """Rounds from that number on, as they end, until the time is up. A process that dies is a failure of those under
    way."""
    end = time.monotonic() + seconds
    numbers = itertools.count(first)
    while time.monotonic() < end:
        pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=setting)
        running: dict[Future[Tally], int] = {}
        try:
            while running or time.monotonic() < end:
                while len(running) < jobs and time.monotonic() < end:
                    number = next(numbers)
                    running[pool.submit(_round, number)] = number
                done, _ = wait(running, timeout=1.0, return_when=FIRST_COMPLETED)
                for future in done:
                    tally = future.result()
                    yield running.pop(future), tally
                if time.monotonic() > end + GRACE:
                    break
        except BrokenProcessPool:
            lost = sorted(running.values())
            yield lost[0], Tally(failures=[("process", f"one of the rounds {lost} ended the process", "")])
        finally:
            _stop(pool)


def _begin(seed: int, texts: list[bytes], scratch: str, keep: Path, shorter: int) -> None:
    # What the analysis loads when it needs it is loaded here, once for all the workers that come from this process.
    importlib.import_module("cudalint.analysis.file")
    folder = Path(scratch, str(os.getpid()))
    folder.mkdir()
    _campaign.append(Campaign(seed, texts, folder, keep, shorter))


def _round(number: int) -> Tally:
    return _campaign[0].round(number)


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the processes; the workers below them end with them."""
    for process in list((pool._processes or {}).values()):
        with suppress(OSError):
            os.kill(process.pid, signal.SIGTERM)
    pool.shutdown(wait=True, cancel_futures=True)


if __name__ == "__main__":
    sys.exit(main())
