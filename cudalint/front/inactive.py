"""Kernels that the text holds and the parse does not: in inactive #if branches, or lost to errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from cudalint.front.clang_library import clang_library, function_at
from cudalint.frozen import frozen
from cudalint.ir.position import Position
from cudalint.ir.unit import SkippedKernel
from cudalint.source_text import code_of

INACTIVE = "in an inactive #if branch"
LOST = "its definition could not be parsed"

_DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)
_KERNEL = re.compile(r"\b__global__\b")
_TOKEN = re.compile(r"\s*([A-Za-z_]\w*|[^\w\s])")
_ATTRIBUTES = re.compile(r"__\w+__$|[A-Z][A-Z0-9_]*$|alignas$")
"""Names before a parenthesis that are not the kernel's: attributes, and macros that stand for them."""


@frozen
class _Definition:
    """A kernel definition in a text. `line` and `column` count from 1 and point to its name; `start_line` to
    `__global__`."""

    name: str
    start_line: int
    line: int
    column: int


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def text_kernels(text: str) -> Iterator[tuple[str, int]]:
    """(name, line) of every kernel definition in the text, whatever the preprocessor thinks of it."""
    return ((kernel.name, kernel.start_line) for kernel in _definitions(text))


def _definitions(text: str) -> Iterator[_Definition]:
    """Likewise; columns count characters."""
    if "__global__" not in text:
        return
    plain = _DIRECTIVE.sub(_blank, code_of(text))
    for match in _KERNEL.finditer(plain):
        name = _name_of_definition(plain, match.end())
        if name is not None:
            start = name.start(1)
            line = plain.count("\n", 0, start) + 1
            column = start - plain.rfind("\n", 0, start)
            yield _Definition(name[1], plain.count("\n", 0, match.start()) + 1, line, column)


def _name_of_definition(text: str, position: int) -> re.Match[str] | None:
    """The name of the function that is defined after `__global__`; None for a declaration."""
    name: re.Match[str] | None = None
    while (token := _TOKEN.match(text, position)) is not None:
        word = token[1]
        position = token.end()
        if word in ";{}":
            return None
        if word == "(":
            position = _closing(text, position)
            if name is not None and not _ATTRIBUTES.match(name[1]):
                follows = _TOKEN.match(text, position)
                return name if follows is not None and follows[1] == "{" else None
            name = None
        elif word[0].isalpha() or word[0] == "_":
            name = token
    return None


def _closing(text: str, position: int) -> int:
    """The position behind the parenthesis that closes one opened before `position`."""
    depth = 1
    while position < len(text) and depth:
        depth += (text[position] == "(") - (text[position] == ")")
        position += 1
    return position


def skipped_kernels(
    path: str, text: bytes, unit: Any, parse_with_branches: Callable[[], Any]
) -> Iterator[SkippedKernel]:
    """Kernels of a file that the translation unit does not hold.

    `parse_with_branches` parses once more, so that libclang tells which branches it skipped: asked only when a kernel
    is missing, since such a unit is slow to walk.
    """
    source = text.decode("latin-1")
    missing = [k for k in _definitions(source) if function_at(unit, path, k.line, k.column) is None]
    if not missing:
        return
    inactive = clang_library().skipped_lines(parse_with_branches(), path)
    for kernel in missing:
        reason = INACTIVE if any(kernel.start_line in lines for lines in inactive) else LOST
        yield SkippedKernel(kernel.name, Position(path, kernel.start_line, 1, kernel.line, kernel.column), reason)
