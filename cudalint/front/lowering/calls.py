"""Calls of functions, methods and operators."""

from __future__ import annotations

from cudalint.front.lowering import kinds
from cudalint.front.lowering.callees import Callee, Parameter
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.constructors import construct, is_construction, unresolved_construction
from cudalint.front.lowering.dispatch import Body, effects, places, values
from cudalint.front.lowering.launches import is_launch, launch
from cudalint.front.lowering.names import base_of_member, member_name
from cudalint.front.lowering.shapes import convert, read
from cudalint.ir.nodes import (
    Argument,
    Assign,
    Call,
    CallPlace,
    CallValue,
    Construct,
    Dereference,
    EffectPlace,
    Expression,
    Intrinsic,
    Load,
    Place,
    Temporary,
    This,
    UnknownValue,
)
from cudalint.ir.types import UNKNOWN, FunctionType, Pointer, Record, Unknown

_VALUE_CALLEES = frozenset((kinds.VAR_DECL, kinds.PARM_DECL, kinds.FIELD_DECL, kinds.UNEXPOSED_DECL))
_WRAPPERS = frozenset((kinds.UNEXPOSED_EXPR, kinds.PAREN_EXPR))


@values(kinds.CALL_EXPR)
def _call_value(body: Body, cursor: Cursor) -> Expression:
    call, is_place = _call(body, cursor)
    return read(CallPlace(call.type, call.at, call)) if is_place else call


@places(kinds.CALL_EXPR)
def _call_place(body: Body, cursor: Cursor) -> Place:
    call, is_place = _call(body, cursor)
    if is_place:
        return CallPlace(call.type, call.at, call)
    if isinstance(call, Assign):
        return EffectPlace(call.type, call.at, call, call.place)
    return body.temporary(call)


@effects(kinds.CALL_EXPR)
def _call_effect(body: Body, cursor: Cursor) -> Expression:
    return _call(body, cursor)[0]


def _call(body: Body, cursor: Cursor) -> tuple[Expression, bool]:
    """The call, and whether its result is a place."""
    tree = body.unit.tree
    children = tree.children(cursor)
    if is_launch(tree, children):
        return launch(body, cursor, children), False
    declaration = tree.referenced(cursor)
    if declaration is None or declaration.kind in (kinds.OVERLOADED_DECL_REF, kinds.FUNCTION_TEMPLATE):
        if is_construction(children):
            return unresolved_construction(body, cursor), False
        return _unresolved(body, cursor, children), False
    if declaration.kind == kinds.CONSTRUCTOR:
        return construct(body, cursor, declaration), False
    if declaration.kind in _VALUE_CALLEES:
        arguments = [argument(body, a, None, loose=False) for a in tree.arguments(cursor)]
        callee = body.value(children[0])
        return CallValue(body.value_type(cursor), body.unit.positions.range(cursor), callee, tuple(arguments)), False
    if declaration.kind not in kinds.FUNCTIONS:
        return _unresolved(body, cursor, children), False
    return _resolved(body, cursor, children, body.unit.callees.of(declaration))


def _resolved(body: Body, cursor: Cursor, children: list[Cursor], callee: Callee) -> tuple[Expression, bool]:
    arguments = body.unit.tree.arguments(cursor)
    this: Place | None = None
    if callee.is_method and not callee.is_static:
        if _is_operator_syntax(callee, children, arguments):
            if callee.name == "operator=" and len(arguments) == 2 and (callee.implicit or not callee.lowered):
                return _copy_assign(body, cursor, arguments[0], arguments[1], callee), False
            this = body.place(arguments[0])
            arguments = arguments[1:]
        else:
            this = object_of(body, children)
    return make_call(body, cursor, callee, this, arguments), callee.returns_reference


def make_call(
    body: Body, cursor: Cursor, callee: Callee, this: Place | None, arguments: list[Cursor]
) -> Call | Intrinsic:
    """A call of a resolved function."""
    type_, at = body.value_type(cursor), body.unit.positions.range(cursor)
    if callee.returns_reference:
        type_ = body.type_of(cursor)
    parameters = callee.parameters
    given = tuple(
        argument(body, a, parameters[i] if i < len(parameters) else None, loose=not callee.lowered)
        for i, a in enumerate(arguments)
    )
    if callee.lowered and callee.body is not None:
        return Call(type_, at, body.unit.key_of(callee.body), callee.name, given, this)
    return Intrinsic(type_, at, callee.name, callee.scope, given, this, callee.known, callee.template_arguments)


def _is_operator_syntax(callee: Callee, children: list[Cursor], arguments: list[Cursor]) -> bool:
    """`a + b` rather than `a.operator+(b)`; only there the object is among the arguments."""
    if not callee.name.startswith("operator") or not arguments or not children:
        return False
    first = children[0]
    return not (first.kind == kinds.MEMBER_REF_EXPR and len(arguments) == len(callee.parameters))


def object_of(body: Body, children: list[Cursor]) -> Place | None:
    """The object of a method call."""
    tree = body.unit.tree
    callee = children[0] if children else None
    while callee is not None and callee.kind in _WRAPPERS:
        inner = tree.expressions(callee)
        callee = inner[0] if inner else None
    if callee is None:
        return None
    if callee.kind != kinds.MEMBER_REF_EXPR:
        this = This(Pointer(8, 8, UNKNOWN), body.start(callee))
        return Dereference(UNKNOWN, this.at, this)
    base = tree.expressions(callee)
    return base_of_member(body, callee, base[0] if base else None)


