"""Pointers to the rows of an array, and references to it, whose types hold its extents: `float (*p)[32] = tile;`.

Where the rows of an array get longer, those that these pointers step over have to as well, be they local variables or
parameters of functions that the array is passed to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from cudalint.fix.functions import Function, call_around, calls_of, function_around, only_function, parameter_name
from cudalint.fix.places import NotPatchable
from cudalint.fix.source import Mention, Range, mentions, subscripts_at, trimmed
from cudalint.source_text import code_of

_DECLARED = re.compile(rb"\(\s*([*&])\s*(?:const\s+|__restrict__\s+)*([A-Za-z_]\w*)\s*\)\s*(?=\[)")
_ASSIGNED = re.compile(rb"([A-Za-z_]\w*)\s*$")
_BEFORE_VALUE = re.compile(rb"[\s&(]*")
_STEPS = re.compile(rb"\s*(?:[-+]\s*[\w\s*()/%.]+)?[)\s]*$")


@dataclass(frozen=True, slots=True)
class _Pointer:
    """A pointer or a reference to arrays: its name, the extents that its type holds, and how many indices pick an
    element through it."""

    name: bytes
    bounds: tuple[Range, ...]
    dimensions: int


def pointer_bounds(text: bytes, others: Iterable[Mention], name: str, dimensions: int, axis: int) -> list[Range]:
    """Where the types of pointers into an array say how long its axis is (1 is the last); `others`: the mentions of the
    array apart from its declaration, `dimensions`: how many it has. Raises `NotPatchable`."""
    work = _Following(text, axis, {name.encode()})
    work.follow(others, dimensions)
    return sorted(work.found)


@dataclass(slots=True)
class _Following:
    text: bytes
    axis: int
    known: set[bytes]
    found: set[Range] = field(default_factory=set)
    seen: set[tuple[bytes, bytes]] = field(default_factory=set)

    def follow(self, others: Iterable[Mention], dimensions: int) -> None:
        for mention in others:
            left = dimensions - len(mention.subscripts)
            function = function_around(self.text, mention.start)
            if mention.in_define or mention.is_member or left < self.axis or function is None:
                continue
            pointer = self._initialised(mention, function)
            if pointer is not None:
                self._take(pointer, function)
            else:
                self._passed(mention)

    def _take(self, pointer: _Pointer, function: Function) -> None:
        if (function.name, pointer.name) in self.seen:
            return
        self.seen.add((function.name, pointer.name))
        self.known.add(pointer.name)
        if len(pointer.bounds) >= self.axis:
            bound = trimmed(code_of(self.text), pointer.bounds[-self.axis])
            if bound[0] < bound[1]:
                self.found.add(bound)
        inside = mentions(self.text, pointer.name.decode(), (function.header, function.body[1]))
        uses = [m for m in inside if not any(m.end <= b[0] and b[1] <= m.whole_end for b in pointer.bounds)]
        self.follow((m for m in uses if m.start >= function.body[0]), pointer.dimensions)

    def _initialised(self, mention: Mention, function: Function) -> _Pointer | None:
        """`T (*p)[N] = name;`, or `p = name;` where p is such a pointer."""
        code = code_of(self.text)
        start = max(code.rfind(b, 0, mention.start) for b in (b";", b"{", b"}")) + 1
        head, equals, before = code[start : mention.start].rpartition(b"=")
        if not equals or head.endswith((b"=", b"!", b"<", b">", b"+", b"-")):
            return None
        pointer = next((p for p in _pointers(code, (start, start + len(head)))), None)
        if pointer is None:
            name = _ASSIGNED.search(head)
            declared = _pointers(code, (function.header, start)) if name is not None else []
            pointer = next((p for p in reversed(declared) if name is not None and p.name == name[1]), None)
        if pointer is None:
            return None
        rest = code[mention.whole_end : code.find(b";", mention.end)]
        if not _BEFORE_VALUE.fullmatch(before) or not _STEPS.match(rest):
            raise NotPatchable(f"`{pointer.name.decode()}` may point to other arrays as well")
        return pointer

    def _passed(self, mention: Mention) -> None:
        """`f(name)`: the parameter's type, if every call passes this array."""
        call = call_around(self.text, mention.start)
        function = only_function(self.text, call.name) if call is not None else None
        if call is None or function is None or len(call.arguments) != len(function.parameters):
            return
        code = code_of(self.text)
        index = next((i for i, a in enumerate(call.arguments) if a[0] <= mention.start < a[1]), None)
        if index is None or not _BEFORE_VALUE.fullmatch(code[call.arguments[index][0] : mention.start]):
            return
        pointer = _parameter(self.text, function.parameters[index])
        if pointer is None or len(pointer.bounds) < self.axis:
            return
        bound = code[slice(*trimmed(code, pointer.bounds[-self.axis]))]
        explicit = re.search(re.escape(call.name) + rb"\s*<[^;(){}]*>\s*$", code[: call.start]) is not None
        if _is_template_parameter(code, function, bound) and not explicit:
            return
        for other in calls_of(self.text, function.name):
            passed = code[slice(*other.arguments[index])] if len(other.arguments) > index else b""
            named = re.match(rb"[\s&(]*([A-Za-z_]\w*)", passed)
            if named is None or named[1] not in self.known:
                raise NotPatchable(f"`{function.name.decode()}` gets other arrays as well")
        self._take(pointer, function)


def _pointers(code: bytes, within: Range) -> list[_Pointer]:
    """What is declared as `(*p)[N]` or `(&r)[M][N]` there."""
    found = []
    for match in _DECLARED.finditer(code, *within):
        bounds = subscripts_at(code, match.end())
        found.append(_Pointer(match[2], bounds, len(bounds) + (match[1] == b"*")))
    return found


def _parameter(text: bytes, parameter: Range) -> _Pointer | None:
    """`T (*p)[N]`, `T (&r)[M][N]`, `T a[][N]`; None for one that holds no extent."""
    code = code_of(text)
    written = _pointers(code, parameter)
    if written:
        return written[0]
    name = parameter_name(text, parameter)
    if not name:
        return None
    at = re.compile(rb"\b" + name + rb"\s*(?=\[)").search(code, *parameter)
    bounds = subscripts_at(code, at.end()) if at is not None else ()
    return _Pointer(name, bounds, len(bounds)) if len(bounds) > 1 else None


def _is_template_parameter(code: bytes, function: Function, name: bytes) -> bool:
    if function.template is None:
        return False
    return re.search(rb"\b" + re.escape(name) + rb"\s*(?:=|,|$)", code[slice(*function.template)]) is not None
