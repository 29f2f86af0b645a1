"""Which findings a baseline knows: one entry answers for one finding."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from operator import attrgetter

from cudalint.baseline.entry import Entry

_PASSES = (
    ("path", "kernel", "line", "around"),
    ("path", "kernel", "line"),
    ("kernel", "line", "around"),
    ("path", "line", "around"),
    ("kernel", "line"),
    ("path", "line"),
    ("line", "around"),
    ("path", "kernel", "access", "around"),
    ("path", "kernel", "access"),
)
"""What has to agree besides the code, the surest first.

So an unchanged finding is recognised before a moved one, a moved one before one in a renamed file or kernel, and the
line of an access may be edited around it.
"""


def match(found: Sequence[Entry], known: Sequence[Entry]) -> tuple[list[int], list[Entry]]:
    """(positions in `found` of what is not known, entries that nothing answers to)."""
    new = dict.fromkeys(range(len(found)))
    left = dict.fromkeys(range(len(known)))
    for fields in _PASSES:
        key = attrgetter("code", *fields)
        waiting: dict[object, list[int]] = defaultdict(list)
        for at in reversed(left):
            waiting[key(known[at])].append(at)
        for position in list(new):
            candidates = waiting.get(key(found[position]))
            if candidates:
                del left[candidates.pop()]
                del new[position]
    return list(new), [known[at] for at in left]
