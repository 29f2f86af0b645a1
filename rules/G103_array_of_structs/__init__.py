"""G103 array-of-structs: each lane reads one member of its own struct, the rest of the sector is not used."""

from collections.abc import Iterator

from cudalint.access import GLOBAL, Access
from cudalint.finding import Finding, Severity
from cudalint.rule import Context, Rule
from cudalint.wording import cost_phrase, finding, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where the lanes are whole structs apart and move less than a struct."""
    if access.space != GLOBAL or access.waste < context.threshold or not access.object.record:
        return
    size = access.object.element_size
    stride = abs(access.lane_stride or 0)
    if not stride or not size or stride % size or access.width >= size:
        return
    used = access.width * 100 // size
    yield finding(
        access,
        RULE.code,
        RULE.name,
        Severity.WARNING,
        f"{subject(access)}, an array of `{access.object.record}`: {cost_phrase(access)}; "
        f"each thread moves {access.width} of the {size} bytes of its struct",
        f"keep one array per member (or groups of 32 structs), so that a warp reads {access.width * 32} bytes side by side",
        f"{used} % of each struct in this instruction",
    )


RULE = Rule("G103", "array-of-structs", "one member of a struct per lane", Severity.WARNING, 20, check)
