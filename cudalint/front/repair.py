"""Declares what a file uses and nobody declares, so that the rest of it can be read.

Everything declared here is made up: it lies in one virtual file, and what refers into it is unknown to the analysis.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cudalint.front.clang_library import diagnostics_of

INVENTED = "cudalint_invented.h"
"""Name of the virtual file."""

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

Needs = dict[tuple[str, str], str]
"""(namespace, name) -> what kind of thing it must be."""

LineReader = Callable[[str, int], str]
"""The text of a line of a file."""


def collect_needs(unit: Any, needs: Needs, read_line: LineReader, own_files: str) -> None:
    """Add what the errors of a parse say is missing."""
    for diagnostic in diagnostics_of(unit):
        match = _UNDECLARED.match(diagnostic.spelling)
        location = diagnostic.location
        if match is None or location.file is None or location.file.name.startswith(own_files):
            continue
        name = next(match[g] for g in ("identifier", "type", "template", "member", "named") if match[g])
        if name in _NEVER:
            continue
        line = read_line(location.file.name, location.line)
        before = line[: location.column - 1].rstrip()
        rest = line[location.column - 1 :]
        rest = rest[len(name) :].lstrip() if rest.startswith(name) else ""
        space = match["space"] or match["named_space"] or ""
        kind = _kind(match, before, rest)
        if (space, name) not in needs or kind == "namespace":
            needs[space, name] = kind


def _kind(match: re.Match[str], before: str, rest: str) -> str:
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
    """The virtual file; empty when nothing is missing."""
    spaces = {f"{space}::{name}".removeprefix("::") for (space, name), kind in needs.items() if kind == "namespace"}
    lines: list[str] = []
    for number, ((space, name), kind) in enumerate(sorted(needs.items())):
        full = f"{space}::{name}".removeprefix("::")
        if kind != "namespace" and full in spaces:
            continue
        text = _declaration(name, kind, number)
        lines.append(f"namespace {space} {{ {text} }}" if space else text)
    if not lines:
        return ""
    body = "\n".join(lines)
    return f'#ifdef __cplusplus\nextern "C++" {{\n{body}\n}}\n#endif\n'


def _declaration(name: str, kind: str, number: int) -> str:
    anything = "__cudalint_any"
    if kind == "type":
        return f"struct {name}:{anything}{{using {anything}::{anything};}};"
    if kind == "class template":
        return f"template<class...> struct {name}:{anything}{{using {anything}::{anything};}};"
    if kind == "function template":
        return f"template<class...A,class...B> __host__ __device__ {anything} {name}(B&&...);"
    if kind == "function":
        return f"template<class...B> __host__ __device__ {anything} {name}(B&&...);"
    if kind == "kernel":
        return f"template<class...B> __global__ void {name}(B...);"
    if kind == "namespace":
        return f"namespace {name} {{}}"
    if name.isupper():
        return f"enum {{ {name}={1000 + number} }};"
    return f"extern __device__ {anything} {name};"
