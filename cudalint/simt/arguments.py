"""What a kernel is called with: values from the host as a kernel sees them, stand-ins for what nobody knows."""

from __future__ import annotations

from cudalint.ir.nodes import Variable
from cudalint.ir.term import Symbol
from cudalint.ir.types import UNKNOWN, Array, Boolean, Floating, Integer, Reference, Type, Unknown
from cudalint.ir.types import Pointer as PointerType
from cudalint.simt.machine import Frame, Machine
from cudalint.simt.memory import GLOBAL, HOST, LOCAL, PARAMETER, Memory, copy_of
from cudalint.simt.storage import default_value
from cudalint.simt.values import ASSUMED, KNOWN, ClosureValue, Number, Pointer, Spot, Value, is_varying


def kernel_argument(machine: Machine, parameter: Variable, given: Value | None) -> Value | Spot:
    """A kernel argument: what the host passed where that is known, a stand-in otherwise; pointers go to memory of their
    own."""
    type_ = parameter.type
    if isinstance(type_, Reference):
        type_ = type_.referent
    if isinstance(type_, (PointerType, Array)) or (isinstance(type_, Unknown) and isinstance(given, Pointer)):
        return _pointer_argument(parameter, type_, given)
    if isinstance(type_, (Integer, Boolean)):
        return _integer_argument(machine, parameter, type_, given)
    if isinstance(given, ClosureValue):
        return _closure_argument(machine, given)
    if isinstance(given, Memory):
        return _record_argument(parameter, given)
    if isinstance(type_, Floating):
        return Number(0.5, ASSUMED)
    return default_value(machine, type_, parameter.name)


def _pointer_argument(parameter: Variable, type_: Type, given: Value | None) -> Pointer:
    memory = Memory(GLOBAL, parameter.name, type_, parameter.at)
    declared = parameter.type
    if isinstance(declared, PointerType):
        memory.restrict = declared.restrict
        memory.read_only = declared.pointee_const
        memory.volatile = declared.pointee_volatile
    offset = 0
    if isinstance(given, Pointer) and given.taint == KNOWN and not is_varying(given.offset):
        offset = int(given.offset)
    return Pointer(memory, offset)


def _integer_argument(machine: Machine, parameter: Variable, type_: Type, given: Value | None) -> Value:
    name = parameter.name
    environment = machine.environment
    fixed = environment is not None and environment.is_fixed(name)
    if isinstance(given, Number) and given.taint <= ASSUMED and not is_varying(given.data) and not fixed:
        data, taint = given.data, given.taint
        if taint == ASSUMED:
            machine.assumed[name] = int(data)
        if isinstance(type_, Boolean):
            return Number(bool(data), taint)
        return Number(int(data), taint, Symbol(name, "parameter", int(data), unknown=taint != KNOWN))
    return default_value(machine, type_, name)


def _record_argument(parameter: Variable, given: Memory) -> Memory:
    """A struct by value: members that the host set keep their values, the others are found out when they are read."""
    record = copy_of(given)
    record.kind, record.name = PARAMETER, parameter.name
    kept: dict[int, Value] = {}
    for offset, cell in record.cells.items():
        if isinstance(cell, ClosureValue):
            kept[offset] = cell
        elif isinstance(cell, Number) and cell.taint == KNOWN and not is_varying(cell.data):
            symbol = Symbol(f"{parameter.name}+{offset}", "parameter", cell.data)
            is_integer = isinstance(cell.data, int) and not isinstance(cell.data, bool)
            kept[offset] = Number(cell.data, KNOWN, symbol if is_integer else None)
    record.cells = kept
    return record


def _closure_argument(machine: Machine, given: ClosureValue) -> ClosureValue:
    """A lambda that the host made: what it captured goes to the device by value, pointers to memory of their own."""
    return _Capture(machine).closure(given)


class _Capture:
    """Copies what lambdas captured; each frame once, since a lambda may be held by the frame that it was made in."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._frames: dict[int, Frame] = {}

    def closure(self, given: ClosureValue) -> ClosureValue:
        """A lambda over copies of its variables."""
        made: Frame = given.frame
        frame = self._frames.get(id(made))
        if frame is None:
            frame = self._frames[id(made)] = Frame(self._machine.mask, None, 0, ())
            level: Frame | None = made
            while level is not None:
                for key, held in level.variables.items():
                    if key not in frame.variables:
                        frame.variables[key] = self._variable(held) if isinstance(held, Memory) else held
                level = level.closure
        return ClosureValue(given.function, frame)

    def _variable(self, held: Memory) -> Memory:
        memory = Memory(LOCAL, held.name, held.type, held.declared)
        memory.content_taint, memory.pointee = held.content_taint, held.pointee
        memory.cells = {offset: self._cell(cell, held) for offset, cell in held.cells.items()}
        return memory

    def _cell(self, cell: Value, held: Memory) -> Value:
        if isinstance(cell, Pointer) and cell.memory.kind == HOST:
            type_ = held.type if isinstance(held.type, PointerType) else UNKNOWN
            return Pointer(Memory(GLOBAL, held.name, type_, held.declared))
        if isinstance(cell, ClosureValue):
            return self.closure(cell)
        if isinstance(cell, Number) and cell.taint > ASSUMED and isinstance(held.type, (Integer, Boolean)):
            return default_value(self._machine, held.type, held.name)
        return cell
