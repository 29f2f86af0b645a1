"""Built-in operators."""

from __future__ import annotations

from cudalint.front.lowering import kinds
from cudalint.front.lowering.callees import Callee
from cudalint.front.lowering.casts import address_of
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.dependent_sizes import stepped
from cudalint.front.lowering.dispatch import Body, effects, places, values
from cudalint.front.lowering.overloads import method_of
from cudalint.front.lowering.shapes import (
    common,
    convert,
    element_size,
    is_arithmetic,
    promoted,
    read,
)
from cudalint.ir.nodes import (
    Assign,
    Binary,
    Call,
    CallPlace,
    Comma,
    CompoundAssign,
    Conditional,
    ConditionalPlace,
    Dereference,
    EffectPlace,
    Element,
    Expression,
    FunctionValue,
    Increment,
    Logical,
    Place,
    PointerAdd,
    PointerDifference,
    Unary,
)
from cudalint.ir.types import BOOL, LONG, VOID, Integer, Pointer, Reference, Type, Unknown

# -- subscripts and pointers -------------------------------------------------------------------------------------------


@places(kinds.ARRAY_SUBSCRIPT_EXPR)
def _subscript(body: Body, cursor: Cursor) -> Place:
    children = body.unit.tree.expressions(cursor)
    if len(children) != 2:
        return body.temporary(body.unknown_value(cursor, "subscript with errors"))
    if isinstance(body.type_of(children[0]), Unknown):
        method = method_of(body, children[0], "operator[]", 1)
        if method is not None and method.lowered and method.body is not None:
            return subscript_call(body, cursor, method, children[0], children[1])
    return element(body, cursor, body.value(children[0]), body.value(children[1]))


def subscript_call(body: Body, cursor: Cursor, method: Callee, base: Cursor, index: Cursor) -> Place:
    """A subscript of an object of a class template, whose type clang does not resolve."""
    at = body.unit.positions.range(cursor)
    type_ = method.result.referent if isinstance(method.result, Reference) else method.result
    key = body.unit.key_of(method.body) if method.body is not None else ""
    call = Call(type_, at, key, method.name, (body.value(index),), body.place(base))
    return CallPlace(type_, at, call) if method.returns_reference else body.temporary(call)


def element(body: Body, cursor: Cursor, base: Expression, index: Expression) -> Place:
    """`base[index]`, either of which may be the pointer."""
    if isinstance(base.type, Integer) and isinstance(index.type, Pointer):
        base, index = index, base
    type_ = body.type_of(cursor)
    if isinstance(base.type, Pointer) and isinstance(type_, Unknown):
        type_ = base.type.pointee
    size = element_size(base.type) or type_.size
    if not size:
        index, size = stepped(index, type_, body.unit.positions.file_text(body.start(cursor).path))
    return Element(type_, body.unit.positions.range(cursor), base, index, size)


@places(kinds.UNARY_OPERATOR)
def _unary_place(body: Body, cursor: Cursor) -> Place:
    operator = body.unit.tree.unary_operator(cursor)
    children = body.unit.tree.expressions(cursor)
    if not children:
        return body.temporary(body.unknown_value(cursor))
    if operator == kinds.UNARY_DEREFERENCE:
        pointer = body.value(children[0])
        type_ = body.type_of(cursor)
        if isinstance(type_, Unknown) and isinstance(pointer.type, Pointer):
            type_ = pointer.type.pointee
        return Dereference(type_, body.unit.positions.range(cursor), pointer)
    if operator in kinds.UNARY_STEPS and not kinds.UNARY_STEPS[operator][1]:
        place = body.place(children[0])
        return EffectPlace(
            place.type,
            body.start(cursor),
            _increment(body, cursor, place, operator),
            once_done(place),
        )
    if operator in kinds.UNARY_PASS:
        return body.place(children[0])
    return body.temporary(_unary(body, cursor))


@values(kinds.UNARY_OPERATOR)
def _unary(body: Body, cursor: Cursor) -> Expression:
    operator = body.unit.tree.unary_operator(cursor)
    children = body.unit.tree.expressions(cursor)
    if not children:
        return body.unknown_value(cursor)
    operand = children[0]
    if operator in kinds.UNARY_STEPS:
        return _increment(body, cursor, body.place(operand), operator)
    if operator == kinds.UNARY_ADDRESS_OF:
        return _address(body, cursor, operand)
    if operator == kinds.UNARY_DEREFERENCE:
        return _dereferenced(body, cursor)
    if operator in kinds.UNARY_PASS:
        return body.value(operand)
    sign = kinds.UNARY_SIGNS.get(operator)
    if sign is None:
        return body.unknown_value(cursor, f"unary operator {operator}")
    value = body.value(operand)
    type_ = BOOL if sign == "!" else body.value_type(cursor)
    if isinstance(type_, Unknown) and is_arithmetic(value.type):
        type_ = promoted(value.type)
        value = convert(value, type_)
    return Unary(type_, body.start(cursor), sign, value)


