"""Callees that depend on template parameters: found by name, among the overloads that clang keeps or in the project."""

from __future__ import annotations

from cudalint.front.lowering import kinds
from cudalint.front.lowering.callees import Callee
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.dispatch import Body
from cudalint.front.lowering.names import member_name, members_named

_WRAPPERS = frozenset((kinds.UNEXPOSED_EXPR, kinds.PAREN_EXPR))


def callee_name(body: Body, children: list[Cursor]) -> tuple[str, Cursor | None]:
    """The name of what is called, and the reference to its overloads."""
    tree = body.unit.tree
    cursor = children[0] if children else None
    while cursor is not None:
        inner = tree.children(cursor)
        overloaded = next((c for c in inner if c.kind == kinds.OVERLOADED_DECL_REF), None)
        if overloaded is None and cursor.kind in (
            kinds.DECL_REF_EXPR,
            kinds.MEMBER_REF_EXPR,
        ):
            found = tree.referenced(cursor)
            overloaded = found if found is not None and found.kind == kinds.OVERLOADED_DECL_REF else None
        if overloaded is not None:
            return tree.spelling(overloaded), overloaded
        if cursor.kind in (kinds.DECL_REF_EXPR, kinds.MEMBER_REF_EXPR):
            return "" if _is_variable(body, cursor) else member_name(body, cursor), None
        cursor = inner[0] if inner and cursor.kind in _WRAPPERS else None
    return "", None


def _is_variable(body: Body, cursor: Cursor) -> bool:
    declaration = body.unit.tree.referenced(cursor)
    return declaration is not None and declaration.kind in (kinds.VAR_DECL, kinds.PARM_DECL)


def best_overload(body: Body, overloaded: Cursor | None, name: str, count: int) -> Callee | None:
    """The declaration that a call with `count` arguments most likely means: one with a body first."""
    candidates: list[Callee] = []
    if overloaded is not None:
        declarations = [d for d in body.unit.tree.overloads(overloaded) if d.kind in kinds.FUNCTIONS]
        candidates = [body.unit.callees.of(d) for d in declarations]
    fitting = [c for c in candidates if len(c.parameters) == count] or candidates
    for callee in fitting:
        if callee.body is not None and not callee.known:
            return callee
    if fitting:
        return fitting[0]
    found = body.unit.named(name, count) if name else None
    return body.unit.callees.of(found) if found is not None else None


def method_of(body: Body, owner: Cursor, name: str, count: int) -> Callee | None:
    """The method that an object of a class template has, by name; None when the class is not known."""
    for declaration in members_named(body, owner, name):
        if declaration.kind in kinds.FUNCTIONS:
            callee = body.unit.callees.of(declaration)
            if len(callee.parameters) == count:
                return callee
    return None
