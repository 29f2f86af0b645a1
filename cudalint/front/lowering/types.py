"""clang's types as ours."""

from __future__ import annotations

from typing import Any

from clang.cindex import CursorKind, TypeKind

from cudalint.ir.types import (
    BOOL,
    UNKNOWN,
    VOID,
    Array,
    Field,
    Floating,
    FunctionType,
    Integer,
    Pointer,
    Record,
    Reference,
    Type,
    Unknown,
)

_INTEGERS = {
    TypeKind.CHAR_U: (1, False),
    TypeKind.UCHAR: (1, False),
    TypeKind.CHAR_S: (1, True),
    TypeKind.SCHAR: (1, True),
    TypeKind.SHORT: (2, True),
    TypeKind.USHORT: (2, False),
    TypeKind.INT: (4, True),
    TypeKind.UINT: (4, False),
    TypeKind.LONG: (8, True),
    TypeKind.ULONG: (8, False),
    TypeKind.LONGLONG: (8, True),
    TypeKind.ULONGLONG: (8, False),
    TypeKind.WCHAR: (4, True),
    TypeKind.CHAR16: (2, False),
    TypeKind.CHAR32: (4, False),
    TypeKind.INT128: (16, True),
    TypeKind.UINT128: (16, False),
}
_FLOATINGS = {
    TypeKind.FLOAT: 4,
    TypeKind.DOUBLE: 8,
    TypeKind.LONGDOUBLE: 8,
    TypeKind.HALF: 2,
    TypeKind.FLOAT128: 16,
}
_FUNCTIONS = (TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO)
_REFERENCES = (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE)
_UNSIZED_ARRAYS = (
    TypeKind.INCOMPLETEARRAY,
    TypeKind.DEPENDENTSIZEDARRAY,
    TypeKind.VARIABLEARRAY,
)


class TypeLowering:
    """Converts types, each once."""

    def __init__(self, invented_path: str) -> None:
        self._known: dict[tuple[Any, str], Type] = {}
        self._open: set[str] = set()
        self._invented_path = invented_path

    def lower(self, clang_type: Any) -> Type:
        """The type; what libclang does not know becomes `Unknown`."""
        key = (clang_type.kind, clang_type.spelling)
        found = self._known.get(key)
        if found is None:
            found = self._make(clang_type)
            if not self._open:
                self._known[key] = found
        return found

    def _make(self, clang_type: Any) -> Type:
        canonical = clang_type.get_canonical()
        kind = canonical.kind
        if kind == TypeKind.BOOL:
            return BOOL
        if kind in _INTEGERS:
            size, signed = _INTEGERS[kind]
            return Integer(size, size, signed)
        if kind in _FLOATINGS:
            return Floating(_FLOATINGS[kind], _FLOATINGS[kind])
        if kind == TypeKind.ENUM:
            size = max(canonical.get_size(), 1)
            return Integer(size, size, False)
        if kind == TypeKind.POINTER:
            pointee = canonical.get_pointee()
            return Pointer(
                8,
                8,
                self.lower(pointee),
                restrict=clang_type.is_restrict_qualified()
                or canonical.is_restrict_qualified(),
                pointee_const=pointee.is_const_qualified(),
                pointee_volatile=pointee.is_volatile_qualified(),
            )
        if kind in _REFERENCES:
            referent = canonical.get_pointee()
            return Reference(
                8, 8, self.lower(referent), const=referent.is_const_qualified()
            )
        if kind == TypeKind.CONSTANTARRAY:
            element = self.lower(canonical.element_type)
            return Array(
                max(canonical.get_size(), 0),
                max(canonical.get_align(), 1),
                element,
                canonical.element_count,
            )
        if kind in _UNSIZED_ARRAYS:
            return Array(0, 1, self.lower(canonical.element_type), None)
        if kind == TypeKind.RECORD:
            return self._record(canonical)
        if kind == TypeKind.VOID:
            return VOID
        if kind in _FUNCTIONS:
            return FunctionType(1, 1)
        spelling = clang_type.spelling
        return Unknown(0, 1, spelling) if spelling else UNKNOWN

    def _record(self, canonical: Any) -> Type:
        name = canonical.spelling.replace("const ", "").replace("volatile ", "")
        size = canonical.get_size()
        declaration = canonical.get_declaration()
        if size < 0 or self._is_invented(declaration):
            return Unknown(0, 1, name)
        align = max(canonical.get_align(), 1)
        if name in self._open:
            return Record(size, align, name)
        self._open.add(name)
        try:
            fields = tuple(self._fields(canonical, declaration))
        finally:
            self._open.discard(name)
        return Record(size, align, name, fields, lambda_="(lambda" in name)

    def _fields(self, canonical: Any, declaration: Any) -> list[Field]:
        found: list[Field] = []
        for field in canonical.get_fields():
            offset = field.get_field_offsetof()
            bits = field.get_bitfield_width() if field.is_bitfield() else None
            found.append(
                Field(field.spelling, max(offset, 0) // 8, self.lower(field.type), bits)
            )
        if not found:
            for base in declaration.get_children():
                if base.kind == CursorKind.CXX_BASE_SPECIFIER:
                    found.append(Field("", 0, self.lower(base.type)))
        return found

    def _is_invented(self, declaration: Any) -> bool:
        file = declaration.location.file
        return file is not None and file.name.endswith(self._invented_path)


def is_scalar(type_: Type) -> bool:
    """Arithmetic and pointer types: those that convert."""
    return isinstance(type_, (Integer, Floating, Pointer)) or type_ == BOOL


def is_arithmetic(type_: Type) -> bool:
    """Numbers."""
    return isinstance(type_, (Integer, Floating)) or type_ == BOOL


def element_size(type_: Type) -> int:
    """Bytes a pointer or array steps by; 0 where that is not known."""
    if isinstance(type_, Pointer):
        return type_.pointee.size
    if isinstance(type_, Array):
        return type_.element.size
    return 0
