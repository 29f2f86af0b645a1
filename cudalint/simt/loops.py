"""Loops: simply run, for as many rounds as they have or as are worth looking at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy

from cudalint.ir import nodes
from cudalint.ir.walk import walk
from cudalint.simt.assumed import assigned_in, mark_variables
from cudalint.simt.branches import may_access, union
from cudalint.simt.compiler import (
    ConditionFunction,
    StatementFunction,
    ValueFunction,
    compile_condition,
    compile_statement,
    compile_value,
    compiles,
)
from cudalint.simt.conditions import undecided
from cudalint.simt.induction import Induction
from cudalint.simt.journal import close_region, open_region
from cudalint.simt.machine import Machine, Mask, OutOfFuel
from cudalint.simt.site import LoopWeight
from cudalint.simt.unrolled import counter_of
from cudalint.simt.values import KNOWN, UNIFORM, Number

ROUNDS = (40, 20, 6, 4, 3, 2)
"""Rounds looked at, by depth of nesting: the strides of real loops show themselves early, and nests multiply."""

UNHURRIED_STEPS = 1200
"""Steps of a kernel after which affine loops, and those without a condition, are looked at for half as many rounds,
after as many again for a quarter and so on: what a round of them costs shows itself in the first ones."""

LEAST_ROUNDS = 3
"""Rounds of an affine loop that are looked at in any case."""

UNDECIDED_ROUNDS = 3
"""Rounds of a loop whose condition nobody knows."""

BRIEF_ROUNDS = (2, 2, 1)
"""Rounds by depth of nesting in an execution that is only to reach everything once."""

MOST_COUNTED = 1 << 20
"""Rounds beyond this weigh no more."""

HOST_ROUNDS = (4, 2, 1)
HOST_LAUNCH_ROUNDS = 24
"""Host loops only matter for the launches in them."""

DEEPEST_HOST_LAUNCH = 4
"""Loops around one another that are looked at for so many rounds."""


@compiles(nodes.Loop)
def _loop(node: nodes.Loop) -> StatementFunction:
    before = compile_statement(node.before) if node.before is not None else None
    condition = compile_condition(node.condition) if node.condition is not None else None
    step = compile_value(node.step) if node.step is not None else None
    body = compile_statement(node.body)
    changed = tuple(_changed_variables(node))
    launches = _contains_launch(node)
    bound = _bound(node)

    parts = _Parts(node, condition, step, body, changed, launches, bound)

    def run(machine: Machine) -> None:
        if before is not None:
            before(machine)
        _run_rounds(machine, parts)

    return run


class _Parts:
    """A loop's compiled pieces."""

    __slots__ = (
        "assigned",
        "assigned_in_body",
        "body",
        "bound",
        "changed",
        "condition",
        "launches",
        "node",
        "notable",
        "step",
        "test_last",
    )

    def __init__(
        self,
        node: nodes.Loop,
        condition: ConditionFunction | None,
        step: ValueFunction | None,
        body: StatementFunction,
        changed: tuple[nodes.Variable, ...],
        launches: bool,
        bound: _Bound | None,
    ) -> None:
        self.node = node
        self.condition = condition
        self.step = step
        self.body = body
        self.changed = changed
        self.launches = launches
        self.bound = bound
        self.test_last = node.test_last
        self.notable = may_access(node.body)
        self.assigned_in_body = cache(lambda: assigned_in(node.body))
        self.assigned = cache(lambda: assigned_in((node.body, node.condition, node.step)))


class _Bound:
    """`variable < limit` and the like: what tells how many rounds are left."""

    __slots__ = ("limit", "variable")

    def __init__(self, variable: nodes.Variable, limit: ValueFunction) -> None:
        self.variable = variable
        self.limit = limit


