"""The textbook formula beside the count, where it applies and agrees."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cudalint.access import ATOMIC, GLOBAL, Access
from cudalint.derivation import UNKNOWN, Symbol
from cudalint.hardware.architecture import BANKS, SECTOR_BYTES, WARP_SIZE
from cudalint.hardware.closed_forms import bank_conflict_degree, sectors_of_stride

_WIDTHS = (1, 2, 4, 8, 16)
_ONE_SIZE = re.compile(r"(?:(\d+)\*)?([A-Za-z_]\w*)")


def closed_form(access: Access, symbols: Sequence[Symbol] = ()) -> str:
    """'gcd(32 words, 32 banks) = 32', '31 * 16 bytes from first to last lane: 16 sectors'; "" where none applies.

    It applies to whole warps with one stride; it is shown only if it gives what was counted. `symbols`: of the address.
    """
    stride = access.lane_stride
    if stride is None or access.active_lanes != WARP_SIZE or access.cost is None or access.width not in _WIDTHS:
        return ""
    if access.space == GLOBAL:
        return _for_every_size(access, stride, symbols) or _sectors(access, stride)
    return _wavefronts(access, stride)


def _for_every_size(access: Access, stride: int, symbols: Sequence[Symbol]) -> str:
    """Where the stride is a multiple of one size that is not known: from which size on each lane has a sector."""
    match = _ONE_SIZE.fullmatch(access.strides[0].formula or "")
    unknown = {s.name for s in symbols if s.kind == UNKNOWN}
    if match is None or match[2] not in unknown or access.strides[0].bytes != stride or access.cost != WARP_SIZE:
        return ""
    if stride % access.width or abs(stride) < SECTOR_BYTES:
        return ""
    least = -(-SECTOR_BYTES // int(match[1] or 1))
    return f"{match[0]} >= {SECTOR_BYTES} bytes for every {match[2]} >= {least}: a sector for each of {WARP_SIZE} lanes"


def _wavefronts(access: Access, stride: int) -> str:
    if access.kind == ATOMIC or access.width != 4 or stride % 4:
        return ""
    words = abs(stride) // 4
    degree = bank_conflict_degree(words)
    if access.cost != degree:
        return ""
    if words == 0:
        return "all lanes read one word: a broadcast, 1 wavefront" if access.kind == "load" else ""
    return f"gcd({words} word{'s' if words != 1 else ''}, {BANKS} banks) = {degree}"


def _sectors(access: Access, stride: int) -> str:
    width = access.width
    if stride % width or access.cost != sectors_of_stride(stride, width):
        return ""
    if stride == 0:
        return "all lanes touch one address: 1 sector"
    step = abs(stride)
    if step >= SECTOR_BYTES:
        return f"{step} bytes from lane to lane, at least a sector of {SECTOR_BYTES}: a sector for each of 32 lanes"
    span = (WARP_SIZE - 1) * step + width
    return f"31 lanes * {step} bytes + {width} bytes = {span} bytes, in sectors of {SECTOR_BYTES}: {access.cost:.0f}"