def _copy_assign(body: Body, cursor: Cursor, left: Cursor, right: Cursor, callee: Callee) -> Expression:
    """The compiler's own operator=, or that of a library type: the whole object is read and written."""
    place, value = body.place(left), body.value(right)
    if not isinstance(value.type, (Record, Unknown)) and isinstance(place.type, Record):
        value = Construct(place.type, value.at, None, (value,))
    return Assign(place.type, body.start(cursor), place, convert(value, place.type))


# -- arguments ---------------------------------------------------------------------------------------------------------


def argument(body: Body, cursor: Cursor, parameter: Parameter | None, *, loose: bool) -> Argument:
    """An argument: a place where the parameter is a reference. `loose`: temporaries may be given as plain values."""
    if cursor.kind == kinds.UNEXPOSED_EXPR and parameter is not None and not body.unit.tree.children(cursor):
        return _default_argument(body, cursor, parameter)
    if parameter is None:
        return _untyped(body, cursor)
    if parameter.by_reference:
        place = body.place(cursor)
        if loose and isinstance(place, Temporary):
            return place.value
        return place
    if isinstance(parameter.type, Unknown):
        return _untyped(body, cursor)
    return convert(body.value(cursor), parameter.type)


def _untyped(body: Body, cursor: Cursor) -> Argument:
    """For a parameter of unknown type: objects as places, all else by value."""
    type_ = body.type_of(cursor)
    if isinstance(type_, Record):
        place = body.place(cursor)
        return place.value if isinstance(place, Temporary) else place
    return body.value(cursor)


def _default_argument(body: Body, cursor: Cursor, parameter: Parameter) -> Argument:
    found = default_of(body, cursor, parameter)
    if parameter.by_reference:
        return found.place if isinstance(found, Load) else Temporary(found.type, found.at, found)
    return found


def default_of(body: Body, cursor: Cursor, parameter: Parameter) -> Expression:
    """The value of an argument that the call leaves out."""
    tree = body.unit.tree
    declarations = [parameter.cursor]
    function = tree.parent(parameter.cursor)
    if function is not None:
        siblings = [c.first for c in tree.children(function) if c.kind == kinds.PARM_DECL]
        first = [c for c in tree.children(tree.canonical(function)) if c.kind == kinds.PARM_DECL]
        if parameter.cursor.first in siblings and len(first) == len(siblings):
            declarations.append(first[siblings.index(parameter.cursor.first)])
    for declaration in declarations:
        written = tree.expressions(declaration)
        if written:
            return convert(body.value(written[-1]), parameter.type)
    value = body.value(cursor)
    if isinstance(value, UnknownValue):
        return UnknownValue(value.type, value.at, (), "default argument")
    return convert(value, parameter.type)


# -- calls that depend on template parameters ------------------------------------------------------------------------------


def callee_name(body: Body, children: list[Cursor]) -> tuple[str, Cursor | None]:
    """The name of what is called, and the reference to its overloads."""
    tree = body.unit.tree
    cursor = children[0] if children else None
    while cursor is not None:
        inner = tree.children(cursor)
        overloaded = next((c for c in inner if c.kind == kinds.OVERLOADED_DECL_REF), None)
        if overloaded is None and cursor.kind in (kinds.DECL_REF_EXPR, kinds.MEMBER_REF_EXPR):
            found = tree.referenced(cursor)
            overloaded = found if found is not None and found.kind == kinds.OVERLOADED_DECL_REF else None
        if overloaded is not None:
            return tree.spelling(overloaded), overloaded
        if cursor.kind in (kinds.DECL_REF_EXPR, kinds.MEMBER_REF_EXPR):
            return member_name(body, cursor), None
        cursor = inner[0] if inner and cursor.kind in _WRAPPERS else None
    return "", None


def _unresolved(body: Body, cursor: Cursor, children: list[Cursor]) -> Expression:
    tree = body.unit.tree
    arguments = tree.arguments(cursor) or [c for c in children[1:] if 100 <= c.kind < 200]
    name, overloaded = callee_name(body, children)
    callee = _best_overload(body, overloaded, name, len(arguments))
    is_member = bool(children) and children[0].kind == kinds.MEMBER_REF_EXPR
    if callee is not None and callee.lowered:
        this = object_of(body, children) if callee.is_method and not callee.is_static else None
        return make_call(body, cursor, callee, this, arguments)
    if not children or (not name and not is_member):
        return body.unknown_value(cursor, "call with errors")
    at = body.unit.positions.range(cursor)
    given = tuple(_untyped(body, a) for a in arguments)
    callee_type = body.type_of(children[0])
    if not is_member and overloaded is None and isinstance(callee_type, (Pointer, FunctionType, Record)):
        return CallValue(body.value_type(cursor), at, body.value(children[0]), given)
    this = object_of(body, children) if is_member else None
    scope = callee.scope if callee is not None else _scope(this)
    return Intrinsic(body.value_type(cursor), at, name, scope, given, this, callee is not None and callee.known)


def _scope(this: Place | None) -> str:
    return this.type.name if this is not None and isinstance(this.type, Record) else ""


def _best_overload(body: Body, overloaded: Cursor | None, name: str, count: int) -> Callee | None:
    candidates: list[Callee] = []
    if overloaded is not None:
        candidates = [
            body.unit.callees.of(d) for d in body.unit.tree.overloads(overloaded) if d.kind in kinds.FUNCTIONS
        ]
    fitting = [c for c in candidates if len(c.parameters) == count] or candidates
    for callee in fitting:
        if callee.lowered:
            return callee
    if fitting:
        return fitting[0]
    found = body.unit.named(name, count) if name else None
    return body.unit.callees.of(found) if found is not None else None

