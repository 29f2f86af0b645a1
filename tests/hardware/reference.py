"""One warp at a time, in plain Python: what a warp costs, written from the description of the measurements.

A lane is the byte offset that it touches, or None when inactive. It shares nothing with the package.
"""

from __future__ import annotations

Lane = int | None


def segments(lanes: list[Lane], width: int, size: int) -> int:
    """Segments of `size` bytes that hold any byte touched."""
    touched = set()
    for lane in lanes:
        if lane is not None:
            touched |= {byte // size for byte in range(lane, lane + width)}
    return len(touched)


def sectors(lanes: list[Lane], width: int) -> tuple[int, int]:
    """(sectors, ideal) of a global access."""
    actual = segments(lanes, width, 32)
    in_use = sum(1 for lane in lanes if lane is not None) * width
    return actual, min(actual, (in_use + 31) // 32)


def degree(lanes: list[Lane], width: int) -> int:
    """The most distinct words that one bank holds for these lanes."""
    per_bank: dict[int, set[int]] = {}
    for lane in lanes:
        if lane is None:
            continue
        for byte in range(lane, lane + width):
            per_bank.setdefault(byte // 4 % 32, set()).add(byte // 4)
    return max((len(words) for words in per_bank.values()), default=0)


def _paired(lanes: list[Lane]) -> bool:
    def same(distance: int) -> bool:
        for number, lane in enumerate(lanes):
            partner = lanes[number ^ distance]
            if lane is not None and partner is not None and lane != partner:
                return False
        return True

    return same(1) or same(2)


def _groups(lanes: list[Lane], size: int) -> list[list[Lane]]:
    return [lanes[start : start + size] for start in range(0, len(lanes), size)]


def _used(lanes: list[Lane]) -> int:
    return int(any(lane is not None for lane in lanes))


def _by_groups(lanes: list[Lane], size: int, width: int) -> tuple[int, int]:
    groups = _groups(lanes, size)
    return sum(degree(g, width) for g in groups), sum(_used(g) for g in groups)


def wavefronts(lanes: list[Lane], width: int, kind: str) -> tuple[int, int]:
    """(wavefronts, ideal) of a shared access of any kind but matrices and copies."""
    if kind.startswith("atomic"):
        return most_in_a_bank(lanes, 4), _used(lanes)
    loads = kind in ("load", "population_count")
    if width <= 4:
        return degree(lanes, width), _used(lanes)
    if width == 8:
        cost, ideal = _by_groups(lanes, 32 if loads and _paired(lanes) else 16, 8)
    else:
        halves = [_by_groups(half, 16 if loads and _paired(half) else 8, 16) for half in _groups(lanes, 16)]
        cost, ideal = sum(c for c, _ in halves), sum(i for _, i in halves)
    in_use = sum(_used([lane]) for lane in lanes) * width
    return cost, min(ideal, (in_use + 127) // 128)


def most_in_a_bank(lanes: list[Lane], width: int) -> int:
    """The most lanes that one bank must serve, whether they name the same word or not."""
    per_bank = [0] * 32
    for lane in lanes:
        if lane is not None:
            for word in range(lane // 4, (lane + width - 1) // 4 + 1):
                per_bank[word % 32] += 1
    return max(per_bank)
