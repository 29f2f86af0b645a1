"""Accesses as a table for people."""

from __future__ import annotations

from collections.abc import Sequence

from cudalint.access import Access, FileReport
from cudalint.report.escape import printable
from cudalint.report.json_report import order
from cudalint.wording import amount

_HEAD = ("where", "kernel", "space", "kind", "width", "object", "stride", "cost", "ideal", "unit", "status")


def render(reports: Sequence[FileReport]) -> str:
    """One line an access."""
    rows = [_HEAD, *(_row(a) for a in sorted((a for r in reports for a in r.accesses), key=order))]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_HEAD))]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows)


def _row(access: Access) -> tuple[str, ...]:
    stride = access.strides[0]
    step = stride.formula or ("" if stride.bytes is None else str(stride.bytes))
    return (
        printable(f"{access.at.path}:{access.at.line}:{access.at.column}"),
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
