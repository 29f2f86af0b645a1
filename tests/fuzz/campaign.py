"""Runs inputs through the analysis, round by round, and keeps those that it gets wrong."""

from __future__ import annotations

import hashlib
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from cudalint.access import FileReport
from cudalint.analysis import ProjectReport, Settings, analyse_files, analyse_texts
from tests.fuzz.judge import gist, same, troubles
from tests.fuzz.mutate import mutated, neutral
from tests.fuzz.wild import Wild
from tests.property.compare import differences
from tests.property.contradictions import contradictions_by_data
from tests.property.generate import generate
from tests.property.program import Cost, Line

GENERATED = 6
MUTATED = 10 * GENERATED
"""Those of one round: a mutated file is read in less time than a generated one, and finds more."""

TOGETHER = 6
EVERY = 3
"""So many of every third round are also analysed as one project, twice, by different numbers of workers."""

WRITTEN = 4
"""Of so many reports one is also written in every format, which costs as much as reading a small file."""

SECONDS = 60.0
MEMORY = 2048
_QUOTED = re.compile(r"'[^']*'|\d+")
_ALONE = ProjectReport([], {})


@dataclass
class Tally:
    """`inputs`: how many of each kind were run; `failures`: (kind, trouble, file kept); `unreadable`: how many were
    X902, by the reason; `hashes`: of the inputs."""

    inputs: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str, str]] = field(default_factory=list)
    unreadable: Counter[str] = field(default_factory=Counter)
    accesses: int = 0
    hashes: set[bytes] = field(default_factory=set)

    def add(self, other: Tally) -> None:
        """Count another one in."""
        self.inputs.update(other.inputs)
        self.failures += other.failures
        self.unreadable.update(other.unreadable)
        self.accesses += other.accesses
        self.hashes |= other.hashes


def _combined(line: Line, cost: Cost) -> bool:
    """Atomics on one address, which the compiler may combine: the brute force knows nothing of compilers."""
    return line[2] == "atomic" and cost.ideal == 1


class Campaign:
    """`corpus`: texts to mutate; `scratch`: an empty folder; `keep`: where the inputs that fail are put; `shorter`: a
    text to mutate is the shortest of so many, as what breaks in a long file mostly breaks in a short one, ten times as
    fast."""

    def __init__(
        self, seed: int, corpus: Sequence[bytes], scratch: Path, keep: Path | None = None, shorter: int = 2
    ) -> None:
        self._seed = seed
        self._corpus = corpus
        self._scratch = scratch
        self._keep = keep
        self._shorter = shorter

    def run(self, seconds: float) -> Tally:
        """Rounds until the time is up, at least one."""
        end = time.monotonic() + seconds
        number, tally = 0, Tally()
        while not number or time.monotonic() < end:
            tally.add(self.round(number))
            number += 1
        return tally

    def round(self, number: int) -> Tally:
        """The round of that number, which is the same whatever was run before."""
        random, tally = Random(f"{self._seed}/{number}"), Tally()
        generated = [Wild(random).file().encode() for _ in range(GENERATED)]
        mutants = [self._mutant(random) for _ in range(MUTATED)]
        self._texts("generated", generated, tally)
        self._texts("mutated", mutants, tally)
        if number % EVERY == 0:
            self._together([*generated[: TOGETHER // 3], *mutants[: TOGETHER - TOGETHER // 3]], tally)
        self._exact(random, tally)
        self._neutral(random, tally)
        # Last, so that what comes before is what it was in campaigns of old.
        self._loaded(random, tally)
        return tally

    def _mutant(self, random: Random) -> bytes:
        original = min(random.choices(self._corpus, k=self._shorter), key=len)
        return mutated(original, random, self._corpus)

    def _paths(self, texts: Sequence[bytes]) -> list[str]:
        return [str(self._scratch / f"{number}.cu") for number in range(len(texts))]

    def _texts(self, kind: str, texts: Sequence[bytes], tally: Tally) -> None:
        """Each for itself."""
        wanted = [(path, {path: text}) for path, text in zip(self._paths(texts), texts, strict=True)]
        reports = analyse_texts(wanted, Settings(jobs=1, seconds=SECONDS, memory=MEMORY), _ALONE)
        tally.inputs[kind] += len(texts)
        tally.hashes |= {hashlib.blake2b(text, digest_size=8).digest() for text in texts}
        for number, (text, report) in enumerate(zip(texts, reports, strict=True)):
            tally.accesses += len(report.accesses)
            tally.unreadable.update(_QUOTED.sub("...", error.partition(": ")[2]) for error in report.errors)
            for trouble in troubles(report, text, written=number % WRITTEN == 0):
                self._failed(kind, trouble, text, tally)

    def _project(self, texts: Sequence[bytes], jobs: int) -> list[FileReport]:
        paths = self._paths(texts)
        settings = Settings(jobs=jobs, seconds=SECONDS, memory=MEMORY)
        return analyse_files(paths, settings, None, dict(zip(paths, texts, strict=True)))

    def _together(self, texts: Sequence[bytes], tally: Tally) -> None:
        first, second = self._project(texts, 1), self._project(texts, 3)
        for text, report in zip(texts, first, strict=True):
            for trouble in troubles(report, text, written=False):
                self._failed("project", trouble, text, tally)
        for text, one, other in zip(texts, first, second, strict=True):
            if not same([one], [other]):
                self._failed("project", "another answer with -j 3", text, tally)

    def _exact(self, random: Random, tally: Tally) -> None:
        """A program whose every request is known by brute force."""
        program = generate(Random(random.randrange(1 << 40)))
        if program is None:
            return
        tally.inputs["exact"] += 1
        program.text()
        costs = {line: cost for line, cost in program.costs().items() if not _combined(line, cost)}
        for wrong in differences(program, self._scratch, costs):
            if "exact" in wrong.found and "estimate" not in wrong.found:
                self._failed("exact", str(wrong), program.text().encode(), tally)

    def _loaded(self, random: Random, tally: Tally) -> None:
        """A program in which what is loaded decides addresses, with several memories."""
        program = generate(Random(random.randrange(1 << 40)), loads=True)
        if program is None:
            return
        tally.inputs["loaded"] += 1
        for wrong in contradictions_by_data(program, self._scratch)[0]:
            self._failed("loaded", wrong, program.text().encode(), tally)

    def _neutral(self, random: Random, tally: Tally) -> None:
        """Empty lines change nothing but where things are."""
        before = min(random.choices(self._corpus, k=self._shorter), key=len)
        after = neutral(before, random)
        tally.inputs["neutral"] += 1
        (one,), (other,) = self._project([before], 1), self._project([after], 1)
        if gist(one) != gist(other):
            self._failed("neutral", "empty lines change the answer", after, tally)

    def _failed(self, kind: str, trouble: str, text: bytes, tally: Tally) -> None:
        name = f"{kind}-{hashlib.blake2b(text, digest_size=6).hexdigest()}.cu"
        if self._keep is not None:
            self._keep.mkdir(parents=True, exist_ok=True)
            (self._keep / name).write_bytes(text)
        tally.failures.append((kind, trouble[:300], name))
