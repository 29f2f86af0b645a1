"""Calls of functions, methods and operators."""

from __future__ import annotations

import re

from cudalint.front.lowering import kinds
from cudalint.front.lowering.arguments import arguments as lower_arguments
from cudalint.front.lowering.arguments import untyped
from cudalint.front.lowering.callees import Callee
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.constructors import (
    construct,
    is_construction,
    unresolved_construction,
)
from cudalint.front.lowering.dependent import dependent_operator, operator_of
from cudalint.front.lowering.dispatch import Body, effects, places, values
from cudalint.front.lowering.launches import is_launch, launch
from cudalint.front.lowering.names import base_of_member
from cudalint.front.lowering.overloads import best_overload, callee_name, method_of
from cudalint.front.lowering.quiet import written_through
from cudalint.front.lowering.shapes import convert, decayed, pointer_to, read
from cudalint.ir.nodes import (
    AddressOf,
    Argument,
    Assign,
    Call,
    CallPlace,
    CallValue,
    Construct,
    Dereference,
    EffectPlace,
    Expression,
    Initialise,
    Intrinsic,
    Place,
    This,
)
from cudalint.ir.types import UNKNOWN, FunctionType, Pointer, Record, Reference, Type, Unknown

_VALUE_CALLEES = frozenset((kinds.VAR_DECL, kinds.PARM_DECL, kinds.FIELD_DECL, kinds.UNEXPOSED_DECL))
_LAUNCHERS = ("cudaLaunchKernel", "cudaLaunchCooperativeKernel", "cuLaunchKernel")
_VECTOR_MAKER = re.compile(r"make_[a-z]+[1-4]")
_WRAPPERS = frozenset((kinds.UNEXPOSED_EXPR, kinds.PAREN_EXPR))


@values(kinds.CALL_EXPR)
def _call_value(body: Body, cursor: Cursor) -> Expression:
    call = _call(body, cursor)
    return read(call) if isinstance(call, Place) else call


@places(kinds.CALL_EXPR)
def _call_place(body: Body, cursor: Cursor) -> Place:
    call = _call(body, cursor)
    if isinstance(call, Place):
        return call
    if isinstance(call, Assign):
        return EffectPlace(call.type, call.at, call, call.place)
    return body.temporary(call)


@effects(kinds.CALL_EXPR)
def _call_effect(body: Body, cursor: Cursor) -> Expression:
    call = _call(body, cursor)
    if isinstance(call, CallPlace):
        return call.call
    if isinstance(call, EffectPlace):
        return call.effect
    return AddressOf(pointer_to(call.type), call.at, call) if isinstance(call, Place) else call


def _call(body: Body, cursor: Cursor) -> Expression | Place:
    """The call; a place where it yields a reference."""
    tree = body.unit.tree
    children = tree.children(cursor)
    if is_launch(tree, children):
        return launch(body, cursor, children)
    declaration = tree.referenced(cursor)
    if declaration is None or declaration.kind in (kinds.OVERLOADED_DECL_REF, kinds.FUNCTION_TEMPLATE):
        if is_construction(children):
            return unresolved_construction(body, cursor)
        return _unresolved(body, cursor, children)
    if declaration.kind == kinds.CONSTRUCTOR:
        return construct(body, cursor, declaration)
    if declaration.kind in _VALUE_CALLEES:
        return _through_value(body, cursor, children[0])
    if declaration.kind not in kinds.FUNCTIONS:
        return _unresolved(body, cursor, children)
    return _resolved(body, cursor, children, body.unit.callees.of(declaration))


def _resolved(body: Body, cursor: Cursor, children: list[Cursor], callee: Callee) -> Expression | Place:
    arguments = body.unit.tree.arguments(cursor)
    this: Place | None = None
    if callee.is_method and not callee.is_static:
        if _is_operator_syntax(callee, children, arguments):
            if callee.name == "operator=" and len(arguments) == 2 and (callee.implicit or not callee.lowered):
                return _copy_assign(body, cursor, arguments[0], arguments[1])
            this = body.place(arguments[0])
            arguments = arguments[1:]
        else:
            this = object_of(body, children)
    return make_call(body, cursor, callee, this, arguments)


