"""Phrases that several rules share, so that the same fact is always said in the same words."""

from __future__ import annotations

import re
from itertools import pairwise

from cudalint.access import ATOMIC, SHARED, Access, Request, Stride
from cudalint.finding import Finding, Label, Relayout, Severity, SwapThreads
from cudalint.hardware.architecture import BANK_BYTES, BANKS, WARP_SIZE
from cudalint.hardware.closed_forms import bank_conflict_degree
from cudalint.rule import Rule

VARIES = 1.25
"""A worst request this many times the mean is worth a word of its own."""

_ONE_SYMBOL = re.compile(r"(?:(\d+)\*)?([A-Za-z_]\w*)")
_PREPOSITIONS = {"load": "from", "store": "to", "atomic": "on"}


def amount(value: float) -> str:
    """A mean without needless decimals."""
    return f"{value:.0f}" if abs(value - round(value)) < 0.05 else f"{value:.1f}"


def counted(value: float, unit: str) -> str:
    """'32 sectors', '1 wavefront'; `unit` in the plural."""
    text = amount(value)
    return f"{text} {unit[:-1] if text == '1' else unit}"


def block_text(block: tuple[int, int, int]) -> str:
    """'256', '32x8', '8x8x4': a block without its trailing ones."""
    sizes = list(block)
    while len(sizes) > 1 and sizes[-1] == 1:
        sizes.pop()
    return "x".join(str(n) for n in sizes)


def subject(access: Access) -> str:
    """'load from `a`', 'store to `points.x`'."""
    return f"{access.kind} {_PREPOSITIONS[access.kind]} `{access.object.name}{access.object.member}`"


def cost_phrase(access: Access) -> str:
    """'32 sectors where 4 would do', with the worst request where it is well above the mean; "" if not decided."""
    if access.cost is None or access.ideal is None:
        return ""
    phrase = f"{counted(access.cost, access.unit)} where {amount(access.ideal)} would do"
    if varies(access):
        phrase += f" (a mean; up to {access.worst})"
    return phrase


def varies(access: Access) -> bool:
    """Whether some warp or iteration costs well more than the mean."""
    return access.worst is not None and access.cost is not None and access.worst > VARIES * access.cost


def stride_text(stride: Stride) -> str:
    """'4*N bytes', '128 bytes', or "" where it is not the same everywhere."""
    if stride.formula is not None:
        return f"{stride.formula.lstrip('-') if _is_number(stride.formula) else stride.formula} bytes"
    return "" if stride.bytes is None else f"{abs(stride.bytes)} bytes"


def _is_number(formula: str) -> bool:
    return formula.lstrip("-").isdigit()


def stride_value(stride: Stride) -> str:
    """' (N = 1024)' behind '4*N bytes': the value used; "" for a stride that is a plain number."""
    if stride.formula is None or stride.bytes is None or _is_number(stride.formula):
        return ""
    match = _ONE_SYMBOL.fullmatch(stride.formula)
    if match is None:
        return f" ({stride.bytes})"
    return f" ({match[2]} = {stride.bytes // int(match[1] or 1)})"


def lanes_apart(access: Access) -> Stride:
    """The distance that decides the cost: along threadIdx.x, or between active lanes if others rest between them."""
    along_x, step = access.strides[0], _active_step(access)
    if step is None or along_x.bytes in (step, -step):
        return along_x
    skips_threads = along_x.formula is None or _is_number(along_x.formula)
    return Stride(None if skips_threads else along_x.formula, step)


def lane_step(access: Access) -> int | None:
    """Bytes from lane to lane, or along threadIdx.x where a warp spans several rows; 0 for one place."""
    return access.lane_stride if access.lane_stride is not None else access.strides[0].bytes


def _active_step(access: Access) -> int | None:
    """Bytes from one active lane to the next, where it is one number."""
    if access.lane_stride is not None:
        return access.lane_stride
    if access.sample is None or access.rows_per_warp > 1 or varies(access):
        return None
    addresses = [a for a in access.sample.addresses if a is not None]
    steps = {after - before for before, after in pairwise(addresses)}
    return steps.pop() if len(steps) == 1 else None


