"""A warp's request lane by lane: which sectors it touches, or which words of which banks, and in which wavefront.

The rules are those of `cudalint.hardware.warp`, for one warp and keeping who is served when; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cudalint.access import GLOBAL, Request
from cudalint.frozen import frozen
from cudalint.hardware.architecture import BANK_BYTES, BANKS, SECTOR_BYTES, WARP_SIZE
from cudalint.hardware.warp import ATOMIC_ADD, ATOMIC_EXCHANGE, LANES_PER_MATRIX, LOAD, MATRICES, POPULATION_COUNT

QUEUEING = (ATOMIC_ADD, ATOMIC_EXCHANGE, "atomic")
"""Kinds of access whose lanes take turns even at one word."""

LINE_WORDS = 32
"""4-byte words of a 128-byte line, as many as there are banks."""


@frozen
class Lane:
    """An active lane. `address`: bytes from the array's start; `words`: the 4-byte words it touches, numbered from
    there; `wavefront`: the one that serves it, from 0, where that is how the access is counted."""

    number: int
    address: int
    words: tuple[int, ...]
    wavefront: int | None = None

    @property
    def sectors(self) -> tuple[int, ...]:
        """The 32-byte sectors it touches, numbered from the array's start."""
        return tuple(sorted({word * BANK_BYTES // SECTOR_BYTES for word in self.words}))

    @property
    def banks(self) -> tuple[int, ...]:
        """The banks it needs."""
        return tuple(word % BANKS for word in self.words)


@frozen
class Phase:
    """Lanes of a shared access that are served together, in `wavefronts` passes: as many as `bank` has different words
    (or, of an atomic, lanes) to serve."""

    first_lane: int
    last_lane: int
    wavefronts: int
    bank: int


@frozen
class Picture:
    """One request. `width`: bytes a lane moves in the instruction; `cost`, `ideal`: sectors or wavefronts; `phases`:
    empty for global memory and where no counter tells. `iteration`: values of the loops' variables; `times`: requests
    like it."""

    space: str
    width: int
    lanes: tuple[Lane, ...]
    cost: int
    ideal: int
    phases: tuple[Phase, ...]
    block_index: tuple[int, int, int]
    warp: int
    iteration: tuple[tuple[str, int], ...] = ()
    times: int = 1

    @property
    def sectors(self) -> tuple[int, ...]:
        """All sectors touched, in their order."""
        return tuple(sorted({s for lane in self.lanes for s in lane.sectors}))

    def used_bytes(self, sector: int) -> int:
        """How many of the 32 bytes of a sector some lane asks for."""
        start = sector * SECTOR_BYTES
        used: set[int] = set()
        for lane in self.lanes:
            used.update(range(max(lane.address, start), min(lane.address + self.width, start + SECTOR_BYTES)))
        return len(used)


def picture_of(request: Request, space: str, width: int, counted_as: str, times: int = 1) -> Picture:
    """The picture of a request whose lanes move `width` bytes; `counted_as` as for `hardware.warp.shared_cost`."""
    active = [(n, a) for n, a in enumerate(request.addresses) if a is not None]
    lanes = tuple(Lane(n, a, _words(a, width)) for n, a in active)
    phases: tuple[Phase, ...] = ()
    if space != GLOBAL:
        lanes, phases = _served(lanes, width, counted_as)
        if sum(phase.wavefronts for phase in phases) != request.cost:
            lanes = tuple(Lane(lane.number, lane.address, lane.words) for lane in lanes)
            phases = ()
    return Picture(
        space=space,
        width=width,
        lanes=lanes,
        cost=request.cost,
        ideal=request.ideal,
        phases=phases,
        block_index=request.block_index,
        warp=request.first_thread // WARP_SIZE,
        iteration=request.iteration,
        times=times,
    )


def instruction_width(request: Request, space: str, width: int, counted_as: str) -> int:
    """Bytes that the instruction moves a lane: `width`, or more where only a merged access explains the cost."""
    for wider in (width, 8, 16):
        if wider < width:
            continue
        picture = picture_of(request, space, wider, counted_as)
        found = len(picture.sectors) if space == GLOBAL else sum(p.wavefronts for p in picture.phases)
        if found == request.cost:
            return wider
    return width


def _words(address: int, width: int) -> tuple[int, ...]:
    return tuple(range(address // BANK_BYTES, (address + width - 1) // BANK_BYTES + 1))


def _served(lanes: tuple[Lane, ...], width: int, counted_as: str) -> tuple[tuple[Lane, ...], tuple[Phase, ...]]:
    """The lanes with their wavefronts, phase by phase."""
    served: list[Lane] = []
    phases: list[Phase] = []
    before = 0
    for group in _groups(lanes, width, counted_as):
        if not group:
            continue
        queue = _by_lane if counted_as in QUEUEING else _by_word
        turns, bank = queue(group)
        served += [
            Lane(lane.number, lane.address, lane.words, before + turn) for lane, turn in zip(group, turns, strict=True)
        ]
        wavefronts = max(turns) + 1
        phases.append(Phase(group[0].number, group[-1].number, wavefronts, bank))
        before += wavefronts
    return tuple(served), tuple(phases)


def _by_word(group: Sequence[Lane]) -> tuple[list[int], int]:
    """Whose turn it is when, where lanes that want one word are served together, and the busiest bank.

    The words of a wide lane travel together: it is the group of banks that counts.
    """
    return _turns(group, lambda lane: lane.words[0])


def _by_lane(group: Sequence[Lane]) -> tuple[list[int], int]:
    """Whose turn it is when, where every lane takes its own."""
    return _turns(group, lambda lane: lane.number)


def _turns(group: Sequence[Lane], what: Callable[[Lane], int]) -> tuple[list[int], int]:
    by_bank: dict[int, list[int]] = {}
    turns = []
    for lane in group:
        wanted = by_bank.setdefault(lane.words[0] % BANKS, [])
        if what(lane) not in wanted:
            wanted.append(what(lane))
        turns.append(wanted.index(what(lane)))
    busiest = max(by_bank, key=lambda bank: (len(by_bank[bank]), -bank))
    return turns, busiest


def _groups(lanes: tuple[Lane, ...], width: int, counted_as: str) -> list[list[Lane]]:
    """The phases' lanes: whole warps up to 4 bytes, halves for 8, quarters for 16, unless a load's lanes pair up.

    Atomics have one phase, whatever their width.
    """
    if counted_as in QUEUEING:
        return [list(lanes)]
    if counted_as in MATRICES:
        return [_between(lanes, LANES_PER_MATRIX * k, LANES_PER_MATRIX) for k in range(MATRICES[counted_as])]
    size = WARP_SIZE if width <= BANK_BYTES else WARP_SIZE * BANK_BYTES // width
    if counted_as not in (LOAD, POPULATION_COUNT) or size == WARP_SIZE:
        return [_between(lanes, start, size) for start in range(0, WARP_SIZE, size)]
    found = []
    for start in range(0, WARP_SIZE, 2 * size):
        both = _between(lanes, start, 2 * size)
        if _agree(both, 1) or _agree(both, 2):
            found.append(both)
        else:
            found += [_between(lanes, start, size), _between(lanes, start + size, size)]
    return found


def _between(lanes: Sequence[Lane], start: int, count: int) -> list[Lane]:
    return [lane for lane in lanes if start <= lane.number < start + count]


def _agree(lanes: Sequence[Lane], distance: int) -> bool:
    addresses = {lane.number: lane.address for lane in lanes}
    return all(addresses.get(lane.number ^ distance, lane.address) == lane.address for lane in lanes)
