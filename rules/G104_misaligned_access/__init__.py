"""G104 misaligned-access: the lanes are side by side, but the run begins inside a sector."""

from collections.abc import Iterator

from cudalint.access import GLOBAL, NOTEWORTHY_WASTE, Access
from cudalint.finding import Finding, Severity
from cudalint.hardware.architecture import SECTOR_BYTES
from cudalint.rule import Context, Rule
from cudalint.sketches import aligned, is_in_a_stencil
from cudalint.wording import cost_phrase, finding, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where side-by-side lanes touch more sectors than their bytes need."""
    if access.space != GLOBAL or not access.consecutive or access.waste < NOTEWORTHY_WASTE:
        return
    stencil = is_in_a_stencil(access, context.peers)
    yield finding(
        RULE,
        access,
        f"misaligned {subject(access)} takes {cost_phrase(access)}: "
        "the warp's bytes lie side by side but start inside a sector",
        "of neighbours only some can be aligned: read the row once, into shared memory, and take them from there"
        if stencil
        else f"start each warp's piece at a multiple of {SECTOR_BYTES} bytes: pad the row pitch, or move the offset "
        "to the start of the array",
        f"not aligned to {SECTOR_BYTES} bytes",
        sketch=() if stencil else aligned(access),
        severity=Severity.WARNING if access.waste >= context.threshold else Severity.NOTE,
    )


RULE = Rule("G104", "misaligned-access", "a gapless run that starts inside a sector", Severity.NOTE, 10, check)
