"""G101 strided-access: the lanes of a warp are too far apart to share sectors."""

from collections.abc import Iterator

from cudalint.access import GLOBAL, Access
from cudalint.finding import Finding, Severity
from cudalint.rule import Context, Rule
from cudalint.wording import cost_phrase, finding, neighbours_phrase, stride_text, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where sectors are wasted and no other rule knows a better reason."""
    if access.space != GLOBAL or access.waste < context.threshold:
        return
    far_apart = stride_text(access.strides[0], access.lane_stride)
    advice = (
        "let neighbouring threads touch neighbouring elements: swap the loops or the roles of the indices, "
        "or stage a tile through shared memory"
    )
    if not far_apart:
        advice = "make the index grow by one from thread to thread, or stage the data through shared memory"
    yield finding(
        access,
        RULE.code,
        RULE.name,
        Severity.WARNING,
        f"strided {subject(access)}: {cost_phrase(access)}; {neighbours_phrase(access)}",
        advice,
        f"{far_apart} from thread to thread" if far_apart else "scattered over the warp",
    )


RULE = Rule("G101", "strided-access", "lanes too far apart to share sectors", Severity.WARNING, 60, check)
