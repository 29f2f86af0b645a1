"""What the arms of a branch share: the compiler may do it once for all lanes, before or behind the branch.

That goes for stores that end all arms, and loads that occur in both. Measured on an H200 both ways: of
`if (j == 0) d[i] = a; else d[i] = b;` one instruction was left in one program, executed by the lanes of both, and two
in another. So nobody knows how many lanes get there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from cudalint.frozen import frozen
from cudalint.ir import nodes
from cudalint.ir.position import Position
from cudalint.ir.same import same_place
from cudalint.ir.walk import walk

MOST_COMPARED = 16
"""Loads of an arm that are looked for in the other."""


@frozen(eq=False)
class SunkStore(nodes.Evaluate):
    """An assignment that ends an arm, as those of the other arms do."""


def with_sunk_stores(node: nodes.If) -> nodes.If | None:
    """The branch with the stores that end its arms marked, where all of them are to one place; None otherwise."""
    if isinstance(node.condition, nodes.Constant):
        return None
    targets = list(_targets(node))
    first = targets[0]
    if first is None or not all(same_place(first, other) for other in targets[1:]):
        return None
    return _marked_branch(node)


def loads_of_both_arms(node: nodes.If) -> frozenset[Position]:
    """Where both arms load from what is written alike."""
    if node.if_false is None:
        return frozenset()
    first, second = _loads(node.if_true), _loads(node.if_false)
    shared = [(a, b) for a in first for b in second if same_place(a, b)]
    return frozenset(place.at for pair in shared for place in pair)


def _loads(arm: nodes.Statement | None) -> list[nodes.Place]:
    """The first elements that an arm loads."""
    places = (node.place for node in walk(arm) if isinstance(node, nodes.Load))
    return list(islice((p for p in places if isinstance(p, (nodes.Element, nodes.Dereference))), MOST_COMPARED))


def _targets(node: nodes.If) -> Iterator[nodes.Place | None]:
    """What the arms of a branch, and of branches that end them, store to in the end."""
    for arm in (node.if_true, node.if_false):
        last = _last(arm)
        if isinstance(last, nodes.If):
            yield from _targets(last)
        else:
            yield _target(last)


def _last(statement: nodes.Statement | None) -> nodes.Statement | None:
    while isinstance(statement, nodes.Block) and statement.body:
        statement = statement.body[-1]
    return statement


def _target(statement: nodes.Statement | None) -> nodes.Place | None:
    """Where a plain assignment to memory goes."""
    if type(statement) is not nodes.Evaluate or not isinstance(statement.value, nodes.Assign):
        return None
    place = statement.value.place
    return place if isinstance(place, (nodes.Element, nodes.Dereference)) else None


def _marked_branch(node: nodes.If) -> nodes.If:
    return replace(node, if_true=_marked(node.if_true), if_false=_marked(node.if_false))


def _marked(statement: nodes.Statement | None) -> Any:
    if isinstance(statement, nodes.Block):
        return replace(statement, body=(*statement.body[:-1], _marked(statement.body[-1])))
    if isinstance(statement, nodes.If):
        return _marked_branch(statement)
    return SunkStore(statement.at, statement.value) if isinstance(statement, nodes.Evaluate) else statement
