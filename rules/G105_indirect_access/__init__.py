"""G105 indirect-access: the index is loaded data, so the cost depends on it."""

from collections.abc import Iterator

from cudalint.access import GLOBAL, INDIRECT, Access
from cudalint.finding import Finding, Severity
from cudalint.rule import Context, Rule
from cudalint.sketches import warp_per_index
from cudalint.wording import amount, counted, finding, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where scattered indices would waste sectors."""
    if access.space != GLOBAL or access.status != INDIRECT:
        return
    cost, ideal = access.estimated_cost, access.estimated_ideal
    if cost is None or ideal is None or cost < context.threshold * ideal:
        return
    yield finding(
        RULE,
        access,
        f"indirect {subject(access)} takes about {counted(cost, access.unit)} for random indices, "
        f"{amount(ideal)} if neighbouring threads' indices are neighbours",
        "sort or group the indices, or let a whole warp work on one index",
        "index loaded from memory",
        sketch=warp_per_index(access),
    )


RULE = Rule("G105", "indirect-access", "the index is loaded data", Severity.NOTE, 5, check)
