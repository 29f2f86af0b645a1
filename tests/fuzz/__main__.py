"""Fuzzing by hand: `python -m tests.fuzz --minutes 60`, with `--corpus DIR` to mutate other files than the fixtures.

Inputs that fail are kept in `--keep`; the exit code is 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.fuzz.campaign import Campaign

ROOT = Path(__file__).parents[2]
SLICE_SECONDS = 60.0


def corpus(folders: Sequence[Path]) -> list[bytes]:
    """The texts of all CUDA files below some folders."""
    files = sorted(p for folder in folders for suffix in ("*.cu", "*.cuh") for p in folder.rglob(suffix))
    return [path.read_bytes() for path in files if path.is_file()]


def main() -> int:
    """Fuzz, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--corpus", type=Path, action="append", default=[])
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir(), "cudalint-fuzz"))
    given = parser.parse_args()
    texts = corpus([*given.corpus, ROOT / "fixtures", ROOT / "rules"])
    end = time.monotonic() + 60 * given.minutes
    print(f"seed {given.seed}, {len(texts)} files to mutate, failures in {given.keep}", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        campaign = Campaign(given.seed, texts, Path(scratch), given.keep)
        shown = 0
        while time.monotonic() < end:
            tally = campaign.run(min(SLICE_SECONDS, end - time.monotonic()))
            counts = ", ".join(f"{count} {kind}" for kind, count in tally.inputs.items())
            print(
                f"{counts}; {tally.unparsed} X902, {tally.accesses} accesses, {len(tally.failures)} failures",
                flush=True,
            )
            for kind, trouble, name in tally.failures[shown:]:
                print(f"  {kind} {name}: {trouble}", flush=True)
            shown = len(tally.failures)
    return 1 if campaign.tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
