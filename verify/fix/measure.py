"""From the fixes of a project to trials: which kernels they change, both versions run, and their counts joined."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cudalint.access import Access, FileReport
from cudalint.analysis.settings import Settings

from ..judge import Figures, Judgement, judge
from ..measured import CannotMeasure, Profile
from ..plan.kernels import Shape, plan_kernels
from .overlay import as_original, changed_version, lines_before
from .trial import NOT_MEASURED, Change, Pair, Ran, Runner, Tell, Totals, Trial, Version, label

Place = tuple[str, int, str, str]


@dataclass(frozen=True, slots=True)
class Fixed:
    """A file before and after its fixes: its reports, and all new texts by path."""

    before: FileReport
    after: FileReport
    texts: Mapping[str, bytes]

    def kernels(self) -> frozenset[str]:
        """Those with an access that another cost or other addresses have come to."""
        old, new = (_by_kernel(r) for r in (self.before, self.after))
        return frozenset(k for k in self.before.kernels if old.get(k) != new.get(k))


def _by_kernel(report: FileReport) -> dict[str, Counter[tuple[object, ...]]]:
    found: dict[str, Counter[tuple[object, ...]]] = {}
    for access in report.accesses:
        found.setdefault(access.kernel, Counter())[_signature(access)] += 1
    return found


def _signature(a: Access) -> tuple[object, ...]:
    return a.space, a.kind, a.cost, a.estimated_cost, a.executions, a.object.shape, a.object.element, a.touched


def try_fixes(
    files: Sequence[Fixed], kernels: frozenset[str] | None, settings: Settings, shape: Shape, runner: Runner, tell: Tell
) -> Iterator[Trial]:
    """A trial of each kernel that the fixes change, or of the named ones."""
    for file in files:
        wanted = frozenset(file.before.kernels) & kernels if kernels is not None else file.kernels()
        if not wanted:
            continue
        with tempfile.TemporaryDirectory(prefix="cudalint-") as folder:
            after = changed_version(file.before, file.texts, settings, Path(folder).resolve())
            before = Version(file.before.path, file.before.included, settings)
            try:
                pairs, failures = _paired(before, after, shape, wanted)
            except CannotMeasure as error:
                pairs, failures = [], dict.fromkeys(wanted, str(error))
            for kernel, why in sorted(failures.items()):
                yield Trial(file.before.path, kernel, NOT_MEASURED, why)
            for ran in runner(before, after, pairs, tell) if pairs else ():
                yield _trial(file, ran, after.root)


def _paired(before: Version, after: Version, shape: Shape, wanted: frozenset[str]) -> tuple[list[Pair], dict[str, str]]:
    """The same launches of both versions, and by kernel why there are none."""
    old, failures = plan_kernels(before.path, before.settings, shape, wanted)
    new, others = plan_kernels(after.path, after.settings, shape, wanted)
    if [p.kernel for p in old] != [p.kernel for p in new]:
        return [], dict.fromkeys(wanted, "the fix changes which launches are found")
    pairs = [
        (one, replace(other, arguments=one.arguments, grid=one.grid, block=one.block))
        for one, other in zip(old, new, strict=True)
    ]
    return pairs, {f.kernel: f.reason for f in (*failures, *others)}


def _trial(file: Fixed, ran: Ran, root: str) -> Trial:
    before, after = Totals.of(ran.before), Totals.of(ran.after)
    what, why = label(ran, before, after)
    counted = bool(ran.before.rows and ran.after.rows)
    return Trial(
        file.before.path,
        ran.kernel,
        what,
        why,
        tuple(_changes(file, ran, root)) if counted else (),
        ran.arrays,
        before if counted else None,
        after if counted else None,
        ran.times,
    )


def _changes(file: Fixed, ran: Ran, root: str) -> Iterator[Change]:
    """Accesses in the order of their lines before the fix."""
    old, new = (
        _figures(report, profile, ran.kernel)
        for report, profile in ((file.before, ran.before), (file.after, as_original(ran.after, root)))
    )
    texts = {os.path.realpath(path): text for path, text in file.texts.items()}
    origin = {path: lines_before(Path(path).read_bytes(), text) for path, text in texts.items()}
    moved: dict[Place, tuple[Figures | None, Figures | None]] = {}
    for (path, line, space, kind), figures in new.items():
        known = origin.get(os.path.realpath(path))
        moved.setdefault((path, line if known is None else known.get(line, line), space, kind), figures)
    for place in sorted({*old, *moved}):
        predicted, measured = old.get(place, (None, None))
        predicted_after, measured_after = moved.get(place, (None, None))
        if measured is not None or measured_after is not None:
            yield Change(*place, measured, measured_after, predicted, predicted_after)


def _figures(report: FileReport, profile: Profile, kernel: str) -> dict[Place, tuple[Figures | None, Figures | None]]:
    """Predicted and measured figures by place."""
    judgement: Judgement = judge([report], [], profile, frozenset({kernel}))
    found: dict[Place, tuple[Figures | None, Figures | None]] = {
        v.place: (v.predicted, v.measured) for v in judgement.verdicts
    }
    return found | {(m.path, m.line, m.space, m.kind): (None, m.measured) for m in judgement.missed}
