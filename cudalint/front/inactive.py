"""Kernels that the text holds and the parse does not: in inactive #if branches, or lost to errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cudalint.front.walk import project_functions
from cudalint.ir.position import Position
from cudalint.ir.unit import SkippedKernel

_NOISE = re.compile(r'//(?:\\\n|[^\n])*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?P<word>\w+)(?P<rest>(?:\\\n|[^\n])*)", re.MULTILINE)
_KERNEL = re.compile(r"\b__global__\b")
_TOKEN = re.compile(r"\s*([A-Za-z_]\w*|::|[<>*&,()]|[^\w\s])")


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group(0))


def text_kernels(text: str) -> Iterator[tuple[str, int]]:
    """(name, line) of every kernel definition in the text, whatever the preprocessor thinks of it."""
    plain = _DIRECTIVE.sub(_blank, _NOISE.sub(_blank, text))
    for match in _KERNEL.finditer(plain):
        name = _definition_after(plain, match.end())
        if name:
            yield name, plain.count("\n", 0, match.start()) + 1


def _definition_after(text: str, position: int) -> str:
    """The name of the function defined after `__global__`; empty for a declaration."""
    name = ""
    while (token := _TOKEN.match(text, position)) is not None:
        word = token[1]
        position = token.end()
        if word in (";", "{", "}"):
            return ""
        if word == "(":
            position = _closing(text, position)
            follows = text[position : position + 40].lstrip()
            if name and not name.startswith("__") and not name.isupper():
                return name if follows.startswith("{") else ""
            name = ""
        elif word[0].isalpha() or word[0] == "_":
            name = word
    return ""


def _closing(text: str, position: int) -> int:
    depth = 1
    while position < len(text) and depth:
        depth += (text[position] == "(") - (text[position] == ")")
        position += 1
    return position


def skipped_kernels(path: str, text: bytes, unit: Any, declarations_directory: str) -> Iterator[SkippedKernel]:
    """Kernels of the main file that the translation unit does not hold."""
    source = text.decode("utf-8", "replace")
    if "__global__" not in source:
        return
    present = {c.spelling for c in project_functions(unit.cursor, declarations_directory)}
    inactive = _inactive_lines(source)
    for name, line in text_kernels(source):
        if name in present:
            continue
        reason = "in an inactive #if branch" if line in inactive else "its definition could not be parsed"
        yield SkippedKernel(name, Position(path, line, 1, line, 1), reason)


def _inactive_lines(source: str) -> set[int]:
    """Lines inside any conditional; a kernel that is missing there was most likely left out on purpose."""
    lines: set[int] = set()
    opened: list[int] = []
    for match in _DIRECTIVE.finditer(_NOISE.sub(_blank, source)):
        number = source.count("\n", 0, match.start()) + 1
        if match["word"] in ("if", "ifdef", "ifndef"):
            opened.append(number)
        elif match["word"] == "endif" and opened:
            lines.update(range(opened.pop(), number + 1))
    return lines
