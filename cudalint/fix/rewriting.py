"""A layout as edits of the source text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cudalint.access import Object
from cudalint.fix.composed import BankGap, BothPaddings, BySize, Repitched, Transposed
from cudalint.fix.edits import TextEdit
from cudalint.fix.expressions import number, operand, plus
from cudalint.fix.formulas import Rewriter, longer, rewriter, scaled
from cudalint.fix.layouts import IndexPadding, Layout, Padding
from cudalint.fix.macros import effect_of
from cudalint.fix.places import NotPatchable, Place, places
from cudalint.fix.row_pointers import pointer_bounds
from cudalint.fix.source import Mention, Range, line_and_column, mentions, offset_of, scope_of, trimmed
from cudalint.frozen import frozen
from cudalint.source_text import code_of

_DECLARES = re.compile(rb"(?:[\w>*&])$")
_KEYWORDS = (b"return", b"case", b"else", b"do", b"throw", b"co_return", b"sizeof")


@frozen
class Uses:
    """Where the text speaks of an array: its declaration, and everything else. `loose`: some use is not an element
    picked by all its indices, so that only the analysis can tell what it reaches."""

    declaration: Mention
    others: tuple[Mention, ...]
    loose: bool

    @property
    def in_macros(self) -> bool:
        """Whether a macro's definition names it, so that all arrays of this name are meant."""
        return any(m.in_define for m in self.others)


def uses_of(text: bytes, array: Object) -> Uses:
    """All mentions of an array. Raises `NotPatchable`."""
    name = array.name
    try:
        start = offset_of(text, array.declared)
    except ValueError:
        raise NotPatchable("its declaration is not in this text") from None
    if text[start : start + len(name)] != name.encode():
        raise NotPatchable("a macro declares it")
    scope = scope_of(text, start)
    declaration, *rest = mentions(text, name, scope)
    if declaration.in_define:
        raise NotPatchable("a macro declares it")
    if len(declaration.subscripts) != len(array.shape):
        raise NotPatchable("its extents are not written at its name")
    rest += [m for m in mentions(text, name, (0, len(text))) if m.in_define and not scope[0] <= m.start < scope[1]]
    others = tuple(m for m in rest if not m.is_member)
    if any(_declares(m) for m in others):
        raise NotPatchable("another variable in its scope has its name")
    loose = any(len(m.subscripts) < len(array.shape) or _address_taken(m) for m in others)
    return Uses(declaration, others, loose)


def _declares(mention: Mention) -> bool:
    if mention.in_define or not _DECLARES.search(mention.before):
        return False
    if mention.before.endswith((b"&", b"*")):
        return bool(re.search(rb"\b(?:float|double|int|char|short|long|half|unsigned|auto)\s*[&*]+$", mention.before))
    word = re.search(rb"(\w+)$", mention.before)
    return (word is not None and word[1] not in _KEYWORDS and not word[1].isdigit()) or mention.before.endswith(b">")


def _address_taken(mention: Mention) -> bool:
    return mention.before.endswith(b"&") and not mention.before.endswith(b"&&")


def layout_edits(text: bytes, array: Object, layout: Layout, instances: Sequence[Object]) -> tuple[TextEdit, ...]:
    """The edits that give an array a layout; `instances`: all its shapes. Raises `NotPatchable`."""
    uses = uses_of(text, array)
    if isinstance(layout, Padding):
        return _padding(text, uses, layout, array)
    if isinstance(layout, BothPaddings):
        return (*_padding(text, uses, layout.rows, array), *_padding(text, uses, layout.planes, array))
    indices = _Indices(text, places(text, uses.others, len(array.shape)), array.element_size)
    if isinstance(layout, Transposed):
        return (*_swapped_extents(text, uses, layout), *indices.swapped())
    if isinstance(layout, Repitched):
        resized = [layout.resized(i) for i in instances]
        return (*_padding(text, uses, layout.pitch, array), *indices.edits(layout.swizzle, resized, b""))
    element = element_text(text, uses) if isinstance(layout, (BankGap, BySize)) else b""
    edits = indices.edits(layout, instances, element)
    if isinstance(layout, (IndexPadding, BankGap)) or (isinstance(layout, BySize) and len(array.shape) == 1):
        start, end = trimmed(code_of(text), uses.declaration.subscripts[0])
        edits.append(TextEdit(start, end, _bytes(longer(_shown(text, (start, end)), layout, _text(element)))))
    return tuple(edits)


