"""An explanation in words, part by part: what every format says in the same order."""

from __future__ import annotations

from cudalint.access import INDIRECT
from cudalint.derivation import BLOCK, DATA, LANE, LOOP, OTHER, ROUNDED, UNIFORM, UNKNOWN, WARP, Symbol
from cudalint.explain.explanation import Alternative, Definition, Explanation, Instance
from cudalint.frozen import frozen
from cudalint.ir.position import Position
from cudalint.wording import amount, block_text, counted

LARGEST_COPY = 64
"""Bytes of a record that is surely copied as a whole where no member is named."""

WIDE = (8, 16)
"""Bytes that one instruction moves where they are aligned to them."""

WIDEST = 60
"""Characters of source beside which its line number stands in a column."""

COUNTER = "counter"
"""A loop's rounds, which the formula calls n_i for a variable i."""

_ABOUT = {
    LANE: "differs from lane to lane",
    WARP: "one value in a warp",
    BLOCK: "one value in a block",
    LOOP: "one value in a round of its loop",
    COUNTER: "rounds done by the loop over that variable, from 0",
    UNIFORM: "one known value",
    UNKNOWN: "one value, not known",
    DATA: "loaded from memory",
    ROUNDED: "rounded from a number that is not known",
    OTHER: "computed lane by lane, without a formula",
}


@frozen
class Section:
    """A part with its title in lower case; `code`: its lines are source text or a table."""

    title: str
    lines: tuple[str, ...]
    code: bool = False


def headline(explanation: Explanation) -> str:
    """'load from shared `tile`, 4 bytes a lane'."""
    preposition = {"load": "from", "store": "to", "atomic": "on"}.get(explanation.kind, "of")
    size = f"{counted(explanation.width, 'bytes')} a lane"
    return f"{explanation.kind} {preposition} {explanation.space} `{explanation.name}`, {size}"


def others(explanation: Explanation) -> str:
    """What requests cost that have no picture."""
    return f"further requests take {', '.join(map(str, explanation.other_costs))} {explanation.unit}"


def sections(explanation: Explanation) -> tuple[Section, ...]:
    """The parts before the pictures."""
    found = [
        Section("address", _address(explanation), code=bool(explanation.address)),
        Section("because", _because(explanation), code=True),
        Section("names", _names(explanation)),
        Section("stride", _strides(explanation)),
        Section("looked at", _looked_at(explanation)),
        Section("cost", _cost(explanation)),
    ]
    return tuple(s for s in found if s.lines)


def closing_sections(explanation: Explanation) -> tuple[Section, ...]:
    """The parts behind the pictures."""
    found = [
        Section("otherwise", tuple(_alternative(a, explanation.unit) for a in explanation.alternatives)),
        Section("finding", tuple(f"{r.code} {r.name}: {r.message}" for r in explanation.remarks)),
        Section("fix", _fix(explanation)),
        Section("also here", tuple(_instance(other, explanation) for other in explanation.others)),
        Section("measure", explanation.measure),
    ]
    return tuple(s for s in found if s.lines)


def _address(explanation: Explanation) -> tuple[str, ...]:
    if not explanation.address:
        return ("no one formula was found",)
    return (f"{explanation.object.name} + {explanation.address}",)


def _because(explanation: Explanation) -> tuple[str, ...]:
    lines = []
    for definition in explanation.definitions:
        where = _line_of(definition.at, explanation)
        how = "argument" if definition.argument else "" if definition.operator else "macro"
        how = "in a branch" if definition.conditional else how
        lines.append((_statement(definition), ", ".join(filter(None, (where, how)))))
    declared = explanation.object.declared
    if declared.line:
        where = _line_of(declared, explanation)
        size = explanation.object.element_size
        row = explanation.object.shape[-1] * size if len(explanation.object.shape) > 1 else 0
        lines.append((explanation.declaration, f"{where}, {size} bytes an element" + (f", {row} a row" if row else "")))
    width = min(max((len(text) for text, _ in lines), default=0), WIDEST)
    return tuple(f"{text.ljust(width)}  {where}" for text, where in lines)


def _statement(definition: Definition) -> str:
    return " ".join(filter(None, (definition.name, definition.operator, definition.text)))


def _names(explanation: Explanation) -> tuple[str, ...]:
    by_kind: dict[str, list[Symbol]] = {}
    for symbol in explanation.symbols:
        kind = COUNTER if symbol.kind == LOOP and symbol.name.startswith("n_") else symbol.kind
        by_kind.setdefault(kind, []).append(symbol)
    return tuple(
        f"{', '.join(_with_value(s) for s in by_kind[kind])}: {about}"
        for kind, about in _ABOUT.items()
        if kind in by_kind
    )


def _with_value(symbol: Symbol) -> str:
    if symbol.value is None or symbol.kind in (LANE, WARP, BLOCK, LOOP):
        return symbol.name
    taken = "taken as" if symbol.kind == UNKNOWN else "="
    return f"{symbol.name} {taken} {symbol.value}"


