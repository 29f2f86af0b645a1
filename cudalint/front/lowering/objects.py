"""Lambdas, `new`, and what else makes objects."""

from __future__ import annotations

import re

from cudalint.front.lowering import kinds
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.dispatch import Body, values
from cudalint.ir.nodes import Closure, Expression, Intrinsic, New
from cudalint.ir.types import VOID

_BY_REFERENCE = re.compile(r"&\s*(\w+)")


@values(kinds.LAMBDA_EXPR)
def _lambda(body: Body, cursor: Cursor) -> Expression:
    key = body.unit.lambda_key(cursor)
    at = body.unit.positions.range(cursor)
    return Closure(body.type_of(cursor), at, key, _copied(body, cursor))


def _copied(body: Body, cursor: Cursor) -> tuple[str, ...]:
    """Keys of the variables captured by value. How they are captured is only in the text of the capture list."""
    text = body.unit.positions.text(cursor).decode("utf-8", "replace")
    captures = text[1 : text.find("]")] if text.startswith("[") else ""
    by_reference = set(_BY_REFERENCE.findall(captures))
    default_is_copy = "=" in captures.split(",")[0] and captures.strip().startswith("=")
    named = {part.strip().split("=")[0].strip() for part in captures.split(",")}
    found: list[str] = []
    for child in body.unit.tree.children(cursor):
        declaration = _captured(body, child)
        if declaration is None:
            continue
        variable = body.unit.variables.of(declaration).variable
        if variable.name in by_reference or not (default_is_copy or variable.name in named):
            continue
        if variable.key not in found:
            found.append(variable.key)
    return tuple(found)


def _captured(body: Body, cursor: Cursor) -> Cursor | None:
    while cursor.kind == kinds.UNEXPOSED_EXPR:
        inner = body.unit.tree.expressions(cursor)
        if len(inner) != 1:
            return None
        cursor = inner[0]
    if cursor.kind not in (kinds.VARIABLE_REF, kinds.DECL_REF_EXPR):
        return None
    declaration = body.unit.tree.referenced(cursor)
    if declaration is None or declaration.kind not in (kinds.VAR_DECL, kinds.PARM_DECL):
        return None
    return declaration


@values(kinds.CXX_NEW_EXPR)
def _new(body: Body, cursor: Cursor) -> Expression:
    children = body.unit.tree.expressions(cursor)
    count = body.value(children[0]) if children and b"[" in body.unit.positions.text(cursor) else None
    return New(body.value_type(cursor), body.start(cursor), count)


@values(kinds.CXX_DELETE_EXPR)
def _delete(body: Body, cursor: Cursor) -> Expression:
    given = tuple(body.value(c) for c in body.unit.tree.expressions(cursor))
    return Intrinsic(VOID, body.start(cursor), "operator delete", "", given, None, True)
