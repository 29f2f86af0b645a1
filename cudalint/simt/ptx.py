"""The memory instructions in a piece of PTX: what they move, and which operand names the address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cudalint.hardware.warp import MATRIX_ROW_BYTES

LOAD, STORE, ATOMIC, COPY, LOAD_MATRIX, STORE_MATRIX = "load", "store", "atomic", "copy", "ldmatrix", "stmatrix"

_OPERATIONS = {
    "ld": LOAD,
    "ldu": LOAD,
    "st": STORE,
    "atom": ATOMIC,
    "red": ATOMIC,
    "ldmatrix": LOAD_MATRIX,
    "stmatrix": STORE_MATRIX,
}
_INSTRUCTION = re.compile(r"(?:^|[;{}\n])\s*(?:@!?\S+\s+)?(?P<name>[a-z]\w*(?:\.[\w:]+)*)\s*(?P<operands>[^;]*)")
_ADDRESS = re.compile(r"\[\s*%(?P<operand>\d+)\s*(?:\+\s*(?P<distance>-?\d+)\s*)?\]")
_TYPE = re.compile(r"[busf](8|16|32|64|128)$")
_VECTOR = re.compile(r"v([248])$")
_MATRICES = re.compile(r"x([124])$")
_IMMEDIATE = re.compile(r",\s*(?:%(?P<operand>\d+)|(?P<number>\d+))")


@dataclass(frozen=True, slots=True)
class Address:
    """Operand `operand` of the statement plus `distance` bytes."""

    operand: int
    distance: int


@dataclass(frozen=True, slots=True)
class MemoryInstruction:
    """One instruction that touches memory.

    `width`: bytes a lane moves (for matrices those of the row that it names), None where `width_operand` says it;
    `matrices`: 1, 2 or 4 for ldmatrix and stmatrix, else 0. `addresses`: one, or target and source of a copy.
    """

    operation: str
    width: int | None
    addresses: tuple[Address, ...]
    matrices: int = 0
    width_operand: int | None = None


def memory_instructions(text: str) -> Iterator[MemoryInstruction]:
    """The instructions of a text that touch memory by an address given as an operand, in order."""
    for match in _INSTRUCTION.finditer(text):
        parts = match["name"].split(".")
        found = _instruction(parts, match["operands"])
        if found is not None and found.addresses:
            yield found


def _instruction(parts: list[str], operands: str) -> MemoryInstruction | None:
    addresses = tuple(Address(int(m["operand"]), int(m["distance"] or 0)) for m in _ADDRESS.finditer(operands))
    if parts[:2] == ["cp", "async"] and ("ca" in parts or "cg" in parts):
        return _copy(operands, addresses)
    operation = _OPERATIONS.get(parts[0])
    if operation is None or "param" in parts or "local" in parts:
        return None
    if operation in (LOAD_MATRIX, STORE_MATRIX):
        matrices = next((int(m[1]) for p in parts if (m := _MATRICES.match(p))), 1)
        return MemoryInstruction(operation, MATRIX_ROW_BYTES, addresses, matrices)
    type_ = next((m for p in reversed(parts) if (m := _TYPE.match(p))), None)
    if type_ is None:
        return None
    count = next((int(m[1]) for p in parts if (m := _VECTOR.match(p))), 1)
    return MemoryInstruction(operation, int(type_[1]) // 8 * count, addresses)


def _copy(operands: str, addresses: tuple[Address, ...]) -> MemoryInstruction | None:
    size = _IMMEDIATE.search(operands, operands.rfind("]"))
    if len(addresses) != 2 or size is None:
        return None
    if size["number"] is not None:
        return MemoryInstruction(COPY, int(size["number"]), addresses)
    return MemoryInstruction(COPY, None, addresses, width_operand=int(size["operand"]))
