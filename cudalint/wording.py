"""Phrases that several rules share, so that the same fact is always said in the same words."""

from __future__ import annotations

from cudalint.access import SHARED, Access, Stride
from cudalint.finding import Finding, Label, Severity


def amount(value: float) -> str:
    """A mean without needless decimals."""
    return f"{value:.0f}" if abs(value - round(value)) < 0.05 else f"{value:.1f}"


def counted(value: float, unit: str) -> str:
    """'32 sectors', '1 wavefront'."""
    text = amount(value)
    return f"{text} {unit[:-1] if text == '1' else unit}"


def cost_phrase(access: Access) -> str:
    """'32 sectors where 4 would do', with the worst iteration where it differs from the mean."""
    assert access.cost is not None
    assert access.ideal is not None
    phrase = f"{counted(access.cost, access.unit)} where {amount(access.ideal)} would do"
    if access.worst is not None and access.worst > 1.25 * access.cost:
        phrase += f" (on average; up to {access.worst})"
    return phrase


def stride_text(stride: Stride, lane_stride: int | None) -> str:
    """'4*N bytes (4096)', '128 bytes', or '' where it differs from lane to lane."""
    number = stride.bytes if stride.bytes is not None else lane_stride
    if stride.formula is not None and not stride.formula.lstrip("-").isdigit():
        return f"{stride.formula} bytes" + (f" ({number})" if number is not None else "")
    return "" if number is None else f"{number} bytes"


def neighbours_phrase(access: Access) -> str:
    """'neighbouring threads are 128 bytes apart'."""
    text = stride_text(access.strides[0], access.lane_stride)
    return f"neighbouring threads are {text} apart" if text else "the distance between neighbouring threads varies"


def assumption_notes(access: Access) -> tuple[str, ...]:
    """What had to be assumed, one line."""
    if not access.assumptions:
        return ()
    return ("assumed: " + ", ".join(access.assumptions),)


def subject(access: Access) -> str:
    """'load from `a`', 'store to `tile`'."""
    preposition = {"load": "from", "store": "to"}.get(access.kind, "on")
    return f"{access.kind} {preposition} `{access.object.name}{access.object.member}`"


def finding(
    access: Access,
    code: str,
    name: str,
    severity: Severity,
    message: str,
    help_: str,
    label: str,
    notes: tuple[str, ...] = (),
) -> Finding:
    """A finding about an access, with everything that follows from the access filled in."""
    related: tuple[Label, ...] = ()
    if access.space == SHARED and access.object.declared.line:
        related = (Label(access.object.declared, f"`{access.object.name}` is declared here"),)
    if access.depends:
        notes = (*notes, access.depends)
    if access.address:
        notes = (f"address: {access.object.name} + {access.address}", *notes)
    return Finding(
        code=code,
        name=name,
        severity=severity,
        at=access.at,
        message=message,
        help=help_,
        label=label,
        notes=(*notes, *assumption_notes(access)),
        related=related,
        kernel=access.kernel,
        unit=access.unit,
        cost=access.cost,
        ideal=access.ideal,
        executions=access.executions,
        confidence=access.status,
    )
