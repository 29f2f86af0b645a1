"""Literals, names and members."""

from __future__ import annotations

import re

from cudalint.front.lowering import kinds
from cudalint.front.lowering.clang_tree import ClangType, Cursor
from cudalint.front.lowering.dispatch import Body, effects, places, values
from cudalint.front.lowering.positions import INVENTED_FILE
from cudalint.front.lowering.shapes import is_arithmetic, pointer_to, read
from cudalint.ir.nodes import (
    AddressOf,
    Constant,
    Dereference,
    Expression,
    FunctionValue,
    Member,
    Place,
    Reinterpret,
    TemplateValue,
    Temporary,
    Text,
    This,
    UnknownValue,
    VariablePlace,
)
from cudalint.ir.types import (
    INT,
    UNKNOWN,
    VOID,
    Floating,
    Pointer,
    Reference,
    Type,
    Unknown,
)

_VARIABLES = frozenset((kinds.VAR_DECL, kinds.PARM_DECL, kinds.UNEXPOSED_DECL))
_LAST_NAME = re.compile(rb"(->|\.|::)?\s*(?:template\s+)?([A-Za-z_]\w*)\s*(?:<[^<>]*>)?\s*$")
_LONGEST_NAME = 128
_VECTOR_MEMBERS = {"x": 0, "y": 4, "z": 8, "w": 12}


def constant(body: Body, cursor: Cursor, value: float) -> Constant:
    """A folded constant of the cursor's type."""
    type_ = body.value_type(cursor)
    return Constant(type_, body.start(cursor), _as(type_, value))


def evaluated(body: Body, cursor: Cursor, otherwise: str) -> Expression:
    """What libclang makes of a constant expression; `otherwise` says why a value is unknown."""
    found = body.unit.tree.evaluate(cursor)
    if found is not None:
        return constant(body, cursor, found)
    return UnknownValue(body.value_type(cursor), body.start(cursor), (), otherwise)


def _as(type_: Type, value: float) -> int | float:
    return float(value) if isinstance(type_, Floating) else value


# -- literals ----------------------------------------------------------------------------------------------------------


@values(
    kinds.INTEGER_LITERAL,
    kinds.FLOATING_LITERAL,
    kinds.CHARACTER_LITERAL,
    kinds.CXX_BOOL_LITERAL_EXPR,
    kinds.CXX_UNARY_EXPR,
)
def _literal(body: Body, cursor: Cursor) -> Expression:
    found = body.unit.tree.evaluate(cursor)
    if found is not None:
        return constant(body, cursor, found)
    if cursor.kind == kinds.CXX_UNARY_EXPR:
        return UnknownValue(body.value_type(cursor), body.start(cursor), (), "size of a dependent type")
    return UnknownValue(body.value_type(cursor), body.start(cursor), (), "literal")


@values(kinds.STRING_LITERAL)
def _string(body: Body, cursor: Cursor) -> Expression:
    return Text(
        body.value_type(cursor),
        body.start(cursor),
        body.unit.tree.spelling(cursor).strip('"'),
    )


@values(kinds.CXX_NULL_PTR_LITERAL_EXPR, kinds.GNU_NULL_EXPR)
def _null(body: Body, cursor: Cursor) -> Expression:
    type_ = body.value_type(cursor)
    return Constant(
        type_ if not isinstance(type_, Unknown) else pointer_to(VOID),
        body.start(cursor),
        0,
    )


@values(kinds.CXX_THIS_EXPR)
def _this(body: Body, cursor: Cursor) -> Expression:
    return This(body.value_type(cursor), body.start(cursor))


# -- names -------------------------------------------------------------------------------------------------------------


@values(kinds.DECL_REF_EXPR)
def _name(body: Body, cursor: Cursor) -> Expression:
    declaration = body.unit.tree.referenced(cursor)
    if declaration is None:
        return _substituted(body, cursor)
    return _named(body, cursor, declaration)


