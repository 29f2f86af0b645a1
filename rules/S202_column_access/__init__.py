"""S202 column-access: a warp walks down a column of a two-dimensional shared tile."""

from collections.abc import Iterator

from cudalint.access import SHARED, Access
from cudalint.finding import Finding, Severity
from cudalint.rule import Context, Rule
from cudalint.wording import closed_form_note, cost_phrase, finding, lane_step, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where the lanes are whole rows of a declared tile apart."""
    shape = access.object.shape
    if access.space != SHARED or access.waste < context.threshold or len(shape) < 2:
        return
    pitch = shape[-1] * access.object.element_size
    stride = lane_step(access)
    if not stride or not pitch or stride % pitch:
        return
    rows = abs(stride) // pitch
    step = "one row" if rows == 1 else f"{rows} rows"
    yield finding(
        RULE,
        access,
        f"column {subject(access)} takes {cost_phrase(access)}: neighbouring threads are {step} of "
        f"{shape[-1]} {access.object.element} apart, in the same banks",
        _advice(access, context),
        f"{step} from thread to thread",
        closed_form_note(access),
    )


def _advice(access: Access, context: Context) -> str:
    """The layouts that free every access to the tile of conflicts, tried on all requests that were recorded."""
    from cudalint.fix.choice import advice

    found = advice(context.peers or (access,), context.shared_bytes)
    return found or "make the tile 32 words wide and let a warp walk along its rows"


RULE = Rule("S202", "column-access", "a warp walks down a column of a tile", Severity.WARNING, 50, check)
