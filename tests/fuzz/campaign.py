"""Runs inputs through the analysis, batch by batch, and keeps those that it gets wrong."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from cudalint.access import FileReport
from cudalint.analysis import Settings, analyse_files
from tests.fuzz.judge import gist, same, troubles
from tests.fuzz.mutate import mutated, neutral
from tests.fuzz.wild import Wild
from tests.property.compare import differences
from tests.property.generate import generate
from tests.property.program import Cost, Line

BATCH = 24
MUTATED = 7 * BATCH
"""Those of one round: a mutated file is read in less time than a generated one, and finds more."""

WRITTEN = 4
"""Of so many reports one is also written in every format, which costs as much as reading a small file."""

SECONDS = 60.0
MEMORY = 2048


@dataclass
class Tally:
    """`inputs`: how many of each kind were run; `failures`: (kind, trouble, file kept)."""

    inputs: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str, str]] = field(default_factory=list)
    unparsed: int = 0
    accesses: int = 0
    slowest: float = 0.0


def _combined(line: Line, cost: Cost) -> bool:
    """Atomics on one address, which the compiler may combine: the brute force knows nothing of compilers."""
    return line[2] == "atomic" and cost.ideal == 1


class Campaign:
    """`corpus`: texts to mutate; `scratch`: an empty folder; `keep`: where the inputs that fail are put."""

    def __init__(self, seed: int, corpus: Sequence[bytes], scratch: Path, keep: Path | None = None) -> None:
        self._random = Random(seed)
        self._corpus = corpus
        self._scratch = scratch
        self._keep = keep
        self.tally = Tally()

    def run(self, seconds: float) -> Tally:
        """Go on until the time is up, at least one batch of each kind."""
        end = time.monotonic() + seconds
        rounds = 0
        while not rounds or time.monotonic() < end:
            self._texts("generated", [Wild(self._random).file().encode() for _ in range(BATCH)], rounds)
            self._texts("mutated", [self._mutant() for _ in range(MUTATED)], rounds)
            self._exact(min(BATCH, 6))
            self._neutral(min(BATCH, 4))
            rounds += 1
        return self.tally

    def _mutant(self) -> bytes:
        # The shorter of two: what breaks in a long file mostly breaks in a short one, ten times as fast.
        original = min(self._random.choices(self._corpus, k=2), key=len)
        return mutated(original, self._random, self._corpus)

    def _analysed(self, texts: Sequence[bytes], jobs: int) -> list[FileReport]:
        paths = [str(self._scratch / f"{number}.cu") for number in range(len(texts))]
        settings = Settings(jobs=jobs, seconds=SECONDS, memory=MEMORY)
        return analyse_files(paths, settings, None, dict(zip(paths, texts, strict=True)))

    def _texts(self, kind: str, texts: Sequence[bytes], rounds: int) -> None:
        started = time.monotonic()
        reports = self._analysed(texts, 1)
        self.tally.slowest = max(self.tally.slowest, (time.monotonic() - started) / len(texts))
        self.tally.inputs[kind] += len(texts)
        for number, (text, report) in enumerate(zip(texts, reports, strict=True)):
            self.tally.accesses += len(report.accesses)
            self.tally.unparsed += bool(report.errors)
            for trouble in troubles(report, text, written=number % WRITTEN == 0):
                self._failed(kind, trouble, text)
        if rounds % 10 == 0 and not same(reports, self._analysed(texts, 3)):
            self._failed(kind, "another answer with -j 3", b"\n".join(texts))

    def _exact(self, count: int) -> None:
        """Programs whose every request is known by brute force."""
        for _ in range(count):
            program = generate(Random(self._random.randrange(1 << 40)))
            if program is None:
                continue
            self.tally.inputs["exact"] += 1
            program.text()
            costs = {line: cost for line, cost in program.costs().items() if not _combined(line, cost)}
            for wrong in differences(program, self._scratch, costs):
                if "exact" in wrong.found and "estimate" not in wrong.found:
                    self._failed("exact", str(wrong), program.text().encode())

    def _neutral(self, count: int) -> None:
        """Empty lines change nothing but where things are."""
        before = [self._random.choice(self._corpus) for _ in range(count)]
        after = [neutral(text, self._random) for text in before]
        self.tally.inputs["neutral"] += count
        for text, one, other in zip(after, self._analysed(before, 1), self._analysed(after, 1), strict=True):
            if gist(one) != gist(other):
                self._failed("neutral", "empty lines change the answer", text)

    def _failed(self, kind: str, trouble: str, text: bytes) -> None:
        name = f"{kind}-{hashlib.blake2b(text, digest_size=6).hexdigest()}.cu"
        if self._keep is not None:
            self._keep.mkdir(parents=True, exist_ok=True)
            (self._keep / name).write_bytes(text)
        self.tally.failures.append((kind, trouble[:300], name))
