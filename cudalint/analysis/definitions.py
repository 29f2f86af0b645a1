"""The definitions of local variables that reach an index: read off the kernel IR, for showing, never for deciding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from cudalint.derivation import Substitution
from cudalint.ir import nodes
from cudalint.ir.position import Position
from cudalint.ir.types import Array, Boolean, Integer, Pointer, Reference
from cudalint.ir.unit import Function, Unit
from cudalint.ir.walk import walk

MOST_SUBSTITUTIONS = 16

_ARM = tuple[int, int]
"""An `If`, `Loop` or `Switch` by identity, and which of its parts."""

_Known = dict[object, Substitution]

_LOOP = -1
"""The part of a loop that is done again and again."""


@dataclass(frozen=True, slots=True)
class _Definition:
    """A variable gets `value` by `operator`; `order`: how many nodes of the function come before it; `path`: the
    branches and loops around it."""

    variable: nodes.Variable
    operator: str
    value: nodes.Node | None
    at: Position
    order: int
    path: tuple[_ARM, ...]


@dataclass(slots=True)
class _Reader:
    """What a function defines, where its nodes stand in it, and which are written at a position."""

    definitions: dict[str, list[_Definition]] = field(default_factory=dict)
    places: dict[int, tuple[int, tuple[_ARM, ...]]] = field(default_factory=dict)
    written: dict[Position, list[nodes.Node]] = field(default_factory=dict)
    order: int = 0

    def statement(self, statement: nodes.Statement | None, path: tuple[_ARM, ...]) -> None:
        """Read a statement in the order in which it is executed."""
        if statement is None:
            return
        if isinstance(statement, nodes.Block):
            for inner in statement.body:
                self.statement(inner, path)
        elif isinstance(statement, nodes.If):
            self.statement(statement.before, path)
            self.expression(statement.condition, path)
            self.statement(statement.if_true, (*path, (id(statement), 1)))
            self.statement(statement.if_false, (*path, (id(statement), 2)))
        elif isinstance(statement, nodes.Loop):
            self.statement(statement.before, path)
            inside = (*path, (id(statement), _LOOP))
            self.expression(statement.condition, inside)
            self.statement(statement.body, inside)
            self.expression(statement.step, inside)
        elif isinstance(statement, nodes.Switch):
            self.statement(statement.before, path)
            self.expression(statement.value, path)
            for number, inner in enumerate(statement.body):
                self.statement(inner, (*path, (id(statement), 3 + number)))
        elif isinstance(statement, nodes.UnknownStatement):
            for inner in statement.parts:
                self.statement(inner, path)
        elif isinstance(statement, nodes.Declare):
            value = statement.binding if statement.binding is not None else statement.initial
            self.expression(value, path)
            if value is not None:
                self._define(statement.variable, "=", value, statement.at, path)
        else:
            self.expression(statement, path)

    def expression(self, part: object, path: tuple[_ARM, ...]) -> None:
        """Note where the nodes of an expression stand, and what it assigns."""
        found = list(walk(part)) if part is not None else []
        for node in found:
            self.order += 1
            self.places.setdefault(id(node), (self.order, path))
            if isinstance(node, nodes.Node):
                self.written.setdefault(node.at, []).append(node)
        for node in reversed(found):
            if isinstance(node, (nodes.Assign, nodes.CompoundAssign, nodes.Increment)):
                self._assignment(node, path)

    def _assignment(self, node: nodes.Assign | nodes.CompoundAssign | nodes.Increment, path: tuple[_ARM, ...]) -> None:
        if not isinstance(node.place, nodes.VariablePlace):
            return
        if isinstance(node, nodes.Assign):
            operator, value = "=", node.value
        elif isinstance(node, nodes.CompoundAssign):
            operator, value = f"{node.operator}=", node.value
        else:
            operator, value = "++" if node.step > 0 else "--", None
        self._define(node.place.variable, operator, value, node.at, path)

    def _define(
        self,
        variable: nodes.Variable,
        operator: str,
        value: nodes.Node | None,
        at: Position,
        path: tuple[_ARM, ...],
    ) -> None:
        self.order += 1
        found = _Definition(variable, operator, value, at, self.order, path)
        self.definitions.setdefault(variable.key, []).append(found)


@dataclass(slots=True)
class _Frame:
    """A function on the way to the access, and the call in it that leads on."""

    function: Function
    reader: _Reader
    call: nodes.Call | None
    depth: int


def substitutions(unit: Unit, kernel: Function, at: Position, via: Sequence[Position]) -> tuple[Substitution, ...]:
    """The definitions that reach the address of the access at `at`, reached from a kernel by the calls in `via`."""
    frames = _frames(unit, kernel, via)
    if frames is None:
        return ()
    found: _Known = {}
    last = frames[-1]
    for access in last.reader.written.get(at, ()):
        order, path = last.reader.places.get(id(access), (last.reader.order, ()))
        _follow(frames, len(frames) - 1, _address_parts(access), order, path, found)
    ordered = sorted(found.values(), key=lambda s: (s.depth, s.at.path, s.at.line, s.at.column, s.argument or 0))
    return tuple(ordered[:MOST_SUBSTITUTIONS])


def _frames(unit: Unit, kernel: Function, via: Sequence[Position]) -> list[_Frame] | None:
    """The kernel and the functions that it calls on the way; None where a call is not found."""
    frames: list[_Frame] = []
    function = kernel
    for depth, position in enumerate(reversed(via)):
        reader = _read(function)
        call = next((n for n in reader.written.get(position, ()) if isinstance(n, nodes.Call)), None)
        if call is None or call.function not in unit.functions:
            return None
        frames.append(_Frame(function, reader, call, depth))
        function = unit.functions[call.function]
    frames.append(_Frame(function, _read(function), None, len(frames)))
    return frames


@lru_cache(maxsize=8)
def _read(function: Function) -> _Reader:
    reader = _Reader()
    reader.statement(function.body, ())
    return reader


def _address_parts(node: nodes.Node) -> list[nodes.Node]:
    """What an access's address is made from: of a call, its pointers and places alone."""
    if isinstance(node, nodes.Intrinsic):
        parts: list[nodes.Node] = [a for a in node.arguments if isinstance(a, nodes.Place) or _is_pointer(a)]
        return [*parts, node.this] if node.this is not None else parts
    if isinstance(node, (nodes.Assign, nodes.CompoundAssign, nodes.Increment)):
        return [node.place]
    return [node]