def _bound(node: nodes.Loop) -> _Bound | None:
    condition = node.condition
    if not isinstance(condition, nodes.Binary) or condition.operator not in ("<", "<=", ">", ">=", "!="):
        return None
    for side, other in ((condition.left, condition.right), (condition.right, condition.left)):
        while isinstance(side, nodes.Convert):
            side = side.value
        if isinstance(side, nodes.Load) and isinstance(side.place, nodes.VariablePlace):
            return _Bound(side.place.variable, compile_value(other))
    return None


def _rounds_left(machine: Machine, bound: _Bound | None, induction: Induction) -> float:
    """How many more rounds an affine loop has, on average over its lanes; 0 where that is not known."""
    if bound is None:
        return 0.0
    moving = induction.position_and_step(bound.variable)
    limit = bound.limit(machine)
    if moving is None or not isinstance(limit, Number) or limit.taint >= UNIFORM:
        return 0.0
    position, step = moving
    distance = numpy.asarray(limit.data, numpy.float64) - numpy.asarray(position, numpy.float64)
    if not numpy.all(step):
        return 0.0
    rounds = numpy.ceil(distance / step)
    if rounds.ndim:
        rounds = rounds[machine.mask]
    return float(numpy.clip(rounds, 0, MOST_COUNTED).mean()) if rounds.size else 0.0


def _most_rounds(machine: Machine, parts: _Parts) -> int:
    depth = machine.loop_depth
    if not machine.host:
        rounds = BRIEF_ROUNDS if machine.brief else ROUNDS
        return rounds[min(depth, len(rounds) - 1)]
    if parts.launches and depth < DEEPEST_HOST_LAUNCH:
        return HOST_LAUNCH_ROUNDS
    return HOST_ROUNDS[min(depth, len(HOST_ROUNDS) - 1)]


def _goes_on_launching(machine: Machine, done: int, launches: int) -> bool:
    """Whether a host loop that has had its rounds is one to look at for longer, since functions that it calls have
    launched something; `launches`: how many there were before it."""
    launching = machine.host and len(machine.launches) > launches
    return launching and machine.loop_depth <= DEEPEST_HOST_LAUNCH and done < HOST_LAUNCH_ROUNDS


def _hurries_on(machine: Machine, parts: _Parts, induction: Induction, done: int, most: int) -> bool:
    """Whether a loop in a kernel of many steps is left although more of its rounds could be looked at."""
    hurry = machine.spent // UNHURRIED_STEPS
    if machine.host or not hurry or done < max(LEAST_ROUNDS, most >> hurry):
        return False
    return parts.condition is None or _rounds_left(machine, parts.bound, induction) > 0


def _cut(machine: Machine, parts: _Parts, induction: Induction, done: int, uncertain: int) -> None:
    """The rounds looked at so far stand for those that are not."""
    machine.weight.cut = True
    if done and not machine.host and not uncertain and machine.active:
        machine.weight.share = 1 + _rounds_left(machine, parts.bound, induction) / done


