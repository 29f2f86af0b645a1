"""Functions: their keys, and their bodies lowered when somebody asks."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import pairwise

from cudalint.front.lowering import kinds
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.dispatch import Body
from cudalint.front.lowering.initialisers import initialiser
from cudalint.front.lowering.tables import UnitTables
from cudalint.ir.nodes import (
    Block,
    Expression,
    Place,
    Statement,
    UnknownStatement,
    Variable,
)
from cudalint.ir.types import UNKNOWN, Record, Type
from cudalint.ir.unit import Function, MemberInitialiser

_LAUNCH_BOUNDS = "launch_bounds:"
_OPERATORS = {
    ast.Add: int.__add__,
    ast.Sub: int.__sub__,
    ast.Mult: int.__mul__,
    ast.Div: int.__floordiv__,
}


class FunctionTable(Mapping[str, Function]):
    """The functions of a unit by key. Iteration gives those that have a key so far."""

    def __init__(self, unit: UnitTables) -> None:
        """Start with no function known, and let the tables ask here for keys."""
        self._unit = unit
        self._cursors: dict[str, Cursor] = {}
        self._keys: dict[int | None, str] = {}
        self._lambdas: dict[int | None, str] = {}
        self._lowered: dict[str, Function] = {}
        self.has_namesakes = False
        unit.key_of = self.key_of
        unit.lambda_key = self.lambda_key

    def __getitem__(self, key: str) -> Function:
        """The function, lowered now if it was not before; raises `KeyError`."""
        found = self._lowered.get(key)
        if found is None:
            found = self._lowered[key] = _lower(self._unit, key, self._cursors[key])
        return found

    def __iter__(self) -> Iterator[str]:
        """The keys given out so far."""
        return iter(self._cursors)

    def __len__(self) -> int:
        """How many keys were given out so far."""
        return len(self._cursors)

    def __contains__(self, key: object) -> bool:
        """Whether the key was given out."""
        return key in self._cursors

    def key_of(self, definition: Cursor) -> str:
        """The key of a function with a body: its USR, with a number when several share one."""
        found = self._keys.get(definition.first)
        if found is None:
            found = self._keys[definition.first] = self._register(definition, self._unit.tree.usr(definition))
        return found

    def lambda_key(self, cursor: Cursor) -> str:
        """The key of a lambda expression's body."""
        tree = self._unit.tree
        declaration = tree.type_declaration(tree.type_of(cursor))
        found = self._lambdas.get(declaration.first)
        if found is None:
            method = next(
                (c for c in tree.children(declaration) if _is_call_operator(tree.spelling(c), c)),
                None,
            )
            if method is not None and self._unit.callees.of(method).body is not None:
                found = self.key_of(method)
            else:
                at = self._unit.positions.start(cursor)
                found = self._register(cursor, f"lambda@{at.path}:{at.line}:{at.column}")
            self._lambdas[declaration.first] = found
        return found

    def _register(self, cursor: Cursor, name: str) -> str:
        key, number = name, 2
        while key in self._cursors:
            key = f"{name}#{number}"
            number += 1
            self.has_namesakes = True
        self._cursors[key] = cursor
        return key


def _is_call_operator(name: str, cursor: Cursor) -> bool:
    return cursor.kind == kinds.CXX_METHOD and name == "operator()"


# -- one function ------------------------------------------------------------------------------------------------------


def _lower(unit: UnitTables, key: str, cursor: Cursor) -> Function:
    if cursor.kind == kinds.LAMBDA_EXPR:
        return _lower_lambda(unit, key, cursor)
    callee = unit.callees.of(cursor)
    children = callee.children
    body = Body(unit, callee.result)
    parameters = tuple(unit.variables.of(p.cursor).variable for p in callee.parameters)
    lowered = _body(
        body,
        next(c for c in children if c.kind in (kinds.COMPOUND_STMT, kinds.CXX_TRY_STMT)),
    )
    initialisers = _initialisers(body, cursor, children) if _is_constructor(unit, cursor) else ()
    extent = unit.positions.extent(cursor)
    return Function(
        key=key,
        name=callee.name,
        qualified_name="::".join(unit.callees.names(cursor)),
        kind=function_kind(children),
        parameters=parameters,
        result=callee.result,
        body=lowered,
        at=extent,
        is_method=callee.is_method and not callee.is_static,
        initialisers=initialisers,
        launch_bounds=_launch_bounds(unit, children),
        template_arguments=tuple(str(a) for a in callee.template_arguments),
        is_template=is_template(unit, cursor),
        repaired=body.repaired or unit.has_error(extent),
        calls_launch=body.calls_launch,
    )


def _body(body: Body, cursor: Cursor) -> Statement:
    try:
        return body.statement(cursor) or Block(body.start(cursor), ())
    except RecursionError:
        return UnknownStatement(body.start(cursor), (), "nested too deeply")


