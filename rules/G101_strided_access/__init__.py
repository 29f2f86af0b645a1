"""G101 strided-access: the lanes of a warp are too far apart to share sectors."""

from collections.abc import Iterator

from cudalint.access import GLOBAL, Access
from cudalint.finding import Finding, Severity
from cudalint.hardware.architecture import WARP_SIZE
from cudalint.rule import Context, Rule
from cudalint.sketches import column_by_column, first_of, staged, vectors, warp_per_row
from cudalint.wording import cost_phrase, finding, lanes_apart, neighbours_phrase, stride_text, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where sectors are wasted and no other rule knows a better reason."""
    if access.space != GLOBAL or access.waste < context.threshold:
        return
    apart = stride_text(lanes_apart(access))
    yield finding(
        RULE,
        access,
        f"strided {subject(access)} takes {cost_phrase(access)}: {neighbours_phrase(access)}",
        _advice(access, bool(apart)),
        f"{apart} from thread to thread" if apart else "scattered over the warp",
        sketch=first_of(warp_per_row(access), vectors(access), staged(access), column_by_column(access)),
    )


def _advice(access: Access, regular: bool) -> str:
    if access.active_lanes < WARP_SIZE and regular and access.strides[0].formula == str(access.width):
        return "renumber the work so that the active threads are neighbours and touch neighbouring elements"
    if regular:
        return "let neighbouring threads touch neighbouring elements: give threadIdx.x the index with the smallest step"
    return "make the index grow by one from thread to thread, or read the piece in order into shared memory first"


RULE = Rule("G101", "strided-access", "lanes too far apart to share sectors", Severity.WARNING, 60, check)
