"""A layout as edits of the source text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cudalint.access import Object
from cudalint.fix.edits import TextEdit
from cudalint.fix.expressions import number, operand, plus, what_it_does
from cudalint.fix.layouts import IndexFold, IndexPadding, IndexSwizzle, Layout, Padding, Swizzle
from cudalint.fix.source import (
    Mention,
    Range,
    line_and_column,
    mentions,
    offset_of,
    scope_of,
    trimmed,
)
from cudalint.source_text import code_of

_MACRO = re.compile(rb"#[ \t]*define[ \t]+(\w+)\(")
_DECLARES = re.compile(rb"(?:[\w>*&])$")
_KEYWORDS = (b"return", b"case", b"else", b"do", b"throw", b"co_return", b"sizeof")


class NotPatchable(ValueError):
    """The layout cannot be written as edits; the message says why."""


@dataclass(frozen=True, slots=True)
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
        return _padding(text, uses, layout)
    edits = _Indices(text, uses, len(array.shape)).edits(_rewriter(layout, instances))
    if isinstance(layout, IndexPadding):
        edits += _longer(text, uses, layout)
    return tuple(edits)


def _padding(text: bytes, uses: Uses, layout: Padding) -> tuple[TextEdit, ...]:
    if any(re.search(rb"\bsizeof\s*\(?$", m.before) and not m.subscripts for m in uses.others):
        raise NotPatchable("its size is taken with sizeof")
    start, end = trimmed(code_of(text), uses.declaration.subscripts[-layout.axis])
    extent = text[start:end].decode("utf-8", "surrogateescape")
    return (TextEdit(start, end, plus(extent, layout.elements).encode("utf-8", "surrogateescape")),)


def _longer(text: bytes, uses: Uses, layout: IndexPadding) -> list[TextEdit]:
    start, end = trimmed(code_of(text), uses.declaration.subscripts[0])
    extent = text[start:end].decode("utf-8", "surrogateescape")
    value, run = number(extent), 1 << layout.distance
    longer = f"{value} + {value // run}" if value is not None else f"{operand(extent)} + {operand(extent)} / {run}"
    return [TextEdit(start, end, longer.encode("utf-8", "surrogateescape"))]


Rewriter = Callable[[str, str], tuple[str, str, int | None]]
"""(row, column as operand) -> (operator, what it is combined with, that as a number if it is one)."""


@dataclass(frozen=True, slots=True)
class _Indices:
    text: bytes
    uses: Uses
    dimensions: int

    def edits(self, rewrite: Rewriter) -> list[TextEdit]:
        """What is inserted at each use."""
        macros = frozenset(m.decode() for m in _MACRO.findall(code_of(self.text)))
        found: list[TextEdit] = []
        for mention in self.uses.others:
            where = f"line {line_and_column(self.text, mention.start)[0]}"
            if re.search(rb"\bsizeof\s*\(?$", mention.before):
                continue
            if len(mention.subscripts) != self.dimensions:
                raise NotPatchable(f"{where} uses it without all its indices")
            if any(m is not mention and mention.start < m.start < mention.whole_end for m in self.uses.others):
                raise NotPatchable(f"{where} picks an element by another element of it")
            found += self._edit(mention, rewrite, where, macros)
        return found

    def _edit(self, mention: Mention, rewrite: Rewriter, where: str, macros: frozenset[str]) -> list[TextEdit]:
        last = trimmed(code_of(self.text), mention.subscripts[-1])
        column = self._shown(last)
        row = self._shown(mention.subscripts[-2]) if self.dimensions > 1 else column
        problem = what_it_does(row, macros)
        if problem:
            raise NotPatchable(f"{where}: {problem}")
        operator, other, value = rewrite(
            operand(row, always=mention.in_define), operand(column, always=mention.in_define)
        )
        if value == 0:
            return []
        constant = number(column)
        if value is not None and constant is not None:
            return [TextEdit(*last, str(constant ^ value if operator == "^" else constant + value).encode())]
        inner = operand(column, always=mention.in_define)
        before, after = (b"(", b")") if inner != column else (b"", b"")
        opening = [TextEdit(last[0], last[0], before)] if before else []
        return [*opening, TextEdit(last[1], last[1], after + f" {operator} {other}".encode("utf-8", "surrogateescape"))]

    def _shown(self, inside: Range) -> str:
        """A piece of code on one line."""
        start, end = trimmed(code_of(self.text), inside)
        code = code_of(self.text)[start:end].replace(b"\\", b" ")
        return b" ".join(code.split()).decode("utf-8", "surrogateescape")


def _rewriter(layout: Layout, instances: Sequence[Object]) -> Rewriter:
    """How a layout combines the indices."""
    if isinstance(layout, Swizzle):
        rows = max(a.shape[-2] for a in instances)
        return lambda row, column: _bits_of(row, layout.skipped, layout.bits, layout.base, rows)
    length = max(a.shape[0] for a in instances)
    if isinstance(layout, IndexSwizzle):
        return lambda _, index: _bits_of(index, layout.distance, layout.bits, layout.base, length)
    if isinstance(layout, IndexFold):
        return lambda _, index: _fold(index, layout, length)
    if isinstance(layout, IndexPadding):
        return lambda _, index: _runs(index, layout)
    raise NotPatchable("no way to write this layout")


def _bits_of(index: str, skipped: int, bits: int, base: int, extent: int) -> tuple[str, str, int | None]:
    """`bits` bits of an index below `extent`, from bit `skipped` on, moved to bit `base`."""
    mask = (1 << bits) - 1
    value = number(index)
    if value is not None:
        return "^", str(((value >> skipped) & mask) << base), ((value >> skipped) & mask) << base
    text = index
    if skipped:
        text = f"({text} >> {skipped})"
    if (extent - 1) >> skipped > mask:
        text = f"({text} & {mask})"
    if base:
        text = f"({text} << {base})"
    return "^", text, None


def _fold(index: str, layout: IndexFold, length: int) -> tuple[str, str, int | None]:
    mask = (1 << layout.bits) - 1
    value = number(index)
    if value is not None:
        folded = ((value >> layout.distance) & 1) * mask
        return "^", str(folded), folded
    bit = f"({index} >> {layout.distance})"
    if (length - 1) >> layout.distance > 1:
        bit = f"({bit} & 1)"
    return "^", f"({bit} * {mask})", None


def _runs(index: str, layout: IndexPadding) -> tuple[str, str, int | None]:
    value = number(index)
    if value is not None:
        return "+", str(value >> layout.distance), value >> layout.distance
    return "+", f"({index} >> {layout.distance})", None
