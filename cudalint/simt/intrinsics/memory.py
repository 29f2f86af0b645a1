"""Loads and stores with a name: cache hints, half-precision updates, address conversions."""

from __future__ import annotations

from cudalint.ir import nodes
from cudalint.simt.compiler import ValueFunction, compile_place
from cudalint.simt.intrinsics.table import intrinsic, pointee_type, pointer_argument, value_argument
from cudalint.simt.machine import Machine
from cudalint.simt.memory import pointer_to, spot_of
from cudalint.simt.storage import load, store, unknown_value
from cudalint.simt.values import UNIFORM, Number, Value


@intrinsic("__ldg", "__ldcg", "__ldcs", "__ldca", "__ldlu", "__ldcv", "__ldu", "__nv_atomic_load_n")
def _hinted_load(node: nodes.Intrinsic) -> ValueFunction | None:
    if not node.arguments:
        return None
    pointer, type_, at = pointer_argument(node.arguments[0]), pointee_type(node.arguments[0], node.type), node.at

    def run(machine: Machine) -> Value:
        target = pointer(machine)
        if target is None:
            return unknown_value(machine, type_, UNIFORM)
        return load(machine, spot_of(target, type_), at)

    return run


@intrinsic("__stcg", "__stcs", "__stwb", "__stwt")
def _hinted_store(node: nodes.Intrinsic) -> ValueFunction | None:
    if len(node.arguments) != 2:
        return None
    pointer, value = pointer_argument(node.arguments[0]), value_argument(node.arguments[1])
    type_, at = pointee_type(node.arguments[0], node.arguments[1].type), node.at

    def run(machine: Machine) -> Value:
        target = pointer(machine)
        content = value(machine)
        if target is not None:
            store(machine, spot_of(target, type_), content, at)
        return Number(0)

    return run


@intrinsic("operator+=", "operator-=", "operator*=", "operator/=", "operator++", "operator--")
def _update_in_place(node: nodes.Intrinsic) -> ValueFunction | None:
    """Arithmetic types of the library (half, complex): read, compute, write."""
    written = [*([node.this] if node.this is not None else []), *node.arguments]
    if not written or not isinstance(written[0], nodes.Place):
        return None
    place, at, type_ = compile_place(written[0]), written[0].at, written[0].type
    operands = [value_argument(a) for a in written[1:]]

    def run(machine: Machine) -> Value:
        for operand in operands:
            operand(machine)
        spot = place(machine)
        load(machine, spot, at)
        store(machine, spot, unknown_value(machine, type_, UNIFORM), at)
        return spot

    return run


@intrinsic("operator=")
def _assign(node: nodes.Intrinsic) -> ValueFunction | None:
    written = [*([node.this] if node.this is not None else []), *node.arguments]
    if len(written) != 2 or not isinstance(written[0], nodes.Place):
        return None
    place, value, at = compile_place(written[0]), value_argument(written[1]), written[0].at

    def run(machine: Machine) -> Value:
        content = value(machine)
        spot = place(machine)
        store(machine, spot, content, at)
        return spot

    return run


@intrinsic("move", "forward", "as_const")
def _pass_on(node: nodes.Intrinsic) -> ValueFunction | None:
    if len(node.arguments) != 1:
        return None
    argument = node.arguments[0]
    return compile_place(argument) if isinstance(argument, nodes.Place) else value_argument(argument)


@intrinsic("addressof", "__builtin_addressof")
def _address_of(node: nodes.Intrinsic) -> ValueFunction | None:
    if len(node.arguments) != 1 or not isinstance(node.arguments[0], nodes.Place):
        return None
    place = compile_place(node.arguments[0])
    return lambda machine: pointer_to(place(machine))


@intrinsic(
    "__cvta_generic_to_shared",
    "__cvta_shared_to_generic",
    "__cvta_generic_to_global",
    "__builtin_assume_aligned",
    "assume_aligned",
    "cast_smem_ptr_to_uint",
)
def _same_address(node: nodes.Intrinsic) -> ValueFunction | None:
    return value_argument(node.arguments[0]) if node.arguments else None