def _run_rounds(machine: Machine, parts: _Parts) -> None:
    entered, live = machine.mask, machine.frame.live
    outer_breaks, outer_continues = machine.breaks, machine.continues
    speculation, outer_taint, control = machine.speculation, machine.speculation_taint, machine.control
    scope = machine.recorder.scope() if machine.recorder is not None else None
    most, launches = _most_rounds(machine, parts), len(machine.launches)
    machine.breaks = machine.continues = None
    break_taint, machine.break_taint = machine.break_taint, KNOWN
    continue_taint, machine.continue_taint = machine.continue_taint, KNOWN
    machine.loop_depth += 1
    outer_loop, machine.loop_at = machine.loop_at, parts.node.at
    if parts.notable:
        machine.took(id(parts), False)
    induction = Induction(machine, parts.changed)
    counter = induction.symbol_of(parts.bound.variable) if parts.bound is not None else None
    outer_weight, machine.weight = machine.weight, LoopWeight(machine.weight, counter)
    machine.weight.unrolls = counter_of(parts.node, outer_weight)
    uncertain = 0
    left_early = False
    done = 0
    try:
        while True:
            if done == most and _goes_on_launching(machine, done, launches):
                most = HOST_LAUNCH_ROUNDS
            if done == most or _hurries_on(machine, parts, induction, done, most):
                left_early = True
                _cut(machine, parts, induction, done, uncertain)
                break
            machine.spend(2)
            if parts.condition is not None and not (parts.test_last and done == 0):
                uncertain += _enter_round(machine, parts.condition, done, uncertain)
                if not machine.active or uncertain > UNDECIDED_ROUNDS:
                    break
            machine.took(id(parts), True)
            induction.begin_round()
            parts.body(machine)
            _rejoin(machine)
            if not machine.active:
                break
            if machine.continue_taint != KNOWN and not machine.host:
                mark_variables(machine, parts.assigned_in_body(), machine.continue_taint)
                machine.continue_taint = KNOWN
            if parts.step is not None:
                parts.step(machine)
            induction.end_round()
            done += 1
            machine.weight.rounds = done
    except OutOfFuel:
        _cut(machine, parts, induction, done, uncertain)
        raise
    finally:
        if uncertain:
            close_region(machine, machine.speculation_taint)
        machine.weight = outer_weight
        machine.loop_depth -= 1
        machine.loop_at = outer_loop
        machine.breaks, machine.continues = outer_breaks, outer_continues
        machine.speculation, machine.speculation_taint = speculation, outer_taint
        left_by = machine.break_taint
        machine.break_taint, machine.continue_taint = break_taint, continue_taint
        machine.control = max(control, machine.doubt())
    induction.finish(complete=not left_early)
    if left_by != KNOWN and not machine.host:
        mark_variables(machine, parts.assigned(), left_by)
    if machine.recorder is not None and scope is not None:
        machine.recorder.leave(scope)
    _leave(machine, entered, live, uncertain > 0)


def _enter_round(machine: Machine, condition: ConditionFunction, done: int, uncertain: int) -> int:
    """Test the condition and keep the lanes that go on; 1 if nobody knows which."""
    decision = condition(machine)
    holds, _, taint = decision
    unknown = undecided(machine, decision)
    if machine.forced and done == 0:
        holds = True
    if unknown:
        if uncertain == 0:
            open_region(machine)
            machine.speculation += 1
            machine.speculation_taint = taint
        machine.control = max(machine.control, taint)
    elif taint:
        machine.control = max(machine.control, taint)
        machine.break_taint = max(machine.break_taint, taint)
    going_on = machine.restricted(holds)
    if going_on is None:
        machine.active = False
    else:
        machine.mask, machine.active = going_on, True
    return int(unknown)


def _rejoin(machine: Machine) -> None:
    """Lanes that said `continue` go on with the others."""
    if machine.continues is None:
        return
    mask = union(machine.mask if machine.active else None, machine.continues)
    machine.continues = None
    machine.join(mask)


def _leave(machine: Machine, entered: Mask, live: Mask, uncertain: bool) -> None:
    """All lanes that entered go on behind the loop, but those that returned inside it."""
    if uncertain:
        machine.frame.live = live
    if machine.frame.live is live:
        machine.mask, machine.active = entered, True
        return
    machine.join(entered & machine.frame.live)


# -- what a loop changes -----------------------------------------------------------------------------------------------


def _changed_variables(node: nodes.Loop) -> Iterator[nodes.Variable]:
    """Scalar variables that the loop's body, step or condition assigns."""
    seen: set[str] = set()
    for part in (node.body, node.step, node.condition):
        for inner in walk(part):
            if isinstance(inner, (nodes.Assign, nodes.CompoundAssign, nodes.Increment)):
                place = inner.place
                if isinstance(place, nodes.VariablePlace) and place.variable.key not in seen:
                    seen.add(place.variable.key)
                    yield place.variable


def _contains_launch(node: nodes.Loop) -> bool:
    return any(isinstance(inner, nodes.Launch) for inner in walk(node.body))
