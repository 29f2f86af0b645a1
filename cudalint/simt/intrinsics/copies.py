"""Asynchronous and bulk copies between global and shared memory."""

from __future__ import annotations

import re
from typing import Any

import numpy

from cudalint.ir import nodes
from cudalint.ir.types import Array, Integer, Record, Type
from cudalint.ir.types import Pointer as PointerType
from cudalint.simt.compiler import ValueFunction
from cudalint.simt.intrinsics.table import intrinsic, pointee_type, pointer_argument, value_argument
from cudalint.simt.machine import Machine
from cudalint.simt.memory import SHARED
from cudalint.simt.values import KNOWN, Number, Pointer, Value, as_number, is_varying

_BYTE = Integer(1, 1, False)
_ALIGNED_SIZE = re.compile(r"(?:.*::)?aligned_size_t<(\d+)(?:UL)?>")


@intrinsic("__pipeline_memcpy_async", "cp_async", "__nv_memcpy_async_shared_global")
def _copy_by_thread(node: nodes.Intrinsic) -> ValueFunction | None:
    """Each thread copies 4, 8 or 16 bytes."""
    if len(node.arguments) < 3:
        return None
    target, source = pointer_argument(node.arguments[0]), pointer_argument(node.arguments[1])
    size = value_argument(node.arguments[2])
    fallback = pointee_type(node.arguments[0], _BYTE).size or 4

    def run(machine: Machine) -> Value:
        to, origin = target(machine), source(machine)
        bytes_ = as_number(size(machine))
        width = int(bytes_.data) if bytes_.taint == KNOWN and not is_varying(bytes_.data) else fallback
        _transfer(machine, node, to, origin, width if width in (4, 8, 16) else 4)
        return Number(0)

    return run


def _transfer(machine: Machine, node: nodes.Intrinsic, to: Pointer | None, origin: Pointer | None, width: int) -> None:
    if machine.recorder is None or to is None or origin is None:
        return
    machine.recorder.copied(machine, node.at, to, origin, width)
    if to.memory.kind == SHARED:
        to.memory.contents = None


@intrinsic("memcpy_async")
def _copy_by_group(node: nodes.Intrinsic) -> ValueFunction | None:
    """A group copies a block together: neighbouring threads take neighbouring pieces, which is what the library does.

    `cuda::memcpy_async(target, source, size, pipeline)` without a group copies by each thread.
    """
    pointers = [i for i, a in enumerate(node.arguments) if _is_address(a)]
    if len(pointers) < 2 or len(node.arguments) < pointers[1] + 2:
        return None
    target, source = (pointer_argument(node.arguments[i]) for i in pointers[:2])
    size = value_argument(node.arguments[pointers[1] + 1])
    promised = _alignment(node.arguments[pointers[1] + 1].type)
    by_group = pointers[0] > 0

    def run(machine: Machine) -> Value:
        to, origin = target(machine), source(machine)
        width = _piece(to, promised if promised is not None else as_number(size(machine)))
        if by_group and machine.shape is not None:
            lane = machine.shape.thread * width
            to, origin = _advanced(to, lane), _advanced(origin, lane)
        _transfer(machine, node, to, origin, width)
        return Number(0)

    return run


def _alignment(type_: Type) -> Number | None:
    """The bytes that `cuda::aligned_size_t<N>` promises a size to be a multiple of; None for other sizes."""
    match = _ALIGNED_SIZE.fullmatch(type_.name) if isinstance(type_, Record) else None
    return Number(int(match[1])) if match is not None else None


def _is_address(argument: nodes.Argument) -> bool:
    return isinstance(argument.type, (PointerType, Array))


def _piece(target: Pointer | None, size: Number) -> int:
    """Bytes per thread: 16 where size and alignment allow, as the library chooses."""
    if size.taint == KNOWN and not is_varying(size.data) and target is not None:
        for width in (16, 8, 4):
            if int(size.data) % width == 0:
                return width
    return 4


def _advanced(pointer: Pointer | None, distance: Any) -> Pointer | None:
    if pointer is None:
        return None
    return Pointer(pointer.memory, numpy.asarray(pointer.offset) + distance, pointer.taint)