def neighbours_phrase(access: Access) -> str:
    """'neighbouring threads are 4*N bytes apart (N = 1024)', or how the warp's bytes are scattered."""
    stride = lanes_apart(access)
    text = stride_text(stride)
    if not text:
        return scattered_phrase(access.sample, access.width)
    who = "neighbouring threads" if access.active_lanes == WARP_SIZE else "active threads"
    return f"{who} are {text} apart{'' if varies(access) else stride_value(stride)}"


def scattered_phrase(sample: Request | None, width: int) -> str:
    """'the warp touches 8 separate runs of 16 bytes', of the request that was looked at closely."""
    if sample is None:
        return "the distance between neighbouring threads varies"
    lengths = _runs(sample, width)
    same = f" of {lengths[0]} bytes" if len(set(lengths)) == 1 else ""
    return (
        f"the warp touches {len(lengths)} separate runs{same}"
        if len(lengths) > 1
        else "the warp's bytes are side by side"
    )


def _runs(sample: Request, width: int) -> list[int]:
    """Lengths in bytes of the gapless runs that the active lanes touch."""
    lengths: list[int] = []
    end = None
    for address in sorted({a for a in sample.addresses if a is not None}):
        if end is None or address > end:
            lengths.append(width)
        else:
            lengths[-1] += address + width - end
        end = address + width
    return lengths


def rows_phrase(access: Access) -> str:
    """'a warp spans 2 rows of a block that is 16 threads wide'."""
    width = access.block[0] if access.block is not None else WARP_SIZE // access.rows_per_warp
    return f"a warp spans {access.rows_per_warp} rows of a block that is {width} threads wide"


def closed_form_note(access: Access) -> tuple[str, ...]:
    """gcd(stride, 32) where that rule holds: 4 bytes, all 32 lanes, one stride, and the same answer as the count."""
    stride = access.lane_stride
    if access.width != BANK_BYTES or not stride or stride % BANK_BYTES or access.kind == ATOMIC:
        return ()
    words = abs(stride) // BANK_BYTES
    degree = bank_conflict_degree(words)
    if access.active_lanes != WARP_SIZE or access.cost != degree:
        return ()
    return (f"closed form: gcd({words} words, {BANKS} banks) = {degree}",)


def finding(
    rule: Rule,
    access: Access,
    message: str,
    help_: str,
    label: str,
    notes: tuple[str, ...] = (),
    severity: Severity | None = None,
    remedy: Relayout | SwapThreads | None = None,
    sketch: tuple[str, ...] = (),
) -> Finding:
    """A finding about an access, with everything that follows from the access filled in."""
    related: tuple[Label, ...] = ()
    if access.space == SHARED and access.object.declared.line:
        related = (Label(access.object.declared, f"`{access.object.name}` is declared here"),)
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=severity or rule.severity,
        at=access.at,
        message=message,
        help=help_,
        label=label,
        notes=(*_address_note(access), *notes, *_depends_note(access), *_assumption_note(access)),
        sketch=sketch,
        related=related,
        kernel=access.kernel,
        unit=access.unit,
        cost=access.cost,
        ideal=access.ideal,
        executions=access.executions,
        confidence=access.status,
        remedy=remedy or _remedy(access),
    )


def is_no_matter_of_places(access: Access) -> bool:
    """Whether a shared access would cost as much wherever the array's elements lay."""
    if access.space != SHARED or not access.requests:
        return False
    from cudalint.requests import cost_the_least

    return all(map(cost_the_least, access.requests))


def is_copied_asynchronously(access: Access) -> bool:
    """Whether it is the shared side of an asynchronous copy whose wavefronts are counted."""
    from cudalint.hardware.warp import ASYNC_COPY

    return bool(access.requests) and all(r.counted_as == ASYNC_COPY for r in access.requests)


def _remedy(access: Access) -> Relayout | None:
    """An array can be laid out anew, unless the lanes wait for one and the same word, or not for the array at all."""
    movable = access.space == SHARED and access.kind != ATOMIC and (access.object.shape or access.object.dynamic)
    movable = movable and not is_no_matter_of_places(access)
    return Relayout(access.object.declared) if movable else None


def _address_note(access: Access) -> tuple[str, ...]:
    return (f"address: {access.object.name} + {access.address} bytes",) if access.address else ()


def _depends_note(access: Access) -> tuple[str, ...]:
    return (access.depends,) if access.depends else ()


def _assumption_note(access: Access) -> tuple[str, ...]:
    return ("assumed: " + ", ".join(access.assumptions),) if access.assumptions else ()
