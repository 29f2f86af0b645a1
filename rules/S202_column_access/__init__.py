"""S202 column-access: a warp walks down a column of a two-dimensional shared tile."""

from collections.abc import Iterator

from cudalint.access import SHARED, Access
from cudalint.finding import Finding, Severity
from cudalint.layouts import best_padding, swizzled, works
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
    """The layouts that keep every access to the tile at its ideal, in so far as the sampled requests show."""
    shape, name = access.object.shape, access.object.name
    accesses = context.peers or (access,)
    swizzle = "swizzle the column index with the row, [row][column ^ row], wherever the tile is used"
    swizzle_works = works(accesses, swizzled)
    padding = best_padding(accesses)
    if padding is None:
        return swizzle if swizzle_works else "make the tile 32 words wide and let a warp walk along its rows"
    wide = "".join(f"[{n}]" for n in (*shape[:-1], shape[-1] + padding))
    advice = f"pad the rows, {name}{wide} instead of {name}{''.join(f'[{n}]' for n in shape)}"
    return f"{advice}, or {swizzle}" if swizzle_works else advice


RULE = Rule("S202", "column-access", "a warp walks down a column of a tile", Severity.WARNING, 50, check)