def _named(body: Body, cursor: Cursor, declaration: Cursor) -> Expression:
    kind = declaration.kind
    if kind in _VARIABLES:
        declared = body.unit.variables.of(declaration)
        if declared.constant is not None:
            return Constant(
                declared.variable.type,
                body.start(cursor),
                _as(declared.variable.type, declared.constant),
            )
        return read(_variable_place(body, cursor, declaration))
    if kind == kinds.ENUM_CONSTANT_DECL:
        return _enumerator(body, cursor, declaration)
    if kind in kinds.FUNCTIONS:
        return function_value(body, cursor, declaration)
    if kind == kinds.TEMPLATE_NON_TYPE_PARAMETER:
        type_ = body.value_type(cursor)
        return TemplateValue(
            INT if isinstance(type_, Unknown) else type_,
            body.start(cursor),
            body.unit.tree.spelling(declaration),
        )
    if kind == kinds.OVERLOADED_DECL_REF:
        return _overloaded(body, cursor, declaration)
    return _substituted(body, cursor)


def _substituted(body: Body, cursor: Cursor) -> Expression:
    """A template parameter that an instantiation replaced: its value is the only child."""
    children = body.unit.tree.expressions(cursor)
    if len(children) == 1:
        return body.value(children[0])
    return evaluated(body, cursor, "name that depends on a template parameter")


def _enumerator(body: Body, cursor: Cursor, declaration: Cursor) -> Expression:
    if body.unit.positions.origin(declaration) == INVENTED_FILE:
        body.repaired = True
        return UnknownValue(body.value_type(cursor), body.start(cursor), (), "undeclared name")
    type_ = body.value_type(cursor)
    return Constant(
        type_ if is_arithmetic(type_) else INT,
        body.start(cursor),
        body.unit.tree.enum_value(declaration),
    )


def function_value(body: Body, cursor: Cursor, declaration: Cursor) -> Expression:
    """A function named as a value."""
    callee = body.unit.callees.of(declaration)
    key = body.unit.key_of(callee.body) if callee.body is not None else ""
    return FunctionValue(body.value_type(cursor), body.start(cursor), key, callee.name)


def _overloaded(body: Body, cursor: Cursor, declaration: Cursor) -> Expression:
    for overload in body.unit.tree.overloads(declaration):
        if overload.kind in kinds.FUNCTIONS:
            return function_value(body, cursor, overload)
    name = body.unit.tree.spelling(declaration)
    found = body.unit.named(name, -1)
    if found is not None:
        return function_value(body, cursor, found)
    return FunctionValue(UNKNOWN, body.start(cursor), "", name)


def _variable_place(body: Body, cursor: Cursor, declaration: Cursor) -> VariablePlace:
    variable = body.unit.variables.of(declaration).variable
    if variable.storage == "invented":
        body.repaired = True
    type_ = variable.type.referent if isinstance(variable.type, Reference) else variable.type
    if isinstance(type_, Unknown):
        seen = body.type_of(cursor)
        type_ = type_ if isinstance(seen, Unknown) or type_.spelling == "invalid declaration" else seen
    return VariablePlace(type_, body.unit.positions.start(cursor), variable)


@places(kinds.DECL_REF_EXPR, kinds.VARIABLE_REF)
def _name_place(body: Body, cursor: Cursor) -> Place:
    declaration = body.unit.tree.referenced(cursor)
    if declaration is not None and declaration.kind in _VARIABLES:
        return _variable_place(body, cursor, declaration)
    return body.temporary(_name(body, cursor))


@effects(kinds.DECL_REF_EXPR)
def _name_effect(body: Body, cursor: Cursor) -> Expression:
    place = _name_place(body, cursor)
    return place.value if isinstance(place, Temporary) else AddressOf(pointer_to(place.type), place.at, place)


# -- members -----------------------------------------------------------------------------------------------------------


@values(kinds.MEMBER_REF_EXPR)
def _member_value(body: Body, cursor: Cursor) -> Expression:
    declaration = body.unit.tree.referenced(cursor)
    if declaration is not None and declaration.kind not in (
        kinds.FIELD_DECL,
        kinds.OVERLOADED_DECL_REF,
    ):
        return _named(body, cursor, declaration)
    return read(_member(body, cursor, declaration))


