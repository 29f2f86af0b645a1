"""One explanation from the accesses of one place."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from cudalint.access import Access, Object
from cudalint.derivation import BLOCK, LANE, LOOP, OTHER, UNIFORM, Derivation, Round, RoundCost, Symbol
from cudalint.explain.alternatives import in_other_layouts
from cudalint.explain.explanation import Alternative, Explanation, Instance, Remark
from cudalint.explain.forms import closed_form
from cudalint.explain.measure import how_to_measure
from cudalint.explain.picture import Picture, instruction_width, picture_of
from cudalint.explain.written import definitions, text_at
from cudalint.finding import Finding
from cudalint.hardware.warp import ASYNC_COPY
from cudalint.report.source import SourceLines
from cudalint.wording import stride_text, stride_value

MOST_COSTS = 24
MOST_OTHERS = 6

_BUILTIN = re.compile(r"\b(threadIdx|blockIdx|blockDim|gridDim)\.[xyz]\b")
_OPERATOR = re.compile(r"[/%&|^~<>]")
"""Where data goes through such operators, made-up data says little about the cost."""

_WORD = re.compile(r"[A-Za-z_]\w*")
_KINDS = {"threadIdx": LANE, "blockIdx": BLOCK}


def explanation_of(
    accesses: Sequence[Access],
    findings: Sequence[Finding],
    sources: SourceLines,
    alternatives: Callable[[Access], Sequence[Alternative]] | None = None,
    included: Sequence[str] = (),
) -> Explanation:
    """Explain the access that wastes most among those of one place, kind and array; the others are instances of it.

    `included`: files that may define macros and constants in it.
    """
    chosen = max(accesses, key=lambda a: ((a.cost or 0) - (a.ideal or 0), a.executions, a.kernel))
    access, derivation = _readable(chosen)
    written = text_at(access.at, sources)
    pictures = _pictures(access, derivation)
    shown = _telling(pictures)
    return Explanation(
        at=access.at,
        written=written,
        kind=access.kind,
        space=access.space,
        width=access.width,
        object=access.object,
        declaration=_declaration(access.object),
        kernel=access.kernel,
        block=access.block,
        grid=access.grid,
        via=access.via,
        address=access.address,
        definitions=definitions(access, derivation, written, sources, included),
        symbols=derivation.symbols,
        strides=_strides(access, {s.name for s in derivation.symbols if s.kind == LOOP}),
        rows_per_warp=access.rows_per_warp,
        active_lanes=access.active_lanes,
        executions=access.executions,
        status=access.status,
        reason=access.reason or "",
        assumptions=access.assumptions,
        depends=access.depends,
        unit=access.unit,
        cost=access.cost,
        worst=access.worst,
        ideal=access.ideal,
        estimated_cost=None if _OPERATOR.search(access.address) else access.estimated_cost,
        closed_form=closed_form(access, derivation.symbols),
        costs=_costs(derivation.costs),
        pictures=shown,
        other_costs=tuple(sorted({p.cost for p in pictures} - {p.cost for p in shown}, reverse=True)),
        alternatives=(*in_other_layouts(access), *(alternatives(access) if alternatives is not None else ())),
        remarks=tuple(_remark(f) for f in findings if _about(f, access)),
        others=_others(accesses, chosen),
        measure=how_to_measure(access),
    )


def _readable(access: Access) -> tuple[Access, Derivation]:
    """The access with its derivation; without a formula where that counts a loop's rounds from a start that it does not
    know."""
    derivation = access.derivation or Derivation(symbols=_builtins(access.address))
    unknown = {s.name for s in derivation.symbols if s.kind == OTHER}
    if any(f"n_{name}" in {s.name for s in derivation.symbols} for name in unknown):
        return replace(access, address=""), replace(derivation, symbols=())
    return access, derivation


def _declaration(array: Object) -> str:
    if array.shape:
        return f"{array.element} {array.name}{''.join(f'[{n}]' for n in array.shape)}"
    return f"{array.element} {array.name}[]" if array.dynamic else f"{array.element}* {array.name}"


def _builtins(address: str) -> tuple[Symbol, ...]:
    found = sorted({m[0] for m in _BUILTIN.finditer(address)})
    return tuple(Symbol(name, _KINDS.get(name.partition(".")[0], UNIFORM)) for name in found)


def _strides(access: Access, loops: AbstractSet[str]) -> tuple[tuple[str, str], ...]:
    found = []
    for axis, stride in zip("xyz", access.strides, strict=True):
        text = stride_text(stride)
        extends = axis == "x" or access.block is None or access.block["xyz".index(axis)] > 1
        if text and extends and f"threadIdx.{axis}" in f"{access.address}threadIdx.x":
            value = "" if loops & set(_WORD.findall(text)) else stride_value(stride)
            note = f", {stride.note}" if stride.note else ""
            found.append((f"threadIdx.{axis}", f"{text}{value} from one thread to the next{note}"))
    return tuple(found)


def _pictures(access: Access, derivation: Derivation) -> list[Picture]:
    if access.cost is None:
        return []
    rounds = list(derivation.rounds) or _worst_round(access)
    return [picture_of(r.request, access.space, r.width, r.counted_as, r.times) for r in rounds]


def _telling(pictures: Sequence[Picture]) -> tuple[Picture, ...]:
    """The dearest request, and the most frequent one if that costs something else."""
    if not pictures:
        return ()
    dearest = max(pictures, key=lambda p: (p.cost / p.ideal if p.ideal else 0, p.times))
    usual = max(pictures, key=lambda p: p.times)
    return (dearest,) if usual.cost == dearest.cost else (dearest, usual)


def _costs(costs: Sequence[RoundCost]) -> tuple[RoundCost, ...]:
    """Round by round where the rounds differ; counters of inner and outer loops together."""
    differ = len({(round(c.cost, 3), round(c.ideal, 3)) for c in costs}) > 1
    return tuple(costs) if differ and len(costs) <= MOST_COSTS else ()


def _worst_round(access: Access) -> list[Round]:
    """Where no rounds were kept: the dearest request that was seen."""
    sample = access.sample
    if sample is None:
        return []
    counted_as = access.requests[0].counted_as if access.requests else access.kind
    if counted_as == ASYNC_COPY:
        counted_as = access.kind
    width = instruction_width(sample, access.space, access.width, counted_as)
    return [Round(sample, width, counted_as)]


def _about(finding: Finding, access: Access) -> bool:
    """Whether a finding at the access's place speaks of it: loads and stores of one place are told apart by cost."""
    return finding.kernel in ("", access.kernel) and f"`{access.object.name}{access.object.member}`" in finding.message


def _remark(finding: Finding) -> Remark:
    fix, proof = (finding.fix.title, finding.fix.proof) if finding.fix is not None else ("", "")
    return Remark(finding.code, finding.name, finding.message, finding.help, fix, proof)


def _others(accesses: Sequence[Access], shown: Access) -> tuple[Instance, ...]:
    others = [
        Instance(
            a.kernel,
            a.block,
            a.kind,
            a.width,
            a.cost,
            a.ideal,
            a.via,
        )
        for a in accesses
        if a is not shown
    ]
    return tuple(sorted(dict.fromkeys(others), key=lambda o: -(o.cost or 0)))[:MOST_OTHERS]
