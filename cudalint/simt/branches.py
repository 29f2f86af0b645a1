"""Branches compiled to functions: the lanes part, and join again."""

from __future__ import annotations

from functools import cache
from itertools import islice

from cudalint.ir import nodes
from cudalint.ir.walk import walk
from cudalint.simt.assumed import Effects, close_assumed, effects_of, note_jumps
from cudalint.simt.calls import compile_discarded
from cudalint.simt.compiler import Split, StatementFunction, compile_condition, compile_statement, compiles
from cudalint.simt.conditions import undecided
from cudalint.simt.journal import close_region, open_region, undo
from cudalint.simt.machine import Machine, Mask
from cudalint.simt.sinking import SunkStore, loads_of_both_arms, with_sunk_stores
from cudalint.simt.values import ASSUMED, KNOWN, UNIFORM

MOST_CHOSEN_FROM = 4
"""Operations of an arm that are computed for all lanes rather than branched around."""

_OPERATIONS = (nodes.Binary, nodes.Unary, nodes.CompoundAssign, nodes.Increment)


@compiles(nodes.If)
def _if(node: nodes.If) -> StatementFunction:
    return _branching(with_sunk_stores(node) or node)


@compiles(SunkStore)
def _sunk_store(node: SunkStore) -> StatementFunction:
    store = compile_discarded(node.value)

    def run(machine: Machine) -> None:
        machine.spend()
        recorder = machine.recorder
        if recorder is None:
            store(machine)
            return
        recorder.may_sink = True
        store(machine)
        recorder.may_sink = False

    return run


def _branching(node: nodes.If) -> StatementFunction:
    before = compile_statement(node.before) if node.before is not None else None
    condition = compile_condition(node.condition)
    constant = isinstance(node.condition, nodes.Constant)
    shared_loads = cache(lambda: loads_of_both_arms(node))
    if_true = _arm(node.if_true)
    if_false = _arm(node.if_false)
    branches = cache(lambda: _stays(if_true, node.if_true) or _stays(if_false, node.if_false))

    def run(machine: Machine) -> None:
        machine.spend()
        if before is not None:
            before(machine)
        decision = condition(machine)
        divides = not _for_all_lanes(decision) and branches()
        if divides:
            machine.enter_basic_block()
            if machine.recorder is not None:
                machine.recorder.may_rise |= shared_loads()
        if undecided(machine, decision) or (machine.forced and not constant and not _goes_both_ways(machine, decision)):
            _speculate(machine, decision, if_true, if_false)
        else:
            _diverge(machine, decision, if_true, if_false)
        if divides:
            machine.enter_basic_block()

    return run


def _goes_both_ways(machine: Machine, decision: Split) -> bool:
    """Whether lanes are known to take either side anyway, so that nothing need be forced."""
    holds, fails, taint = decision
    return taint == KNOWN and machine.restricted(holds) is not None and machine.restricted(fails) is not None


def _stays(arm: Arm | None, statement: nodes.Statement | None) -> bool:
    """Whether an arm is more than the compiler computes for all lanes to choose from."""
    if arm is None:
        return False
    if arm.notable:
        return True
    operations = (node for node in walk(statement) if isinstance(node, _OPERATIONS))
    return len(list(islice(operations, MOST_CHOSEN_FROM + 1))) > MOST_CHOSEN_FROM


def _for_all_lanes(decision: Split) -> bool:
    """Whether a condition is the same known value everywhere, as one that the compiler decides is."""
    holds, fails, taint = decision
    return taint == KNOWN and holds is not fails and isinstance(holds, bool) and isinstance(fails, bool)


class Arm:
    """One side of a branch. `notable`: it may hold accesses, so that never getting there is worth a second look."""

    __slots__ = ("_effects", "_statement", "body", "notable")

    def __init__(self, statement: nodes.Statement) -> None:
        self.body = compile_statement(statement)
        self.notable = may_access(statement)
        self._statement = statement
        self._effects: Effects | None = None

    @property
    def effects(self) -> Effects:
        """What it does to what comes behind the branch."""
        if self._effects is None:
            self._effects = effects_of(self._statement)
        return self._effects


_NOTABLE = (nodes.Element, nodes.Dereference, nodes.Call, nodes.CallValue, nodes.Intrinsic)


def may_access(statement: nodes.Statement) -> bool:
    """Whether memory may be accessed in a statement."""
    return any(isinstance(node, _NOTABLE) for node in walk(statement))


def _arm(statement: nodes.Statement | None) -> Arm | None:
    return None if statement is None else Arm(statement)


def _branch(machine: Machine, mask: Mask | None, arm: Arm | None) -> Mask | None:
    """Run a branch for some lanes; the lanes that come out of it."""
    if arm is not None and arm.notable:
        machine.took(id(arm), mask is not None)
    if mask is None or arm is None:
        return mask
    machine.mask, machine.active = mask, True
    arm.body(machine)
    return machine.mask if machine.active else None


def _diverge(machine: Machine, decision: Split, if_true: Arm | None, if_false: Arm | None) -> None:
    holds, fails, taint = decision
    mask, departures, control = machine.mask, machine.departures, machine.control
    scope = machine.recorder.scope() if machine.recorder is not None else None
    machine.control = max(control, taint)
    assumed = taint == ASSUMED
    if assumed:
        open_region(machine)
    first, second = machine.restricted(holds), machine.restricted(fails)
    out_first = _branch(machine, first, if_true)
    out_second = _branch(machine, second, if_false)
    if assumed:
        effects = [(arm.effects, lanes) for arm, lanes in ((if_true, first), (if_false, second)) if arm is not None]
        # On the host a default stays what it is unless the program is run in another way.
        left_out = (key for effect, lanes in effects if lanes is None for key in effect.assigned)
        close_assumed(machine, () if machine.host else left_out)
        note_jumps(machine, (effect for effect, _ in effects), taint)
    if machine.recorder is not None and scope is not None:
        machine.recorder.leave(scope)
    if machine.departures == departures:
        machine.mask, machine.active, machine.control = mask, True, max(control, machine.doubt())
        return
    machine.join(union(out_first, out_second))


def _speculate(machine: Machine, decision: Split, if_true: Arm | None, if_false: Arm | None) -> None:
    """Nobody knows which way: do both with all lanes that might, and trust neither's stores nor departures."""
    holds, fails, taint = decision
    if machine.forced and taint < UNIFORM:
        holds = fails = True
    mask, control, outer_taint = machine.mask, machine.control, machine.speculation_taint
    live = machine.frame.live
    scope = machine.recorder.scope() if machine.recorder is not None else None
    machine.speculation += 1
    machine.speculation_taint = max(taint, UNIFORM)
    machine.control = max(control, taint, UNIFORM)
    first, second = machine.restricted(holds), machine.restricted(fails)
    open_region(machine)
    _branch(machine, first, if_true)
    machine.frame.live = live
    written = (undo(machine),) if if_false is not None else ()
    machine.mask, machine.active = mask, True
    _branch(machine, second, if_false)
    close_region(machine, taint, written)
    machine.speculation -= 1
    machine.speculation_taint = outer_taint
    if not machine.host:
        note_jumps(machine, (arm.effects for arm in (if_true, if_false) if arm is not None), max(taint, UNIFORM))
    machine.control = max(control, machine.doubt())
    if machine.recorder is not None and scope is not None:
        machine.recorder.leave(scope)
    machine.frame.live = live
    machine.mask, machine.active = mask, True


def union(first: Mask | None, second: Mask | None) -> Mask | None:
    """Lanes of either."""
    if first is None or second is None:
        return second if first is None else first
    return first | second
