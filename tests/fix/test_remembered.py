"""Work that is done once for accesses that are alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy

from cudalint.access import Access
from cudalint.fix.remembered import MOST_REMEMBERED, once_for_each, placeless
from cudalint.ir.position import NOWHERE, Position
from cudalint.requests import digest
from tests.fix.arrays import access, array, column, row

TILE = array((32, 32))


def counting() -> tuple[list[tuple[Access, ...]], object]:
    """The calls that were made, and a function that is remembered."""
    calls: list[tuple[Access, ...]] = []

    @once_for_each
    def work(accesses: Sequence[Access]) -> int:
        calls.append(tuple(accesses))
        return len(calls)

    return calls, work


def moved(given: Access, line: int) -> Access:
    at = Position("b.cu", line, 1)
    return replace(given, at=at, kernel="other", via=(at,), object=replace(given.object, declared=at))


def test_what_is_elsewhere_is_not_worked_on_again_and_the_work_sees_no_place() -> None:
    calls, work = counting()
    assert callable(work)
    first = access(TILE, [column(TILE)])
    assert work((first,)) == work((moved(first, 7),)) == work((access(TILE, [column(TILE)]),)) == 1
    assert [a.at for a in calls[0]] == [a.object.declared for a in calls[0]] == [NOWHERE]
    assert placeless(first) == placeless(moved(first, 9))


def test_whatever_else_differs_is_worked_on() -> None:
    _, work = counting()
    assert callable(work)
    first = access(TILE, [column(TILE)])
    others = [
        access(TILE, [row(TILE, 0)]),
        access(array((32, 33)), [column(TILE)]),
        replace(first, every_request=not first.every_request),
        replace(first, drawn=first.requests),
        replace(first, requests=tuple(replace(r, counts=r.counts + 1) for r in first.requests)),
        replace(first, requests=tuple(replace(r, fixed=not r.fixed) for r in first.requests)),
        replace(first, width=8),
    ]
    results = [work((a,)) for a in (first, *others)]
    assert results == list(range(1, len(others) + 2))
    assert work((first, others[0])) == len(others) + 2
    assert work((others[0], first)) == len(others) + 3


def test_only_so_much_is_remembered() -> None:
    calls, work = counting()
    assert callable(work)
    first = access(TILE, [column(TILE)])
    for executions in range(MOST_REMEMBERED + 1):
        work((replace(first, executions=executions + 1),))
    assert len(calls) == MOST_REMEMBERED + 1
    work((replace(first, executions=MOST_REMEMBERED + 1),))
    assert len(calls) == MOST_REMEMBERED + 1
    work((replace(first, executions=1),))
    assert len(calls) == MOST_REMEMBERED + 2


def test_a_digest_tells_rows_from_columns() -> None:
    (requests,) = access(TILE, [column(TILE), row(TILE, 0)]).requests
    swapped = replace(requests, offsets=numpy.ascontiguousarray(requests.offsets[::-1]))
    assert digest(requests) == digest(replace(requests)) != digest(swapped)