def make_call(
    body: Body, cursor: Cursor, callee: Callee, this: Place | None, arguments: list[Cursor]
) -> Expression | Place:
    """A call of a resolved function."""
    at = body.unit.positions.range(cursor)
    type_ = body.type_of(cursor) if callee.returns_reference else body.value_type(cursor)
    if isinstance(type_, Unknown) and isinstance(callee.result, Reference):
        type_ = callee.result.referent
    elif isinstance(type_, Unknown):
        type_ = decayed(callee.result)
    given = lower_arguments(body, arguments, callee.parameters, loose=not callee.lowered)
    call: Expression
    if callee.lowered and callee.body is not None:
        quiet = this is None and body.unit.is_quiet(callee.name)
        written = written_through(p.type for p in callee.parameters) if quiet else None
        call = Call(type_, at, body.unit.key_of(callee.body), callee.name, given, this, written)
    else:
        vector = _made_vector(callee, type_, given)
        if vector is not None:
            return Initialise(type_, at, vector)
        body.calls_launch = body.calls_launch or callee.name.startswith(_LAUNCHERS)
        call = Intrinsic(type_, at, callee.name, callee.scope, given, this, callee.known, callee.template_arguments)
    return CallPlace(type_, at, call) if callee.returns_reference else call


def _made_vector(callee: Callee, type_: Type, given: tuple[Argument, ...]) -> tuple[tuple[int, Expression], ...] | None:
    """The parts of `make_float4(x, y, z, w)` and its kin with their offsets; None for other functions."""
    if not callee.known or not _VECTOR_MAKER.fullmatch(callee.name) or not isinstance(type_, Record):
        return None
    values = [value for value in given if isinstance(value, Expression)]
    if not len(values) == len(given) == len(type_.fields):
        return None
    return tuple((field.offset, value) for field, value in zip(type_.fields, values, strict=True))


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
        this = This(pointer_to(UNKNOWN), body.start(callee))
        return Dereference(UNKNOWN, this.at, this)
    base = tree.expressions(callee)
    return base_of_member(body, callee, base[0] if base else None)


def _copy_assign(body: Body, cursor: Cursor, left: Cursor, right: Cursor) -> Expression:
    """The compiler's own operator=, or that of a library type: the whole object is read and written."""
    place, value = body.place(left), body.value(right)
    if not isinstance(value.type, (Record, Unknown)) and isinstance(place.type, Record):
        value = Construct(place.type, value.at, None, (value,))
    return Assign(place.type, body.start(cursor), place, convert(value, place.type))


# -- calls that depend on template parameters --------------------------------------------------------------------------


def _through_value(body: Body, cursor: Cursor, callee: Cursor) -> Expression | Place:
    """A call of a function pointer, a closure, or an object of a class template with a call operator."""
    arguments = body.unit.tree.arguments(cursor) or body.unit.tree.expressions(cursor)[1:]
    method = method_of(body, callee, "operator()", len(arguments))
    if method is not None and method.lowered:
        return make_call(body, cursor, method, body.place(callee), arguments)
    given = tuple(untyped(body, a) for a in arguments)
    return CallValue(
        body.value_type(cursor),
        body.unit.positions.range(cursor),
        body.value(callee),
        given,
    )


def _unresolved(body: Body, cursor: Cursor, children: list[Cursor]) -> Expression | Place:
    tree = body.unit.tree
    if not children:
        return body.unknown_value(cursor, "call with errors")
    operator = operator_of(body, children)
    if operator is not None:
        return dependent_operator(body, cursor, *operator)
    arguments = tree.arguments(cursor) or [c for c in children[1:] if 100 <= c.kind < 200]
    name, overloaded = callee_name(body, children)
    is_member = children[0].kind == kinds.MEMBER_REF_EXPR
    if not name and not is_member:
        if children[0].kind in (
            kinds.CALL_EXPR,
            kinds.LAMBDA_EXPR,
            kinds.CXX_FUNCTIONAL_CAST_EXPR,
        ):
            return _through_value(body, cursor, children[0])
        return body.unknown_value(cursor, "call with errors")
    callee = _member_callee(body, children[0], name, len(arguments)) if is_member else None
    callee = callee or best_overload(body, overloaded, name, len(arguments))
    if callee is not None and callee.lowered:
        this = object_of(body, children) if callee.is_method and not callee.is_static else None
        return make_call(body, cursor, callee, this, arguments)
    if not is_member and overloaded is None and isinstance(body.type_of(children[0]), (Pointer, FunctionType, Record)):
        return _through_value(body, cursor, children[0])
    at = body.unit.positions.range(cursor)
    this = object_of(body, children) if is_member else None
    scope = callee.scope if callee is not None else _scope(this)
    known = callee is not None and callee.known
    given = tuple(untyped(body, a) for a in arguments)
    return Intrinsic(body.value_type(cursor), at, name, scope, given, this, known)


def _member_callee(body: Body, member: Cursor, name: str, count: int) -> Callee | None:
    base = body.unit.tree.expressions(member)
    return method_of(body, base[0], name, count) if base else None


def _scope(this: Place | None) -> str:
    return this.type.name if this is not None and isinstance(this.type, Record) else ""
