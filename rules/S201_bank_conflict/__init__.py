"""S201 bank-conflict: lanes of a warp want different words of one bank."""

from collections.abc import Iterator
from math import gcd

from cudalint.access import SHARED, Access
from cudalint.finding import Finding, Severity
from cudalint.rule import Context, Rule
from cudalint.wording import cost_phrase, finding, stride_text, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where a shared access takes more wavefronts than it must."""
    if access.space != SHARED or access.waste < context.threshold:
        return
    text = stride_text(access.strides[0], access.lane_stride)
    reason = f"threads are {text} apart" if text else "the lanes meet in the same banks"
    yield finding(
        access,
        RULE.code,
        RULE.name,
        Severity.WARNING,
        f"bank conflict in {subject(access)}: {cost_phrase(access)}; {reason}",
        "change the stride to an odd number of 4-byte words: pad the rows by one word, or swizzle the index",
        f"up to {access.worst} wavefronts",
        closed_form(access),
    )


def closed_form(access: Access) -> tuple[str, ...]:
    """gcd(stride, 32), where the rule of thumb applies: 4-byte accesses of a full warp at one stride."""
    stride = access.lane_stride
    if access.width != 4 or not stride or stride % 4 or access.active_lanes != 32 or access.kind == "atomic":
        return ()
    words = abs(stride) // 4
    return (f"gcd({words} words, 32 banks) = {gcd(words, 32)} wavefronts",)


RULE = Rule("S201", "bank-conflict", "lanes want different words of one bank", Severity.WARNING, 60, check)
