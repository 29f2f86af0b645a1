"""Questions about types and the conversions between them."""

from __future__ import annotations

from cudalint.ir.nodes import AddressOf, Convert, Expression, Load, Place
from cudalint.ir.types import (
    DOUBLE,
    FLOAT,
    INT,
    UNKNOWN,
    Array,
    Boolean,
    Floating,
    FunctionType,
    Integer,
    Pointer,
    Record,
    Reference,
    Type,
    Unknown,
    Void,
)

POINTER_SIZE = 8


def is_arithmetic(type_: Type) -> bool:
    """Booleans, integers and floating types."""
    return isinstance(type_, (Integer, Floating, Boolean))


def is_scalar(type_: Type) -> bool:
    """Arithmetic types and pointers."""
    return isinstance(type_, (Integer, Floating, Boolean, Pointer))


def pointer_to(pointee: Type) -> Pointer:
    """A plain pointer type."""
    return Pointer(POINTER_SIZE, POINTER_SIZE, pointee)


def decayed(type_: Type) -> Type:
    """The type of a value: arrays and functions become pointers, references what they refer to."""
    if isinstance(type_, Array):
        return pointer_to(type_.element)
    if isinstance(type_, FunctionType):
        return pointer_to(type_)
    if isinstance(type_, Reference):
        return decayed(type_.referent)
    return type_


def element_size(type_: Type) -> int:
    """Bytes that a pointer or array of this type steps by; 0 when unknown."""
    if isinstance(type_, Pointer):
        return type_.pointee.size
    if isinstance(type_, Array):
        return type_.element.size
    return 0


def promoted(type_: Type) -> Type:
    """The type after integral promotion."""
    if isinstance(type_, Boolean) or (isinstance(type_, Integer) and type_.size < INT.size):
        return INT
    return type_


def common(left: Type, right: Type) -> Type:
    """The type of arithmetic on the two; `UNKNOWN` unless both are arithmetic."""
    if not is_arithmetic(left) or not is_arithmetic(right):
        return UNKNOWN
    if isinstance(left, Floating) or isinstance(right, Floating):
        size = max(t.size for t in (left, right) if isinstance(t, Floating))
        return DOUBLE if size >= DOUBLE.size else FLOAT
    a, b = promoted(left), promoted(right)
    if a.size != b.size:
        return a if a.size > b.size else b
    return b if isinstance(a, Integer) and a.signed else a


def convert(value: Expression, target: Type) -> Expression:
    """The value as another type, where a conversion changes something."""
    source = value.type
    if source is target or source == target or isinstance(target, (Void, Unknown, Record)):
        return value
    if is_scalar(target) and (is_scalar(source) or isinstance(source, Unknown)):
        if isinstance(source, Pointer) and isinstance(target, Pointer) and source.pointee == target.pointee:
            return value
        return Convert(target, value.at, value)
    return value


def read(place: Place) -> Expression:
    """The value at a place; an array decays."""
    if isinstance(place.type, Array):
        return AddressOf(pointer_to(place.type.element), place.at, place)
    return Load(place.type, place.at, place)