@places(kinds.MEMBER_REF_EXPR, kinds.MEMBER_REF)
def _member_place(body: Body, cursor: Cursor) -> Place:
    declaration = body.unit.tree.referenced(cursor)
    if declaration is not None and declaration.kind == kinds.VAR_DECL:
        return _variable_place(body, cursor, declaration)
    if declaration is not None and declaration.kind not in (
        kinds.FIELD_DECL,
        kinds.OVERLOADED_DECL_REF,
    ):
        return body.temporary(_named(body, cursor, declaration))
    return _member(body, cursor, declaration)


def _member(body: Body, cursor: Cursor, declaration: Cursor | None) -> Place:
    children = body.unit.tree.expressions(cursor)
    record = base_of_member(body, cursor, children[0] if children else None)
    at = body.unit.positions.range(cursor)
    name = ""
    if declaration is None or declaration.kind != kinds.FIELD_DECL:
        name = member_name(body, cursor)
        found = members_named(body, children[0], name) if children else []
        if found and found[0].kind == kinds.FIELD_DECL:
            declaration = found[0]
    if declaration is None or declaration.kind != kinds.FIELD_DECL:
        return Member(body.type_of(cursor), at, record, name, _VECTOR_MEMBERS.get(name, 0))
    facts = body.unit.field(declaration)
    offset = facts.offset
    if facts.in_anonymous and children:
        # clang names some of the anonymous records on the way and skips others.
        offset = body.unit.offset_within(facts, _object_type(body, children[0]))
    return Member(facts.type, at, record, facts.name, offset, facts.vector, facts.reference, facts.bits)


def _object_type(body: Body, base: Cursor) -> ClangType:
    tree = body.unit.tree
    type_: ClangType = tree.canonical_type(tree.type_of(base))
    if type_.kind == kinds.TYPE_POINTER:
        type_ = tree.pointee(type_)
    return type_


def base_of_member(body: Body, cursor: Cursor, base: Cursor | None) -> Place:
    """The object whose member is named: written before the dot or arrow, or `*this`."""
    if base is None:
        this = This(pointer_to(UNKNOWN), body.start(cursor))
        return Dereference(UNKNOWN, this.at, this)
    type_ = body.value_type(base)
    if isinstance(type_, Pointer):
        return Dereference(type_.pointee, body.start(base), body.value(base))
    if isinstance(type_, Unknown) and _has_arrow(body, cursor):
        return Dereference(UNKNOWN, body.start(base), body.value(base))
    place = body.place(base)
    if isinstance(place.type, Pointer) and isinstance(type_, Unknown):
        return Dereference(place.type.pointee, place.at, read(place))
    return place


def _has_arrow(body: Body, cursor: Cursor) -> bool:
    match = _LAST_NAME.search(body.unit.positions.tail(cursor, _LONGEST_NAME))
    return match is not None and match.group(1) == b"->"


def member_name(body: Body, cursor: Cursor) -> str:
    """The name of a member that depends on a template parameter, which libclang leaves out: read from the source."""
    found = body.unit.tree.spelling(cursor)
    if found:
        return found
    match = _LAST_NAME.search(body.unit.positions.tail(cursor, _LONGEST_NAME))
    return match.group(2).decode() if match else ""


def members_named(body: Body, owner: Cursor, name: str) -> list[Cursor]:
    """Members of that name of the class template that an object, or what it points to, is one of."""
    tree = body.unit.tree
    declaration = tree.type_declaration(_object_type(body, owner))
    if declaration.kind not in kinds.CLASSES:
        return []
    members = tree.children(tree.definition(declaration) or declaration)
    return [c for c in members if tree.spelling(c) == name]


def as_base(body: Body, cursor: Cursor, place: Place, target: Type) -> Place:
    """The place as its base class, or as any other type of the same place."""
    offset = 0
    for field in getattr(place.type, "fields", ()):
        if not field.name and field.type == target:
            offset = field.offset
    return Reinterpret(target, body.start(cursor), place, offset)