def _is_pointer(node: nodes.Node) -> bool:
    return isinstance(node.type, (Pointer, Array))


def _follow(
    frames: Sequence[_Frame],
    level: int,
    parts: Sequence[nodes.Node],
    order: int,
    path: tuple[_ARM, ...],
    found: _Known,
) -> None:
    """Add what defines the variables in some nodes, and the variables in those definitions."""
    frame = frames[level]
    for variable in _variables(parts):
        for definition in _reaching(frame.reader.definitions.get(variable.key, ()), order, path):
            if definition.at in found:
                continue
            found[definition.at] = Substitution(
                variable.name,
                definition.operator,
                definition.at,
                depth=frame.depth,
                conditional=any(arm[1] != _LOOP and arm not in path for arm in definition.path),
            )
            if definition.value is not None:
                _follow(frames, level, [definition.value], definition.order, definition.path, found)
        if variable.storage == "parameter" and level:
            _follow_argument(frames, level, variable, found)


def _follow_argument(frames: Sequence[_Frame], level: int, variable: nodes.Variable, found: _Known) -> None:
    caller = frames[level - 1]
    call = caller.call
    assert call is not None
    keys = [p.key for p in frames[level].function.parameters]
    number = keys.index(variable.key) if variable.key in keys else len(call.arguments)
    if number >= len(call.arguments):
        return
    argument = call.arguments[number]
    key = (call.at, number)
    if key not in found:
        found[key] = Substitution(variable.name, "=", call.at, number, caller.depth)
        order, path = caller.reader.places.get(id(call), (caller.reader.order, ()))
        _follow(frames, level - 1, [argument], order, path, found)


def _variables(parts: Sequence[nodes.Node]) -> Iterator[nodes.Variable]:
    """Integers and pointers that are read in some nodes, each once."""
    seen: set[str] = set()
    for part in parts:
        for node in walk(part):
            if not isinstance(node, nodes.VariablePlace) or node.variable.key in seen:
                continue
            seen.add(node.variable.key)
            type_ = node.variable.type
            if isinstance(type_, Reference):
                type_ = type_.referent
            counts = isinstance(type_, (Integer, Boolean, Pointer, Array)) or isinstance(node.variable.type, Reference)
            if counts and node.variable.storage in ("local", "parameter", "static", "constant"):
                yield node.variable


def _reaching(definitions: Sequence[_Definition], order: int, path: tuple[_ARM, ...]) -> Iterator[_Definition]:
    """Those that may have given a variable its value where control is at `order` inside of `path`."""
    latest_first = sorted(definitions, key=lambda d: -d.order)
    settled: tuple[_ARM, ...] = ()
    for definition in latest_first:
        if definition.order >= order or _excluded(definition.path, path):
            continue
        yield definition
        if definition.operator == "=" and definition.path == path[: len(definition.path)]:
            settled = definition.path
            break
    for depth, arm in enumerate(path, 1):
        if arm[1] == _LOOP and arm not in settled:
            yield from _of_the_round_before(latest_first, path[:depth])


def _of_the_round_before(latest_first: Sequence[_Definition], loop: tuple[_ARM, ...]) -> Iterator[_Definition]:
    """Those that may hold at the end of a round of a loop, whose path this is."""
    for definition in latest_first:
        if definition.path[: len(loop)] != loop:
            continue
        yield definition
        if definition.operator == "=" and definition.path == loop:
            return


def _excluded(path: Sequence[_ARM], other: Sequence[_ARM]) -> bool:
    """Whether two places lie in different arms of one branch."""
    arms = dict(other)
    return any(branch in arms and arms[branch] != arm for branch, arm in path)
