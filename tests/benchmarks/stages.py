"""Where the time of a file goes, in processor seconds of this process, one file after the other."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from cudalint.analysis.deep_stack import on_deep_stack
from cudalint.analysis.file import analyse
from cudalint.analysis.options import parse_options
from cudalint.analysis.settings import Settings
from cudalint.checks import spoken_of
from cudalint.front import parse as front
from cudalint.front.clang_library import parse_unit
from cudalint.front.lowering import lower
from cudalint.rule import installed_rules

_Result = TypeVar("_Result")
SETTINGS = Settings(jobs=1, every_formula=False)


@dataclass(frozen=True)
class Stages:
    """Seconds. `libclang`: the bare parse, with the same flags and declarations; `parse`: with includes found and names
    repaired; `whole`: from text to accesses, which parses once more."""

    libclang: float
    parse: float
    lower: float
    whole: float
    rules: float
    kernels: int
    accesses: int

    @property
    def added(self) -> float:
        """What is spent beyond libclang's own parse, in multiples of it."""
        return (self.whole + self.rules - self.libclang) / max(self.libclang, 1e-6)


def timed(work: Callable[[], _Result]) -> tuple[float, _Result]:
    """(seconds, result)."""
    started = time.process_time()
    result = work()
    return time.process_time() - started, result


def stages(path: str) -> Stages | None:
    """Of one file; None if it cannot be parsed."""
    return on_deep_stack(lambda: _stages(path))


def _stages(path: str) -> Stages | None:
    options = parse_options(SETTINGS, path)
    try:
        text = front.read_source(Path(path))
        request = front._request(path, options, text, None, (), {})
        bare, _ = timed(lambda: parse_unit(path, request.arguments, request.unsaved))
        parsing, parsed = timed(lambda: front.parse(path, options))
    except (front.UnreadableFile, front.UnparsableFile):
        return None
    lowering, unit = timed(lambda: _all_lowered(parsed))
    whole, outcome = timed(lambda: analyse(path, SETTINGS))
    rules, _ = timed(lambda: spoken_of(outcome.report, installed_rules()))
    return Stages(bare, parsing, lowering, whole, rules, len(unit), len(outcome.report.accesses))


def _all_lowered(parsed: front.ParsedFile) -> list[str]:
    unit = lower(parsed)
    return [unit.functions[key].name for key in unit.kernels]


def table(found: Sequence[Stages]) -> list[str]:
    """Sums, medians and the 95th percentile."""

    def line(name: str, values: list[float]) -> str:
        ordered = sorted(values)
        last = ordered[min(int(0.95 * len(ordered)), len(ordered) - 1)]
        return f"  {name:28}{sum(values):9.2f} {statistics.median(values):9.3f} {last:9.3f}"

    names = ("libclang", "parse", "lower", "whole", "rules")
    return [
        f"  {'stage (CPU seconds)':28}{'sum':>9} {'median':>9} {'p95':>9}",
        *(line(name, [getattr(s, name) for s in found]) for name in names),
        line("added / libclang's parse", [s.added for s in found]),
    ]