def index_edits(
    text: bytes, where: Sequence[Place], size: int, layout: Layout, instances: Sequence[Object]
) -> tuple[TextEdit, ...]:
    """The index at these places alone, to elements of `size` bytes. Raises `NotPatchable`."""
    return tuple(_Indices(text, where, size).edits(layout, instances, b""))


_DECLARATION = re.compile(rb"__shared__\s+((?:[\w:]+(?:<[^;<>]*>)?\s+)+)$")


def element_text(text: bytes, uses: Uses) -> bytes:
    """The type of an array's elements as its declaration says it. Raises `NotPatchable`."""
    match = _DECLARATION.search(code_of(text), max(0, uses.declaration.start - 200), uses.declaration.start)
    if match is None or b"volatile" in match[1]:
        raise NotPatchable("its type is not written in front of its name")
    words = [w for w in match[1].split() if w not in (b"static", b"extern", b"const")]
    return b" ".join(words)


def _padding(text: bytes, uses: Uses, layout: Padding, array: Object) -> tuple[TextEdit, ...]:
    """The extent where the array is declared, and in the types of pointers to its rows."""
    if any(re.search(rb"\bsizeof\s*\(?$", m.before) and not m.subscripts for m in uses.others):
        raise NotPatchable("its size is taken with sizeof")
    own = trimmed(code_of(text), uses.declaration.subscripts[-layout.axis])
    pointers = pointer_bounds(text, uses.others, array.name, len(array.shape), layout.axis)
    extents = dict.fromkeys((own, *pointers))
    return tuple(TextEdit(*e, _bytes(plus(_text(text[slice(*e)]), layout.elements))) for e in extents)


def _swapped_extents(text: bytes, uses: Uses, layout: Transposed) -> list[TextEdit]:
    rows, columns = (trimmed(code_of(text), part) for part in uses.declaration.subscripts[-2:])
    new_pitch = _text(text[slice(*rows)])
    if layout.padding:
        new_pitch = plus(new_pitch, layout.padding)
    return [TextEdit(*rows, text[slice(*columns)]), TextEdit(*columns, _bytes(new_pitch))]


@frozen
class _Indices:
    text: bytes
    where: Sequence[Place]
    size: int

    def edits(self, layout: Layout, instances: Sequence[Object], element: bytes) -> list[TextEdit]:
        """What is inserted at each use."""
        found: list[TextEdit] = []
        for place in self.where:
            units = max(place.width // self.size, 1)
            there = scaled(layout, units)
            if there is None or (place.width and place.width < self.size):
                raise NotPatchable(f"line {self._line(place)} looks at it in other pieces than the layout keeps whole")
            found += self._edit(place, rewriter(there, instances, units, _text(element)))
        return found

    def swapped(self) -> list[TextEdit]:
        """Row and column change places at each use."""
        found: list[TextEdit] = []
        for place in self.where:
            row, column = (trimmed(code_of(self.text), part) for part in place.subscripts[-2:])
            found.append(TextEdit(*row, self.text[slice(*column)]))
            found.append(TextEdit(*column, self.text[slice(*row)]))
        return found

    def _line(self, place: Place) -> int:
        return line_and_column(self.text, place.start)[0]

    def _edit(self, place: Place, rewrite: Rewriter) -> list[TextEdit]:
        last = trimmed(code_of(self.text), place.subscripts[-1])
        column = _shown(self.text, last)
        row = _shown(self.text, place.subscripts[-2]) if len(place.subscripts) > 1 else column
        problem = effect_of(self.text, (row,), place.start)
        if problem:
            raise NotPatchable(f"line {self._line(place)}: {problem}")
        operator, other, value = rewrite(operand(row, always=place.in_define), operand(column, always=place.in_define))
        if value == 0:
            return []
        constant = number(column)
        if value is not None and constant is not None:
            return [TextEdit(*last, str(constant ^ value if operator == "^" else constant + value).encode())]
        inner = operand(column, always=place.in_define)
        before, after = (b"(", b")") if inner != column else (b"", b"")
        opening = [TextEdit(last[0], last[0], before)] if before else []
        return [*opening, TextEdit(last[1], last[1], after + _bytes(f" {operator} {other}"))]


def _shown(text: bytes, inside: Range) -> str:
    """A piece of code on one line."""
    start, end = trimmed(code_of(text), inside)
    code = code_of(text)[start:end].replace(b"\\", b" ")
    return _text(b" ".join(code.split()))


def _text(code: bytes) -> str:
    return code.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
