"""Cursors that denote places."""

from __future__ import annotations

from typing import Any

from clang.cindex import CursorKind, TypeKind

from cudalint.front.lowering.context import Context
from cudalint.front.lowering.table import lowers_place, place, unknown_place, value
from cudalint.front.lowering.types import element_size, is_arithmetic
from cudalint.ir import nodes
from cudalint.ir.types import Array, Pointer, Record, Reference, Type

_POST_INCREMENT, _PRE_INCREMENT, _PRE_DECREMENT, _ADDRESS, _DEREFERENCE, _PLUS = (
    1,
    3,
    4,
    5,
    6,
    7,
)
_ASSIGN, _LAST_COMPOUND, _COMMA = 22, 32, 33
_VARIABLES = (CursorKind.VAR_DECL, CursorKind.PARM_DECL, CursorKind.FIELD_DECL)
CASTS = (
    CursorKind.CSTYLE_CAST_EXPR,
    CursorKind.CXX_STATIC_CAST_EXPR,
    CursorKind.CXX_REINTERPRET_CAST_EXPR,
    CursorKind.CXX_CONST_CAST_EXPR,
    CursorKind.CXX_FUNCTIONAL_CAST_EXPR,
    CursorKind.CXX_DYNAMIC_CAST_EXPR,
)


def variable_place(context: Context, cursor: Any, declaration: Any) -> nodes.Place:
    """A use of a variable; of a reference, what it is bound to."""
    variable = context.variable(declaration)
    type_ = context.type_of(cursor)
    if isinstance(type_, Reference):
        type_ = type_.referent
    return nodes.VariablePlace(
        type_, context.position(cursor, extent=variable.storage == "device"), variable
    )


@lowers_place(CursorKind.DECL_REF_EXPR, CursorKind.VARIABLE_REF)
def _reference(context: Context, cursor: Any) -> nodes.Place | None:
    declaration = cursor.referenced
    if declaration is None or declaration.kind not in _VARIABLES:
        return None
    if declaration.kind == CursorKind.FIELD_DECL:
        return _member_of_this(context, cursor, declaration)
    return variable_place(context, cursor, declaration)


@lowers_place(CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR)
def _wrapper(context: Context, cursor: Any) -> nodes.Place | None:
    inner = [c for c in context.parts(cursor) if c.kind.is_expression()]
    if len(inner) != 1:
        return unknown_place(context, cursor) if len(inner) > 1 else None
    target, source = context.type_of(cursor), context.type_of(inner[0])
    if is_arithmetic(target) and is_arithmetic(source) and target != source:
        return None
    if isinstance(target, Pointer) and isinstance(source, Array):
        return None
    found = place(context, inner[0])
    if (
        isinstance(target, Record)
        and isinstance(found.type, Record)
        and target.name != found.type.name
    ):
        return nodes.Reinterpret(target, found.at, found)
    return found


@lowers_place(CursorKind.MEMBER_REF_EXPR, CursorKind.MEMBER_REF)
def _member(context: Context, cursor: Any) -> nodes.Place | None:
    declaration = cursor.referenced
    if declaration is None:
        return _unresolved_member(context, cursor)
    if declaration.kind == CursorKind.VAR_DECL:
        return variable_place(context, cursor, declaration)
    if declaration.kind != CursorKind.FIELD_DECL:
        return None
    inner = [c for c in context.parts(cursor) if c.kind.is_expression()]
    if not inner:
        return _member_of_this(context, cursor, declaration)
    return _make_member(context, cursor, declaration, record_of(context, inner[0]))


def record_of(context: Context, cursor: Any) -> nodes.Place:
    """The object on the left of `.` or `->`."""
    if isinstance(context.type_of(cursor), Pointer):
        pointer = value(context, cursor)
        pointee = (
            pointer.type.pointee if isinstance(pointer.type, Pointer) else pointer.type
        )
        return nodes.Dereference(pointee, pointer.at, pointer)
    return place(context, cursor)


def this_object(context: Context, cursor: Any, type_: Type) -> nodes.Place:
    """`*this`."""
    at = context.position(cursor)
    return nodes.Dereference(type_, at, nodes.This(Pointer(8, 8, type_), at))


def _member_of_this(context: Context, cursor: Any, declaration: Any) -> nodes.Place:
    parent = context.types.lower(declaration.semantic_parent.type)
    return _make_member(
        context, cursor, declaration, this_object(context, cursor, parent)
    )


def _make_member(
    context: Context, cursor: Any, declaration: Any, record: nodes.Place
) -> nodes.Place:
    declared = context.type_of(declaration)
    type_ = context.type_of(cursor)
    if isinstance(declared, Reference):
        type_ = declared.referent
    return nodes.Member(
        type_,
        context.position(cursor, extent=True),
        record,
        declaration.spelling,
        _offset(declaration),
        vector=_vector_alignment(declaration, type_),
        reference=isinstance(declared, Reference),
        bits=declaration.get_bitfield_width() if declaration.is_bitfield() else None,
    )


def _offset(declaration: Any) -> int:
    """Bytes from the start of the record; in a template, where nobody knows, members lie apart by their number."""
    bits = declaration.get_field_offsetof()
    if bits >= 0:
        return int(bits) // 8
    siblings = [
        c.spelling
        for c in declaration.semantic_parent.get_children()
        if c.kind == CursorKind.FIELD_DECL
    ]
    return (
        siblings.index(declaration.spelling) * 64
        if declaration.spelling in siblings
        else 0
    )


