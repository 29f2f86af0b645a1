"""Cursors that yield values."""

from __future__ import annotations

from typing import Any

from clang.cindex import CursorKind

from cudalint.front.lowering.context import Context
from cudalint.front.lowering.places import CASTS
from cudalint.front.lowering.table import (
    load,
    lowers_value,
    place,
    unknown_value,
    value,
)
from cudalint.front.lowering.types import element_size, is_arithmetic, is_scalar
from cudalint.ir import nodes
from cudalint.ir.position import Position
from cudalint.ir.types import (
    BOOL,
    INT,
    LONG,
    Array,
    Floating,
    FunctionType,
    Integer,
    Pointer,
    Record,
    Reference,
    Type,
    Unknown,
)

_BINARY = {
    3: "*", 4: "/", 5: "%", 6: "+", 7: "-", 8: "<<", 9: ">>",
    11: "<", 12: ">", 13: "<=", 14: ">=", 15: "==", 16: "!=",
    17: "&", 18: "^", 19: "|",
}  # fmt: skip
_LOGICAL = {20: "&&", 21: "||"}
_COMPOUND = {
    23: "*",
    24: "/",
    25: "%",
    26: "+",
    27: "-",
    28: "<<",
    29: ">>",
    30: "&",
    31: "^",
    32: "|",
}
_ASSIGN, _COMMA = 22, 33
_FUNCTIONS = (
    CursorKind.FUNCTION_DECL,
    CursorKind.FUNCTION_TEMPLATE,
    CursorKind.CXX_METHOD,
)


def converted(expression: nodes.Expression, target: Type) -> nodes.Expression:
    """The value as `target`, with a conversion where the types differ."""
    if expression.type == target or not is_scalar(target):
        return expression
    if isinstance(expression, nodes.Constant) and isinstance(target, Floating):
        return nodes.Constant(target, expression.at, float(expression.value))
    return nodes.Convert(target, expression.at, expression)


@lowers_value(
    CursorKind.INTEGER_LITERAL,
    CursorKind.CXX_BOOL_LITERAL_EXPR,
    CursorKind.CHARACTER_LITERAL,
    CursorKind.FLOATING_LITERAL,
    CursorKind.CXX_UNARY_EXPR,
)
def _literal(context: Context, cursor: Any) -> nodes.Expression:
    found = context.library.evaluate(cursor)
    type_, at = context.type_of(cursor), context.position(cursor)
    if found is None:
        if cursor.kind == CursorKind.CXX_UNARY_EXPR:
            return nodes.UnknownValue(type_, at, (), "sizeof a dependent type")
        found = 0
    return nodes.Constant(
        type_, at, float(found) if isinstance(type_, Floating) else found
    )


@lowers_value(CursorKind.STRING_LITERAL)
def _text(context: Context, cursor: Any) -> nodes.Expression:
    return nodes.Text(
        context.type_of(cursor), context.position(cursor), cursor.spelling.strip('"')
    )


@lowers_value(CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR)
def _wrapper(context: Context, cursor: Any) -> nodes.Expression:
    inner = [c for c in context.parts(cursor) if c.kind.is_expression()]
    target = context.type_of(cursor)
    if len(inner) != 1:
        found = context.library.evaluate(cursor) if not inner else None
        if found is not None:
            return nodes.Constant(target, context.position(cursor), found)
        return unknown_value(context, cursor)
    source = context.type_of(inner[0])
    if isinstance(source, Array) and isinstance(target, Pointer):
        found_place = place(context, inner[0])
        return nodes.AddressOf(target, found_place.at, found_place)
    result = value(context, inner[0])
    if is_scalar(target) and is_scalar(result.type) and target != result.type:
        return converted(result, target)
    return result


