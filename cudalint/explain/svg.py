"""A picture as SVG that can be read without colour: lanes are numbers in the cells that serve them, what travels unused
is hatched."""

from __future__ import annotations

from html import escape

from cudalint.access import GLOBAL
from cudalint.explain.drawing import caption, ranges, summary
from cudalint.explain.grid import Row, grid
from cudalint.explain.picture import LINE_WORDS, Picture

CELL_WIDTH, CELL_HEIGHT, GAP = 22, 18, 3
LABEL_WIDTH = 92
MOST_ROWS = 33

HATCH = (
    '<svg class="definitions" width="0" height="0" aria-hidden="true"><defs><pattern id="unused" width="6" height="6" '
    'patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line x1="0" y1="0" x2="0" y2="6" class="hatch"/>'
    "</pattern></defs></svg>"
)
"""Once a page: what the pictures on it hatch with."""


def svg(picture: Picture) -> str:
    """The picture; "" where there is nothing to draw."""
    rows = grid(picture)
    if not rows:
        return ""
    shown = rows[:MOST_ROWS]
    step = CELL_HEIGHT + GAP
    width = LABEL_WIDTH + LINE_WORDS * CELL_WIDTH + 2
    height = step * (len(shown) + 1) + (step if len(shown) < len(rows) else 0)
    parts = [_head(picture)]
    for number, row in enumerate(shown, 1):
        parts.append(_row(row, number * step))
    if len(shown) < len(rows):
        parts.append(f'<text x="{LABEL_WIDTH}" y="{height - 6}">and {len(rows) - len(shown)} more</text>')
    label = escape(". ".join((caption(picture), *summary(picture))))
    return (
        f'<svg class="picture" role="img" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'aria-label="{label}">{"".join(parts)}</svg>'
    )


def legend(picture: Picture) -> str:
    """What the numbers and marks mean."""
    if picture.space == GLOBAL:
        return "A row is a 128-byte line, a frame a sector of 32 bytes; numbers are lanes, hatched bytes travel unused."
    return "A row is a wavefront, a column a bank; numbers are the lanes it serves, hatched banks are idle."


def _head(picture: Picture) -> str:
    """Numbers of the columns: words of a line in bytes, or banks."""
    names = [f"+{4 * n}" if picture.space == GLOBAL else str(n) for n in range(LINE_WORDS)]
    shown = [(n, name) for n, name in enumerate(names) if picture.space != GLOBAL or n % 8 == 0]
    cells = "".join(f'<text class="head" x="{_middle(n)}" y="13">{name}</text>' for n, name in shown)
    title = "offset" if picture.space == GLOBAL else "bank"
    return f'<text class="label" x="{LABEL_WIDTH - 8}" y="13">{title}</text>{cells}'


def _row(row: Row, top: int) -> str:
    text = top + 13
    parts = [f'<text class="label" x="{LABEL_WIDTH - 8}" y="{text}">{row.label}</text>']
    for first, last in row.moved:
        width = (last - first + 1) * CELL_WIDTH
        parts.append(f'<rect class="moved" x="{_left(first)}" y="{top}" width="{width}" height="{CELL_HEIGHT}"/>')
    for column, lanes in row.lanes.items():
        lanes = tuple(dict.fromkeys(lanes))
        name = str(lanes[0]) if len(lanes) == 1 else f"{len(lanes)}\u00d7"
        parts.append(
            f"<g><title>lane{'s' if len(lanes) > 1 else ''} {ranges(lanes)}</title>"
            f'<rect class="used" x="{_left(column)}" y="{top}" width="{CELL_WIDTH}" height="{CELL_HEIGHT}"/>'
            f'<text class="lane" x="{_middle(column)}" y="{text}">{name}</text></g>'
        )
    return "".join(parts)


def _left(column: int) -> int:
    return LABEL_WIDTH + column * CELL_WIDTH


def _middle(column: int) -> int:
    return _left(column) + CELL_WIDTH // 2
