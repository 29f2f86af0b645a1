"""Work on deeply nested source: syntax trees nest deeply, and so does what walks them."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

STACK_BYTES = 512 << 20
DEEPEST_RECURSION = 100_000

_Result = TypeVar("_Result")


def on_deep_stack(work: Callable[[], _Result]) -> _Result:
    """Do the work in a thread with a large stack; what it raises is raised here. Afterwards recursion is limited as it
    was: other stacks are not that large."""
    results: list[_Result] = []
    errors: list[Exception] = []

    def guarded() -> None:
        try:
            results.append(work())
        except Exception as error:
            errors.append(error)

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEPEST_RECURSION)
    before = threading.stack_size(STACK_BYTES)
    thread = threading.Thread(target=guarded)
    thread.start()
    threading.stack_size(before)
    thread.join()
    sys.setrecursionlimit(limit)
    if errors:
        raise errors[0]
    return results[0]
