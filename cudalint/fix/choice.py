"""Padding or swizzle: which of the layouts that work is better here, and why; also in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import prod

from cudalint.access import Access, Object
from cudalint.fix.composed import BankGap, BothPaddings, BySize, Repitched, Transposed, WiderElements
from cudalint.fix.formulas import bank_gap, fold_text
from cudalint.fix.layouts import IndexFold, IndexPadding, IndexSwizzle, Layout, Padding, Swizzle
from cudalint.fix.remembered import once_for_each
from cudalint.fix.search import Found, Search, in_the_way, search
from cudalint.fix.sizes import size_of
from cudalint.frozen import frozen
from cudalint.hardware.architecture import Architecture, architecture

DEFAULT_ARCHITECTURE = "sm_90"
MOST_BLOCKS = 32
MOST_THREADS = 2048
"""Blocks and threads of a multiprocessor at most; some architectures hold fewer (as above)."""

RESERVED_BYTES = 1024
"""Shared memory that the system takes of each block, on compute capability 8.0 and later (NVIDIA, CUDA C++ Programming
Guide, technical specifications); an SM has as much more than what one block may opt in to."""


@frozen
class Choice:
    """A layout that works, with the reason for its place in the order."""

    found: Found
    reason: str


def choices(result: Search, shared_bytes: int, threads: int, target: Architecture | None = None) -> tuple[Choice, ...]:
    """What works, the better one first. `shared_bytes`: all static shared memory of the kernel as declared; `threads`:
    of a block."""
    chip = target or architecture(DEFAULT_ARCHITECTURE)
    padding, swizzle = result.padding, result.swizzle
    if swizzle is not None and not _fits(swizzle, shared_bytes, chip):
        swizzle = None
    if padding is None or swizzle is None:
        return tuple(Choice(f, "") for f in (padding, swizzle) if f is not None and _fits(f, shared_bytes, chip))
    padded = shared_bytes + padding.added
    if not _fits(padding, shared_bytes, chip):
        return (Choice(swizzle, f"padding would pass the {chip.static_shared_bytes // 1024} KiB of a block"),)
    if swizzle.after.whole and not padding.after.whole:
        return Choice(swizzle, "it removes all conflicts, padding does not"), Choice(padding, "")
    if padding.after.whole and not swizzle.after.whole:
        return Choice(padding, "it removes all conflicts, swizzling does not"), Choice(swizzle, "")
    if isinstance(padding.layout, (IndexPadding, BankGap, BySize)):
        return Choice(swizzle, "it takes no memory, and both change every index"), Choice(padding, "")
    before, after = _blocks(shared_bytes, threads, chip), _blocks(padded, threads, chip)
    if after < before:
        reason = f"padding leaves room for {after} instead of {before} blocks on a multiprocessor"
        return Choice(swizzle, reason), Choice(padding, "")
    return Choice(padding, "one edit, and as many blocks fit as before"), Choice(swizzle, "")


def _fits(found: Found, shared_bytes: int, chip: Architecture) -> bool:
    return not found.added or shared_bytes + found.added <= chip.static_shared_bytes


def _blocks(shared_bytes: int, threads: int, chip: Architecture) -> int:
    """Blocks of a multiprocessor that shared memory and the number of threads allow."""
    reserved = RESERVED_BYTES if chip.capability >= (8, 0) else 0
    by_memory = (chip.optin_shared_bytes + reserved) // max(shared_bytes + reserved, 1)
    return min(by_memory, MOST_THREADS // max(threads, 1), MOST_BLOCKS)


def threads_of(accesses: Iterable[Access]) -> int:
    """Threads of the smallest block that accesses the array; 256 where none is known."""
    return min((prod(a.block) for a in accesses if a.block is not None), default=256)


# -- in words ----------------------------------------------------------------------------------------------------------


def advice(accesses: Sequence[Access], shared_bytes: int) -> str:
    """What to do about the conflicts of an array, as one line of help; "" where none was found and that says little: no
    layout could be tried, or only one for the whole of a memory that may be carved into several arrays."""
    if all(a.object.dynamic and not a.object.shape for a in accesses):
        accesses = _as_one_array(accesses)
    result = search(accesses)
    found = choices(result, shared_bytes, threads_of(accesses))
    array = max((a.object for a in accesses), key=size_of)
    if not found and result.partial is not None:
        after = amount(result.partial.after.worst_ratio)
        return f"{phrase(result.partial.layout, array)}: that leaves up to {after} times the ideal{_why_left(accesses)}"
    if not found:
        return "" if result.refusal or array.dynamic else _none_helps(accesses, array)
    phrases = [phrase(choice.found.layout, array) for choice in found]
    better = f" (better here: {found[0].reason})" if len(found) > 1 and found[0].reason else ""
    return f"{phrases[0]}{better}" + "".join(f", or {p}" for p in phrases[1:])


def _none_helps(accesses: Sequence[Access], array: Object) -> str:
    """What the search has shown, so that nobody tries in vain."""
    text = f"none of the paddings and swizzles tried frees `{array.name}` of conflicts"
    obstacle = in_the_way(accesses)
    if obstacle is not None:
        text += (
            f" (what saves most is to {phrase(obstacle.layout, array)}: {obstacle.after:.0f} instead of "
            f"{obstacle.before:.0f} wavefronts in all, but a {obstacle.access.kind} would cost more)"
        )
    return f"{text}; let neighbouring threads take neighbouring elements instead"


@once_for_each
def _as_one_array(accesses: Sequence[Access]) -> tuple[Access, ...]:
    """Accesses to memory whose extent the launch decides, as to an array as long as what they touch."""
    size = max(a.object.element_size for a in accesses)
    ends = [int(r.addresses[r.active].max(initial=0)) + r.width for a in accesses for r in a.requests]
    shape = (-(-max(ends, default=size) // size),)
    return tuple(replace(a, object=replace(a.object, shape=shape)) for a in accesses)


def amount(ratio: float) -> str:
    """'2', '1.4'."""
    return f"{ratio:.1f}".removesuffix(".0")


def _why_left(accesses: Sequence[Access]) -> str:
    """What keeps a layout from doing more, where it is a wide access."""
    wide = max((r.width for a in accesses for r in a.requests if r.fixed or a.width == r.width), default=0)
    narrow = min((a.width for a in accesses), default=0)
    return f", since the {wide}-byte accesses need rows of whole {wide} bytes" if wide > narrow else ""


def phrase(layout: Layout, array: Object) -> str:
    """'pad the rows, tile[32][33] instead of tile[32][32]', 'swizzle ...'."""
    name, added = array.name, layout.added(array)
    if isinstance(layout, Padding):
        wider = [n + layout.elements * (len(array.shape) - i == layout.axis) for i, n in enumerate(array.shape)]
        what = "rows" if layout.axis == 1 else "planes"
        verb = "pad" if layout.elements > 0 else "shorten"
        return f"{verb} the {what}, {name}{_extents(wider)} instead of {name}{_extents(array.shape)}"
    if isinstance(layout, Swizzle):
        text = f"swizzle the column index with the row, {formula(layout, array)}, wherever the tile is used"
        known = layout.in_bytes(array)
        plain = known is None or formula(layout, array) == "[row][column ^ row]"
        return text if plain or known is None else f"{text} (Swizzle<{known[0]},{known[1]},{known[2]}> of the bytes)"
    if isinstance(layout, BySize):
        each = ", ".join(
            f"{size}: {formula(inner, _of_size(array, size)) if inner is not None else 'as it is'}"
            for size, inner in layout.layouts
        )
        return f"by the size of an element in bytes another index, {name} with {each}, wherever it is used"
    if isinstance(layout, WiderElements):
        return f"make each `{array.record}` of {name} {layout.extra} bytes longer, with {added} bytes more"
    if isinstance(layout, BothPaddings):
        rows, planes = layout.rows.elements, layout.planes.elements
        wider = [*array.shape[:-2], array.shape[-2] + planes, array.shape[-1] + rows]
        return f"pad rows and planes, {name}{_extents(wider)} instead of {name}{_extents(array.shape)}"
    if isinstance(layout, Transposed):
        turned = [*array.shape[:-2], array.shape[-1], array.shape[-2] + layout.padding]
        return f"exchange row and column wherever it is used, {name}{_extents(turned)} and {name}[column][row]"
    if isinstance(layout, Repitched):
        resized = layout.resized(array)
        return (
            f"make the rows a power of two, {name}{_extents(resized.shape)} instead of {name}{_extents(array.shape)}, "
            f"and swizzle the column index with the row, {formula(layout.swizzle, resized)}, wherever it is used"
        )
    if isinstance(layout, (IndexPadding, BankGap)):
        return f"leave a gap, {name}{formula(layout, array)}, wherever it is used, with {added} bytes more"
    return f"swizzle the index, {name}{formula(layout, array)}, wherever it is used"


def formula(layout: Layout, array: Object) -> str:
    """The subscripts of the element that was at [row][column], or at [i]."""
    if isinstance(layout, Swizzle):
        mask = (1 << layout.bits) - 1
        text = f"(row >> {layout.skipped})" if layout.skipped else "row"
        if (array.shape[-2] - 1) >> layout.skipped > mask:
            text = f"({text} & {mask})"
        text = f"({text} << {layout.base})" if layout.base else text
        return f"[row][column ^ {text}]"
    if isinstance(layout, IndexSwizzle):
        text = f"(i >> {layout.distance})"
        if (array.shape[0] - 1) >> layout.distance >= 1 << layout.bits:
            text = f"({text} & {(1 << layout.bits) - 1})"
        return f"[i ^ ({text} << {layout.base})]" if layout.base else f"[i ^ {text}]"
    if isinstance(layout, IndexFold):
        return f"[i ^ {fold_text('i', layout, 1 << 30)}]"
    if isinstance(layout, IndexPadding):
        return f"[i + (i >> {layout.distance}){f' * {layout.gap}' if layout.gap > 1 else ''}]"
    if isinstance(layout, BankGap):
        return f"[{bank_gap('i', layout, 'T')} + i]"
    return ""


def _of_size(array: Object, size: int) -> Object:
    return replace(array, element_size=size)


def _extents(shape: Iterable[int]) -> str:
    return "".join(f"[{n}]" for n in shape)
