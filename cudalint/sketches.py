"""Code that shows how an access to global memory could be written instead, in the names of the source.

Each sketch is what would stand in a kernel (or, where it says so, elsewhere), and compiles there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cudalint.access import LOAD, Access
from cudalint.hardware.architecture import SECTOR_BYTES, WARP_SIZE

MOST_STAGED = 31
"""Elements from thread to thread up to which a block's piece is read in order into shared memory; from 32 on, a warp's
lanes have enough to do in one row."""

MOST_PIECE = 48 << 10
"""Bytes of such a piece: what a block has of static shared memory."""

THREADS = 256
"""Threads of a block where no launch is known."""

_VECTORS = {
    ("float", 2): "float2",
    ("float", 4): "float4",
    ("int", 2): "int2",
    ("int", 4): "int4",
    ("double", 2): "double2",
}
_ONE_SYMBOL = re.compile(r"(?:(\d+)\*)?([A-Za-z_]\w*)")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_PLACE = re.compile(r"[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*)*")
_TYPE = re.compile(r"[A-Za-z_][\w:]*(?: [A-Za-z_]\w*)*")
_CONSTANT_END = re.compile(r"(?P<base>(?:(?P<times>\d+)\*\(.*|.*)) (?P<sign>[-+]) (?P<number>\d+)(?P<end>\)?)")
_OF_THE_THREAD = frozenset(("threadIdx", "blockIdx", "blockDim", "gridDim", "x", "y", "z"))


def swapped(access: Access) -> tuple[str, ...]:
    """threadIdx.x along the row."""
    pitch = _along(access, 0)
    if not pitch or not _has_names(access):
        return ()
    return (
        "int column = blockIdx.x * blockDim.x + threadIdx.x;",
        "int row = blockIdx.y * blockDim.y + threadIdx.y;",
        _touch(access, f"{access.object.name}[row * {pitch} + column]"),
    )


def warp_per_row(access: Access) -> tuple[str, ...]:
    """A warp for each row that a thread walks along, its lanes side by side, instead of a thread for each row."""
    pitch = _along(access, 0)
    if not _is_in_a_row_per_thread(access, pitch) or not _walks(access, pitch) or access.kind != LOAD:
        return ()
    name, element = access.object.name, access.object.element
    return (
        "int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;  // 32 times as many threads",
        f"{element} sum = 0;  // or what else becomes of the row",
        f"for (int column = lane; column < {pitch}; column += 32) sum += {name}[row * {pitch} + column];",
        "for (int far = 16; far > 0; far /= 2) sum += __shfl_down_sync(0xffffffff, sum, far);  // lane 0 has it",
    )


def column_by_column(access: Access) -> tuple[str, ...]:
    """One element of each thread's row: the array kept the other way round."""
    pitch = _along(access, 0)
    if not _is_in_a_row_per_thread(access, pitch) or _walks(access, pitch):
        return ()
    return (
        f"int row = blockIdx.x * blockDim.x + threadIdx.x, rows = gridDim.x * blockDim.x;  // rows of {pitch}",
        "int column = 0;  // which element of its row a thread wants",
        f"{_touch(access, f'{access.object.name}[column * rows + row]')}  // kept column by column, on the host too",
    )


def _is_in_a_row_per_thread(access: Access, pitch: str) -> bool:
    plain = access.active_lanes >= WARP_SIZE and not access.object.record and "threadIdx.y" not in access.address
    return bool(pitch) and plain and _has_names(access)


def _walks(access: Access, pitch: str) -> bool:
    """Whether something changes its address besides thread, block, the row's length and sizes: a loop's counter."""
    given = {text.partition(" = ")[0] for text in access.assumptions}
    words = set(_IDENTIFIER.findall(access.address)) - _OF_THE_THREAD - given
    return bool(words - set(_IDENTIFIER.findall(pitch)))


def vectors(access: Access) -> tuple[str, ...]:
    """One wide load instead of several of elements that lie side by side."""
    step = _step(access)
    vector = _VECTORS.get((access.object.element, step))
    if vector is None or access.kind != LOAD or not _is_by_thread_alone(access):
        return ()
    name = access.object.name
    return (
        "int i = blockIdx.x * blockDim.x + threadIdx.x;",
        f"{vector} part = reinterpret_cast<const {vector}*>({name})[i];  // part.x is {name}[{step} * i]",
    )


def staged(access: Access) -> tuple[str, ...]:
    """The block's piece in order into shared memory, then each thread its own."""
    step = _step(access)
    if not 1 < step <= MOST_STAGED or access.kind != LOAD or not _is_by_thread_alone(access):
        return ()
    name, element = access.object.name, access.object.element
    threads = access.block[0] * access.block[1] * access.block[2] if access.block is not None else THREADS
    if step * threads * access.object.element_size > MOST_PIECE:
        return ()
    return (
        f"__shared__ {element} piece[{step} * {threads}];",
        f"for (int i = threadIdx.x; i < {step} * {threads}; i += {threads})",
        f"    piece[i] = {name}[blockIdx.x * {step} * {threads} + i];",
        "__syncthreads();",
        f"{element} value = piece[{step} * threadIdx.x];",
    )