@lowers_value(CursorKind.DECL_REF_EXPR)
def _reference(context: Context, cursor: Any) -> nodes.Expression:
    declaration = cursor.referenced
    at = context.position(cursor)
    if declaration is None or declaration.kind.is_invalid():
        inner = context.parts(cursor)
        if inner:
            return value(context, inner[0])
        found = context.library.evaluate(cursor)
        if found is not None:
            return nodes.Constant(context.type_of(cursor), at, found)
        return unknown_value(context, cursor, "unresolved name")
    kind = declaration.kind
    if kind == CursorKind.ENUM_CONSTANT_DECL:
        if context.is_invented(declaration):
            return nodes.UnknownValue(INT, at, (), "made-up constant")
        return nodes.Constant(context.type_of(cursor), at, declaration.enum_value)
    if kind in _FUNCTIONS:
        body = context.body_of(declaration)
        key = context.functions.register(body) if body is not None else ""
        return nodes.FunctionValue(
            context.type_of(cursor), at, key, declaration.spelling
        )
    if kind == CursorKind.TEMPLATE_NON_TYPE_PARAMETER:
        return nodes.TemplateValue(
            context.type_of(declaration), at, declaration.spelling
        )
    folded = _folded(context, cursor, declaration)
    return folded if folded is not None else _read(context, cursor)


def _folded(context: Context, cursor: Any, declaration: Any) -> nodes.Expression | None:
    """The value of a constant; None for what must be read."""
    if (
        declaration.kind != CursorKind.VAR_DECL
        or not declaration.type.is_const_qualified()
    ):
        return None
    type_ = context.type_of(cursor)
    if not is_arithmetic(type_) or context.is_invented(declaration):
        return None
    found = context.library.evaluate(cursor)
    if found is None:
        return None
    return nodes.Constant(
        type_,
        context.position(cursor),
        float(found) if isinstance(type_, Floating) else found,
    )


def _read(context: Context, cursor: Any) -> nodes.Expression:
    found = place(context, cursor)
    if isinstance(found, nodes.Temporary):
        return unknown_value(context, cursor)
    return load(found, context.type_of(cursor), found.at)


@lowers_value(CursorKind.MEMBER_REF_EXPR, CursorKind.MEMBER_REF)
def _member(context: Context, cursor: Any) -> nodes.Expression:
    declaration = cursor.referenced
    if declaration is not None:
        if declaration.kind == CursorKind.ENUM_CONSTANT_DECL:
            return nodes.Constant(
                context.type_of(cursor),
                context.position(cursor),
                declaration.enum_value,
            )
        folded = _folded(context, cursor, declaration)
        if folded is not None:
            return folded
        if declaration.kind not in (CursorKind.FIELD_DECL, CursorKind.VAR_DECL):
            return unknown_value(context, cursor, "member function as a value")
    return _read(context, cursor)


@lowers_value(CursorKind.ARRAY_SUBSCRIPT_EXPR, CursorKind.VARIABLE_REF)
def _subscript(context: Context, cursor: Any) -> nodes.Expression:
    found = place(context, cursor)
    return load(found, context.type_of(cursor), found.at)


# -- operators ---------------------------------------------------------------------------------------------------------


@lowers_value(CursorKind.UNARY_OPERATOR)
def _unary(context: Context, cursor: Any) -> nodes.Expression:
    operator = context.library.unary_operator_kind(cursor)
    inner = context.parts(cursor)
    if not inner:
        return unknown_value(context, cursor)
    operand, type_, at = inner[0], context.type_of(cursor), context.position(cursor)
    if operator in (1, 2, 3, 4):
        target = place(context, operand)
        step = 1 if operator in (1, 3) else -1
        scale = element_size(target.type) if isinstance(target.type, Pointer) else 0
        return nodes.Increment(target.type, at, target, step, operator <= 2, scale)
    if operator == 5:
        return _address_of(context, operand, type_, at)
    if operator == 6:
        found = place(context, cursor)
        return load(found, type_, found.at)
    if operator == 7:
        return value(context, operand)
    if operator in (8, 9):
        operand_value = value(context, operand)
        if isinstance(operand_value, nodes.Constant) and operator == 8:
            return nodes.Constant(type_, at, -operand_value.value)
        return nodes.Unary(type_, at, "-" if operator == 8 else "~", operand_value)
    if operator == 10:
        return nodes.Unary(BOOL, at, "!", value(context, operand))
    return (
        value(context, operand)
        if operator in (11, 13)
        else unknown_value(context, cursor)
    )


def _address_of(
    context: Context, operand: Any, type_: Type, at: Position
) -> nodes.Expression:
    if isinstance(context.type_of(operand), FunctionType):
        return value(context, operand)
    found = place(context, operand)
    if isinstance(found, nodes.Temporary) and isinstance(
        found.value, nodes.FunctionValue
    ):
        return found.value
    return nodes.AddressOf(type_, at, found)


