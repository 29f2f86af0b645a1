"""Calls of functions with a body: simply executed, in a frame of their own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

from cudalint.ir import nodes
from cudalint.ir.position import Position
from cudalint.ir.types import UNSIGNED, Array, Reference, Type, Unknown, Void
from cudalint.ir.unit import Function
from cudalint.simt.arithmetic import convert
from cudalint.simt.assumed import chosen_by
from cudalint.simt.budget import has_had_its_share, leave_out, within_share
from cudalint.simt.compiler import (
    StatementFunction,
    ValueFunction,
    compile_argument,
    compile_place,
    compile_statement,
    compile_value,
    compiles,
)
from cudalint.simt.initialisers import InitialiserFunction, compile_initialiser
from cudalint.simt.machine import DEEPEST_CALL, Frame, Machine
from cudalint.simt.memory import GLOBAL, HOST, LOCAL, PARAMETER, Memory, copy_of, pointer_to
from cudalint.simt.storage import scalar_type, unknown_value
from cudalint.simt.values import (
    KNOWN,
    UNIFORM,
    VARYING,
    ClosureValue,
    FunctionReference,
    Number,
    Pointer,
    Spot,
    Value,
    is_varying,
    taint_of,
)


class CompiledFunction:
    """A function's body and initialisers as functions of the machine, made when it is first called."""

    __slots__ = ("_body", "function", "initialisers")

    def __init__(self, function: Function) -> None:
        self.function = function
        self._body: StatementFunction | None = None
        self.initialisers: list[tuple[int, Type, InitialiserFunction | None, nodes.Argument]] = [
            (
                i.offset,
                i.type,
                None if isinstance(i.value, nodes.Place) else compile_initialiser(i.value, i.type),
                i.value,
            )
            for i in function.initialisers
        ]

    @property
    def body(self) -> StatementFunction:
        """The compiled body."""
        if self._body is None:
            self._body = compile_statement(self.function.body)
        return self._body


def compiled_function(machine: Machine, key: str) -> CompiledFunction | None:
    """The function of that key, compiled; None when the unit has no body for it."""
    program = machine.program
    found = program.compiled.get(key)
    if found is None:
        try:
            found = CompiledFunction(program.unit.functions[key])
        except KeyError:
            return None
        program.compiled[key] = found
    result: CompiledFunction = found
    return result


def invoke(
    machine: Machine,
    key: str,
    arguments: Sequence[Value | Spot],
    at: Position,
    *,
    this: Value | None = None,
    closure: Frame | None = None,
) -> Value | None:
    """Execute a function; None when it has no body here, is nested too deep, or returns nothing."""
    compiled = compiled_function(machine, key)
    caller = machine.frame
    if compiled is None or caller.depth >= DEEPEST_CALL:
        return None
    function = compiled.function
    shares = machine.brief and closure is None and caller.depth > 0
    if shares and has_had_its_share(machine, key):
        leave_out(machine, arguments, this)
        return None
    frame = Frame(machine.mask, closure, caller.depth + 1, (at, *caller.via) if caller.depth else caller.via)
    frame.this = this
    frame.result_type = function.result
    frame.speculation = machine.speculation
    for parameter, argument in zip(function.parameters, arguments, strict=False):
        frame.variables[parameter.key] = _bound(machine, parameter, argument, frame)
    saved = (machine.mask, machine.breaks, machine.continues, machine.loop_depth, machine.departures)
    control, return_taint = machine.control, machine.return_taint
    machine.return_taint = KNOWN
    machine.frame = frame
    try:
        with within_share(machine, arguments, this) if shares else nullcontext():
            machine.spend(2)
            _initialise_members(machine, compiled, this)
            machine.active = True
            compiled.body(machine)
    finally:
        machine.mask, machine.breaks, machine.continues, machine.loop_depth, machine.departures = saved
        machine.frame = caller
        machine.active = True
        returned, machine.return_taint, machine.control = machine.return_taint, return_taint, control
    return chosen_by(machine, returned, frame.result)


def _bound(machine: Machine, parameter: nodes.Variable, argument: Value | Spot, frame: Frame) -> Memory | Spot:
    if isinstance(argument, Spot):
        if isinstance(parameter.type, Reference):
            return argument
        argument = pointer_to(argument) if isinstance(argument.type, Array) else argument
        if isinstance(argument, Spot):
            return argument
    memory = Memory(LOCAL, parameter.name, parameter.type, parameter.at)
    if isinstance(argument, Memory):
        copied = copy_of(argument)
        memory.cells, memory.content_taint, memory.kind = copied.cells, copied.content_taint, copied.kind
        memory.pointee = copied.pointee
        if memory.kind == PARAMETER:
            memory.name = argument.name
    else:
        memory.cells[0] = argument
    memory.owner, memory.birth = frame, machine.mask
    return memory


def _initialise_members(machine: Machine, compiled: CompiledFunction, this: Value | None) -> None:
    if not compiled.initialisers or not isinstance(this, Pointer):
        return
    for offset, type_, initialise, value in compiled.initialisers:
        place = Spot(this.memory, this.offset + offset, this.taint, None, type_)
        if initialise is not None:
            initialise(machine, place)
        elif isinstance(value, nodes.Place) and not is_varying(place.offset):
            this.memory.cells[int(place.offset)] = compile_place(value)(machine)


