"""Patches for arrays that are carved out of shared memory, static or `extern __shared__`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cudalint.access import EXACT, Access
from cudalint.fix.carved import Window, Windowed, has_attribute, launch_sizes, windows
from cudalint.fix.choice import phrase
from cudalint.fix.edits import TextEdit
from cudalint.fix.expressions import operand
from cudalint.fix.formulas import longer
from cudalint.fix.layouts import IndexFold, IndexPadding, IndexSwizzle, Layout
from cudalint.fix.parts import only_view, shifted, starts
from cudalint.fix.places import NotPatchable, places
from cudalint.fix.proposal import Patch
from cudalint.fix.rewriting import index_edits, uses_of
from cudalint.fix.search import Found, search
from cudalint.fix.source import mentions, trimmed
from cudalint.ir.position import Position
from cudalint.rule import BAD_RATIO
from cudalint.source_text import code_of

WITHOUT_ATTRIBUTE = 48 << 10
"""Bytes of shared memory of a block that needs no attribute (NVIDIA, CUDA C++ Programming Guide, technical
specifications)."""

ALIGNMENT = 16
"""Bytes; what lies behind a part that grows stays aligned to these at most."""


def carved_patches(text: bytes, declared: Position, accesses: Sequence[Access]) -> tuple[list[Patch], list[str]]:
    """Patches for the parts of a memory whose accesses waste wavefronts, and why there are no others."""
    patches: list[Patch] = []
    refusals: list[str] = []
    found, reasons = windows(text, declared.path, accesses)
    for window in found:
        if not any(a.waste >= BAD_RATIO for a in window.accesses):
            continue
        result = search(window.accesses)
        for candidate in (result.swizzle, result.padding):
            if candidate is None:
                continue
            try:
                patches.append(_patch(text, declared, accesses, found, window, candidate))
            except NotPatchable as error:
                refusals.append(str(error))
        if result.swizzle is result.padding is None:
            refusals.append(f"no layout was found that frees `{window.name}` of conflicts")
    return patches, [*refusals, *reasons]


def _patch(
    text: bytes,
    declared: Position,
    accesses: Sequence[Access],
    every: Sequence[Window],
    window: Window,
    candidate: Found,
) -> Patch:
    layout = candidate.layout
    exact = all(a.status == EXACT for a in window.accesses)
    if window.array.dynamic and not exact and not isinstance(layout, IndexPadding):
        raise NotPatchable("its length is not known for every launch, and a swizzle needs a multiple of its runs")
    if window.array.dynamic and not only_view(text, window.function, accesses[0].object.name):
        raise NotPatchable("the same memory has other names too, in the kernel or in what it calls")
    names = frozenset(w.name for w in every)
    edits, room = list(_indices(text, window, layout, names)), 0
    title = phrase(layout, window.array)
    if isinstance(layout, IndexPadding):
        moved, room = _room(text, accesses, every, window, layout)
        edits += moved
        edits += _more_bytes(text, declared, accesses, window, layout)
        where = "at the launch" if window.array.dynamic else "in all"
        title += f", and 1/{(1 << layout.distance) // layout.gap} more {where}"
    inside = Windowed(window.base, window.array, layout, room)
    return Patch(title, declared.path, tuple(sorted(set(edits))), {declared: inside})


def _room(
    text: bytes, accesses: Sequence[Access], every: Sequence[Window], window: Window, layout: IndexPadding
) -> tuple[tuple[TextEdit, ...], int]:
    """What lies behind a part that grows is moved. Raises `NotPatchable`."""
    if window.alone:
        return (), 0
    theirs = [w for w in every if w.function == window.function]
    memory = accesses[0].object
    touched = sum(len(w.accesses) for w in every)
    if len(theirs) != len(every) or touched != sum(bool(a.requests) for a in accesses):
        raise NotPatchable("what lies behind it would have to move, and not all of it is understood")
    known = starts(text, window.function, memory.name, memory.element_size)
    bases = {memory.name: 0, **{w.name: w.base for w in theirs}}
    others = [r.width for w in theirs if w is not window for a in w.accesses for r in a.requests]
    sure = all(a.status == EXACT for a in accesses)
    size = window.array.element_size
    return shifted(text, window.function, known, bases, window.name, size, layout, max(others, default=1), sure=sure)


def _indices(text: bytes, window: Window, layout: Layout, names: frozenset[str]) -> tuple[TextEdit, ...]:
    """The index at every use of the pointer. Raises `NotPatchable`."""
    if not isinstance(layout, (IndexPadding, IndexSwizzle, IndexFold)):
        raise NotPatchable("no index writes this layout")
    outside = window.function.body
    named = [m for m in mentions(text, window.name, outside) if not m.is_member]
    declared = [m for m in named if _declares(text, m.start, m.end)]
    uses = tuple(m for m in named if m not in declared and not _starts_another(text, m.start, window.name, names))
    if any(m.in_define for m in named) or len(declared) > 1:
        raise NotPatchable(f"`{window.name}` is more than one thing")
    return index_edits(text, places(text, uses, 1), window.array.element_size, layout, [window.array])


def _starts_another(text: bytes, start: int, name: str, names: frozenset[str]) -> bool:
    """`float* next = name + 1024;`: another part begins there, which has its own accesses."""
    code = code_of(text)
    begin = max(code.rfind(b, 0, start) for b in (b";", b"{", b"}")) + 1
    match = re.match(rb"[^=]*?\*\s*(?:const\s+|__restrict__\s+)*(\w+)\s*=[^=]", code[begin:start])
    return match is not None and match[1].decode() in names - {name}


def _declares(text: bytes, start: int, end: int) -> bool:
    """`float* name = ...;`, `extern __shared__ float name[];`"""
    code = code_of(text)
    before = code[max(0, start - 120) : start]
    if re.search(rb"\bauto\s*\*?\s*$", before) and re.match(rb"\s*=[^=]", code[end:]):
        return True
    pointer = re.search(rb"[\w>]\s*\*\s*(?:const\s+|__restrict__\s+)*$", before) is not None
    if pointer and re.match(rb"\s*=[^=]", code[end:]):
        return (
            re.search(rb"(?:^|[;{}])\s*(?:const\s+)?[A-Za-z_][\w: ]*\*\s*(?:const\s+|__restrict__\s+)*$", before)
            is not None
        )
    return re.search(rb"__shared__[^;={}]*$", before) is not None


def _more_bytes(
    text: bytes, declared: Position, accesses: Sequence[Access], window: Window, layout: IndexPadding
) -> list[TextEdit]:
    """A longer declaration, or larger sizes at the launches. Raises `NotPatchable`."""
    if not window.array.dynamic:
        uses = uses_of(text, accesses[0].object)
        extent = trimmed(code_of(text), uses.declaration.subscripts[0])
        in_all = IndexPadding(layout.distance, layout.gap)
        return [TextEdit(*extent, longer(_shown(text, extent), in_all, "").encode("utf-8", "surrogateescape"))]
    if not declared.path.endswith(".cu"):
        raise NotPatchable("launches in other files may say how large it is")
    sizes = launch_sizes(text, window.function.name)
    if not sizes:
        raise NotPatchable("no launch in this file says how large it is")
    step = 1 << layout.distance
    ends = [int(r.addresses[r.active].max(initial=0)) + r.width for a in accesses for r in a.requests]
    if max(ends) * (step + layout.gap) // step > WITHOUT_ATTRIBUTE and not has_attribute(text, window.function.name):
        raise NotPatchable("it would pass the 48 KiB that a kernel gets without cudaFuncSetAttribute")
    edits = []
    for start, end in sizes:
        size = operand(text[start:end].decode("utf-8", "surrogateescape"))
        times = f" * {layout.gap}" if layout.gap > 1 else ""
        rounding = "" if window.alone else f" + {ALIGNMENT}"
        more = f"{size} + {size} / {step}{times}{rounding}"
        edits.append(TextEdit(start, end, more.encode("utf-8", "surrogateescape")))
    return edits


def _shown(text: bytes, inside: tuple[int, int]) -> str:
    return b" ".join(text[slice(*inside)].split()).decode("utf-8", "surrogateescape")