def _lower_lambda(unit: UnitTables, key: str, cursor: Cursor) -> Function:
    children = unit.tree.children(cursor)
    body = Body(unit, UNKNOWN)
    parameters: tuple[Variable, ...] = tuple(
        unit.variables.of(c).variable for c in children if c.kind == kinds.PARM_DECL
    )
    written = next((c for c in children if c.kind == kinds.COMPOUND_STMT), None)
    lowered = _body(body, written) if written is not None else Block(body.start(cursor), ())
    extent = unit.positions.extent(cursor)
    return Function(
        key=key,
        name="operator()",
        qualified_name="operator()",
        kind="host",
        parameters=parameters,
        result=UNKNOWN,
        body=lowered,
        at=extent,
        is_method=True,
        repaired=body.repaired or unit.has_error(extent),
        calls_launch=body.calls_launch,
    )


def function_kind(children: tuple[Cursor, ...] | list[Cursor]) -> str:
    """ "kernel", "device" or "host", by the attributes of the declaration."""
    attributes = {c.kind for c in children if c.kind >= kinds.ANNOTATE_ATTR}
    if kinds.CUDAGLOBAL_ATTR in attributes:
        return "kernel"
    return "device" if kinds.CUDADEVICE_ATTR in attributes else "host"


def is_template(unit: UnitTables, cursor: Cursor | None) -> bool:
    """Whether the body depends on template parameters that nobody has filled in."""
    while cursor is not None:
        if cursor.kind in (
            kinds.FUNCTION_TEMPLATE,
            kinds.CLASS_TEMPLATE,
            kinds.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
        ):
            return True
        cursor = unit.tree.parent(cursor)
    return False


def _launch_bounds(unit: UnitTables, children: tuple[Cursor, ...]) -> int | None:
    for child in children:
        if child.kind != kinds.ANNOTATE_ATTR:
            continue
        text = unit.tree.spelling(child)
        if text.startswith(_LAUNCH_BOUNDS):
            return _integer(text.removeprefix(_LAUNCH_BOUNDS))
    return None


def _integer(text: str) -> int | None:
    """The value of the first of comma-separated integer expressions; None when it holds names."""
    try:
        tree = ast.parse(f"({text},)", mode="eval").body
    except SyntaxError:
        return None
    return _evaluated(tree.elts[0]) if isinstance(tree, ast.Tuple) and tree.elts else None


def _evaluated(node: ast.expr) -> int | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if not isinstance(node, ast.BinOp) or type(node.op) not in _OPERATORS:
        return None
    left, right = _evaluated(node.left), _evaluated(node.right)
    if left is None or right is None or (right == 0 and isinstance(node.op, ast.Div)):
        return None
    return int(_OPERATORS[type(node.op)](left, right))


# -- constructors ------------------------------------------------------------------------------------------------------


def _is_constructor(unit: UnitTables, cursor: Cursor) -> bool:
    if cursor.kind == kinds.CONSTRUCTOR:
        return True
    if cursor.kind != kinds.FUNCTION_TEMPLATE:
        return False
    parent = unit.tree.parent(cursor)
    return parent is not None and unit.tree.spelling(parent) == unit.tree.spelling(cursor).split("<")[0]


def _initialisers(body: Body, cursor: Cursor, children: tuple[Cursor, ...]) -> tuple[MemberInitialiser, ...]:
    """Written initialisers, then those that members have at their declaration."""
    unit = body.unit
    parent = unit.tree.parent(cursor)
    record = unit.types.lower(unit.tree.type_of(parent)) if parent is not None else UNKNOWN
    found: list[MemberInitialiser] = []
    named: set[int | None] = set()
    for member, written in pairwise(children):
        if not 100 <= written.kind < 200:
            continue
        if member.kind == kinds.MEMBER_REF:
            declaration = unit.tree.referenced(member)
            if declaration is not None and declaration.kind == kinds.FIELD_DECL:
                named.add(declaration.first)
                _add_member(body, declaration, written, found)
        elif member.kind in (kinds.TYPE_REF, kinds.TEMPLATE_REF):
            _add_base(body, record, written, found)
    if parent is not None:
        for field in unit.tree.children(parent):
            if field.kind == kinds.FIELD_DECL and field.first not in named:
                _add_default(body, field, found)
    return tuple(found)


def _add_member(body: Body, declaration: Cursor, written: Cursor, found: list[MemberInitialiser]) -> None:
    facts = body.unit.field(declaration)
    if facts.reference:
        found.append(MemberInitialiser(facts.offset, facts.type, body.place(written)))
        return
    value = initialiser(body, written, facts.type)
    if value is not None:
        found.append(MemberInitialiser(facts.offset, facts.type, value))


def _add_base(body: Body, record: Type, written: Cursor, found: list[MemberInitialiser]) -> None:
    type_ = body.type_of(written)
    offset = 0
    for field in record.fields if isinstance(record, Record) else ():
        if not field.name and field.type == type_:
            offset = field.offset
    value: Expression | Place | None = initialiser(body, written, type_)
    if value is not None:
        found.append(MemberInitialiser(offset, type_, value))


def _add_default(body: Body, field: Cursor, found: list[MemberInitialiser]) -> None:
    written = body.unit.tree.expressions(field)
    facts = body.unit.field(field)
    if not written or facts.bits is not None or facts.reference:
        return
    if written[-1].kind == kinds.INTEGER_LITERAL and b"=" not in body.unit.positions.text(field):
        return
    _add_member(body, field, written[-1], found)
