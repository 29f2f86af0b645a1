"""Visiting all nodes under one."""

from __future__ import annotations

from collections.abc import Iterator

from cudalint.ir.nodes import Member, Node, Statement, VariablePlace

_NOT_CHILDREN = ("type", "at", "variable")
_FIELDS: dict[type, tuple[str, ...]] = {}


def walk(part: object) -> Iterator[object]:
    """Every node and statement at or under `part` (a node, a statement or a tuple of them), each once."""
    stack: list[object] = [part]
    seen: set[int] = set()
    while stack:
        item = stack.pop()
        if isinstance(item, tuple):
            stack.extend(item)
        elif isinstance(item, (Node, Statement)) and id(item) not in seen:
            # `x += 1` holds its place twice, once to read and once to write, and that may hold another one.
            seen.add(id(item))
            yield item
            stack.extend(_children(item))


def _children(item: object) -> Iterator[object]:
    kind = type(item)
    names = _FIELDS.get(kind)
    if names is None:
        names = tuple(n for n in getattr(kind, "__dataclass_fields__", {}) if n not in _NOT_CHILDREN)
        _FIELDS[kind] = names
    for name in names:
        value = getattr(item, name)
        if isinstance(value, (tuple, Node, Statement)):
            yield value


def builtin_uses(part: object) -> set[str]:
    """Which components of threadIdx and its kin are used: "threadIdx.y", "blockIdx.x"."""
    found: set[str] = set()
    for node in walk(part):
        if isinstance(node, Member) and isinstance(node.record, VariablePlace):
            variable = node.record.variable
            if variable.storage == "builtin":
                found.add(f"{variable.name}.{node.name}")
    return found
