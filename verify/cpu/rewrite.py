"""Turns CUDA source into C++ that a host compiler takes, line by line in its place.

Only what headers cannot express is rewritten: launches, dynamic shared memory, inline assembly and a few qualifiers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from cudalint.source_text import code_of

from .parentheses import closing_brace, closing_parenthesis
from .results import unused_atomics

DYNAMIC_SHARED_SYMBOL = "cudalint_dynamic_memory"
MOST_DYNAMIC_ELEMENTS = 1 << 18

_IDENTIFIER_END = re.compile(r"[A-Za-z_0-9]$")
_DYNAMIC_SHARED = re.compile(
    r"\b(?:extern\b(?P<before>[^;{}]*?)\b__shared__\b|__shared__\s+extern\b)(?P<rest>[^;{}=]*?\[\s*\])\s*;"
)
_NAME_OF_ARRAY = re.compile(r"(\w+)\s*\[\s*\]\s*$")
_ATTRIBUTE = re.compile(r"\b(?:__align__|alignas|__attribute__)\s*\((?:[^()]|\([^()]*\))*\)")
_CONSTANT = re.compile(r"\b__constant__\s+((?:static\s+)?)const\b|\bconst\s+((?:static\s+)?__constant__)")
_STATIC_SHARED = re.compile(r"\bstatic(\s+(?:const\s+|volatile\s+)*__shared__)|(\b__shared__\s+)static\b")
_ALIGNED_SHARED = re.compile(r"(\b__shared__\s+)alignas\s*\((?:[^()]|\([^()]*\))*\)")
_BUILT_IN = re.compile(r"\b(threadIdx|blockIdx|blockDim|gridDim)\b(?!\s*\.)")
_DIM3 = re.compile(r"\bdim3\b[^;{}()]*?(?=\b(?:threadIdx|blockIdx|blockDim|gridDim)\b\s*[({=;,])")
_KERNEL_CAST = re.compile(
    r"(\bcudaLaunch(?:Cooperative)?Kernel\s*\(\s*)\(\s*(?:const\s+)?void\s*(?:const\s*)?\*\s*\)\s*&?"
)
_ASSEMBLY = re.compile(r"\b(?:asm|__asm__|__asm)\b\s*(?:volatile\b|__volatile__\b)?\s*\(")
_OPERAND = re.compile(r'\s*(?:\[\w+\]\s*)?"[^"]*"\s*\(')


@dataclass(frozen=True, slots=True)
class _Edit:
    """Replace text[start:end] by `text`."""

    start: int
    end: int
    text: str


def rewritten(source: str, path: str) -> str:
    """The source as C++; `path` is what debug information calls it."""
    masked = code_of(source)
    edits = [*_launches(source, masked), *_dynamic_shared(source, masked), *_assembly(source, masked)]
    edits += [_Edit(at, at, "::cudalint::result_unused(), ") for at in unused_atomics(masked)]
    edits += [_Edit(m.start(), m.end(), _constant(m)) for m in _CONSTANT.finditer(masked)]
    edits += [_Edit(m.start(), m.end(), m[1] + "\n" * m[0].count("\n")) for m in _ALIGNED_SHARED.finditer(masked)]
    edits += _shadowing(masked)
    edits += [_Edit(m.start(), m.end(), m[1] or m[2]) for m in _STATIC_SHARED.finditer(masked)]
    edits += [_Edit(m.start(), m.end(), m[1]) for m in _KERNEL_CAST.finditer(masked)]
    return f'#line 1 "{path}"\n{_applied(source, edits)}'


def _applied(source: str, edits: list[_Edit]) -> str:
    parts: list[str] = []
    position = 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        if edit.start < position:
            continue
        parts += [source[position : edit.start], edit.text]
        position = edit.end
    return "".join([*parts, source[position:]])


def _launches(source: str, masked: str) -> Iterator[_Edit]:
    """`k<<<c>>>(a)` becomes `Launch(c) << [&] { k(a); }`."""
    start = masked.find("<<<")
    while start >= 0:
        callee = _callee_start(masked, start)
        close = _configuration_end(masked, start + 3)
        opening = _next(masked, close + 3) if close is not None else None
        end = closing_parenthesis(masked, opening) if opening is not None and masked[opening] == "(" else None
        if callee is not None and close is not None and end is not None:
            configuration = source[start + 3 : close]
            yield _Edit(callee, callee, f"::cudalint::Launch({configuration}) << [&] {{ ")
            yield _Edit(start, close + 3, "")
            yield _Edit(end + 1, end + 1, "; }")
        start = masked.find("<<<", start + 3)


def _callee_start(masked: str, end: int) -> int | None:
    """Where the expression before `<<<` starts: a qualified name with template arguments."""
    position = _previous(masked, end)
    while position is not None:
        if masked[position] == ">":
            opening = _matching_back(masked, position)
            position = _previous(masked, opening) if opening is not None else None
        if position is None or not _IDENTIFIER_END.match(masked[position]):
            return None
        while position > 0 and _IDENTIFIER_END.match(masked[position - 1]):
            position -= 1
        before = _previous(masked, position)
        if before is None or before < 1 or masked[before - 1 : before + 1] != "::":
            return position
        outer = _previous(masked, before - 1)
        if outer is None or not re.match(r"[\w>]", masked[outer]):
            return before - 1
        position = outer
    return None


def _configuration_end(masked: str, start: int) -> int | None:
    depth = 0
    for position in range(start, len(masked)):
        character = masked[position]
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == ">" and depth == 0 and masked.startswith(">>>", position):
            return position
        elif character == ";":
            return None
    return None


def _next(text: str, start: int) -> int | None:
    """The next character that is no space or line continuation."""
    for position in range(start, len(text)):
        if not text[position].isspace() and text[position] != "\\":
            return position
    return None


def _previous(text: str, end: int) -> int | None:
    for position in range(end - 1, -1, -1):
        if not text[position].isspace() and text[position] != "\\":
            return position
    return None


def _matching_back(masked: str, closing: int) -> int | None:
    """The `<` that the `>` at `closing` closes."""
    depth = parentheses = 0
    for position in range(closing, -1, -1):
        character = masked[position]
        if character in "()":
            parentheses += 1 if character == ")" else -1
        elif character in ";{}":
            return None
        elif parentheses == 0 and character in "<>":
            depth += 1 if character == ">" else -1
            if depth == 0:
                return position
    return None


def _dynamic_shared(source: str, masked: str) -> Iterator[_Edit]:
    for match in _DYNAMIC_SHARED.finditer(masked):
        before = source[match.start("before") : match.end("before")] if match["before"] else " "
        rest = source[match.start("rest") : match.end("rest")]
        name = _NAME_OF_ARRAY.search(rest)
        if name is not None:
            type_ = f"{before}{rest[: name.start()]}".strip()
            array = f"[{MOST_DYNAMIC_ELEMENTS}]"
            memory = f"reinterpret_cast<{_ATTRIBUTE.sub('', type_)} (&){array}>(::{DYNAMIC_SHARED_SYMBOL})"
            text = f"static {type_} (&{name[1]}){array} = {memory};"
            newlines = source.count("\n", match.start(), match.end())
            yield _Edit(match.start(), match.end(), text + "\n" * (newlines - text.count("\n")))


def _shadowing(masked: str) -> Iterator[_Edit]:
    """Variables of the host that are named as the built-in ones, which are macros here, get a name of their own."""
    for match in _DIM3.finditer(masked):
        end = masked.find(";", match.end())
        names = set(_BUILT_IN.findall(masked, match.start(), end))
        scope = closing_brace(masked, match.start())
        for use in re.compile(rf"\b(?:{'|'.join(sorted(names))})\b").finditer(masked, match.start(), scope):
            yield _Edit(use.start(), use.end(), f"{use[0]}_of_host")


def _constant(match: re.Match[str]) -> str:
    """Writable, so that all constants can share a section."""
    return f"{match[1]}__constant__" if match[2] is None else match[2]


def _assembly(source: str, masked: str) -> Iterator[_Edit]:
    """`asm("text" : "=r"(x) : "l"(p))` becomes `assembly("text", x, p)`."""
    for match in _ASSEMBLY.finditer(masked):
        end = closing_parenthesis(masked, match.end() - 1)
        if end is None:
            continue
        parts = _sections(source, masked, match.end(), end)
        operands = [o for start, stop in parts[1:3] for o in _operands(source, masked, start, stop)]
        template = source[slice(*parts[0])]
        newlines = source.count("\n", match.start(), end)
        call = f"::cudalint::assembly({', '.join([template, *operands])})"
        yield _Edit(match.start(), end + 1, call + "\n" * (newlines - call.count("\n")))


def _sections(source: str, masked: str, start: int, end: int) -> list[tuple[int, int]]:
    """The parts between colons: template, outputs, inputs, clobbers."""
    cuts = [start - 1]
    depth = 0
    for position in range(start, end):
        depth += (masked[position] in "([") - (masked[position] in ")]")
        first = position - (masked[position - 1 : position + 1] == "::")
        scope = masked.startswith("::", first)
        named = scope and re.match(r"\w", source[_next(source, first + 2) or first]) is not None
        if masked[position] == ":" and depth == 0 and not named:
            cuts.append(position)
    cuts.append(end)
    return [(a + 1, b) for a, b in pairwise(cuts)]


def _operands(source: str, masked: str, start: int, stop: int) -> Iterator[str]:
    position = start
    while position < stop:
        match = _OPERAND.match(source, position, stop)
        if match is None:
            return
        end = closing_parenthesis(masked, match.end() - 1)
        if end is None:
            return
        yield source[match.end() : end].strip()
        comma = masked.find(",", end, stop)
        if comma < 0:
            return
        position = comma + 1
