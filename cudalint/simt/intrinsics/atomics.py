"""Atomic operations."""

from __future__ import annotations

from cudalint.ir import nodes
from cudalint.ir.position import Position
from cudalint.ir.term import symbols
from cudalint.ir.types import Floating, Type
from cudalint.simt.compiler import ValueFunction
from cudalint.simt.intrinsics.table import intrinsic, pointee_type, pointer_argument, value_argument
from cudalint.simt.machine import Machine
from cudalint.simt.memory import SHARED, spot_of
from cudalint.simt.storage import unknown_value
from cudalint.simt.values import ASSUMED, VARYING, Spot, Value, is_varying

_OPERATIONS = ("Add", "Sub", "Exch", "Min", "Max", "Inc", "Dec", "CAS", "And", "Or", "Xor")
_SUMS = frozenset({"atomicAdd", "atomicSub"})
_COMBINED = frozenset({"atomicMin", "atomicMax", "atomicAnd", "atomicOr", "atomicXor"})
_NAMES = [f"atomic{operation}{scope}" for operation in _OPERATIONS for scope in ("", "_block", "_system")]


@intrinsic(*_NAMES)
def _atomic(node: nodes.Intrinsic) -> ValueFunction | None:
    if not node.arguments:
        return None
    pointer = pointer_argument(node.arguments[0])
    operands = [value_argument(a) for a in node.arguments[1:]]
    type_, at = pointee_type(node.arguments[0], node.type), node.at
    counted_as = _counted_as(node)
    emulated = isinstance(type_, Floating) or (type_.size == 8 and "CAS" not in node.name)
    reducible = _is_reducible(node, type_)

    def run(machine: Machine) -> Value:
        target = pointer(machine)
        for operand in operands:
            operand(machine)
        if target is None:
            return unknown_value(machine, type_, VARYING)
        spot = spot_of(target, type_)
        memory = spot.memory
        if memory.traced and machine.recorder is not None:
            if memory.kind == SHARED and emulated:
                _compare_and_swap_loop(machine, at, spot)
            elif reducible and spot.taint < VARYING and _is_one_address(spot):
                _by_one_lane(machine, at, spot)
            else:
                machine.recorder.access(machine, at, spot, "atomic", counted_as=counted_as)
        if memory.kind == SHARED:
            memory.contents = None
        elif not memory.traced:
            memory.taint_all()
        return unknown_value(machine, type_, VARYING)

    return run


def _is_reducible(node: nodes.Intrinsic, type_: Type) -> bool:
    """Whether the compiler combines the lanes' operands first where all have the same address, and lets one lane go.

    32-bit integers only: sums always, the others where nobody uses the result (nvcc 13.0 for sm_90, seen in its machine
    code and measured).
    """
    if isinstance(type_, Floating) or type_.size != 4:
        return False
    name = node.name.removesuffix("_block").removesuffix("_system")
    return name in _SUMS or (node.discarded and name in _COMBINED)


def _is_one_address(spot: Spot) -> bool:
    """Whether the compiler sees that all lanes of a block name the same address: it does not depend on threadIdx."""
    if not is_varying(spot.offset):
        return True
    return spot.term is not None and all(s.uniform and s.kind != "thread" for s in symbols(spot.term))


def _by_one_lane(machine: Machine, at: Position, spot: Spot) -> None:
    assert machine.recorder is not None
    mask, control = machine.mask, machine.control
    machine.mask, machine.control = machine.leaders(), min(control, ASSUMED)
    machine.recorder.access(machine, at, spot, "atomic", counted_as="atomic_add")
    machine.mask, machine.control = mask, control


def _compare_and_swap_loop(machine: Machine, at: Position, spot: Spot) -> None:
    """A shared atomic on 64 bits or a floating-point number is a load and a compare-and-swap loop: how often it goes
    round depends on the data, but lanes on one address do not add up within a round (measured on sm_90)."""
    assert machine.recorder is not None
    control, machine.control = machine.control, max(machine.control, ASSUMED)
    machine.recorder.access(machine, at, spot, "load")
    machine.recorder.access(machine, at, spot, "atomic", counted_as="store")
    machine.control = control


def _counted_as(node: nodes.Intrinsic) -> str:
    """An atomicAdd of the constant one whose result nobody uses is turned into a population count and costs what a load
    does (measured on sm_90)."""
    if node.name.startswith("atomicAdd") and node.discarded and len(node.arguments) > 1:
        operand: nodes.Argument = node.arguments[1]
        while isinstance(operand, nodes.Convert):
            operand = operand.value
        if (
            isinstance(operand, nodes.Constant)
            and operand.value == 1
            and not isinstance(node.arguments[1].type, Floating)
        ):
            return "load"
    return "atomic_exch" if "Exch" in node.name else "atomic_add"