def _dereferenced(body: Body, cursor: Cursor) -> Expression:
    place = _unary_place(body, cursor)
    if isinstance(place, Dereference) and isinstance(place.pointer, FunctionValue):
        return place.pointer
    return read(place)


@effects(kinds.UNARY_OPERATOR)
def _unary_effect(body: Body, cursor: Cursor) -> Expression:
    if body.unit.tree.unary_operator(cursor) == kinds.UNARY_DEREFERENCE:
        return address_of(body, cursor, _unary_place(body, cursor))
    return _unary(body, cursor)


def _address(body: Body, cursor: Cursor, operand: Cursor) -> Expression:
    if operand.kind == kinds.DECL_REF_EXPR:
        value = body.value(operand)
        if isinstance(value, FunctionValue):
            return value
    return address_of(body, cursor, body.place(operand))


def _increment(body: Body, cursor: Cursor, place: Place, operator: int) -> Expression:
    step, postfix = kinds.UNARY_STEPS[operator]
    scale = element_size(place.type)
    return Increment(place.type, body.start(cursor), place, step, postfix, scale)


# -- two operands ------------------------------------------------------------------------------------------------------


@values(kinds.BINARY_OPERATOR)
def _binary(body: Body, cursor: Cursor) -> Expression:
    operator = body.unit.tree.binary_operator(cursor)
    children = body.unit.tree.expressions(cursor)
    if len(children) != 2:
        return body.unknown_value(cursor, "binary operator with errors")
    left, right = children
    if operator == kinds.BINARY_ASSIGN:
        return assign(body, cursor, body.place(left), right)
    if operator == kinds.BINARY_COMMA:
        second = body.value(right)
        return Comma(second.type, body.start(cursor), body.effect(left), second)
    if operator in kinds.BINARY_LOGICAL:
        sign = kinds.BINARY_LOGICAL[operator]
        return Logical(BOOL, body.start(cursor), sign, body.value(left), body.value(right))
    if operator in kinds.BINARY_COMPARISON:
        first, second = balanced(body.value(left), body.value(right))
        return Binary(BOOL, body.start(cursor), kinds.BINARY_COMPARISON[operator], first, second)
    if operator not in kinds.BINARY_ARITHMETIC:
        return body.unknown_value(cursor, f"binary operator {operator}")
    return arithmetic(
        body,
        cursor,
        kinds.BINARY_ARITHMETIC[operator],
        body.value(left),
        body.value(right),
        body.value_type(cursor),
    )


def balanced(left: Expression, right: Expression) -> tuple[Expression, Expression]:
    """Both sides in their common type: already so, except in bodies that depend on a template parameter."""
    if left.type == right.type:
        return left, right
    type_ = common(left.type, right.type)
    if isinstance(type_, Unknown):
        return left, right
    return convert(left, type_), convert(right, type_)


def arithmetic(
    body: Body,
    cursor: Cursor,
    operator: str,
    left: Expression,
    right: Expression,
    type_: Type,
) -> Expression:
    """`left operator right`, on numbers or pointers."""
    at = body.start(cursor)
    if isinstance(left.type, Pointer) and isinstance(right.type, Pointer) and operator == "-":
        return PointerDifference(LONG, at, left, right, element_size(left.type))
    if isinstance(left.type, Pointer) and operator in "+-":
        return PointerAdd(left.type, at, left, right, element_size(left.type), operator == "-")
    if isinstance(right.type, Pointer) and operator == "+":
        return PointerAdd(right.type, at, right, left, element_size(right.type))
    if operator in ("<<", ">>"):
        left, right = (
            convert(left, promoted(left.type)),
            convert(right, promoted(right.type)),
        )
        return Binary(
            left.type if isinstance(type_, Unknown) else type_,
            at,
            operator,
            left,
            right,
        )
    left, right = balanced(left, right)
    if isinstance(type_, Unknown):
        type_ = common(left.type, right.type)
    return Binary(type_, at, operator, left, right)


def assign(body: Body, cursor: Cursor, place: Place, right: Cursor) -> Expression:
    """`place = right`."""
    value = convert(body.value(right), place.type)
    return Assign(place.type, body.start(cursor), place, value)


