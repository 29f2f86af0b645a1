"""Layouts as C expressions in the index that they take."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from cudalint.access import Object
from cudalint.fix.composed import BankGap, BySize
from cudalint.fix.expressions import number, operand
from cudalint.fix.layouts import IndexFold, IndexPadding, IndexSwizzle, Layout, Swizzle
from cudalint.fix.places import NotPatchable
from cudalint.hardware.warp import WAVEFRONT_BYTES

Rewriter = Callable[[str, str], tuple[str, str, int | None]]
"""(row, column as operand) -> (operator, what it is combined with, that as a number if it is one)."""


def rewriter(layout: Layout, instances: Sequence[Object], units: int = 1, element: str = "") -> Rewriter:
    """How a layout combines the indices. `units`: elements that one step of the index stands for; `element`: the type
    of an element, for layouts that depend on its size. Raises `NotPatchable`."""
    if isinstance(layout, BySize):
        return _by_size(layout, instances, element)
    if isinstance(layout, Swizzle):
        rows = max(a.shape[-2] for a in instances)
        return lambda row, column: _bits_of(row, layout.skipped, layout.bits, layout.base, rows)
    length = max(a.shape[0] if a.shape else 1 << 30 for a in instances) // units
    if isinstance(layout, IndexSwizzle):
        return lambda _, index: _bits_of(index, layout.distance, layout.bits, layout.base, length)
    if isinstance(layout, IndexFold):
        return lambda _, index: _fold(index, layout, length)
    if isinstance(layout, IndexPadding):
        return lambda _, index: _runs(index, layout)
    if isinstance(layout, BankGap):
        return lambda _, index: ("+", bank_gap(index, layout, element), None)
    raise NotPatchable("no way to write this layout")


def _by_size(layout: BySize, instances: Sequence[Object], element: str) -> Rewriter:
    """The formula of each size, chosen by the compiler."""
    made = {
        size: rewriter(inner, [i for i in instances if i.element_size == size])
        for size, inner in layout.layouts
        if inner is not None
    }

    def rewrite(row: str, index: str) -> tuple[str, str, int | None]:
        done = {size: write(row, index) for size, write in made.items()}
        operator = next(iter(done.values()))[0]
        return operator, by_size_text({size: text for size, (_, text, _) in done.items()}, layout, element), None

    return rewrite


def by_size_text(texts: Mapping[int, str], layout: BySize, element: str) -> str:
    """'(sizeof(T) == 4 ? A : sizeof(T) == 8 ? B : 0)', the sizes with one text together."""
    by_text: dict[str, list[int]] = {}
    for size, _ in layout.layouts:
        by_text.setdefault(texts.get(size, "0"), []).append(size)
    *cases, last = sorted(by_text.items(), key=lambda item: item[0] == "0")
    parts = [" || ".join(f"sizeof({element}) == {size}" for size in sizes) + f" ? {text}" for text, sizes in cases]
    return f"({' : '.join([*parts, last[0]])})" if parts else last[0]


def scaled(layout: Layout, units: int) -> Layout | None:
    """The same layout for an index in steps of so many elements (a power of two); None where it tears them apart."""
    steps = units.bit_length() - 1
    if units == 1:
        return layout
    if isinstance(layout, IndexSwizzle) and layout.base >= steps:
        return replace(layout, base=layout.base - steps, distance=layout.distance - steps)
    if isinstance(layout, IndexPadding) and layout.distance >= steps and layout.gap % units == 0:
        return replace(layout, distance=layout.distance - steps, gap=layout.gap // units)
    return None


def longer(extent: str, layout: IndexPadding | BankGap | BySize, element: str) -> str:
    """The extent of an array with its gaps."""
    value = number(extent)
    if isinstance(layout, BySize):
        gaps = {s: f"{operand(extent)} / {1 << p.distance}" for s, p in layout.layouts if isinstance(p, IndexPadding)}
        return f"{operand(extent)} + {by_size_text(gaps, layout, element)}" if gaps else extent
    if isinstance(layout, BankGap):
        return f"{operand(extent)} + {bank_gap(operand(extent), layout, element)}"
    run = 1 << layout.distance
    if value is not None:
        return f"{value} + {(value >> layout.distance) * layout.gap}"
    times = f" * {layout.gap}" if layout.gap > 1 else ""
    return f"{operand(extent)} + {operand(extent)} / {run}{times}"


def bank_gap(index: str, layout: BankGap, element: str) -> str:
    """What is added to an index of elements whose size the template decides."""
    size = f"(int)sizeof({element})"
    gaps = f"{index} / ({WAVEFRONT_BYTES} / {size})"
    return f"{gaps} * ({size} < 4 ? 4 / {size} : 1)" if layout.words else gaps


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
    value = number(index)
    if value is not None:
        chosen = (value >> layout.distance) & ((1 << layout.width) - 1)
        folded = chosen * layout.factor & layout.mask
        return "^", str(folded), folded
    return "^", fold_text(index, layout, length), None


def fold_text(index: str, layout: IndexFold, length: int) -> str:
    """What an index below `length` is combined with."""
    chosen = (1 << layout.width) - 1
    bits = f"({index} >> {layout.distance})"
    if (length - 1) >> layout.distance > chosen:
        bits = f"({bits} & {chosen})"
    product = f"{bits} * {layout.factor}"
    return f"({product})" if chosen * layout.factor <= layout.mask else f"(({product}) & {layout.mask})"


def _runs(index: str, layout: IndexPadding) -> tuple[str, str, int | None]:
    value = number(index)
    if value is not None:
        gaps = (value >> layout.distance) * layout.gap
        return "+", str(gaps), gaps
    times = f" * {layout.gap}" if layout.gap > 1 else ""
    return "+", f"({index} >> {layout.distance}){times}", None