def _vector_alignment(declaration: Any, type_: Type) -> int:
    if not is_arithmetic(type_):
        return 0
    parent = declaration.semantic_parent.type
    align = parent.get_align() if parent.kind != TypeKind.INVALID else 0
    return int(align) if align in (8, 16) and type_.size < align else 0


def _unresolved_member(context: Context, cursor: Any) -> nodes.Place:
    """A member of a dependent type: somewhere in it, at a place of its own."""
    inner = [c for c in context.parts(cursor) if c.kind.is_expression()]
    at = context.position(cursor, extent=True)
    type_ = context.type_of(cursor)
    if not inner:
        return nodes.UnknownPlace(type_, at, (), "member of a dependent type")
    name = cursor.spelling
    offset = 4096 + 16 * (sum(map(ord, name)) % 64)
    return nodes.Member(type_, at, record_of(context, inner[0]), name, offset)


@lowers_place(CursorKind.ARRAY_SUBSCRIPT_EXPR)
def _subscript(context: Context, cursor: Any) -> nodes.Place:
    inner = context.parts(cursor)
    if len(inner) != 2:
        return unknown_place(context, cursor)
    base, index = inner
    base_type = context.type_of(base)
    if is_arithmetic(base_type):
        base, index = index, base
        base_type = context.type_of(base)
    at = context.position(cursor, extent=True)
    type_ = context.type_of(cursor)
    if isinstance(base_type, Array):
        decayed: nodes.Expression = nodes.AddressOf(
            Pointer(8, 8, base_type.element), at, place(context, base)
        )
    else:
        decayed = value(context, base)
    scale = element_size(base_type) or element_size(decayed.type) or type_.size
    return nodes.Element(type_, at, decayed, value(context, index), scale)


@lowers_place(CursorKind.UNARY_OPERATOR)
def _unary(context: Context, cursor: Any) -> nodes.Place | None:
    operator = context.library.unary_operator_kind(cursor)
    inner = context.parts(cursor)
    if not inner:
        return unknown_place(context, cursor)
    if operator == _DEREFERENCE:
        pointer = value(context, inner[0])
        return nodes.Dereference(
            context.type_of(cursor), context.position(cursor, extent=True), pointer
        )
    if operator in (_PRE_INCREMENT, _PRE_DECREMENT):
        target = place(context, inner[0])
        return nodes.EffectPlace(target.type, target.at, value(context, cursor), target)
    return place(context, inner[0]) if operator == _PLUS else None


@lowers_place(CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR)
def _binary(context: Context, cursor: Any) -> nodes.Place | None:
    operator = context.library.binary_operator_kind(cursor)
    inner = context.parts(cursor)
    if len(inner) != 2:
        return None
    if operator == _COMMA:
        target = place(context, inner[1])
        return nodes.EffectPlace(
            target.type, target.at, value(context, inner[0]), target
        )
    if _ASSIGN <= operator <= _LAST_COMPOUND:
        target = place(context, inner[0])
        return nodes.EffectPlace(target.type, target.at, value(context, cursor), target)
    return None


@lowers_place(CursorKind.CONDITIONAL_OPERATOR)
def _conditional(context: Context, cursor: Any) -> nodes.Place | None:
    inner = context.parts(cursor)
    if len(inner) != 3:
        return None
    condition = value(context, inner[0])
    return nodes.ConditionalPlace(
        context.type_of(cursor),
        context.position(cursor),
        condition,
        place(context, inner[1]),
        place(context, inner[2]),
    )


@lowers_place(*CASTS)
def _cast(context: Context, cursor: Any) -> nodes.Place | None:
    inner = [c for c in context.parts(cursor) if c.kind.is_expression()]
    target = context.type_of(cursor)
    if isinstance(target, Reference):
        target = target.referent
    elif is_arithmetic(target) or isinstance(target, Pointer):
        if not _casts_to_reference(cursor):
            return None
    if not inner:
        return None
    source = place(context, inner[-1])
    return nodes.Reinterpret(target, context.position(cursor, extent=True), source)


def _casts_to_reference(cursor: Any) -> bool:
    """`reinterpret_cast<float4&>(x)` has the referent as its type; the written type shows only in the text before the operand."""
    if cursor.kind not in (
        CursorKind.CXX_REINTERPRET_CAST_EXPR,
        CursorKind.CXX_STATIC_CAST_EXPR,
        CursorKind.CXX_CONST_CAST_EXPR,
    ):
        return False
    depth = 0
    previous = ""
    for token in cursor.get_tokens():
        text = token.spelling
        if text == "<":
            depth += 1
        elif text in (">", ">>"):
            depth -= len(text)
            if depth <= 0:
                return previous in ("&", "&&")
        previous = text
    return False


@lowers_place(CursorKind.CALL_EXPR)
def _call(context: Context, cursor: Any) -> nodes.Place | None:
    call = value(context, cursor)
    if isinstance(call, nodes.Load):
        return call.place
    if isinstance(call, nodes.Construct):
        return nodes.Temporary(call.type, call.at, call)
    return nodes.CallPlace(call.type, call.at, call)
