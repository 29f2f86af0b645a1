"""A few words behind each access: its stride and what it costs a warp."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from cudalint.access import Access, FileReport
from cudalint.server.messages import Hint
from cudalint.wording import amount, block_text, counted


def hints(report: FileReport) -> Iterator[Hint]:
    """One for each place of the file where global or shared memory is accessed, in order."""
    places: dict[tuple[int, int], list[Access]] = defaultdict(list)
    for access in report.accesses:
        at = access.at
        if at.path == report.path:
            end = (at.end_line, at.end_column) if at.end_line else (at.line, at.column)
            places[end].append(access)
    for (line, column), group in sorted(places.items()):
        worst = max(group, key=lambda a: (a.waste, a.cost or 0.0))
        label = ", ".join(part for part in (_stride(worst), _cost(worst)) if part)
        details = "\n\n".join(dict.fromkeys(_details(a) for a in group))
        yield Hint(line, column, label, details)


def _stride(access: Access) -> str:
    stride = access.strides[0]
    if stride.formula is not None and not stride.formula.lstrip("-").isdigit():
        return f"stride {stride.formula} bytes"
    distance = stride.bytes if stride.bytes is not None else access.lane_stride
    return f"stride {distance} bytes" if distance is not None else ""


def _cost(access: Access) -> str:
    if access.cost is None or access.ideal is None:
        return access.status
    text = counted(access.cost, access.unit)
    return text if amount(access.cost) == amount(access.ideal) else f"{text} of {amount(access.ideal)}"


def _details(access: Access) -> str:
    shape = f", block {block_text(access.block)}" if access.block is not None else ""
    name = f"{access.object.name}{access.object.member}"
    words = [part for part in (_stride(access), _cost(access)) if part]
    reason = f" ({access.reason})" if access.reason else ""
    return f"{access.space} {access.kind} `{name}` in `{access.kernel}`{shape}: {', '.join(words)}{reason}"