@lowers_value(CursorKind.BINARY_OPERATOR)
def _binary(context: Context, cursor: Any) -> nodes.Expression:
    inner = context.parts(cursor)
    operator = context.library.binary_operator_kind(cursor)
    if len(inner) != 2:
        return unknown_value(context, cursor)
    left, right = inner
    type_, at = context.type_of(cursor), context.position(cursor)
    if operator == _COMMA:
        return nodes.Comma(type_, at, value(context, left), value(context, right))
    if operator == _ASSIGN:
        target = place(context, left)
        return nodes.Assign(
            target.type, at, target, converted(value(context, right), target.type)
        )
    if operator in _LOGICAL:
        return nodes.Logical(
            BOOL, at, _LOGICAL[operator], value(context, left), value(context, right)
        )
    symbol = _BINARY.get(operator)
    if symbol is None:
        return unknown_value(context, cursor)
    return arithmetic(symbol, value(context, left), value(context, right), type_, at)


def arithmetic(
    symbol: str,
    left: nodes.Expression,
    right: nodes.Expression,
    type_: Type,
    at: Position,
) -> nodes.Expression:
    """A binary operation; on pointers, the pointer's own."""
    left_pointer, right_pointer = (
        isinstance(left.type, Pointer),
        isinstance(right.type, Pointer),
    )
    if symbol in ("+", "-") and (left_pointer or right_pointer):
        if left_pointer and right_pointer:
            return nodes.PointerDifference(
                LONG, at, left, right, element_size(left.type)
            )
        if left_pointer:
            return nodes.PointerAdd(
                left.type, at, left, right, element_size(left.type), symbol == "-"
            )
        return nodes.PointerAdd(right.type, at, right, left, element_size(right.type))
    if symbol in ("<", ">", "<=", ">=", "==", "!="):
        return nodes.Binary(BOOL, at, symbol, left, right)
    return nodes.Binary(type_, at, symbol, left, right)


@lowers_value(CursorKind.COMPOUND_ASSIGNMENT_OPERATOR)
def _compound(context: Context, cursor: Any) -> nodes.Expression:
    inner = context.parts(cursor)
    symbol = _COMPOUND.get(context.library.binary_operator_kind(cursor))
    if len(inner) != 2 or symbol is None:
        return unknown_value(context, cursor)
    target, operand, at = (
        place(context, inner[0]),
        value(context, inner[1]),
        context.position(cursor),
    )
    type_ = target.type
    if isinstance(type_, Pointer):
        return nodes.CompoundAssign(
            type_, at, symbol, target, operand, LONG, element_size(type_)
        )
    compute = _usual(type_, operand.type, shift=symbol in ("<<", ">>"))
    if symbol not in ("<<", ">>"):
        operand = converted(operand, compute)
    return nodes.CompoundAssign(type_, at, symbol, target, operand, compute)


def _usual(left: Type, right: Type, *, shift: bool) -> Type:
    """The type that the arithmetic of a compound assignment is done in."""
    if not is_arithmetic(left) or not is_arithmetic(right):
        return left if is_arithmetic(left) else Unknown(0, 1)
    if shift:
        return left if left.size >= 4 else INT
    if isinstance(left, Floating) or isinstance(right, Floating):
        if isinstance(left, Floating) and (
            not isinstance(right, Floating) or left.size >= right.size
        ):
            return left
        return right
    if max(left.size, right.size) <= 4:
        unsigned = any(
            isinstance(t, Integer) and t.size == 4 and not t.signed
            for t in (left, right)
        )
        return Integer(4, 4, not unsigned)
    if left.size != right.size:
        return left if left.size > right.size else right
    return left if isinstance(left, Integer) and not left.signed else right


@lowers_value(CursorKind.CONDITIONAL_OPERATOR)
def _conditional(context: Context, cursor: Any) -> nodes.Expression:
    inner = context.parts(cursor)
    if len(inner) != 3:
        return unknown_value(context, cursor)
    condition, if_true, if_false = (value(context, c) for c in inner)
    type_ = context.type_of(cursor)
    at = context.position(cursor)
    return nodes.Conditional(
        type_, at, condition, converted(if_true, type_), converted(if_false, type_)
    )


