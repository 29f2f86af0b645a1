"""What was worked out for the accesses to an array, kept for those that differ only in where they are written."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import wraps
from typing import TypeVar

from cudalint.access import Access, Stride
from cudalint.ir.position import NOWHERE
from cudalint.requests import digest

MOST_REMEMBERED = 256

_Result = TypeVar("_Result")
_NO_STRIDE = Stride(None, None)


def once_for_each(work: Callable[[Sequence[Access]], _Result]) -> Callable[[Sequence[Access]], _Result]:
    """The work, done once for accesses that are alike: every finding about an array asks for its layouts, and so does
    every keystroke in an editor.

    The work never gets to see what is left out when accesses are compared (`placeless`), so that its result cannot
    depend on that.
    """
    same: OrderedDict[tuple[int, ...], tuple[tuple[Access, ...], _Result]] = OrderedDict()
    alike: OrderedDict[Hashable, _Result] = OrderedDict()

    @wraps(work)
    def found(accesses: Sequence[Access]) -> _Result:
        identity = tuple(map(id, accesses))
        if identity in same:
            return same[identity][1]
        given = tuple(map(placeless, accesses))
        key = tuple((a, tuple(map(digest, a.requests)), tuple(map(digest, a.drawn))) for a in given)
        result = alike.pop(key) if key in alike else work(given)
        _put(alike, key, result)
        _put(same, identity, (tuple(accesses), result))
        return result

    return found


def placeless(access: Access) -> Access:
    """The access without what says where it is written, and without what is only told of it."""
    return replace(
        access,
        at=NOWHERE,
        kernel="",
        grid=None,
        object=replace(access.object, declared=NOWHERE),
        reason=None,
        address="",
        strides=(_NO_STRIDE, _NO_STRIDE, _NO_STRIDE),
        assumptions=(),
        depends="",
        via=(),
        sample=None,
        derivation=None,
        touched=0,
    )


_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


def _put(known: OrderedDict[_Key, _Value], key: _Key, value: _Value) -> None:
    """Remember it as the last that was asked for, and forget what nobody asked for the longest."""
    known[key] = value
    if len(known) > MOST_REMEMBERED:
        known.popitem(last=False)
