"""Proved fixes for findings: patches are tried until one passes the proof, and those of a file are proved together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from cudalint.access import FileReport
from cudalint.finding import Finding, Fix, Relayout
from cudalint.fix.edits import Moved, TextEdit, applied, as_edits, overlap
from cudalint.fix.proposals import Patch, Proposal, proposals
from cudalint.fix.prove import NotProved, Proof, prove
from cudalint.hardware.architecture import Architecture
from cudalint.ir.position import Position

Analyse = Callable[[Sequence[tuple[str, bytes]]], list[FileReport]]
"""Reports of (path, text) pairs, with everything else as in the first analysis."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A patch that was proved, for the arrays declared there."""

    path: str
    arrays: tuple[Position, ...]
    patch: Patch
    proof: Proof


@dataclass(frozen=True, slots=True)
class Refused:
    """Why no patch was found for the arrays declared there."""

    path: str
    arrays: tuple[Position, ...]
    reasons: tuple[str, ...]


@dataclass(slots=True)
class _Trial:
    path: str
    proposal: Proposal
    reasons: list[str]
    tried: int = 0
    solved: Solved | None = None

    @property
    def patch(self) -> Patch | None:
        """What is to be tried now."""
        if self.solved is not None or self.tried >= len(self.proposal.patches):
            return None
        return self.proposal.patches[self.tried]


def solve(
    reports: Sequence[FileReport],
    findings: Sequence[Finding],
    texts: Mapping[str, bytes],
    analyse: Analyse,
    target: Architecture,
) -> list[Solved | Refused]:
    """An answer for each array that some finding wants laid out anew. `texts`: the files as analysed, by path."""
    by_path = {report.path: report for report in reports}
    trials = [
        _Trial(path, proposal, list(proposal.refusals))
        for path, report in by_path.items()
        if path in texts
        for proposal in proposals(report, findings, texts[path], target)
    ]
    while pending := [(t, patch) for t in trials if (patch := t.patch) is not None]:
        again = analyse([(t.path, applied(texts[t.path], patch.edits)) for t, patch in pending])
        for (trial, patch), report in zip(pending, again, strict=True):
            _judge(trial, patch, by_path[trial.path], report, texts[trial.path])
    return [t.solved or Refused(t.path, t.proposal.arrays, tuple(dict.fromkeys(t.reasons))) for t in trials]


def _judge(trial: _Trial, patch: Patch, before: FileReport, after: FileReport, text: bytes) -> None:
    try:
        proof = prove(before, after, Moved(trial.path, text, patch.edits), patch.layouts)
    except NotProved as error:
        trial.reasons.append(str(error))
        trial.tried += 1
    else:
        trial.solved = Solved(trial.path, trial.proposal.arrays, patch, proof)


def with_fixes(
    findings: Sequence[Finding], answers: Sequence[Solved | Refused], texts: Mapping[str, bytes]
) -> list[Finding]:
    """The findings, each with the fix of its array where there is one."""
    solved = {at: answer for answer in answers if isinstance(answer, Solved) for at in answer.arrays}
    return [_with_fix(f, solved, texts) for f in findings]


def _with_fix(finding: Finding, solved: Mapping[Position, Solved], texts: Mapping[str, bytes]) -> Finding:
    if not isinstance(finding.remedy, Relayout) or finding.remedy.array not in solved:
        return finding
    answer = solved[finding.remedy.array]
    edits = as_edits(texts[answer.path], answer.path, answer.patch.edits)
    return replace(finding, fix=Fix(answer.patch.title, edits, answer.patch.safe, answer.proof.text))


def together(
    answers: Sequence[Solved], reports: Sequence[FileReport], texts: Mapping[str, bytes], analyse: Analyse
) -> dict[str, tuple[TextEdit, ...]]:
    """Per file the edits of all fixes that do not get in each other's way, proved as a whole; if the whole does not
    hold, the first fix alone. What is left out is for another round."""
    chosen: dict[str, list[Solved]] = defaultdict(list)
    for answer in answers:
        group = chosen[answer.path]
        if not any(overlap(answer.patch.edits, other.patch.edits) for other in group):
            group.append(answer)
    merged = {path: tuple(sorted({e for s in group for e in s.patch.edits})) for path, group in chosen.items()}
    several = [path for path, group in chosen.items() if len(group) > 1]
    before = {report.path: report for report in reports}
    again = analyse([(path, applied(texts[path], merged[path])) for path in several])
    for path, report in zip(several, again, strict=True):
        layouts = {at: layout for s in chosen[path] for at, layout in s.patch.layouts.items()}
        try:
            prove(before[path], report, Moved(path, texts[path], merged[path]), layouts)
        except NotProved:
            merged[path] = chosen[path][0].patch.edits
    return merged
