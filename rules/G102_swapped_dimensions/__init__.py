"""G102 swapped-dimensions: threadIdx.x walks the slow dimension of the array, threadIdx.y or .z the fast one."""

from collections.abc import Iterator

from cudalint.access import GLOBAL, Access
from cudalint.finding import Finding, Severity
from cudalint.rule import Context, Rule
from cudalint.wording import cost_phrase, finding, stride_text, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where another axis of the block has the stride that threadIdx.x should have."""
    if access.space != GLOBAL or access.waste < context.threshold:
        return
    along_x = access.strides[0].bytes
    if along_x is None or abs(along_x) <= access.object.element_size:
        return
    for axis, stride in zip("yz", access.strides[1:], strict=True):
        if stride.bytes is None or abs(stride.bytes) not in (access.width, access.object.element_size):
            continue
        yield finding(
            access,
            RULE.code,
            RULE.name,
            Severity.WARNING,
            f"{subject(access)} with swapped dimensions: {cost_phrase(access)}; threadIdx.x steps by "
            f"{stride_text(access.strides[0], along_x)}, threadIdx.{axis} by {abs(stride.bytes)}",
            f"index the fast dimension by threadIdx.x and the slow one by threadIdx.{axis}, and swap the launch to match",
            f"threadIdx.{axis} runs along the row, threadIdx.x across it",
        )
        return


RULE = Rule("G102", "swapped-dimensions", "threadIdx.x walks the slow dimension", Severity.WARNING, 30, check)
