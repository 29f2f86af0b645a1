"""Joins predictions with measurements by file, line, space and kind, and labels each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cudalint.access import EXACT, INDIRECT, UNKNOWN, Access, FileReport
from cudalint.finding import Finding
from cudalint.rule import BAD_RATIO

from . import copies
from .measured import Measured, Profile
from .names import PathMatcher, simple_name

CONFIRMED = "confirmed"
REFUTED = "refuted"
NOT_EXECUTED = "not executed"
NOT_MEASURED = "not measured"
LABELS = (CONFIRMED, REFUTED, NOT_EXECUTED, NOT_MEASURED)

TOLERANCE = 0.10
"""Predicted and measured cost / ideal may differ by so much: compilers merge, unroll and hoist accesses."""

GOOD_RATIO = 1.3
"""Up to this cost / ideal an access is fine, from BAD_RATIO on it is a finding; between the two no verdict is owed."""

Place = tuple[str, int, str, str]
"""Path, line, space and kind: what a verdict is about."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Means per warp-level request of one place. `cost`, `ideal` in sectors or wavefronts; `executions`: requests."""

    cost: float
    ideal: float
    executions: int

    @property
    def waste(self) -> float:
        """cost / ideal, 1.0 at best."""
        return self.cost / self.ideal if self.ideal else 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a measurement says about the predicted accesses of one place.

    `predicted` is None where the linter gives no cost, `measured` where nothing was counted; `reason` says why a place
    was not measured, or what is peculiar. `status`: the least sure one of the predictions. `codes`: of the findings
    that speak of these accesses.
    """

    path: str
    line: int
    space: str
    kind: str
    kernels: tuple[str, ...]
    label: str
    reason: str
    status: str
    predicted: Figures | None
    measured: Figures | None
    codes: tuple[str, ...] = ()

    @property
    def place(self) -> Place:
        """What it is about."""
        return self.path, self.line, self.space, self.kind


@dataclass(frozen=True, slots=True)
class Missed:
    """Something that was counted where the linter sees no access."""

    path: str
    line: int
    space: str
    kind: str
    kernels: tuple[str, ...]
    measured: Figures

    @property
    def wasteful(self) -> bool:
        """Whether it would have been a finding."""
        return self.measured.waste >= BAD_RATIO


@dataclass(frozen=True, slots=True)
class Judgement:
    """All verdicts of a run. `origin` and `notes` as in the profile."""

    verdicts: tuple[Verdict, ...]
    missed: tuple[Missed, ...]
    origin: str
    notes: tuple[str, ...] = ()

    def count(self, label: str) -> int:
        """How many places have a label."""
        return sum(v.label == label for v in self.verdicts)


def judge(
    reports: Sequence[FileReport], findings: Sequence[Finding], profile: Profile, kernels: frozenset[str] | None = None
) -> Judgement:
    """Label every predicted access of the given kernels (of all where None)."""
    chosen = [a for r in reports for a in r.accesses if kernels is None or a.kernel in kernels]
    predicted: dict[Place, list[Access]] = defaultdict(list)
    for access in chosen:
        predicted[access.at.path, access.at.line, access.space, access.kind].append(access)
    ran: dict[str, tuple[str, ...]] = {}
    for launch in profile.launches:
        ran.setdefault(simple_name(launch.kernel), launch.values)
    here = [r for r in profile.rows if kernels is None or simple_name(r.kernel) in kernels]
    measured, missed, unclear = _joined(predicted, here, _files(reports))
    codes = _codes(chosen, findings)
    failures = {simple_name(f.kernel): f.reason for f in profile.failures}
    verdicts = [
        _verdict(place, accesses, measured.get(place, []), ran, failures, unclear.get(place, ""), codes.get(place, ()))
        for place, accesses in sorted(predicted.items())
    ]
    return Judgement(tuple(verdicts), missed, profile.origin, profile.notes)


def _files(reports: Sequence[FileReport]) -> PathMatcher:
    named = [r.path for r in reports]
    inside = [a.at.path for r in reports for a in r.accesses]
    called = [v.path for r in reports for a in r.accesses for v in a.via]
    included = [p for r in reports for p in r.included]
    return PathMatcher([*named, *inside, *called, *included])


def _joined(
    predicted: dict[Place, list[Access]], rows: Iterable[Measured], files: PathMatcher
) -> tuple[dict[Place, list[Measured]], tuple[Missed, ...], dict[Place, str]]:
    """Measurements by the prediction they belong to, those that belong to none, and by place why none can be told.

    A line of a device function may be counted at the call: then the calls of either side say which one it is.
    """
    by_call: dict[Place, list[Place]] = defaultdict(list)
    for place, accesses in predicted.items():
        for access in accesses:
            for call in access.via:
                by_call[call.path, call.line, access.space, access.kind].append(place)
    found: dict[Place, list[Measured]] = defaultdict(list)
    unseen: dict[Place, list[Measured]] = defaultdict(list)
    in_headers: list[Measured] = []
    for row in rows:
        candidates = [
            (path, line, row.space, row.kind)
            for path, line in ((files.match(p), n) for p, n in (row.at, *row.via))
            if path is not None
        ]
        direct = next((c for c in candidates if c in predicted), None)
        called = set(by_call.get(candidates[0], ())) if candidates else set()
        if direct is not None:
            found[direct].append(row)
        elif len(called) == 1:
            found[called.pop()].append(row)
        elif candidates and not called:
            unseen[candidates[0]].append(row)
        elif not candidates and copies.is_in_header(row):
            in_headers.append(row)
    by_header, unclear = copies.joined(in_headers, predicted, found)
    missed = [
        Missed(*place, tuple(sorted({simple_name(r.kernel) for r in lost})), _measured_figures(lost))
        for place, lost in sorted(unseen.items())
        if any(r.executions for r in lost)
    ]
    return found | by_header, tuple(missed), unclear


def _codes(accesses: Sequence[Access], findings: Sequence[Finding]) -> dict[Place, tuple[str, ...]]:
    found: dict[Place, set[str]] = defaultdict(set)
    for finding in findings:
        for access in accesses:
            cost = access.cost if access.cost is not None else access.estimated_cost
            if access.at == finding.at and access.unit == finding.unit and cost == finding.cost:
                found[access.at.path, access.at.line, access.space, access.kind].add(finding.code)
    return {place: tuple(sorted(codes)) for place, codes in found.items()}


def _verdict(
    place: Place,
    accesses: Sequence[Access],
    rows: Sequence[Measured],
    ran: Mapping[str, tuple[str, ...]],
    failures: dict[str, str],
    unclear: str,
    codes: tuple[str, ...],
) -> Verdict:
    kernels = tuple(sorted({a.kernel for a in accesses}))
    counted_in = {simple_name(r.kernel) for r in rows}
    relevant = [a for a in accesses if a.kernel in counted_in] or list(accesses)
    predicted = _predicted_figures(relevant)
    measured = _measured_figures(rows) if any(r.executions for r in rows) else None
    status = _least_sure(relevant)
    label, reason = _label(predicted, measured, rows, status, kernels, ran, failures)
    if unclear and label == NOT_EXECUTED:
        label, reason = NOT_MEASURED, unclear
    return Verdict(*place, kernels, label, reason, status, predicted, measured, codes)


def _label(
    predicted: Figures | None,
    measured: Figures | None,
    rows: Sequence[Measured],
    status: str,
    kernels: tuple[str, ...],
    ran: Mapping[str, tuple[str, ...]],
    failures: dict[str, str],
) -> tuple[str, str]:
    if measured is None:
        if not ran.keys().isdisjoint(kernels):
            return NOT_EXECUTED, ""
        reasons = [failures[k] for k in (*kernels, "") if k in failures]
        return NOT_MEASURED, reasons[0] if reasons else "the kernel was not launched"
    if not any(r.counted for r in rows):
        return NOT_MEASURED, "there is no count of this kind of access that depends on addresses only"
    if predicted is None:
        return NOT_MEASURED, "the linter gives no cost to compare with"
    if not measured.ideal:
        return NOT_EXECUTED, "every lane was switched off"
    if abs(measured.waste - predicted.waste) <= TOLERANCE * measured.waste:
        return CONFIRMED, ""
    if status != EXACT and _same_side(predicted.waste, measured.waste):
        return CONFIRMED, "the same verdict, another amount"
    values = [value for kernel in kernels for value in ran.get(kernel, ())] if status != EXACT else []
    return REFUTED, f"an estimate; it ran with {', '.join(dict.fromkeys(values))}" if values else ""


def _same_side(one: float, other: float) -> bool:
    return min(one, other) >= BAD_RATIO or max(one, other) <= GOOD_RATIO


def _predicted_figures(accesses: Sequence[Access]) -> Figures | None:
    """Means over all instances, weighed by how often each is executed; estimates of indirect ones count too."""
    cost = ideal = 0.0
    executions = 0
    for access in accesses:
        each = access.cost if access.cost is not None else access.estimated_cost
        at_best = access.ideal if access.ideal is not None else access.estimated_ideal
        if each is None or at_best is None:
            continue
        cost += each * access.executions
        ideal += at_best * access.executions
        executions += access.executions
    return Figures(cost / executions, ideal / executions, executions) if executions else None


def _measured_figures(rows: Sequence[Measured]) -> Figures:
    executions = max(sum(r.executions for r in rows), 1)
    return Figures(sum(r.cost for r in rows) / executions, sum(r.ideal for r in rows) / executions, executions)


def _least_sure(accesses: Sequence[Access]) -> str:
    order = (UNKNOWN, INDIRECT, "estimate", EXACT)
    return min((a.status for a in accesses), key=order.index)
