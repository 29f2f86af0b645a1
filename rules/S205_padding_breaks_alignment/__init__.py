"""S205 padding-breaks-alignment: rows of a shared array are no multiple of what a wide access to it needs."""

from collections.abc import Iterator

from cudalint.access import SHARED, Access
from cudalint.finding import Finding, Relayout, Severity
from cudalint.rule import Context, Rule
from cudalint.wording import finding, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where an 8- or 16-byte access of the source starts at an address that is no multiple of its width."""
    array = access.object
    if access.space != SHARED or len(array.shape) < 2 or not access.requests:
        return
    from cudalint.fix.choice import phrase
    from cudalint.fix.layouts import Padding
    from cudalint.fix.rows import aligning_elements, misaligned_width

    width, pitch = misaligned_width(access), array.shape[-1] * array.element_size
    if not width or not pitch % width:
        return
    elements = aligning_elements(context.peers or (access,))
    yield finding(
        RULE,
        access,
        f"{width}-byte {subject(access)} is not aligned: rows of {array.shape[-1]} {array.element} are {pitch} bytes, "
        f"no multiple of {width}",
        f"{phrase(Padding(elements), array)}, so that each row starts at a multiple of {width} bytes"
        if elements
        else f"make each row a multiple of {width} bytes, or access it in narrower pieces",
        f"faults unless aligned to {width} bytes",
        remedy=Relayout(array.declared, elements) if elements and not array.dynamic else None,
    )


RULE = Rule("S205", "padding-breaks-alignment", "rows too odd for the wide accesses to them", Severity.ERROR, 40, check)
