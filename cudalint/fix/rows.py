"""Rows that are longer than they need to be, and rows that are too odd for wide accesses."""

from __future__ import annotations

from collections.abc import Sequence

from cudalint.access import EXACT, Access
from cudalint.fix.costs import NotComparable, batches, outcome
from cudalint.fix.layouts import Padding
from cudalint.fix.remembered import once_for_each

MOST_SLACK = 8
"""Elements that a row is padded by at most; more of them are columns that something else uses."""

USUAL_ROW = 8
"""Elements: a row without its padding is a multiple of these."""


@once_for_each
def needless_elements(accesses: Sequence[Access]) -> int:
    """Elements at the end of each row that nothing touches and without which no request costs more; 0 for none.

    `accesses`: all accesses to one array. Only where each of them is exact and recorded to the last request, so that
    what nobody was seen to touch is not touched.
    """
    known = all(a.status == EXACT and a.every_request and a.requests for a in accesses)
    if not accesses or not known or any(len(a.object.shape) < 2 or a.object.dynamic for a in accesses):
        return 0
    slack = min(untouched(a) for a in accesses)
    if not 0 < slack <= MOST_SLACK or any((a.object.shape[-1] - slack) % USUAL_ROW for a in accesses):
        return 0
    try:
        return slack if outcome(batches(accesses), Padding(-slack)) is not None else 0
    except NotComparable:
        return 0


def untouched(access: Access) -> int:
    """Elements at the end of a row that the access never reaches."""
    size, columns = access.object.element_size, access.object.shape[-1]
    if not size or not columns:
        return 0
    last = 0
    for requests in access.requests:
        ends = (requests.addresses + requests.width - 1)[requests.active]
        last = max(last, int((ends % (columns * size) // size).max(initial=0)))
    return columns - 1 - last


def misaligned_width(access: Access) -> int:
    """Bytes of a wide access that the source demands and some of whose addresses are not aligned to it; 0 for none."""
    for requests in access.requests:
        demanded = requests.fixed or requests.width == access.width
        if demanded and requests.width > 4 and (requests.addresses % requests.width)[requests.active].any():
            return requests.width
    return 0


def aligning_elements(accesses: Sequence[Access]) -> int:
    """The fewest elements more per row with which every wide access to the array is aligned; 0 if none are enough."""
    for elements in range(1, 17):
        if all(_aligned(a, Padding(elements)) for a in accesses):
            return elements
    return 0


def _aligned(access: Access, layout: Padding) -> bool:
    if not layout.suits(access.object):
        return False
    return not any(
        (layout.moved(access.object, r.addresses) % r.width)[r.active].any()
        for r in access.requests
        if r.fixed or r.width == access.width
    )
