"""Declares what a file uses and nobody declares, so that the rest of it can be read.

Everything declared here is made up: it lies in one virtual file, and what refers into it is unknown to the analysis.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cudalint.front.clang_library import error_count, errors_of, parse_unit
from cudalint.front.headers import DECLARATIONS, including
from cudalint.frozen import frozen

INVENTED = str(DECLARATIONS / "cudalint_invented.h")
"""The virtual file."""

MOST_ROUNDS = 3
"""Declaring one name lets the parser see the next."""

MOST_ERRORS = 2000
"""A file with more is not repaired: it is written for something else, and parsing it again is slow."""

_UNDECLARED = re.compile(
    r"^use of undeclared identifier '(?P<identifier>\w+)'|^unknown type name '(?P<type>\w+)'|"
    r"^no template named '(?P<template>\w+)'$|"
    r"^no member named '(?P<member>\w+)' in namespace '(?P<space>[\w:]+)'|"
    r"^no (?:type|template) named '(?P<named>\w+)' in namespace '(?P<named_space>[\w:]+)'"
)
_TEMPLATE_USE = re.compile(r"<[^;()]*>\s*(::|\w|[({*&>])")
_TEMPLATE_CALL = re.compile(r"<[^;()]*>\s*\(")
_DECLARATOR = re.compile(r"[*&]*\s*[A-Za-z_]\w*\s*[;=,)\[]")
_INSIDE_EXPRESSION = re.compile(r"(?:[-=+*/(<>,\[&|?:!%^]|\breturn)$")
_NEVER = frozenset({"T", "this", "i", "j", "k", "__VA_ARGS__"})
"""Names whose absence follows from another error; declaring them would hide it."""

_ANYTHING = "cudalint_any"
_FIRST_ENUMERATOR = 1000

Needs = dict[tuple[str, str], str]
"""(namespace, name) -> what kind of thing it must be."""


@dataclass(slots=True)
class _Lines:
    """Lines of the files that errors point into."""

    unsaved: Mapping[str, bytes]
    known: dict[str, list[str]] = field(default_factory=dict)

    def line(self, path: str, number: int) -> str:
        if path not in self.known:
            self.known[path] = self._text(path).decode("utf-8", "replace").splitlines()
        lines = self.known[path]
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def _text(self, path: str) -> bytes:
        if path in self.unsaved:
            return self.unsaved[path]
        try:
            return Path(path).read_bytes()
        except OSError:
            return b""


@frozen
class Repaired:
    """A translation unit, and the names that had to be made up for it: (namespace, name, kind of thing)."""

    unit: Any
    names: tuple[tuple[str, str, str], ...] = ()

    @property
    def invented(self) -> int:
        """How many names were made up."""
        return len(self.names)


def parse_repaired(path: str, arguments: list[str], unsaved: list[tuple[str, bytes]]) -> Repaired:
    """Parse a file, and parse it again with made-up declarations as long as that leaves fewer errors.

    What decides is the number of errors, never the time taken: every run gives the same answer. Raises
    `UnparsableFile`.
    """
    unit = parse_unit(path, arguments, unsaved)
    errors = error_count(unit)
    if errors > MOST_ERRORS:
        return Repaired(unit)
    needs: Needs = {}
    lines = _Lines(dict(unsaved))
    best = Repaired(unit)
    for _ in range(MOST_ROUNDS):
        before = len(needs)
        _collect(unit, needs, lines)
        if not errors or len(needs) == before:
            break
        invented = (INVENTED, declarations(needs).encode())
        unit = parse_unit(path, [*arguments, "-include", INVENTED], [*unsaved, invented])
        remaining = error_count(unit)
        if remaining > errors:
            break
        if remaining < errors:
            made_up = tuple((*name, kind) for name, kind in sorted(needs.items()))
            best, errors = Repaired(unit, made_up), remaining
    return best


def _collect(unit: Any, needs: Needs, lines: _Lines) -> None:
    """Add what the errors of a parse say is missing."""
    for error in errors_of(unit):
        match = _UNDECLARED.match(error.spelling)
        location = error.location
        if match is None or location.file is None or location.file.name.startswith(str(DECLARATIONS)):
            continue
        name = next(match[g] for g in ("identifier", "type", "template", "member", "named") if match[g])
        if name in _NEVER:
            continue
        line = lines.line(location.file.name, location.line)
        before, rest = line[: location.column - 1].rstrip(), line[location.column - 1 :]
        rest = rest[len(name) :].lstrip() if rest.startswith(name) else ""
        space = match["space"] or match["named_space"] or ""
        kind = _kind(match, before, rest)
        if (space, name) not in needs or kind == "namespace":
            needs[space, name] = kind


def _kind(match: re.Match[str], before: str, rest: str) -> str:
    """What a missing name must be, guessed from the error and from what stands around it on its line."""
    if rest.startswith("::"):
        return "namespace"
    if match["type"]:
        return "type"
    if rest.startswith("<<<"):
        return "kernel"
    if rest.startswith("<") and _TEMPLATE_USE.match(rest):
        return "function template" if _TEMPLATE_CALL.match(rest) else "class template"
    if match["template"]:
        return "class template"
    if match["named"]:
        return "type"
    if rest.startswith("("):
        return "function"
    if rest[:1] in ("*", "&") and _INSIDE_EXPRESSION.search(before):
        return "value"
    return "type" if _DECLARATOR.match(rest) else "value"


def declarations(needs: Needs) -> str:
    """The virtual file."""
    spaces = {_qualified(space, name) for (space, name), kind in needs.items() if kind == "namespace"}
    lines: list[str] = []
    for number, ((space, name), kind) in enumerate(sorted(needs.items())):
        if kind != "namespace" and _qualified(space, name) in spaces:
            continue
        text = _declaration(name, kind, _FIRST_ENUMERATOR + number)
        lines.append(f"namespace {space} {{ {text} }}" if space else text)
    body = "\n".join(lines)
    return f'#ifdef __cplusplus\n{including(("cuda/anything.h",))}extern "C++" {{\n{body}\n}}\n#endif\n'


def _qualified(space: str, name: str) -> str:
    return f"{space}::{name}" if space else name


def _declaration(name: str, kind: str, number: int) -> str:
    like_anything = f"struct {name} : {_ANYTHING} {{ using {_ANYTHING}::{_ANYTHING}; }};"
    if kind == "type":
        return like_anything
    if kind == "class template":
        return f"template <class...> {like_anything}"
    if kind == "function template":
        return f"template <class... A, class... B> __host__ __device__ {_ANYTHING} {name}(B&&...);"
    if kind == "function":
        return f"template <class... B> __host__ __device__ {_ANYTHING} {name}(B&&...);"
    if kind == "kernel":
        return f"template <class... B> __global__ void {name}(B...);"
    if kind == "namespace":
        return f"namespace {name} {{}}"
    if name.isupper():
        # An enumerator, so that it can be an array's bound; its value means nothing.
        return f"enum cudalint_value_of_{name} {{ {name} = {number} }};"
    return f"extern __device__ {_ANYTHING} {name};"