def _strides(explanation: Explanation) -> tuple[str, ...]:
    lines = [f"{axis}: {text}" for axis, text in explanation.strides]
    if explanation.rows_per_warp > 1 and explanation.block is not None:
        lines.append(
            f"a warp spans {explanation.rows_per_warp} rows of the block, which is {explanation.block[0]} wide"
        )
    return tuple(lines)


def _looked_at(explanation: Explanation) -> tuple[str, ...]:
    parts = [f"kernel `{explanation.kernel}`"]
    if explanation.block is not None:
        parts.append(f"block {block_text(explanation.block)}")
    if explanation.active_lanes != 32:
        parts.append(f"{amount(explanation.active_lanes)} lanes active on average")
    lines = [", ".join(parts)]
    if explanation.via:
        calls = ", ".join(_line_of(at, explanation) for at in explanation.via)
        lines.append(f"called from {calls}")
    if explanation.assumptions:
        lines.append("assumed: " + ", ".join(explanation.assumptions))
    return tuple(lines)


def _cost(explanation: Explanation) -> tuple[str, ...]:
    unit = explanation.unit
    if explanation.cost is None or explanation.ideal is None:
        lines = [f"not decided ({explanation.status}): {explanation.reason}"]
        if explanation.status == INDIRECT and explanation.estimated_cost is not None:
            lines.append(f"{counted(explanation.estimated_cost, unit)} a request if the data is scattered")
        return tuple(lines)
    worst = explanation.worst
    spread = f", up to {worst}" if worst is not None and worst > explanation.cost + 0.05 else ""
    if explanation.cost > explanation.ideal:
        ideal = f"{amount(explanation.ideal)} would do"
        what = f"{counted(explanation.cost, unit)} a request{spread}; {ideal} ({explanation.status})"
    else:
        what = f"{counted(explanation.cost, unit)} a request{spread}, the least possible ({explanation.status})"
    lines = [what]
    if explanation.closed_form:
        lines.append(f"closed form: {explanation.closed_form}")
    joined = max((p.width for p in explanation.pictures), default=0)
    if joined > explanation.width:
        lines.append(f"counted in instructions of {joined} bytes a lane: the compiler joins neighbouring accesses")
    lines += _pieces(explanation)
    if explanation.depends:
        lines.append(explanation.depends)
    lines += _by_round(explanation)
    return tuple(lines)


def _pieces(explanation: Explanation) -> list[str]:
    """How many instructions move a record that is copied as a whole."""
    array, size = explanation.object, explanation.object.element_size
    if not array.record or array.member or not explanation.width < size <= LARGEST_COPY:
        return []
    aligned = f"; one is enough if it is declared with __align__({size})" if size in WIDE else ""
    pieces = -(-size // explanation.width)
    return [f"a `{array.record}` of {size} bytes is moved in {pieces} instructions like this one{aligned}"]


def _by_round(explanation: Explanation) -> list[str]:
    """'step = 1: 2, step = 2: 4'; rounds that follow each other at the same cost together."""
    groups: list[tuple[list[str], str]] = []
    for cost in explanation.costs:
        name = ", ".join(f"{name} = {value}" for name, value in cost.iteration)
        if groups and groups[-1][1] == amount(cost.cost):
            groups[-1][0].append(name)
        else:
            groups.append(([name], amount(cost.cost)))
    if not groups:
        return []
    said = [f"{names[0]}{f' to {names[-1]}' if len(names) > 1 else ''}: {cost}" for names, cost in groups]
    return [f"by round: {'; '.join(said)}"]


def _alternative(alternative: Alternative, unit: str) -> str:
    note = f" ({alternative.note})" if alternative.note else ""
    return f"{alternative.what}: {counted(alternative.cost, unit)}{note}"


def _fix(explanation: Explanation) -> tuple[str, ...]:
    lines = []
    for remark in explanation.remarks:
        if remark.help:
            lines.append(remark.help)
        if remark.fix:
            what = "" if remark.fix in remark.help else f"{remark.fix}: "
            lines.append(f"proved: {what}{remark.proof}")
        lines.append(f"why, and when not: cudalint rule {remark.code}")
    return tuple(dict.fromkeys(lines))


def _line_of(at: Position, explanation: Explanation) -> str:
    """'line 7', with the file where it is another."""
    return f"line {at.line}" + (f" of {at.path}" if at.path != explanation.at.path else "")


def _instance(other: Instance, shown: Explanation) -> str:
    size = f" of {counted(other.width, 'bytes')}" if other.width != shown.width else ""
    text = f"{other.kind}{size} in `{other.kernel}`"
    if other.block is not None:
        text += f", block {block_text(other.block)}"
    if other.via and other.via != shown.via:
        text += f", called from {_line_of(other.via[0], shown)}"
    return text if other.cost is None else f"{text}: {counted(other.cost, shown.unit)}"
