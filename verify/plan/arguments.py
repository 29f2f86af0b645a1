"""Arguments made for a kernel: the bytes of each parameter, and the arrays that its pointers lead to."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cudalint.ir.types import Array as ArrayType
from cudalint.ir.types import Boolean, Floating, Integer, Pointer, Record, Type, Unknown

LEAST_BYTES = 16 << 20
MOST_BYTES = 1 << 30
MOST_BYTES_TOGETHER = 2 << 30
"""All arrays of a kernel fit into a small GPU, and into what --on-cpu may use."""

MOST_BEHIND_POINTERS = 1 << 24
"""Bytes of the array that all pointers in an array lead to."""

FILLED_BYTES = 32 << 20
"""Of larger arrays only the start gets values, on the CPU as on the GPU; the rest is zero."""

MOST_DEPTH = 8


class CannotMake(Exception):
    """No argument can be made for a parameter, and what the user can do about it, in one line."""


@dataclass(frozen=True, slots=True)
class Buffer:
    """An array in global memory. `element`: "float", "integer", "pointer" or "bytes"; `element_size`, `size` in bytes.

    Integer arrays are filled with permutations below `limit`, so that every value is a valid index; arrays of pointers
    lead to one further array each. `alignment`: of the pointer's type in bytes, 0 where it is not known.
    """

    element: str
    element_size: int
    size: int
    limit: int
    alignment: int = 0


@dataclass(frozen=True, slots=True)
class Argument:
    """One parameter by value: `image` is its bytes; at each offset of `pointers` the address of a buffer goes."""

    name: str
    image: bytes
    pointers: tuple[tuple[int, Buffer], ...] = ()


@dataclass(frozen=True, slots=True)
class Sizes:
    """What arguments are made from. `scalars`: known values by parameter name (also "config.width" for members);
    `integer`: the value of other integers, chosen so that guards on sizes hold; `array_bytes`: of each array."""

    scalars: Mapping[str, float]
    integer: int
    array_bytes: int


def array_bytes(largest_integer: int, touched: int, arrays: int = 1) -> int:
    """Bytes of each array: for a square matrix of 8-byte elements and four times what was seen to be touched, within
    limits. `arrays`: how many there are."""
    wanted = max(8 * largest_integer * largest_integer, 4 * touched, LEAST_BYTES)
    return min(1 << (wanted - 1).bit_length(), most_bytes(arrays))


def most_bytes(arrays: int) -> int:
    """How large each array of a kernel may be."""
    each = MOST_BYTES_TOGETHER // max(arrays, 1)
    return max(min(1 << (each.bit_length() - 1), MOST_BYTES), LEAST_BYTES)


def count_pointers(type_: Type) -> int:
    """Pointers in a parameter of this type."""
    return sum(isinstance(member, Pointer) for _, _, member in _leaves(type_, "", 0))


def make_argument(name: str, type_: Type, sizes: Sizes) -> Argument:
    """The argument for a parameter. Raises `CannotMake`."""
    if isinstance(type_, Unknown) or not type_.size:
        raise CannotMake(f"the type of `{name}` is not known; is a header missing?")
    if isinstance(type_, Record) and type_.lambda_:
        raise CannotMake(f"`{name}` is a lambda; verify the whole program with --app")
    image = bytearray(type_.size)
    pointers: list[tuple[int, Buffer]] = []
    for offset, path, member in _leaves(type_, name, 0):
        if isinstance(member, Pointer):
            pointers.append((offset, _buffer(member.pointee, sizes)))
        else:
            value = _scalar(path, member, sizes)
            image[offset : offset + len(value)] = value
    return Argument(name, bytes(image), tuple(pointers))


def _leaves(type_: Type, path: str, depth: int, offset: int = 0) -> Iterator[tuple[int, str, Type]]:
    """Scalars and pointers inside a type, with their offsets and dotted names."""
    if depth > MOST_DEPTH:
        raise CannotMake(f"`{path}` is nested too deeply; verify the whole program with --app")
    if isinstance(type_, Record):
        for field in type_.fields:
            inner = f"{path}.{field.name}" if field.name else path
            yield from _leaves(field.type, inner, depth + 1, offset + field.offset)
    elif isinstance(type_, ArrayType):
        for index in range(type_.count or 0):
            yield from _leaves(type_.element, path, depth + 1, offset + index * type_.element.size)
    else:
        yield offset, path, type_


def _scalar(path: str, type_: Type, sizes: Sizes) -> bytes:
    given = sizes.scalars.get(path)
    if isinstance(type_, Floating):
        return _packed_float(0.5 if given is None else float(given), type_.size)
    value = sizes.integer if given is None else int(given)
    if isinstance(type_, Boolean):
        return bytes([1 if given is None else bool(value)])
    if isinstance(type_, Integer):
        bits = 8 * type_.size
        most = (1 << (bits - type_.signed)) - 1
        if given is None:
            value = min(value, most)
        return (value & ((1 << bits) - 1)).to_bytes(type_.size, "little")
    raise CannotMake(f"the type of `{path}` is not known; is a header missing?")


def _packed_float(value: float, size: int) -> bytes:
    formats = {2: "<e", 4: "<f", 8: "<d"}
    return struct.pack(formats[size], value) if size in formats else bytes(size)


def _buffer(pointee: Type, sizes: Sizes) -> Buffer:
    while isinstance(pointee, ArrayType):
        pointee = pointee.element
    element = _element(pointee)
    first = next((member for _, _, member in _leaves(pointee, "", 0)), pointee)
    if element == "truth":
        return Buffer("integer", 1, sizes.array_bytes, 2, 1)
    size = 1 if element == "bytes" else first.size
    return Buffer(element, size, sizes.array_bytes, _limit(sizes), pointee.align)


def _limit(sizes: Sizes) -> int:
    """Indices stay inside an array of 16-byte elements with rows as long as a size."""
    return max(sizes.array_bytes // 16 // 1024, 1)


def _element(type_: Type) -> str:
    """What an array of this type is filled with: by its first member for structs."""
    if isinstance(type_, Record):
        kinds = {_element(member) for _, _, member in _leaves(type_, "", 0)}
        return kinds.pop() if len(kinds) == 1 and _even(type_) else "bytes"
    if isinstance(type_, Pointer):
        return "pointer"
    if isinstance(type_, Floating):
        return "float" if type_.size in (4, 8) else "bytes"
    if isinstance(type_, Integer):
        return "integer"
    return "truth" if isinstance(type_, Boolean) else "bytes"


def _even(record: Record) -> bool:
    """Whether all members have one size, and fill the record."""
    members = [member.size for _, _, member in _leaves(record, "", 0)]
    return len(set(members)) == 1 and sum(members) == record.size
