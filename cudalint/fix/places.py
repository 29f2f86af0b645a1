"""Every place of the text where an element of an array is picked, in the functions too that the array is passed to."""

from __future__ import annotations

import re

from cudalint.fix.functions import call_around, calls_of, only_function, parameter_name
from cudalint.fix.source import Mention, Range, line_and_column, mentions, subscripts_at
from cudalint.frozen import frozen
from cudalint.source_text import code_of

SIZES = {
    **dict.fromkeys((b"char", b"unsigned char", b"signed char", b"uchar", b"uint8_t", b"int8_t", b"bool"), 1),
    **dict.fromkeys((b"short", b"unsigned short", b"ushort", b"uint16_t", b"int16_t", b"half", b"__half"), 2),
    **dict.fromkeys((b"int", b"unsigned int", b"unsigned", b"uint", b"float", b"uint32_t", b"int32_t"), 4),
    **dict.fromkeys((b"double", b"long long", b"unsigned long long", b"uint64_t", b"int64_t", b"float2", b"int2"), 8),
    **dict.fromkeys((b"float4", b"int4", b"uint4", b"double2"), 16),
}
"""Bytes of types that arrays are looked at as."""

_C_CAST = re.compile(rb"\(\s*(?:(?:const|volatile)\s+)*([a-z_]\w*(?:\s+(?:int|char|short|long))*)\s*\*\s*\)\s*$")
_CAST = re.compile(rb"reinterpret_cast\s*<\s*(?:(?:const|volatile)\s+)*([a-z_][\w ]*?)\s*\*\s*>\s*\(\s*$")


class NotPatchable(ValueError):
    """The layout cannot be written as edits; the message says why."""


@frozen
class Place:
    """An element that is picked: its subscripts; `width`: bytes of what the array is looked at as there, 0 for its own
    elements. `start`: where its name stands; `in_define`: in a macro's definition."""

    start: int
    subscripts: tuple[Range, ...]
    width: int
    in_define: bool


def places(text: bytes, others: tuple[Mention, ...], dimensions: int) -> list[Place]:
    """All places, given the mentions of an array apart from its declaration. Raises `NotPatchable`."""
    found: list[Place] = []
    _collect(text, others, dimensions, found, set())
    return found


def _collect(
    text: bytes, others: tuple[Mention, ...], dimensions: int, found: list[Place], seen: set[tuple[bytes, int]]
) -> None:
    for mention in others:
        if re.search(rb"\bsizeof\s*\(?$", mention.before):
            continue
        where = f"line {line_and_column(text, mention.start)[0]}"
        if any(m is not mention and mention.start < m.start < mention.whole_end for m in others):
            raise NotPatchable(f"{where} picks an element by another element of it")
        if len(mention.subscripts) == dimensions:
            found.append(Place(mention.start, mention.subscripts, 0, mention.in_define))
            continue
        place = cast_place(text, mention) if dimensions == 1 else None
        if place is not None:
            found.append(place)
        elif mention.subscripts or not _follow(text, mention, dimensions, found, seen):
            raise NotPatchable(f"{where} uses it without all its indices")


def cast_place(text: bytes, mention: Mention) -> Place | None:
    """`((T *)name)[e]` and `reinterpret_cast<T *>(name)[e]`; None for anything else."""
    code = code_of(text)
    match = _C_CAST.search(mention.before) or _CAST.search(mention.before)
    width = SIZES.get(b" ".join(match[1].split())) if match is not None else None
    after = re.compile(rb"\s*\)").match(code, mention.end)
    if width is None or after is None or mention.subscripts:
        return None
    subscripts = subscripts_at(code, after.end())
    return Place(mention.start, subscripts, width, mention.in_define) if len(subscripts) == 1 else None


def _follow(text: bytes, mention: Mention, dimensions: int, found: list[Place], seen: set[tuple[bytes, int]]) -> bool:
    """The places in a function that gets the whole array, if every call of it passes an array of this name."""
    call = call_around(text, mention.start)
    function = only_function(text, call.name) if call is not None else None
    if call is None or function is None or len(call.arguments) != len(function.parameters):
        return False
    index = next((i for i, a in enumerate(call.arguments) if a == (mention.start, mention.end)), None)
    if index is None:
        return False
    if (function.name, index) in seen:
        return True
    seen.add((function.name, index))
    name = parameter_name(text, function.parameters[index])
    code = code_of(text)
    passed = {code[slice(*c.arguments[index])] for c in calls_of(text, function.name) if len(c.arguments) > index}
    if not name or not passed <= {code[mention.start : mention.end], name}:
        return False
    inside = tuple(m for m in mentions(text, name.decode(), function.body) if not m.is_member)
    _collect(text, inside, dimensions, found, seen)
    return True
