"""A thin, fast reading of libclang's tree.

The Python binding spends several microseconds on every property; lowering asks for a few of them at tens of thousands
of cursors. Here cursors are plain C structures, children come as one list, and nothing is wrapped.
"""

from __future__ import annotations

import ctypes
from typing import Any

from clang import cindex

from cudalint.front.clang_library import clang_library
from cudalint.front.lowering import kinds


class Cursor(ctypes.Structure):
    """A CXCursor. For a declaration `first` identifies it, as clang_equalCursors compares just these words."""

    _fields_ = (
        ("kind", ctypes.c_int),
        ("extra", ctypes.c_int),
        ("first", ctypes.c_void_p),
        ("second", ctypes.c_void_p),
        ("third", ctypes.c_void_p),
    )
    kind: int
    first: int | None


class ClangType(ctypes.Structure):
    """A CXType. `first` identifies it together with its qualifiers, as in clang_equalTypes."""

    _fields_ = (
        ("kind", ctypes.c_int),
        ("first", ctypes.c_void_p),
        ("second", ctypes.c_void_p),
    )
    kind: int
    first: int | None


class Location(ctypes.Structure):
    """A CXSourceLocation."""

    _fields_ = (("pointers", ctypes.c_void_p * 2), ("number", ctypes.c_uint))


class Range(ctypes.Structure):
    """A CXSourceRange."""

    _fields_ = (
        ("pointers", ctypes.c_void_p * 2),
        ("begin", ctypes.c_uint),
        ("end", ctypes.c_uint),
    )


class _String(ctypes.Structure):
    _fields_ = (("data", ctypes.c_void_p), ("flags", ctypes.c_uint))


_VISITOR = ctypes.CFUNCTYPE(ctypes.c_int, Cursor, Cursor, ctypes.c_void_p)
_FIELD_VISITOR = ctypes.CFUNCTYPE(ctypes.c_int, Cursor, ctypes.c_void_p)
_CONTINUE = 1

_SIGNATURES: dict[str, tuple[list[Any], Any]] = {
    "clang_visitChildren": ([Cursor, _VISITOR, ctypes.c_void_p], ctypes.c_uint),
    "clang_Type_visitFields": (
        [ClangType, _FIELD_VISITOR, ctypes.c_void_p],
        ctypes.c_uint,
    ),
    "clang_getTranslationUnitCursor": ([ctypes.c_void_p], Cursor),
    "clang_getCursorReferenced": ([Cursor], Cursor),
    "clang_getCursorDefinition": ([Cursor], Cursor),
    "clang_getCanonicalCursor": ([Cursor], Cursor),
    "clang_getCursorSemanticParent": ([Cursor], Cursor),
    "clang_getSpecializedCursorTemplate": ([Cursor], Cursor),
    "clang_Cursor_getVarDeclInitializer": ([Cursor], Cursor),
    "clang_Cursor_getArgument": ([Cursor, ctypes.c_uint], Cursor),
    "clang_Cursor_getNumArguments": ([Cursor], ctypes.c_int),
    "clang_getOverloadedDecl": ([Cursor, ctypes.c_uint], Cursor),
    "clang_getNumOverloadedDecls": ([Cursor], ctypes.c_uint),
    "clang_getCursorSpelling": ([Cursor], _String),
    "clang_getCursorUSR": ([Cursor], _String),
    "clang_getTypeSpelling": ([ClangType], _String),
    "clang_getFileName": ([ctypes.c_void_p], _String),
    "clang_getCString": ([_String], ctypes.c_char_p),
    "clang_disposeString": ([_String], None),
    "clang_getCursorType": ([Cursor], ClangType),
    "clang_getCursorResultType": ([Cursor], ClangType),
    "clang_getCanonicalType": ([ClangType], ClangType),
    "clang_getPointeeType": ([ClangType], ClangType),
    "clang_getArrayElementType": ([ClangType], ClangType),
    "clang_getArraySize": ([ClangType], ctypes.c_longlong),
    "clang_getTypeDeclaration": ([ClangType], Cursor),
    "clang_getEnumDeclIntegerType": ([Cursor], ClangType),
    "clang_getEnumConstantDeclValue": ([Cursor], ctypes.c_longlong),
    "clang_Type_getSizeOf": ([ClangType], ctypes.c_longlong),
    "clang_Type_getAlignOf": ([ClangType], ctypes.c_longlong),
    "clang_isConstQualifiedType": ([ClangType], ctypes.c_uint),
    "clang_isVolatileQualifiedType": ([ClangType], ctypes.c_uint),
    "clang_isRestrictQualifiedType": ([ClangType], ctypes.c_uint),
    "clang_Cursor_getOffsetOfField": ([Cursor], ctypes.c_longlong),
    "clang_Type_getOffsetOf": ([ClangType, ctypes.c_char_p], ctypes.c_longlong),
    "clang_Cursor_isAnonymousRecordDecl": ([Cursor], ctypes.c_uint),
    "clang_Cursor_isBitField": ([Cursor], ctypes.c_uint),
    "clang_getFieldDeclBitWidth": ([Cursor], ctypes.c_int),
    "clang_CXXMethod_isStatic": ([Cursor], ctypes.c_uint),
    "clang_CXXMethod_isDefaulted": ([Cursor], ctypes.c_uint),
    "clang_CXXMethod_isVirtual": ([Cursor], ctypes.c_uint),
    "clang_Cursor_getStorageClass": ([Cursor], ctypes.c_int),
    "clang_getCursorLinkage": ([Cursor], ctypes.c_int),
    "clang_Cursor_getNumTemplateArguments": ([Cursor], ctypes.c_int),
    "clang_Cursor_getTemplateArgumentKind": ([Cursor, ctypes.c_uint], ctypes.c_int),
    "clang_Cursor_getTemplateArgumentType": ([Cursor, ctypes.c_uint], ClangType),
    "clang_Cursor_getTemplateArgumentValue": (
        [Cursor, ctypes.c_uint],
        ctypes.c_longlong,
    ),
    "clang_getCursorLocation": ([Cursor], Location),
    "clang_getCursorExtent": ([Cursor], Range),
    "clang_getRangeStart": ([Range], Location),
    "clang_getRangeEnd": ([Range], Location),
    "clang_getExpansionLocation": ([Location] + [ctypes.c_void_p] * 4, None),
    "clang_getCursorBinaryOperatorKind": ([Cursor], ctypes.c_int),
    "clang_getCursorUnaryOperatorKind": ([Cursor], ctypes.c_int),
    "clang_isInvalidDeclaration": ([Cursor], ctypes.c_uint),
}

