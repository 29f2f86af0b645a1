"""G106 narrow-block: the block is narrower than a warp, so that one request spans several rows."""

from collections.abc import Iterator

from cudalint.access import GLOBAL, Access
from cudalint.finding import Finding, Severity
from cudalint.rule import Context, Rule
from cudalint.sketches import wider_block
from cudalint.wording import cost_phrase, finding, rows_phrase, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where each row's piece is gapless and only the block's width breaks the run."""
    if access.space != GLOBAL or access.waste < context.threshold or access.rows_per_warp < 2:
        return
    if access.strides[0].bytes not in (access.width, -access.width):
        return
    yield finding(
        RULE,
        access,
        f"narrow-block {subject(access)} takes {cost_phrase(access)}: {rows_phrase(access)}",
        "make blockDim.x a multiple of 32, such as 32x8 threads instead of 16x16",
        f"{access.rows_per_warp} rows in one request",
        sketch=wider_block(),
    )


RULE = Rule("G106", "narrow-block", "a warp spans several rows", Severity.WARNING, 40, check)
