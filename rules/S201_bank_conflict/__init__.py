"""S201 bank-conflict: lanes of a warp want different words of one bank."""

from collections.abc import Iterator

from cudalint.access import ATOMIC, SHARED, Access
from cudalint.finding import Finding, Severity
from cudalint.hardware.architecture import BANK_BYTES
from cudalint.rule import Context, Rule
from cudalint.wording import (
    closed_form_note,
    cost_phrase,
    finding,
    is_copied_asynchronously,
    is_no_matter_of_places,
    lanes_apart,
    neighbours_phrase,
    rows_phrase,
    stride_text,
    subject,
    varies,
)


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where a shared access takes more wavefronts than it must and no other rule knows a better reason."""
    if access.space != SHARED or access.kind == ATOMIC or access.waste < context.threshold:
        return
    from cudalint.fix.choice import advice

    reason, help_ = _explained(access)
    if not is_no_matter_of_places(access):
        help_ = advice(context.peers or (access,), context.shared_bytes) or help_
    yield finding(
        RULE,
        access,
        f"bank conflict: {subject(access)} takes {cost_phrase(access)}: {reason}",
        help_,
        f"up to {access.worst} words wanted of one bank" if access.width <= BANK_BYTES else "",
        closed_form_note(access),
    )


def _explained(access: Access) -> tuple[str, str]:
    """Why it conflicts, and the fix."""
    if is_no_matter_of_places(access):
        none = f"no layout of `{access.object.name}` helps"
        if is_copied_asynchronously(access):
            reason = "an asynchronous copy also waits where the addresses that it reads lie in one bank"
            return reason, f"copy from neighbouring addresses, or 16 bytes a lane; {none}"
        reason = f"few lanes are active, in several groups that go one after the other for {access.width} bytes a lane"
        return reason, f"let neighbouring lanes do the work, the first of a warp; {none}"
    if access.rows_per_warp > 1 and access.strides[0].bytes == access.width:
        reason = f"{rows_phrase(access)}, and the rows meet in the same banks"
        return reason, "make blockDim.x a multiple of 32, so that a warp stays in one row"
    known = bool(stride_text(lanes_apart(access)))
    reason = neighbours_phrase(access) if known else "several threads want different words of one bank"
    if varies(access):
        return reason, "keep the active threads side by side in every round, or insert one word after every 32"
    word = max(access.width, BANK_BYTES)
    spread = f"put neighbouring threads an odd number of {word}-byte words apart: pad the rows, or swizzle the index"
    return reason, spread


RULE = Rule("S201", "bank-conflict", "lanes want different words of one bank", Severity.WARNING, 60, check)
