"""S202 column-access: a warp walks down a column of a two-dimensional shared tile."""

from collections.abc import Iterator
from math import gcd

from cudalint.access import SHARED, Access
from cudalint.finding import Finding, Severity
from cudalint.rule import Context, Rule
from cudalint.wording import cost_phrase, finding, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where the lanes are whole rows of a declared tile apart."""
    shape = access.object.shape
    if access.space != SHARED or access.waste < context.threshold or len(shape) < 2:
        return
    pitch = shape[-1] * access.object.element_size
    if not access.lane_stride or not pitch or access.lane_stride % pitch:
        return
    rows = abs(access.lane_stride) // pitch
    words = abs(access.lane_stride) // 4
    notes = (f"gcd({words} words, 32 banks) = {gcd(words, 32)} wavefronts",) if access.width == 4 else ()
    declared = "".join(f"[{n}]" for n in shape)
    padded = "".join(f"[{n}]" for n in (*shape[:-1], shape[-1] + 1))
    step = "one row" if rows == 1 else f"{rows} rows"
    yield finding(
        access,
        RULE.code,
        RULE.name,
        Severity.WARNING,
        f"column {subject(access)}: {cost_phrase(access)}; neighbouring threads are {step} of "
        f"{shape[-1]} {access.object.element} apart, in the same banks",
        f"pad the rows ({access.object.name}{padded} instead of {declared}) or swizzle the column index with the row",
        f"{step} from thread to thread",
        notes,
    )


RULE = Rule("S202", "column-access", "a warp walks down a column of a tile", Severity.WARNING, 50, check)
