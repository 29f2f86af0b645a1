"""One explanation from the accesses of one place."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from cudalint.access import Access, Object
from cudalint.derivation import BLOCK, LANE, LOOP, UNIFORM, Derivation, Round, RoundCost, Symbol
from cudalint.explain.alternatives import in_other_layouts
from cudalint.explain.explanation import Alternative, Explanation, Instance, Remark
from cudalint.explain.forms import closed_form
from cudalint.explain.measure import how_to_measure
from cudalint.explain.picture import Picture, instruction_width, picture_of
from cudalint.explain.written import definitions, text_at
from cudalint.finding import Finding
from cudalint.report.source import SourceLines
from cudalint.wording import stride_text, stride_value

MOST_COSTS = 24
MOST_OTHERS = 6

_BUILTIN = re.compile(r"\b(threadIdx|blockIdx|blockDim|gridDim)\.[xyz]\b")
_WORD = re.compile(r"[A-Za-z_]\w*")
_KINDS = {"threadIdx": LANE, "blockIdx": BLOCK}


def explanation_of(
    accesses: Sequence[Access],
    findings: Sequence[Finding],
    sources: SourceLines,
    alternatives: Callable[[Access], Sequence[Alternative]] | None = None,
) -> Explanation:
    """Explain the access that wastes most among those of one place, kind and array; the others are instances of it."""
    access = max(accesses, key=lambda a: (a.waste, a.executions, a.kernel))
    derivation = access.derivation or Derivation(symbols=_builtins(access.address))
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
        definitions=definitions(access, derivation, written, sources),
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
        estimated_cost=access.estimated_cost,
        closed_form=closed_form(access),
        costs=_costs(derivation.costs),
        pictures=shown,
        left_out=len({p.cost for p in pictures} - {p.cost for p in shown}),
        alternatives=(*in_other_layouts(access), *(alternatives(access) if alternatives is not None else ())),
        remarks=tuple(_remark(f) for f in findings if _about(f, access)),
        others=_others(accesses, access),
        measure=how_to_measure(access),
    )


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
            note = f" {stride.note}" if stride.note else ""
            value = "" if loops & set(_WORD.findall(text)) else stride_value(stride)
            found.append((f"threadIdx.{axis}", f"{text}{value}{note}"))
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
            a.cost if a.cost is not None else a.estimated_cost,
            a.ideal if a.ideal is not None else a.estimated_ideal,
            a.via,
        )
        for a in accesses
        if a is not shown
    ]
    return tuple(dict.fromkeys(others))[:MOST_OTHERS]
