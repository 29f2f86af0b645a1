"""Runs the rules over what the analysis found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cudalint.access import SHARED, Access, FileReport
from cudalint.finding import Finding
from cudalint.fix.choice import static_bytes
from cudalint.rule import BAD_RATIO, Context, InstalledRule, Rule
from cudalint.wording import block_text, counted

SHOWN_INSTANCES = 3
"""So many further instances of one finding are spelt out, the rest is counted."""

_Spoken = tuple[Finding, Access]
_Place = tuple[str, int, int, str, str]


def findings_of(
    reports: Sequence[FileReport],
    rules: Sequence[InstalledRule],
    codes: frozenset[str],
    threshold: float = BAD_RATIO,
) -> list[Finding]:
    """All findings of the rules whose codes are selected, in a stable order: path, line, column, code.

    Every rule runs, selected or not: an access whose most specific rule is not selected is not passed on to a more
    general one, so that ignoring a rule never brings up another.
    """
    chosen = sorted((r.rule for r in rules), key=lambda r: (r.order, r.code))
    spoken = [f for r in reports for rule in chosen for f in rule.check_file(r)]
    groups: dict[_Place, list[_Spoken]] = defaultdict(list)
    for report in reports:
        for finding, access in _about_accesses(report.accesses, chosen, threshold):
            at = finding.at
            groups[at.path, at.line, at.column, finding.code, access.object.name].append((finding, access))
    spoken += [_strongest(group) for group in groups.values()]
    unique = {(f.at, f.code, f.message): f for f in spoken if f.code in codes}
    return sorted(unique.values(), key=lambda f: (f.at.path, f.at.line, f.at.column, f.code, f.message))


def _about_accesses(accesses: Sequence[Access], rules: Sequence[Rule], threshold: float) -> Iterator[_Spoken]:
    peers: dict[tuple[str, str, str], list[Access]] = defaultdict(list)
    for access in accesses:
        peers[access.kernel, access.space, access.object.name].append(access)
    contexts = {
        key: Context(tuple(group), static_bytes(accesses, key[0]) if key[1] == SHARED else 0, threshold)
        for key, group in peers.items()
    }
    for access in accesses:
        context = contexts[access.kernel, access.space, access.object.name]
        for finding in _first_to_speak(access, context, rules):
            yield finding, access


def _first_to_speak(access: Access, context: Context, rules: Sequence[Rule]) -> tuple[Finding, ...]:
    for rule in rules:
        spoken = tuple(rule.check(access, context))
        if spoken:
            return spoken
    return ()


def _strongest(group: list[_Spoken]) -> Finding:
    """One place, one finding: the worst of its instances, the others in a note."""
    finding, access = max(group, key=lambda pair: (pair[0].impact, pair[0].executions, pair[0].kernel))
    others = {_instance(other, access) for _, other in group} - {_instance(access, access)}
    if not others:
        return finding
    shown = sorted(others)
    more = len(shown) - SHOWN_INSTANCES
    text = "; ".join(shown[:SHOWN_INSTANCES]) + (f"; and {more} more" if more > 0 else "")
    return replace(finding, notes=(*finding.notes, f"also here: {text}"))


def _instance(access: Access, reported: Access) -> str:
    """'store in `k`, block 16x16: 8 sectors', leaving out what is as in the reported instance."""
    text = access.kind
    if access.kernel != reported.kernel:
        text += f" in `{access.kernel}`"
    if access.block is not None and access.block != reported.block:
        text += f", block {block_text(access.block)}"
    cost = access.cost if access.cost is not None else access.estimated_cost
    return text if cost is None else f"{text}: {counted(cost, access.unit)}"
