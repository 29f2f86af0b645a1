"""G102 swapped-dimensions: threadIdx.x walks the slow dimension of the array, threadIdx.y or .z the fast one."""

from collections.abc import Iterator

from cudalint.access import GLOBAL, Access
from cudalint.finding import Finding, Severity, SwapThreads
from cudalint.rule import Context, Rule
from cudalint.sketches import swapped
from cudalint.wording import cost_phrase, finding, stride_text, stride_value, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where another axis of the block has the stride that threadIdx.x should have."""
    if access.space != GLOBAL or access.waste < context.threshold:
        return
    along_x = access.strides[0]
    axis = _fast_axis(access)
    if axis is None or along_x.bytes is None or abs(along_x.bytes) <= access.object.element_size:
        return
    yield finding(
        RULE,
        access,
        f"{subject(access)} with swapped dimensions takes {cost_phrase(access)}: threadIdx.x steps by "
        f"{stride_text(along_x)}{stride_value(along_x)}, threadIdx.{axis} by {access.object.element_size}",
        "let threadIdx.x walk the fast dimension, and swap the launch's sizes with it; "
        "where both orders are needed, turn a tile in shared memory",
        f"threadIdx.{axis} runs along the row, threadIdx.x across it",
        sketch=swapped(access),
        remedy=SwapThreads(access.at, access.kernel) if axis == "y" and not access.via else None,
    )


def _fast_axis(access: Access) -> str | None:
    """The axis other than x whose neighbours are one element apart, if the block extends along it."""
    for number, axis in ((1, "y"), (2, "z")):
        extends = access.block is None or access.block[number] > 1
        if extends and access.strides[number].bytes in (access.object.element_size, -access.object.element_size):
            return axis
    return None


RULE = Rule("G102", "swapped-dimensions", "threadIdx.x walks the slow dimension", Severity.WARNING, 30, check)