def struct_of_arrays(access: Access, peers: Iterable[Access]) -> tuple[str, ...]:
    """One array per member, or groups of 32 structs with the members together."""
    record, name = access.object.record, access.object.name
    members = list(dict.fromkeys(m for a in (access, *peers) if (m := _member(a))))
    if not _IDENTIFIER.fullmatch(record) or not members or not _PLACE.fullmatch(name):
        return ()
    arrays = " ".join(f"decltype({record}::{m})* {m};" for m in members)
    groups = " ".join(f"decltype({record}::{m}) {m}[32];" for m in members)
    first = members[0]
    return (
        f"struct {record}Arrays {{ {arrays} }};  // {name}.{first}[i] instead of {name}[i].{first}",
        f"struct {record}Group {{ {groups} }};  // or {name}[i / 32].{first}[i % 32]",
    )


def is_in_a_stencil(access: Access, peers: Iterable[Access]) -> bool:
    """Whether the warp also touches pieces of the array a few elements on, which begin elsewhere in a sector: of such
    neighbours only some can be aligned."""
    base, offset = _base_and_offset(access)
    apart = [there - offset for b, there in map(_base_and_offset, peers) if b == base]
    return any(abs(bytes_) < SECTOR_BYTES * 4 and bytes_ % SECTOR_BYTES for bytes_ in apart)


def _base_and_offset(access: Access) -> tuple[str, int]:
    """The address without the constant that ends it, and that one in bytes."""
    match = _CONSTANT_END.fullmatch(access.address)
    if match is None:
        return access.address, 0
    number = int(match["number"]) * (1 if match["sign"] == "+" else -1)
    return f"{match['base']}{match['end']}", number * (int(match["times"]) if match["end"] and match["times"] else 1)


def _lead(access: Access) -> int:
    """Bytes from the start of a sector to what the sampled warp touches first."""
    addresses = access.sample.addresses if access.sample is not None else ()
    return next((a for a in addresses if a is not None), 0) % SECTOR_BYTES


def aligned(access: Access) -> tuple[str, ...]:
    """Rows at multiples of a sector, or the array moved so that the piece begins at one; () where neither would do."""
    size, name = access.object.element_size, access.object.name
    if not size or SECTOR_BYTES % size or access.sample is None or not _has_names(access):
        return ()
    per_sector = SECTOR_BYTES // size
    pitch = _along(access, 1)
    by_rows = bool(pitch) and access.block is not None and access.block[1] > 1
    if by_rows and (access.strides[1].bytes or 1) % SECTOR_BYTES:
        return (
            "int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;",
            f"int pitch = ({pitch} + {per_sector - 1}) / {per_sector} * {per_sector};  // at the allocation too",
            _touch(access, f"{name}[row * pitch + column]"),
        )
    lead = _lead(access) // size
    if not lead or by_rows or not _is_by_thread_alone(access):
        return ()
    return (
        "int i = blockIdx.x * blockDim.x + threadIdx.x;",
        f"constexpr int LEAD = {per_sector};  // a sector instead of {lead} in front, at the allocation too",
        _touch(access, f"{name}[LEAD + i]"),
    )


def warp_per_index(access: Access) -> tuple[str, ...]:
    """A warp works on one loaded index, its lanes on what lies there side by side."""
    name, element = access.object.name, access.object.element
    if access.kind != LOAD or access.object.record or not _has_names(access):
        return ()
    return (
        "int item = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;",
        f"const {element}* row = {name} + (size_t)index[item] * length;  // one index for the whole warp",
        "for (int i = lane; i < length; i += 32) {",
        f"    {element} value = row[i];",
        "}",
    )


def wider_block() -> tuple[str, ...]:
    """The launch with blocks as wide as a warp."""
    return ("dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);  // at the launch",)


def _has_names(access: Access) -> bool:
    """Whether the source has names for the array and for what is in it."""
    return bool(_PLACE.fullmatch(access.object.name) and _TYPE.fullmatch(access.object.element))


def _is_by_thread_alone(access: Access) -> bool:
    """Whether thread and block of one dimension say which element it is, and nothing else."""
    words = set(_IDENTIFIER.findall(access.address))
    return _has_names(access) and bool(words) and words <= _OF_THE_THREAD and not {"y", "z"} & words


def first_of(*sketches: Sequence[str]) -> tuple[str, ...]:
    """The first that says anything."""
    return next((tuple(s) for s in sketches if s), ())


def _touch(access: Access, place: str) -> str:
    return f"{access.object.element} value = {place};" if access.kind == LOAD else f"{place} = value;"


def _member(access: Access) -> str:
    """A plain member's name."""
    member = access.object.member.removeprefix(".")
    return member if _IDENTIFIER.fullmatch(member) else ""


def _along(access: Access, axis: int) -> str:
    """The stride along an axis in elements as C text, where it is a row's: '512', 'N', '(2 * N)'."""
    size, stride = access.object.element_size, access.strides[axis]
    if not size or stride.formula is None:
        return ""
    if stride.formula.isdigit():
        elements, rest = divmod(int(stride.formula), size)
        return str(elements) if not rest and elements > MOST_STAGED else ""
    match = _ONE_SYMBOL.fullmatch(stride.formula)
    if match is None or int(match[1] or 1) % size:
        return ""
    times = int(match[1] or 1) // size
    return match[2] if times == 1 else f"({times} * {match[2]})"


def _step(access: Access) -> int:
    """Elements from thread to thread, 0 where that is no number."""
    size, stride = access.object.element_size, access.lane_stride or access.strides[0].bytes
    if not size or not stride or stride % size or access.object.record:
        return 0
    return abs(stride) // size
