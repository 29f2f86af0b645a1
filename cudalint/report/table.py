"""Accesses as a table for people."""

from __future__ import annotations

from collections.abc import Sequence

from cudalint.access import Access, FileReport
from cudalint.report.escape import columns, printable
from cudalint.report.json_report import order
from cudalint.wording import amount

_HEAD = ("where", "kernel", "space", "kind", "width", "object", "stride", "cost", "ideal", "unit", "status")


def render(reports: Sequence[FileReport]) -> str:
    """One line an access."""
    accesses = sorted((a for r in reports for a in r.accesses), key=order)
    rows = [_HEAD, *(tuple(map(printable, _row(a))) for a in accesses)]
    widths = [max(columns(row[i]) for row in rows) for i in range(len(_HEAD))]
    return "\n".join("  ".join(map(_padded, row, widths)).rstrip() for row in rows)


def _padded(cell: str, width: int) -> str:
    return cell + " " * (width - columns(cell))


def _row(access: Access) -> tuple[str, ...]:
    stride = access.strides[0]
    step = stride.formula or ("" if stride.bytes is None else str(stride.bytes))
    return (
        f"{access.at.path}:{access.at.line}:{access.at.column}",
        access.kernel,
        access.space,
        access.kind,
        str(access.width),
        access.object.name + access.object.member,
        step or "-",
        "-" if access.cost is None else amount(access.cost),
        "-" if access.ideal is None else amount(access.ideal),
        access.unit,
        access.status + (f" ({access.reason})" if access.reason else ""),
    )
