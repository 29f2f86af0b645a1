"""What an access costs in other shapes of its block: the file analysed again in each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from cudalint.access import Access
from cudalint.analysis import Settings, analyse_files
from cudalint.cli.run import Chosen, Group
from cudalint.derivation import LANE, WARP
from cudalint.explain import Alternative, same_file
from cudalint.hardware.architecture import WARP_SIZE
from cudalint.wording import block_text

Block = tuple[int, int, int]

WIDTHS = (64, 32, 16, 8)
MOST_TRIED = 4

ASSUMED = (16, 16, 1)
"""Stands for a block that is not known."""

SAME = 0.02
"""Costs this close, as a part, are one."""


def other_blocks(
    path: str, group: Group, chosen: Chosen, given: dict[str, Any], settings: Settings
) -> Callable[[Access], Sequence[Alternative]]:
    """A function that tries an access in other blocks of as many threads; each shape is analysed once."""
    analysed: dict[tuple[str, Block], tuple[Access, ...]] = {}

    def accesses_in(kernel: str, block: Block) -> tuple[Access, ...]:
        if (kernel, block) not in analysed:
            changed = replace(settings, blocks=(*settings.blocks, (kernel, block)), derivations=False, jobs=1)
            reports = analyse_files([p for p in group.paths if not p.endswith(".py")], changed, None, chosen.sources)
            found = tuple(a for r in reports for a in r.accesses if same_file(a.at.path, path))
            analysed[kernel, block] = found
        return analysed[kernel, block]

    def tried(access: Access) -> list[Alternative]:
        found = []
        for block in candidates(access):
            other = next((a for a in accesses_in(access.kernel, block) if _same_site(a, access)), None)
            if other is None or other.cost is None or other.ideal is None or not _inside(other):
                continue
            if access.cost is None or abs(other.cost - access.cost) > SAME * access.cost:
                found.append(Alternative(f"block {block_text(block)}", other.cost, other.ideal))
        return found

    return tried


def candidates(access: Access) -> list[Block]:
    """Other shapes with as many threads (256 where the launch is not known): only of a block with two dimensions, and
    only where the address asks blockDim for them, so that the kernel is the same program in each."""
    symbols = access.derivation.symbols if access.derivation is not None else ()
    names = {s.name for s in symbols}
    moving = {s.name for s in symbols if s.kind in (LANE, WARP)}
    width, height, depth = access.block or ASSUMED
    if depth > 1 or "threadIdx.y" not in moving or not {"blockDim.x", "blockDim.y"} <= names:
        return []
    threads = width * height
    shapes = [(w, threads // w, 1) for w in (*WIDTHS, height) if threads % w == 0 and threads // w > 1]
    return [s for s in dict.fromkeys(shapes) if s != access.block and threads >= WARP_SIZE][:MOST_TRIED]


def _same_site(one: Access, other: Access) -> bool:
    return (one.at, one.kernel, one.kind, one.width, one.object.name, one.via) == (
        other.at,
        other.kernel,
        other.kind,
        other.width,
        other.object.name,
        other.via,
    )


def _inside(access: Access) -> bool:
    """Whether a shared access stays in its array, as far as its extents are known."""
    size = access.object.element_size
    for extent in access.object.shape:
        size *= extent
    if not access.object.shape or not access.requests:
        return True
    return all(bool((r.addresses[r.active] < size).all()) for r in access.requests)
