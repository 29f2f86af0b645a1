"""S203 contended-atomic: lanes of a warp update one word, or one bank, one after the other."""

from collections import Counter
from collections.abc import Iterator

from cudalint.access import ATOMIC, SHARED, Access
from cudalint.finding import Finding, Severity
from cudalint.hardware.architecture import WARP_SIZE
from cudalint.rule import Context, Rule
from cudalint.wording import cost_phrase, finding, subject


def check(access: Access, context: Context) -> Iterator[Finding]:
    """Speaks where the lanes of an atomic on shared memory queue up."""
    if access.space != SHARED or access.kind != ATOMIC or access.waste < context.threshold:
        return
    queue = _longest_queue(access)
    reason, advice = _explained(access.object.name, queue)
    yield finding(
        RULE,
        access,
        f"contended {subject(access)} takes {cost_phrase(access)}: {reason}",
        advice,
        f"up to {access.worst} lanes queue at one bank",
    )


def _explained(name: str, queue: int) -> tuple[str, str]:
    """Why the lanes wait, and what to do."""
    if queue == WARP_SIZE:
        reason = f"{queue} threads update one word, one after the other"
        return reason, (
            "add up within the warp first (__reduce_add_sync for integers, __shfl_down_sync for others), and let "
            f"lane 0 update `{name}` once"
        )
    if queue > 1:
        reason = f"{queue} threads update one word, one after the other"
        return reason, (
            f"give each warp, or each of a few groups of lanes, its own copy of `{name}` and add the copies up at the "
            "end, or join equal targets first with __match_any_sync"
        )
    reason = "the threads update different words of one bank"
    return reason, f"spread `{name}` so that neighbouring threads are an odd number of words apart"


def _longest_queue(access: Access) -> int:
    """Lanes that update one address, in the request that was looked at closely."""
    if access.sample is None:
        return 0
    return max(Counter(a for a in access.sample.addresses if a is not None).values(), default=0)


RULE = Rule("S203", "contended-atomic", "lanes of a warp queue up to update shared memory", Severity.WARNING, 55, check)