@lowers_value(*CASTS)
def _cast(context: Context, cursor: Any) -> nodes.Expression:
    inner = [c for c in context.parts(cursor) if c.kind.is_expression()]
    target = context.type_of(cursor)
    if not inner:
        found = context.library.evaluate(cursor)
        if found is not None:
            return nodes.Constant(target, context.position(cursor), found)
        return unknown_value(context, cursor)
    operand = inner[-1]
    if isinstance(context.type_of(operand), Array) and isinstance(target, Pointer):
        found_place = place(context, operand)
        return nodes.AddressOf(target, found_place.at, found_place)
    if isinstance(target, (Reference, Record)):
        result = value(context, operand)
        if (
            isinstance(result.type, Record)
            and isinstance(target, Record)
            and result.type.name == target.name
        ):
            return result
        found_place = place(context, cursor)
        if not isinstance(found_place, nodes.Temporary):
            return load(found_place, found_place.type, found_place.at)
        return result
    if is_scalar(target):
        found_place_or_none = _reference_cast(context, cursor)
        if found_place_or_none is not None:
            return load(found_place_or_none, target, found_place_or_none.at)
    result = value(context, operand)
    if is_scalar(target) and (
        is_scalar(result.type) or isinstance(result.type, Unknown)
    ):
        return converted(result, target)
    return result


def _reference_cast(context: Context, cursor: Any) -> nodes.Place | None:
    if cursor.kind != CursorKind.CXX_REINTERPRET_CAST_EXPR or isinstance(
        context.type_of(cursor), Pointer
    ):
        return None
    found = place(context, cursor)
    return None if isinstance(found, nodes.Temporary) else found


# -- objects -----------------------------------------------------------------------------------------------------------


@lowers_value(CursorKind.INIT_LIST_EXPR)
def _braced(context: Context, cursor: Any) -> nodes.Expression:
    return braced_list(context, cursor, context.type_of(cursor))


def braced_list(context: Context, cursor: Any, type_: Type) -> nodes.Expression:
    """A braced list for an object of `type_`."""
    at = context.position(cursor)
    elements = context.parts(cursor)
    if isinstance(type_, Array):
        size = type_.element.size
        parts = [
            (i * size, initialiser(context, e, type_.element))
            for i, e in enumerate(elements)
        ]
        return nodes.Initialise(type_, at, tuple(parts))
    if isinstance(type_, Record):
        pairs = zip(type_.fields, elements, strict=False)
        return nodes.Initialise(
            type_,
            at,
            tuple((f.offset, initialiser(context, e, f.type)) for f, e in pairs),
        )
    if len(elements) == 1:
        return initialiser(context, elements[0], type_)
    if not elements and is_arithmetic(type_):
        return nodes.Constant(type_, at, 0.0 if isinstance(type_, Floating) else 0)
    return unknown_value(context, cursor)


def initialiser(context: Context, cursor: Any, type_: Type) -> nodes.Expression:
    """The value that an object of `type_` starts with."""
    inner = cursor
    while inner.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR):
        parts = [c for c in context.parts(inner) if c.kind.is_expression()]
        if len(parts) != 1:
            break
        inner = parts[0]
    if inner.kind == CursorKind.INIT_LIST_EXPR:
        return braced_list(context, inner, type_)
    return converted(value(context, cursor), type_)


@lowers_value(CursorKind.CXX_THIS_EXPR)
def _this(context: Context, cursor: Any) -> nodes.Expression:
    return nodes.This(context.type_of(cursor), context.position(cursor))


@lowers_value(CursorKind.CXX_NULL_PTR_LITERAL_EXPR, CursorKind.GNU_NULL_EXPR)
def _null(context: Context, cursor: Any) -> nodes.Expression:
    return nodes.Constant(LONG, context.position(cursor), 0)


@lowers_value(CursorKind.LAMBDA_EXPR)
def _lambda(context: Context, cursor: Any) -> nodes.Expression:
    key = context.functions.register(cursor)
    return nodes.Closure(context.type_of(cursor), context.position(cursor), key)


@lowers_value(CursorKind.CXX_NEW_EXPR)
def _new(context: Context, cursor: Any) -> nodes.Expression:
    inner = [c for c in context.parts(cursor) if c.kind.is_expression()]
    count = value(context, inner[0]) if inner else None
    return nodes.New(context.type_of(cursor), context.position(cursor), count)
