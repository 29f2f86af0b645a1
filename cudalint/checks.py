"""Runs the rules over what the analysis found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cudalint.access import SHARED, Access, FileReport
from cudalint.finding import Finding, Instance, Spoken
from cudalint.fix.sizes import static_bytes
from cudalint.rule import BAD_RATIO, Context, InstalledRule, Rule
from cudalint.wording import block_text, counted

SHOWN_INSTANCES = 3
"""So many further instances of one finding are spelt out, the rest is counted."""

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
    groups: dict[_Place, list[Spoken]] = defaultdict(list)
    found: list[Finding] = []
    for report in reports:
        for spoken in report.spoken if report.spoken is not None else spoken_of(report, rules, threshold):
            at = spoken.finding.at
            if spoken.instance is None:
                found.append(spoken.finding)
            else:
                groups[at.path, at.line, at.column, spoken.finding.code, spoken.instance.array].append(spoken)
    found += [_strongest(group) for group in groups.values()]
    unique = {(f.at, f.code, f.message): f for f in found if f.code in codes}
    return sorted(unique.values(), key=lambda f: (f.at.path, f.at.line, f.at.column, f.code, f.message))


def spoken_of(report: FileReport, rules: Sequence[InstalledRule], threshold: float = BAD_RATIO) -> tuple[Spoken, ...]:
    """All that the rules say about one report, place by place."""
    chosen = sorted((r.rule for r in rules), key=lambda r: (r.order, r.code))
    about_file = (Spoken(finding) for rule in chosen for finding in rule.check_file(report))
    return (*about_file, *_about_accesses(report.accesses, chosen, threshold))


def _about_accesses(accesses: Sequence[Access], rules: Sequence[Rule], threshold: float) -> Iterator[Spoken]:
    if not accesses:
        return
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
            yield Spoken(finding, _instance_of(access))


def _first_to_speak(access: Access, context: Context, rules: Sequence[Rule]) -> tuple[Finding, ...]:
    for rule in rules:
        spoken = tuple(rule.check(access, context))
        if spoken:
            return spoken
    return ()


def _instance_of(access: Access) -> Instance:
    cost = access.cost if access.cost is not None else access.estimated_cost
    return Instance(access.object.name, access.kernel, access.kind, access.block, cost, access.unit)


def _strongest(group: list[Spoken]) -> Finding:
    """One place, one finding: the worst of its instances, the others in a note."""
    pairs = [(s.finding, s.instance) for s in group if s.instance is not None]
    finding, instance = max(pairs, key=lambda pair: (pair[0].impact, pair[0].executions, pair[0].kernel))
    others = {_text(other, instance) for _, other in pairs} - {_text(instance, instance)}
    if not others:
        return finding
    shown = sorted(others)
    more = len(shown) - SHOWN_INSTANCES
    text = "; ".join(shown[:SHOWN_INSTANCES]) + (f"; and {more} more" if more > 0 else "")
    return replace(finding, notes=(*finding.notes, f"also here: {text}"))


def _text(instance: Instance, reported: Instance) -> str:
    """'store in `k`, block 16x16: 8 sectors', leaving out what is as in the reported instance."""
    text = instance.kind
    if instance.kernel != reported.kernel:
        text += f" in `{instance.kernel}`"
    if instance.block is not None and instance.block != reported.block:
        text += f", block {block_text(instance.block)}"
    return text if instance.cost is None else f"{text}: {counted(instance.cost, instance.unit)}"
