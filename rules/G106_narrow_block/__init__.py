"""G106 narrow-block: the block is narrower than a warp, so that one request spans several rows."""

from collections.abc import Iterator

from cudalint.access import GLOBAL, Access
from cudalint.finding import Finding, Severity
from cudalint.rule import Context, Rule
from cudalint.wording import cost_phrase, finding, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where each row's piece is dense and only the block's width breaks the run."""
    if access.space != GLOBAL or access.waste < context.threshold or access.rows_per_warp < 2:
        return
    along_x = access.strides[0].bytes
    if along_x is None or abs(along_x) != access.width:
        return
    width = 32 // access.rows_per_warp
    yield finding(
        access,
        RULE.code,
        RULE.name,
        Severity.WARNING,
        f"{subject(access)} from a narrow block: {cost_phrase(access)}; "
        f"a warp covers {access.rows_per_warp} rows of {width} threads",
        "make blockDim.x a multiple of 32, for instance 32x8 instead of 16x16",
        f"{access.rows_per_warp} rows in one request",
    )


RULE = Rule("G106", "narrow-block", "a warp spans several rows", Severity.WARNING, 40, check)
