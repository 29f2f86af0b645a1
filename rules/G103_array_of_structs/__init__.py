"""G103 array-of-structs: each lane moves one member of its own struct, the rest of the sector goes unused."""

from collections.abc import Iterator

from cudalint.access import GLOBAL, Access
from cudalint.finding import Finding, Severity
from cudalint.rule import Context, Rule
from cudalint.sketches import struct_of_arrays
from cudalint.wording import cost_phrase, finding, lane_step, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where the lanes are whole structs apart and move less than a struct."""
    if access.space != GLOBAL or access.waste < context.threshold or not access.object.record:
        return
    size = access.object.element_size
    stride = lane_step(access)
    if not stride or not size or stride % size or access.width >= size:
        return
    structs = abs(stride) // size
    step = "" if structs == 1 else f", {structs} structs from thread to thread"
    yield finding(
        RULE,
        access,
        f"{subject(access)} in an array of `{access.object.record}` takes {cost_phrase(access)}: "
        f"each thread moves {access.width} of the {size} bytes of its struct{step}",
        f"keep one array per member, or groups of 32 structs, so that a warp moves {access.width * 32} bytes "
        "that lie side by side",
        f"{access.width / size:.0%} of each struct in this instruction",
        sketch=struct_of_arrays(access, context.peers),
    )


RULE = Rule("G103", "array-of-structs", "one member of a struct per lane", Severity.WARNING, 20, check)