@places(kinds.BINARY_OPERATOR)
def _binary_place(body: Body, cursor: Cursor) -> Place:
    operator = body.unit.tree.binary_operator(cursor)
    children = body.unit.tree.expressions(cursor)
    if len(children) == 2 and operator == kinds.BINARY_ASSIGN:
        place = body.place(children[0])
        return EffectPlace(
            place.type,
            body.start(cursor),
            assign(body, cursor, place, children[1]),
            once_done(place),
        )
    if len(children) == 2 and operator == kinds.BINARY_COMMA:
        effect, place = body.effect(children[0]), body.place(children[1])
        return EffectPlace(place.type, body.start(cursor), effect, place)
    return body.temporary(_binary(body, cursor))


@effects(kinds.BINARY_OPERATOR)
def _binary_effect(body: Body, cursor: Cursor) -> Expression:
    children = body.unit.tree.expressions(cursor)
    if len(children) == 2 and body.unit.tree.binary_operator(cursor) == kinds.BINARY_COMMA:
        first, second = body.effect(children[0]), body.effect(children[1])
        return Comma(second.type, body.start(cursor), first, second)
    return _binary(body, cursor)


@values(kinds.COMPOUND_ASSIGNMENT_OPERATOR)
def _compound(body: Body, cursor: Cursor) -> Expression:
    children = body.unit.tree.expressions(cursor)
    if len(children) != 2:
        return body.unknown_value(cursor, "compound assignment with errors")
    return _compound_assign(body, cursor, body.place(children[0]), children[1])


@places(kinds.COMPOUND_ASSIGNMENT_OPERATOR)
def _compound_place(body: Body, cursor: Cursor) -> Place:
    children = body.unit.tree.expressions(cursor)
    if len(children) != 2:
        return body.temporary(body.unknown_value(cursor, "compound assignment with errors"))
    place = body.place(children[0])
    return EffectPlace(
        place.type,
        body.start(cursor),
        _compound_assign(body, cursor, place, children[1]),
        once_done(place),
    )


def once_done(place: Place) -> Place:
    """The place that is left when what is done to get there has been done: `++x` of `++++x`."""
    while isinstance(place, EffectPlace):
        place = place.place
    return place


def _compound_assign(body: Body, cursor: Cursor, place: Place, right: Cursor) -> Expression:
    operator = kinds.COMPOUND.get(body.unit.tree.binary_operator(cursor), "")
    return compound_with(body, cursor, operator, place, right)


def compound_with(body: Body, cursor: Cursor, operator: str, place: Place, right: Cursor) -> Expression:
    """`place operator= right`."""
    value, at = body.value(right), body.start(cursor)
    if isinstance(place.type, Pointer):
        return CompoundAssign(place.type, at, operator, place, value, LONG, element_size(place.type))
    if operator in ("<<", ">>"):
        return CompoundAssign(
            place.type,
            at,
            operator,
            place,
            convert(value, promoted(value.type)),
            promoted(place.type),
        )
    compute = common(place.type, value.type)
    if not isinstance(compute, Unknown):
        value = convert(value, compute)
    elif is_arithmetic(place.type):
        compute = place.type
    return CompoundAssign(place.type, at, operator, place, value, compute)


# -- conditional -------------------------------------------------------------------------------------------------------


@values(kinds.CONDITIONAL_OPERATOR)
def _conditional(body: Body, cursor: Cursor) -> Expression:
    children = body.unit.tree.expressions(cursor)
    if len(children) != 3:
        return body.unknown_value(cursor, "conditional with errors")
    condition, first, second = (body.value(c) for c in children)
    type_ = body.value_type(cursor)
    if isinstance(type_, Unknown):
        first, second = balanced(first, second)
        type_ = first.type if first.type == second.type else type_
    return Conditional(type_, body.start(cursor), condition, first, second)


@places(kinds.CONDITIONAL_OPERATOR)
def _conditional_place(body: Body, cursor: Cursor) -> Place:
    children = body.unit.tree.expressions(cursor)
    if len(children) != 3:
        return body.temporary(body.unknown_value(cursor, "conditional with errors"))
    condition = body.value(children[0])
    first, second = body.place(children[1]), body.place(children[2])
    return ConditionalPlace(body.type_of(cursor), body.start(cursor), condition, first, second)


@effects(kinds.CONDITIONAL_OPERATOR)
def _conditional_effect(body: Body, cursor: Cursor) -> Expression:
    children = body.unit.tree.expressions(cursor)
    if len(children) != 3:
        return body.unknown_value(cursor, "conditional with errors")
    condition = body.value(children[0])
    first, second = body.effect(children[1]), body.effect(children[2])
    return Conditional(VOID, body.start(cursor), condition, first, second)