_TEMPLATE_TYPE = 1
_TEMPLATE_INTEGRAL = 4


class ClangTree:
    """Reads cursors and types. One for a process."""

    def __init__(self) -> None:
        """Register the functions; raises `LibclangUnavailable`."""
        extended = clang_library()
        # A second handle on the loaded library: signatures set here must not disturb those of the binding.
        library = ctypes.CDLL(cindex.conf.lib._name)
        self._sink: list[Cursor] = []
        self._evaluate = extended.evaluate
        for name, (arguments, result) in _SIGNATURES.items():
            function = getattr(library, name)
            function.argtypes, function.restype = arguments, result
        self._library = library
        self._visit_children = library.clang_visitChildren
        self.type_of = library.clang_getCursorType
        self.result_type = library.clang_getCursorResultType
        self.canonical_type = library.clang_getCanonicalType
        self.pointee = library.clang_getPointeeType
        self.array_element = library.clang_getArrayElementType
        self.array_size = library.clang_getArraySize
        self.type_declaration = library.clang_getTypeDeclaration
        self.enum_type = library.clang_getEnumDeclIntegerType
        self.enum_value = library.clang_getEnumConstantDeclValue
        self.size_of = library.clang_Type_getSizeOf
        self.align_of = library.clang_Type_getAlignOf
        self.is_const = library.clang_isConstQualifiedType
        self.is_volatile = library.clang_isVolatileQualifiedType
        self.is_restrict = library.clang_isRestrictQualifiedType
        self.is_anonymous_record = library.clang_Cursor_isAnonymousRecordDecl
        self.field_offset_bits = library.clang_Cursor_getOffsetOfField
        self.is_static_method = library.clang_CXXMethod_isStatic
        self.is_virtual = library.clang_CXXMethod_isVirtual
        self.is_defaulted = library.clang_CXXMethod_isDefaulted
        self.storage_class = library.clang_Cursor_getStorageClass
        self.linkage = library.clang_getCursorLinkage
        self.binary_operator = library.clang_getCursorBinaryOperatorKind
        self.unary_operator = library.clang_getCursorUnaryOperatorKind
        self.is_invalid_declaration = library.clang_isInvalidDeclaration
        self.location = library.clang_getCursorLocation
        self.extent = library.clang_getCursorExtent
        self.range_start = library.clang_getRangeStart
        self.range_end = library.clang_getRangeEnd
        self.expansion = library.clang_getExpansionLocation
        sink = self._sink

        def collect(child: Cursor, _parent: Cursor, _data: Any) -> int:
            sink.append(child)
            return _CONTINUE

        def collect_field(child: Cursor, _data: Any) -> int:
            sink.append(child)
            return _CONTINUE

        self._collect = _VISITOR(collect)
        self._collect_field = _FIELD_VISITOR(collect_field)

    def root(self, unit: Any) -> Cursor:
        """The cursor of a translation unit of the binding."""
        cursor: Cursor = self._library.clang_getTranslationUnitCursor(unit)
        return cursor

    def children(self, cursor: Cursor) -> list[Cursor]:
        """All children, in source order as libclang gives them."""
        self._visit_children(cursor, self._collect, None)
        found = self._sink[:]
        self._sink.clear()
        return found

    def expressions(self, cursor: Cursor) -> list[Cursor]:
        """The children that are expressions; references to types, names and attributes are left out."""
        return [c for c in self.children(cursor) if 100 <= c.kind < 200]

    def fields(self, type_: ClangType) -> list[Cursor]:
        """The fields of a record type, base classes left out."""
        self._library.clang_Type_visitFields(type_, self._collect_field, None)
        found = self._sink[:]
        self._sink.clear()
        return found

    def referenced(self, cursor: Cursor) -> Cursor | None:
        """What a reference names, or None."""
        return _valid(self._library.clang_getCursorReferenced(cursor))

    def definition(self, cursor: Cursor) -> Cursor | None:
        """The definition of what the cursor declares or names, or None."""
        return _valid(self._library.clang_getCursorDefinition(cursor))

    def canonical(self, cursor: Cursor) -> Cursor:
        """The first declaration of the same thing."""
        found: Cursor = self._library.clang_getCanonicalCursor(cursor)
        return found

    def parent(self, cursor: Cursor) -> Cursor | None:
        """The semantic parent, or None at the top."""
        return _valid(self._library.clang_getCursorSemanticParent(cursor))

    def initialiser(self, cursor: Cursor) -> Cursor | None:
        """The initialiser of a variable declaration."""
        return _valid(self._library.clang_Cursor_getVarDeclInitializer(cursor))

    def arguments(self, cursor: Cursor) -> list[Cursor]:
        """Arguments of a call, default arguments included."""
        get = self._library.clang_Cursor_getArgument
        return [get(cursor, i) for i in range(max(0, self._library.clang_Cursor_getNumArguments(cursor)))]

    def overloads(self, cursor: Cursor) -> list[Cursor]:
        """The declarations that an overloaded name may mean."""
        get = self._library.clang_getOverloadedDecl
        return [get(cursor, i) for i in range(self._library.clang_getNumOverloadedDecls(cursor))]

    def member_offset_bits(self, record: ClangType, name: str) -> int:
        """Bits from the start of a record to a member, also one of an anonymous union inside; negative when unknown."""
        return int(self._library.clang_Type_getOffsetOf(record, name.encode()))

    def bit_width(self, cursor: Cursor) -> int | None:
        """The width of a bit-field, None for other fields."""
        if not self._library.clang_Cursor_isBitField(cursor):
            return None
        return int(self._library.clang_getFieldDeclBitWidth(cursor))

    def template_arguments(self, cursor: Cursor) -> tuple[int | str, ...]:
        """Template arguments of a function: integers for values, spellings for types, others left out."""
        library = self._library
        found: list[int | str] = []
        for index in range(library.clang_Cursor_getNumTemplateArguments(cursor)):
            kind = library.clang_Cursor_getTemplateArgumentKind(cursor, index)
            if kind == _TEMPLATE_TYPE:
                found.append(self.type_spelling(library.clang_Cursor_getTemplateArgumentType(cursor, index)))
            elif kind == _TEMPLATE_INTEGRAL:
                found.append(int(library.clang_Cursor_getTemplateArgumentValue(cursor, index)))
        return tuple(found)

    def kind_name(self, cursor: Cursor) -> str:
        """What libclang calls this kind of cursor, for messages."""
        try:
            return str(cindex.CursorKind.from_id(cursor.kind).name)
        except ValueError:
            return f"cursor kind {cursor.kind}"

    def evaluate(self, cursor: Cursor) -> int | float | None:
        """The value of a constant expression, or None."""
        return self._evaluate(cindex.Cursor.from_buffer(cursor))

    def spelling(self, cursor: Cursor) -> str:
        """The name of a declaration or of what a reference names."""
        return self._text(self._library.clang_getCursorSpelling(cursor))

    def usr(self, cursor: Cursor) -> str:
        """The unified symbol resolution string; empty for things without one."""
        return self._text(self._library.clang_getCursorUSR(cursor))

    def type_spelling(self, type_: ClangType) -> str:
        """A type as clang writes it."""
        return self._text(self._library.clang_getTypeSpelling(type_))

    def file_name(self, handle: int) -> str:
        """The name of a CXFile as it was opened."""
        return self._text(self._library.clang_getFileName(handle))

    def _text(self, string: _String) -> str:
        text = self._library.clang_getCString(string)
        found = text.decode("utf-8", "replace") if text else ""
        self._library.clang_disposeString(string)
        return found


def _valid(cursor: Cursor) -> Cursor | None:
    return None if kinds.FIRST_INVALID <= cursor.kind <= kinds.LAST_INVALID else cursor


_TREES: list[ClangTree] = []


def clang_tree() -> ClangTree:
    """The reader, made once; raises `LibclangUnavailable`."""
    if not _TREES:
        _TREES.append(ClangTree())
    return _TREES[0]
