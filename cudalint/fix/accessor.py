"""A layout for an array that pointers walk through: a small class takes the place of the pointers.

`float* row = tile + 32 * y; row[x]` does not say which element of `tile` it picks, so no index can be rewritten. With
`tile` a class that knows the array and how far into it it points, `auto row = tile + 32 * y; row[x]` does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from cudalint.access import Object
from cudalint.fix.edits import TextEdit
from cudalint.fix.formulas import longer, rewriter, scaled
from cudalint.fix.functions import (
    Function,
    between_commas,
    call_around,
    function_around,
    only_function,
    parameter_name,
)
from cudalint.fix.layouts import IndexFold, IndexPadding, IndexSwizzle, Layout
from cudalint.fix.places import NotPatchable, cast_place
from cudalint.fix.rewriting import Uses, element_text
from cudalint.fix.source import Mention, Range, mentions, trimmed
from cudalint.source_text import code_of

_POINTER = re.compile(
    rb"(?:^|[;{}])\s*((?:const\s+)?[A-Za-z_][\w:]*(?:\s+(?:int|char|short|long))*\s*\*\s*)(?:const\s+)?$"
)
_NAMES = {IndexPadding: "Padded", IndexSwizzle: "Swizzled", IndexFold: "Folded"}


def accessor_edits(
    text: bytes, array: Object, uses: Uses, layout: Layout, instances: Sequence[Object], *, sized: bool = True
) -> tuple[TextEdit, ...]:
    """The edits that put a class in the place of an array and of all pointers into it; `sized`: the array's extent is
    written at its name. Raises `NotPatchable`, without a reason where no class writes the layout."""
    if not isinstance(layout, (IndexPadding, IndexSwizzle, IndexFold)):
        raise NotPatchable
    if uses.in_macros:
        raise NotPatchable("a macro names it")
    kernel = function_around(text, uses.declaration.start)
    if kernel is None:
        raise NotPatchable("it is declared outside of a function")
    code = code_of(text)
    element = element_text(text, uses)
    name = _free_name(code, _NAMES[type(layout)] + "Pointer", layout, instances)
    definition = _definition(name, layout, instances)
    raw = array.name.encode() + b"_array"
    if re.search(rb"\b" + raw + rb"\b", code):
        raise NotPatchable(f"`{raw.decode()}` is taken")
    end = code.find(b";", uses.declaration.whole_end)
    made = b" %s<%s> %s{%s, 0};" % (name.encode(), element, array.name.encode(), raw)
    work = _Aliases(text, raw, layout, instances, array.element_size)
    work.edits = {TextEdit(uses.declaration.start, uses.declaration.end, raw), TextEdit(end + 1, end + 1, made)}
    if isinstance(layout, IndexPadding) and sized:
        start, stop = trimmed(code, uses.declaration.subscripts[0])
        extent = longer(text[start:stop].decode("utf-8", "surrogateescape"), layout, "")
        work.edits.add(TextEdit(start, stop, extent.encode("utf-8", "surrogateescape")))
    for mention in uses.others:
        work.follow(mention, kernel)
    if definition.strip() not in text:
        line = text.rfind(b"\n", 0, kernel.header) + 1
        work.edits.add(TextEdit(line, line, definition + b"\n"))
    return tuple(sorted(work.edits))


def _definition(name: str, layout: Layout, instances: Sequence[Object]) -> bytes:
    operator, other, _ = rewriter(layout, instances)("i", "i")
    return (
        "template <class T> struct " + name + " {\n"
        "    T* array;\n"
        "    int at;\n"
        "    __device__ T& operator[](int i) const { i += at; return array[i " + operator + " " + other + "]; }\n"
        "    __device__ " + name + " operator+(int i) const { return {array, at + i}; }\n"
        "};\n"
    ).encode()


def _free_name(code: bytes, name: str, layout: Layout, instances: Sequence[Object]) -> str:
    """The name, or one with a number where another layout has it already."""
    for number in range(1, 10):
        candidate = name if number == 1 else f"{name}{number}"
        taken = re.search(rb"\b" + candidate.encode() + rb"\b", code)
        if not taken or _definition(candidate, layout, instances).strip() in code:
            return candidate
    raise NotPatchable("no name is free for the class")


@dataclass(slots=True)
class _Aliases:
    text: bytes
    raw: bytes
    layout: Layout
    instances: Sequence[Object]
    size: int
    edits: set[TextEdit] = field(default_factory=set)
    seen: set[tuple[bytes, bytes]] = field(default_factory=set)

    def follow(self, mention: Mention, function: Function) -> None:
        """Change what one mention of the array, or of a pointer into it, needs. Raises `NotPatchable`."""
        code = code_of(self.text)
        if len(mention.subscripts) == 1:
            if mention.before.endswith(b"&") and not mention.before.endswith(b"&&"):
                raise NotPatchable("the address of an element is taken")
            return
        place = cast_place(self.text, mention)
        if place is not None:
            self._through_cast(mention, place.subscripts[0], place.width)
        elif re.search(rb"[-*]\s*$", mention.before) or re.match(rb"\s*(?:[-+]?=[^=]|\+\+|--)", code[mention.end :]):
            raise NotPatchable(f"`{mention_name(code, mention)}` is moved or read through")
        elif not self._initialises(mention, function) and not self._is_passed(mention):
            raise NotPatchable(f"what is done with `{mention_name(code, mention)}` is not understood")

    def _through_cast(self, mention: Mention, subscript: Range, width: int) -> None:
        units = width // self.size
        there = scaled(self.layout, units) if units else None
        if there is None:
            raise NotPatchable("it is looked at in other pieces than the layout keeps whole")
        start, end = trimmed(code_of(self.text), subscript)
        index = b"(" + self.text[start:end] + b")"
        operator, other, _ = rewriter(there, self.instances, units)(index.decode(), index.decode())
        self.edits.add(TextEdit(mention.start, mention.end, self.raw))
        self.edits.add(TextEdit(start, start, b"("))
        self.edits.add(TextEdit(end, end, f") {operator} {other}".encode()))

    def _initialises(self, mention: Mention, function: Function) -> bool:
        """`T *p = name + e;` becomes `auto p = name + e;`, and `p` is followed."""
        code = code_of(self.text)
        start = max(code.rfind(b, 0, mention.start) for b in (b";", b"{", b"}")) + 1
        statement = code[start : mention.start]
        head, equals, before = statement.partition(b"=")
        name = re.search(rb"([A-Za-z_]\w*)\s*$", head)
        if not equals or before.strip() or name is None:
            return False
        type_ = _POINTER.search(b";" + head[: name.start()])
        end = code.find(b";", mention.end)
        if type_ is None or len(between_commas(code, (mention.end, end))) > 1:
            return False
        first = start + len(head) - len(head.lstrip())
        self.edits.add(TextEdit(first, start + name.start(), b"auto "))
        self._follow_all(name[1], (end, function.body[1]), function)
        return True

    def _is_passed(self, mention: Mention) -> bool:
        """`f(name + e)`: the parameter of f takes any type, and is followed."""
        call = call_around(self.text, mention.start)
        function = only_function(self.text, call.name) if call is not None else None
        if call is None or function is None or len(call.arguments) != len(function.parameters):
            return False
        index = next((i for i, a in enumerate(call.arguments) if a[0] <= mention.start < a[1]), None)
        if index is None or mention.start != call.arguments[index][0]:
            return False
        parameter = function.parameters[index]
        name = parameter_name(self.text, parameter)
        code = code_of(self.text)
        if not name or not re.search(rb"\*\s*(?:const\s+|__restrict__\s+)*" + name + rb"$", code[slice(*parameter)]):
            return code[slice(*parameter)].split()[:1] == [_type_name(name)]
        new_type = _type_name(name)
        self.edits.add(TextEdit(parameter[0], parameter[1], new_type + b" " + name))
        if function.template is None:
            self.edits.add(TextEdit(function.header, function.header, b"template <class " + new_type + b"> "))
        else:
            self.edits.add(TextEdit(function.template[1], function.template[1], b", class " + new_type))
        self._follow_all(name, function.body, function)
        return True

    def _follow_all(self, name: bytes, scope: Range, function: Function) -> None:
        if (function.name, name) in self.seen:
            return
        self.seen.add((function.name, name))
        for mention in mentions(self.text, name.decode(), scope):
            if not mention.is_member:
                self.follow(mention, function)


def _type_name(parameter: bytes) -> bytes:
    """The template parameter for a function's parameter: `data` takes a `Data`."""
    plain = b"".join(part[:1].upper() + part[1:] for part in parameter.split(b"_") if part)
    return plain if plain != parameter else plain + b"Pointer"


def mention_name(code: bytes, mention: Mention) -> str:
    """The name that is mentioned."""
    return code[mention.start : mention.end].decode("utf-8", "surrogateescape")
