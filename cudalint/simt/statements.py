"""Statements compiled to functions, all but branches and loops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy

from cudalint.ir import nodes
from cudalint.ir.types import Reference
from cudalint.ir.walk import walk
from cudalint.simt.arithmetic import COMPARISONS, convert
from cudalint.simt.assumed import close_assumed, effects_of, note_jumps
from cudalint.simt.branches import may_access, union
from cudalint.simt.calls import compile_discarded
from cudalint.simt.compiler import (
    StatementFunction,
    compile_place,
    compile_statement,
    compile_value,
    compiles,
)
from cudalint.simt.conditions import parts_lanes
from cudalint.simt.initialisers import compile_initialiser
from cudalint.simt.journal import Written, close_region, open_region, undo
from cudalint.simt.machine import Machine, Mask
from cudalint.simt.memory import LOCAL, Memory, select, unsure
from cudalint.simt.places import file_scope_memory
from cudalint.simt.storage import load, scalar_type
from cudalint.simt.values import ASSUMED, KNOWN, UNIFORM, VARYING, Number, Spot, Value, as_number, is_varying


@compiles(nodes.Block)
def _block(node: nodes.Block) -> StatementFunction:
    body = [compile_statement(s) for s in node.body]
    exits = _exits(node.body)

    def run(machine: Machine) -> None:
        for index, statement in enumerate(body):
            statement(machine)
            if index in exits:
                machine.took(exits[index], machine.active)
            if not machine.active:
                return

    return run


def _exits(body: Sequence[nodes.Statement]) -> dict[int, int]:
    """Positions of statements that may leave the block before something notable, with a mark for what is behind each:
    never getting there is as good as a branch that is never taken."""
    leaving = [index for index, statement in enumerate(body[:-1]) if isinstance(statement, nodes.If)]
    leaving = [index for index in leaving if _may_leave(body[index])]
    if not leaving:
        return {}
    last = next((index for index in range(len(body) - 1, leaving[0], -1) if may_access(body[index])), 0)
    return {index: id(body[index + 1]) for index in leaving if index < last}


def _may_leave(statement: nodes.Statement) -> bool:
    return any(isinstance(node, (nodes.Return, nodes.Break, nodes.Continue)) for node in walk(statement))


@compiles(nodes.Evaluate)
def _evaluate(node: nodes.Evaluate) -> StatementFunction:
    value = compile_discarded(node.value)

    def run(machine: Machine) -> None:
        machine.spend()
        value(machine)

    return run


@compiles(nodes.Declare)
def _declare(node: nodes.Declare) -> StatementFunction:
    variable = node.variable
    key, type_ = variable.key, variable.type
    if variable.storage in ("shared", "dynamic_shared", "constant", "device", "texture"):

        def declare_shared(machine: Machine) -> None:
            memory = machine.globals.get(key)
            if not isinstance(memory, Memory):
                memory = machine.globals[key] = file_scope_memory(machine, variable)
            machine.frame.variables[key] = memory

        return declare_shared
    if isinstance(type_, Reference) or node.binding is not None:
        return _declare_reference(node)
    initialise = compile_initialiser(node.initial, type_) if node.initial is not None else None

    def declare(machine: Machine) -> None:
        memory = Memory(LOCAL, variable.name, type_, variable.at)
        if initialise is not None:
            speculation, machine.speculation = machine.speculation, 0
            initialise(machine, Spot(memory, 0, KNOWN, None, type_))
            machine.speculation = speculation
        elif machine.host:
            memory.content_taint = UNIFORM
        memory.owner, memory.birth = machine.frame, machine.mask
        machine.frame.variables[key] = memory

    return declare


def _declare_reference(node: nodes.Declare) -> StatementFunction:
    key, name = node.variable.key, node.variable.name
    place = compile_place(node.binding) if node.binding is not None else None
    value = compile_value(node.initial) if place is None and node.initial is not None else None

    def run(machine: Machine) -> None:
        if place is not None:
            machine.frame.variables[key] = place(machine)
            return
        memory = Memory(LOCAL, name)
        if value is not None:
            result = value(machine)
            if isinstance(result, Spot):
                machine.frame.variables[key] = result
                return
            memory.cells[0] = result
        machine.frame.variables[key] = memory

    return run


@compiles(nodes.Switch)
def _switch(node: nodes.Switch) -> StatementFunction:
    before = compile_statement(node.before) if node.before is not None else None
    value = compile_value(node.value)
    labels = [
        (compile_value(s.value) if s.value is not None else None) if isinstance(s, nodes.Case) else None
        for s in node.body
    ]
    body = [None if isinstance(s, nodes.Case) else compile_statement(s) for s in node.body]
    effects = effects_of(nodes.Block(node.at, tuple(s for s in node.body if not isinstance(s, nodes.Case))))
    has_default = any(isinstance(s, nodes.Case) and s.value is None for s in node.body)

    def run(machine: Machine) -> None:
        machine.spend()
        if before is not None:
            before(machine)
        chosen = as_number(value(machine))
        breaks, machine.breaks = machine.breaks, None
        mask, departures = machine.mask, machine.departures
        divides = chosen.taint != KNOWN or is_varying(chosen.data)
        if divides:
            machine.enter_basic_block()
        if chosen.taint >= UNIFORM:
            _switch_any(machine, mask, VARYING if parts_lanes(machine, chosen) else chosen.taint)
        elif chosen.taint == ASSUMED and not machine.host:
            _switch_assumed(machine, mask, chosen)
        else:
            _switch_known(machine, mask, chosen)
        left = machine.breaks
        machine.breaks = breaks
        if divides:
            machine.enter_basic_block()
        if machine.departures == departures or chosen.taint >= UNIFORM:
            machine.mask, machine.active = mask, True
            return
        machine.join(union(machine.mask if machine.active else None, left))

    def _switch_any(machine: Machine, mask: Mask, taint: int) -> None:
        machine.speculation += 1
        outer, machine.speculation_taint = machine.speculation_taint, taint
        control, machine.control = machine.control, max(machine.control, taint)
        live = machine.frame.live
        open_region(machine)
        others: list[Written] = [] if has_default else [{}]
        entered = False
        for statement in body:
            if statement is None:
                if entered:
                    others.append(undo(machine))
                entered = False
                continue
            entered = True
            machine.mask, machine.active = mask, True
            statement(machine)
        close_region(machine, taint, others)
        machine.frame.live = live
        machine.speculation -= 1
        if not machine.host:
            note_jumps(machine, (replace(effects, breaks=False),), taint)
        machine.speculation_taint, machine.control = outer, max(control, machine.doubt())

    def _switch_assumed(machine: Machine, mask: Mask, chosen: Number) -> None:
        control, machine.control = machine.control, max(machine.control, ASSUMED)
        open_region(machine)
        _switch_known(machine, mask, chosen)
        close_assumed(machine, effects.assigned)
        note_jumps(machine, (replace(effects, breaks=False),), ASSUMED)
        machine.control = max(control, machine.doubt())

    def _switch_known(machine: Machine, mask: Mask, chosen: Number) -> None:
        matches = [
            machine.spread(COMPARISONS["=="](chosen.data, as_number(label(machine)).data)) if label else None
            for label in labels
        ]
        taken = numpy.zeros(machine.lanes, bool)
        for match in matches:
            if match is not None:
                taken = taken | match
        current: Mask = numpy.zeros(machine.lanes, bool)
        for match, statement, case in zip(matches, body, node.body, strict=True):
            if isinstance(case, nodes.Case):
                entering = match if match is not None else ~taken
                current = current | (mask & entering)
                continue
            if statement is None or not current.any():
                continue
            machine.mask, machine.active = current, True
            statement(machine)
            current = machine.mask if machine.active else numpy.zeros(machine.lanes, bool)
        out = current if has_default else current | (mask & ~taken)
        machine.mask, machine.active = out, bool(out.any())

    return run


# -- leaving -----------------------------------------------------------------------------------------------------------


@compiles(nodes.Return)
def _return(node: nodes.Return) -> StatementFunction:
    if node.value is None:
        return _leave_function
    if isinstance(node.value, nodes.Place):
        place = compile_place(node.value)

        def return_place(machine: Machine) -> None:
            frame = machine.frame
            spot = place(machine)
            if frame.result is None:
                frame.result = spot
            _leave_function(machine)

        return return_place
    value, source, at = compile_value(node.value), node.value.type, node.value.at

    def return_value(machine: Machine) -> None:
        frame = machine.frame
        result: Value = value(machine)
        if isinstance(result, Spot):
            result = load(machine, result, at)
        target = frame.result_type
        if target is not None and scalar_type(target) and scalar_type(source) and target != source:
            result = convert(result, source, target)
        if machine.speculation > frame.speculation:
            result = unsure(result, machine.speculation_taint)
        if frame.result is None:
            frame.result = result
        elif not isinstance(result, Spot):
            frame.result = select(machine.mask, result, frame.result)
        _leave_function(machine)

    return return_value


def _leave_function(machine: Machine) -> None:
    machine.frame.live = machine.frame.live & ~machine.mask
    machine.depart()


@compiles(nodes.Break)
def _break(node: nodes.Break) -> StatementFunction:
    def run(machine: Machine) -> None:
        machine.breaks = union(machine.breaks, machine.mask)
        machine.depart()

    return run


@compiles(nodes.Continue)
def _continue(node: nodes.Continue) -> StatementFunction:
    def run(machine: Machine) -> None:
        machine.continues = union(machine.continues, machine.mask)
        machine.depart()

    return run


@compiles(nodes.UnknownStatement)
def _unknown(node: nodes.UnknownStatement) -> StatementFunction:
    parts = [compile_statement(s) for s in node.parts]

    def run(machine: Machine) -> None:
        for part in parts:
            part(machine)
            if not machine.active:
                return

    return run
