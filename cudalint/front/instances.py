"""Explicit instantiations of function templates, which libclang does not show.

Behind the text each of them is named once more, as the value of a pointer: what a pointer names has a body to look at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cudalint.source_text import code_of

NAMED_INSTANCE = "cudalint_instance_"
"""How the pointers' names begin."""

MOST_INSTANCES = 64
"""Instantiations of one file that are looked at."""

_TOKEN = re.compile(
    rb"^[ \t]*\#[ \t]*(?P<directive>\w+)[ \t]*(?P<macro>\w*)|"
    rb"(?:\binline\s+)?\bnamespace\b\s*(?P<space>[\w:]*)\s*\{|(?P<brace>[{}])|"
    rb"(?<!extern )\btemplate\s+(?P<instance>(?!<)[^;{}()\#]*\([^;{}\#]*\))\s*;",
    re.MULTILINE,
)
_DECLARATION = re.compile(
    rb"(?P<result>[^()]*?[\s*&])(?P<name>[A-Za-z_][\w:]*\s*(?:<[^()]*>)?)\s*\((?P<given>.*)\)$", re.DOTALL
)
_SPECIFIER = re.compile(
    rb"\b(?:__global__|__device__|__host__|__forceinline__|__noinline__|inline|static|extern|constexpr|"
    rb"__launch_bounds__\s*\((?:[^()]|\([^()]*\))*\))"
)
_GUARD = b"#"
"""What an include guard leaves among the conditions that enclose a line."""

_MEMBER = re.compile(rb">\s*::")


def named_instances(text: bytes) -> bytes:
    """Text to put behind `text`: a pointer for each explicit instantiation that no `#if` encloses, in its namespace."""
    if b"template" not in text:
        return b""
    lines = []
    for number, (spaces, declaration) in enumerate(_instantiations(code_of(text))):
        if number == MOST_INSTANCES:
            break
        pointer = _pointer(declaration, number)
        if pointer:
            opening = b"".join(b"namespace " + space + b" { " for space in spaces)
            lines.append(opening + pointer + b" }" * len(spaces))
    return b"\n" + b"\n".join(lines) + b"\n" if lines else b""


def _instantiations(code: bytes) -> Iterator[tuple[tuple[bytes, ...], bytes]]:
    """Each one's namespaces, outermost first, and its declaration without `template`."""
    conditions: list[bytes] = []
    open_braces: list[bytes | None] = []
    guard = b""
    for token in _TOKEN.finditer(code):
        directive = token["directive"]
        if directive:
            if directive.startswith(b"if"):
                conditions.append(token["macro"] if directive == b"ifndef" else b"")
            elif directive == b"define" and guard and token["macro"] == guard:
                conditions.pop()
                conditions.append(_GUARD)
            elif directive == b"endif" and conditions:
                conditions.pop()
            guard = token["macro"] if directive == b"ifndef" else b""
        elif token["brace"] == b"}":
            if open_braces:
                open_braces.pop()
        elif token["brace"]:
            open_braces.append(None)
        elif token["space"] is not None:
            open_braces.append(token["space"])
        elif None not in open_braces and all(condition is _GUARD for condition in conditions):
            yield tuple(space for space in open_braces if space is not None), token["instance"]


def _pointer(declaration: bytes, number: int) -> bytes:
    """A pointer to what `void f<float>(float *, int)` declares; b"" for a member of a class, or anything else."""
    parts = _DECLARATION.match(_SPECIFIER.sub(b"", b" ".join(declaration.split())).strip())
    if parts is None or _MEMBER.search(parts["name"]):
        return b""
    name = NAMED_INSTANCE.encode() + str(number).encode()
    return b"static %b (*const %b)(%b) = &%b;" % (parts["result"].strip(), name, parts["given"], parts["name"])
