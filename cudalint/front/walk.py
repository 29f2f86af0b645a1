"""The functions that a project's own files define."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clang.cindex import CursorKind

_HOLDERS = frozenset(
    {
        CursorKind.NAMESPACE,
        CursorKind.LINKAGE_SPEC,
        CursorKind.UNEXPOSED_DECL,
        CursorKind.CLASS_DECL,
        CursorKind.STRUCT_DECL,
        CursorKind.CLASS_TEMPLATE,
        CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
    }
)
FUNCTIONS = frozenset(
    {
        CursorKind.FUNCTION_DECL,
        CursorKind.FUNCTION_TEMPLATE,
        CursorKind.CXX_METHOD,
        CursorKind.CONSTRUCTOR,
        CursorKind.CONVERSION_FUNCTION,
        CursorKind.DESTRUCTOR,
    }
)
_DEEPEST = 12


def project_functions(cursor: Any, declarations_directory: str, depth: int = 0) -> Iterator[Any]:
    """Function cursors (declarations and definitions) outside our own declarations."""
    for child in cursor.get_children():
        kind = child.kind
        if kind not in FUNCTIONS and kind not in _HOLDERS:
            continue
        if depth == 0:
            file = child.location.file
            if file is not None and file.name.startswith(declarations_directory):
                continue
        if kind in FUNCTIONS:
            yield child
        elif depth < _DEEPEST:
            yield from project_functions(child, declarations_directory, depth + 1)