# -- the nodes ---------------------------------------------------------------------------------------------------------


def value_of_result(machine: Machine, result: Value | None, type_: Type) -> Value:
    """A call's result; unknown data where the call could not be followed."""
    if result is None:
        return Number(0) if isinstance(type_, Void) else unknown_value(machine, type_, VARYING)
    return result


@compiles(nodes.Call)
def _call(node: nodes.Call) -> ValueFunction:
    arguments = [compile_argument(a) for a in node.arguments]
    this = compile_place(node.this) if node.this is not None else None
    key, at, type_ = node.function, node.at, node.type

    def run(machine: Machine) -> Value:
        receiver: Value | None = None
        if this is not None:
            spot = this(machine)
            held = spot.memory.cells.get(spot.offset) if not is_varying(spot.offset) else None
            if isinstance(held, ClosureValue):
                return _call_closure(machine, held, [a(machine) for a in arguments], key, at, type_)
            receiver = pointer_to(spot)
        values = [a(machine) for a in arguments]
        return value_of_result(machine, invoke(machine, key, values, at, this=receiver), type_)

    return run


def compile_discarded(node: nodes.Expression) -> ValueFunction:
    """An expression whose value nobody uses: a host function that launches nothing is only followed if it may change
    what the caller knows; an atomic operation costs less without its result."""
    if isinstance(node, nodes.Intrinsic):
        return compile_value(replace(node, discarded=True))
    if not isinstance(node, nodes.Call) or node.written is None:
        return compile_value(node)
    arguments = [compile_argument(a) for a in node.arguments]
    key, at, written = node.function, node.at, node.written

    def run(machine: Machine) -> Value | None:
        values = [argument(machine) for argument in arguments]
        if machine.host and not any(_may_be_changed(v, index in written) for index, v in enumerate(values)):
            return None
        return invoke(machine, key, values, at)

    return run


def _may_be_changed(argument: Value | Spot, written: bool) -> bool:
    """Whether a function may change something through an argument that is not heap memory, of which nothing is known
    anyway."""
    if isinstance(argument, (Spot, Pointer)):
        return written and argument.memory.kind not in (HOST, GLOBAL)
    return isinstance(argument, ClosureValue)


def _call_closure(
    machine: Machine, closure: ClosureValue, arguments: list[Value | Spot], key: str, at: Position, type_: Type
) -> Value:
    """A lambda's body: the instantiated one (`key`) for a generic lambda, in the frame the lambda was made in."""
    frame: Frame = closure.frame
    target = key if key and compiled_function(machine, key) is not None else closure.function
    result = invoke(machine, target, arguments, at, this=frame.this, closure=frame)
    return value_of_result(machine, result, type_)


@compiles(nodes.CallValue)
def _call_value(node: nodes.CallValue) -> ValueFunction:
    callee = compile_value(node.callee)
    arguments = [compile_argument(a) for a in node.arguments]
    at, type_ = node.at, node.type

    def run(machine: Machine) -> Value:
        target = callee(machine)
        values = [a(machine) for a in arguments]
        if isinstance(target, Pointer):
            target = target.memory.cells.get(0) if not is_varying(target.offset) else None
        if isinstance(target, Memory):
            target = target.cells.get(0)
        if isinstance(target, ClosureValue):
            return _call_closure(machine, target, values, "", at, type_)
        if isinstance(target, FunctionReference) and target.function:
            return value_of_result(machine, invoke(machine, target.function, values, at), type_)
        return unknown_value(machine, type_, max([UNIFORM, *(taint_of(v) for v in values)]))

    return run


@compiles(nodes.Construct)
def _construct(node: nodes.Construct) -> ValueFunction:
    arguments = [compile_argument(a) for a in node.arguments]
    key, at, type_ = node.function, node.at, node.type
    name = getattr(type_, "name", "")
    if key is None and name.split("::")[-1] in ("dim3", "uint3"):
        return _dimensions(node)

    def run(machine: Machine) -> Value:
        values = [a(machine) for a in arguments]
        memory = Memory(LOCAL, name or "object", type_)
        memory.content_taint = UNIFORM if not values else VARYING
        if key is not None:
            invoke(machine, key, values, at, this=Pointer(memory))
        elif len(values) == 1 and not isinstance(values[0], Spot) and isinstance(type_, Unknown):
            return values[0]
        return memory

    return run


def _dimensions(node: nodes.Construct) -> ValueFunction:
    arguments = [(compile_argument(a), a.type) for a in node.arguments]

    def run(machine: Machine) -> Value:
        memory = Memory(LOCAL, "dim3", node.type)
        memory.content_taint = KNOWN
        values: list[Value] = []
        for compute, type_ in arguments:
            value = compute(machine)
            values.append(convert(value, type_, UNSIGNED) if scalar_type(type_) else value)
        values += [Number(1)] * 3
        for axis in range(3):
            memory.cells[4 * axis] = values[axis]
        return memory

    return run
