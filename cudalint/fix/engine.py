"""Proved fixes for findings: patches are tried until one passes the proof, and the chosen ones are proved together."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cudalint.access import FileReport
from cudalint.finding import Finding, Fix, Relayout, SwapThreads
from cudalint.fix.edits import Moved, TextEdit, applied, as_edits, overlap
from cudalint.fix.layouts import Layout
from cudalint.fix.proposal import MEASURED_SLOWER, Patch, Proposal
from cudalint.fix.proposals import proposals
from cudalint.fix.prove import NotProved, Proof, prove
from cudalint.fix.swap import prove_swap, swap_proposals
from cudalint.frozen import frozen
from cudalint.hardware.architecture import Architecture
from cudalint.ir.position import Position

Analyse = Callable[[Sequence[tuple[str, Mapping[str, bytes]]]], list[FileReport]]
"""Reports of files, each with some texts changed (its own or those that it includes), by path."""

Edits = Mapping[str, tuple[TextEdit, ...]]
"""Edits of several files, by path."""


@frozen
class Solved:
    """A patch that was proved, for the arrays declared there."""

    arrays: tuple[Position, ...]
    patch: Patch
    proof: Proof

    def names(self, reports: Iterable[FileReport]) -> frozenset[tuple[str, str]]:
        """File and name of the arrays: they stay known when lines move."""
        declared = frozenset(self.arrays)
        theirs = (a.object for r in reports for a in r.accesses if a.object.declared in declared)
        return frozenset((o.declared.path, o.name) for o in theirs)


@frozen
class Refused:
    """Why no patch was found for the arrays declared there (or for the accesses there, where threads would change
    roles)."""

    arrays: tuple[Position, ...]
    reasons: tuple[str, ...]

    @property
    def text(self) -> str:
        """All reasons."""
        return "; ".join(self.reasons) or "nothing was found to try"


@frozen
class Project:
    """What was analysed: the reports, the texts that may be changed (by path, as positions name them), and how to
    analyse other texts."""

    reports: Sequence[FileReport]
    texts: Mapping[str, bytes]
    analyse: Analyse

    def affected(self, paths: Iterable[str]) -> list[FileReport]:
        """The reports that these files may change; one that is analysed where it is included has none."""
        real = {os.path.realpath(p) for p in paths}
        whole = (r for r in self.reports if r.accesses or r.kernels)
        return [r for r in whole if os.path.realpath(r.path) in real or not real.isdisjoint(r.included)]

    def changed(self, edits: Edits) -> dict[str, bytes]:
        """The new texts."""
        return {path: applied(self.texts[path], theirs) for path, theirs in edits.items()}


@dataclass(slots=True)
class _Trial:
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


def solve(project: Project, findings: Sequence[Finding], target: Architecture) -> list[Solved | Refused]:
    """An answer for each array that some finding wants laid out anew."""
    proposed = proposals(project.reports, findings, project.texts, target)
    proposed += swap_proposals(project.reports, findings, project.texts)
    trials = [_Trial(p, list(p.refusals)) for p in proposed]
    while pending := [(t, patch) for t in trials if (patch := t.patch) is not None]:
        proofs = _proofs(project, [({p.path: p.edits}, p.layouts, p.partial) for _, p in pending])
        for (trial, patch), proof in zip(pending, proofs, strict=True):
            if isinstance(proof, Proof):
                trial.solved = Solved(trial.proposal.arrays, patch, proof)
            else:
                trial.reasons.append(proof)
                trial.tried += 1
    return [t.solved or Refused(t.proposal.arrays, tuple(dict.fromkeys(t.reasons))) for t in trials]


_Attempt = tuple[Edits, Mapping[Position, Layout], bool]
"""Edits, the layouts that they give, and whether some of the waste may stay."""


def _proofs(project: Project, attempts: Sequence[_Attempt]) -> list[Proof | str]:
    """For each set of edits the proof, over all files that it affects, or why it is none."""
    jobs = [(i, r) for i, (edits, _, _) in enumerate(attempts) for r in project.affected(edits)]
    texts = [project.changed(edits) for edits, _, _ in attempts]
    again = project.analyse([(report.path, texts[i]) for i, report in jobs])
    by_attempt: dict[int, list[tuple[FileReport, FileReport]]] = defaultdict(list)
    for (i, report), after in zip(jobs, again, strict=True):
        by_attempt[i].append((report, after))
    found: list[Proof | str] = []
    for i, (edits, layouts, partial) in enumerate(attempts):
        try:
            moved = Moved(project.texts, edits)
            swaps = not layouts
            found.append(
                prove_swap(by_attempt[i], moved) if swaps else prove(by_attempt[i], moved, layouts, partial=partial)
            )
        except NotProved as error:
            found.append(str(error))
    return found


def changeable(findings: Iterable[Finding]) -> frozenset[str]:
    """The files in which a change may be tried for some finding."""
    return frozenset(place.path for f in findings if (place := _place_of(f)) is not None)


def proved_fixes(project: Project, findings: Sequence[Finding], target: Architecture) -> list[Finding]:
    """The findings, each with the fix that was found and proved for it, if any: what `check --fix --unsafe-fixes`
    applies first, in JSON and in editors. `project`: with the texts of the files that `changeable` names."""
    return with_fixes(findings, solve(project, findings, target), project)


def with_fixes(findings: Sequence[Finding], answers: Sequence[Solved | Refused], project: Project) -> list[Finding]:
    """The findings, each with the fix of its array where there is one, or with why there is none."""
    by_place = {at: answer for answer in answers for at in answer.arrays}
    return [_with_fix(f, by_place, project.texts) for f in findings]


def _with_fix(finding: Finding, answers: Mapping[Position, Solved | Refused], texts: Mapping[str, bytes]) -> Finding:
    place = _place_of(finding)
    if place is None or place not in answers:
        return finding
    answer = answers[place]
    if isinstance(answer, Refused):
        return replace(finding, notes=(*finding.notes, f"no fix was proved: {answer.text}"))
    patch = answer.patch
    edits = as_edits(texts[patch.path], patch.path, patch.edits)
    title = patch.title + (" (programs changed like this measured slower)" if patch.kind in MEASURED_SLOWER else "")
    proof = "; ".join(filter(None, (answer.proof.text, patch.room)))
    return replace(finding, fix=Fix(title, edits, patch.safe, proof, patch.caution))


def _place_of(finding: Finding) -> Position | None:
    """What its remedy is about."""
    if isinstance(finding.remedy, Relayout):
        return finding.remedy.array
    return finding.remedy.at if isinstance(finding.remedy, SwapThreads) else None


def together(project: Project, answers: Sequence[Solved]) -> tuple[list[Solved], Edits]:
    """The fixes that do not get in each other's way, and their edits by file, proved as a whole; if the whole does not
    hold, the first alone. What is left out is for another round."""
    chosen: list[Solved] = []
    relaid = [a for a in answers if a.patch.layouts]
    for answer in relaid or answers:
        same_file = (c.patch for c in chosen if c.patch.path == answer.patch.path)
        taken = any(at in c.patch.layouts for c in chosen for at in answer.patch.layouts)
        if not taken and not any(overlap(answer.patch.edits, other.edits) for other in same_file):
            chosen.append(answer)
    if len(chosen) > 1:
        layouts = {at: layout for c in chosen for at, layout in c.patch.layouts.items()}
        partial = any(c.patch.partial for c in chosen)
        if not isinstance(_proofs(project, [(_merged(chosen), layouts, partial)])[0], Proof):
            chosen = chosen[:1]
    return chosen, _merged(chosen)


def _merged(chosen: Sequence[Solved]) -> dict[str, tuple[TextEdit, ...]]:
    edits: dict[str, set[TextEdit]] = defaultdict(set)
    for answer in chosen:
        edits[answer.patch.path].update(answer.patch.edits)
    return {path: tuple(sorted(theirs)) for path, theirs in edits.items()}
