"""Types of libclang turned into types of the IR."""

from __future__ import annotations

from dataclasses import replace

from cudalint.front.lowering import kinds
from cudalint.front.lowering.clang_tree import ClangTree, ClangType, Cursor
from cudalint.front.lowering.dependent_sizes import bound_of
from cudalint.front.lowering.positions import INVENTED_FILE, Positions
from cudalint.ir.types import (
    BOOL,
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

_POINTER_SIZE = 8
ANYTHING = "cudalint_any"
"""The class that made-up types derive from: what their operators give back."""


class TypeTable:
    """Lowered types of one translation unit, each made once."""

    def __init__(self, tree: ClangTree, positions: Positions) -> None:
        """Start with no type seen."""
        self._tree = tree
        self._positions = positions
        self._types: dict[int | None, Type] = {}
        self._interned: dict[Type, Type] = {}
        self._open_records: set[int | None] = set()
        self._cut = False

    def of(self, cursor: Cursor) -> Type:
        """The type of an expression or declaration."""
        return self.lower(self._tree.type_of(cursor))

    def lower(self, clang_type: ClangType) -> Type:
        """The type without its own const and volatile."""
        found = self._types.get(clang_type.first)
        if found is not None:
            return found
        if clang_type.kind == kinds.TYPE_INVALID:
            return self._unknown("")
        outer_cut, self._cut = self._cut, False
        made = self._made(clang_type)
        result = self._interned.setdefault(made, made)
        # A record seen from inside its own definition is cut short: that form must not be found again later.
        if not self._open_records or not self._cut:
            self._types[clang_type.first] = result
        self._cut = bool(self._open_records) and (self._cut or outer_cut)
        return result

    def _made(self, written: ClangType) -> Type:
        tree = self._tree
        type_ = tree.canonical_type(written)
        kind = type_.kind
        if kind in kinds.TYPE_SIGNED_INTEGERS:
            return Integer(tree.size_of(type_), tree.align_of(type_), True)
        if kind in kinds.TYPE_UNSIGNED_INTEGERS:
            return Integer(tree.size_of(type_), tree.align_of(type_), False)
        if kind in kinds.TYPE_FLOATING:
            return Floating(tree.size_of(type_), tree.align_of(type_))
        if kind == kinds.TYPE_BOOL:
            return BOOL
        if kind == kinds.TYPE_VOID:
            return VOID
        # Written as it stands, the type keeps the names of template parameters.
        plain = written if written.kind == kind else type_
        if kind == kinds.TYPE_POINTER:
            return self._pointer(plain)
        if kind == kinds.TYPE_NULLPTR:
            return Pointer(_POINTER_SIZE, _POINTER_SIZE, VOID)
        if kind in (kinds.TYPE_LVALUE_REFERENCE, kinds.TYPE_RVALUE_REFERENCE):
            referent = tree.pointee(plain)
            return Reference(
                _POINTER_SIZE,
                _POINTER_SIZE,
                self.lower(referent),
                bool(tree.is_const(referent)),
            )
        if kind in kinds.TYPE_ARRAYS:
            return self._array(plain)
        if kind == kinds.TYPE_RECORD:
            return self._record(type_)
        if kind == kinds.TYPE_ENUM:
            return self._enumeration(type_)
        if kind in kinds.TYPE_FUNCTION:
            return FunctionType(0, 1)
        if kind in kinds.TYPE_SIZED:
            return self._unknown(
                tree.type_spelling(written),
                max(0, tree.size_of(type_)),
                max(1, tree.align_of(type_)),
            )
        # libclang aborts when asked for the size of a placeholder type (an overloaded name, a bound method).
        return self._unknown(_unqualified(tree.type_spelling(written)))

    def _unknown(self, spelling: str, size: int = 0, align: int = 1) -> Unknown:
        return Unknown(size, align, spelling)

    def _pointer(self, type_: ClangType) -> Pointer:
        tree = self._tree
        pointee = tree.pointee(type_)
        return Pointer(
            _POINTER_SIZE,
            _POINTER_SIZE,
            self.lower(pointee),
            bool(tree.is_restrict(type_)),
            bool(tree.is_const(pointee)),
            bool(tree.is_volatile(pointee)),
        )

    def _array(self, type_: ClangType) -> Array:
        tree = self._tree
        element = self.lower(tree.array_element(type_))
        count = tree.array_size(type_) if type_.kind == kinds.TYPE_CONSTANT_ARRAY else None
        bound = bound_of(tree.type_spelling(type_)) if type_.kind == kinds.TYPE_DEPENDENT_ARRAY else ""
        return Array(element.size * (count or 0), element.align, element, count, bound)

    def _enumeration(self, type_: ClangType) -> Type:
        underlying = self._tree.enum_type(self._tree.type_declaration(type_))
        found = self.lower(underlying)
        return found if isinstance(found, Integer) else Integer(4, 4, False)

    # -- records -------------------------------------------------------------------------------------------------------

    def _record(self, type_: ClangType) -> Type:
        tree = self._tree
        declaration = tree.type_declaration(type_)
        name = _unqualified(tree.type_spelling(type_))
        size, align = max(0, tree.size_of(type_)), max(1, tree.align_of(type_))
        if self._positions.origin(declaration) == INVENTED_FILE or name == ANYTHING:
            return self._unknown(name)
        record = Record(size, align, name, (), name.startswith("(lambda"))
        if declaration.first in self._open_records:
            self._cut = True
            return record
        self._open_records.add(declaration.first)
        try:
            fields = (
                *self._bases(declaration),
                *(self._field(f) for f in tree.fields(type_)),
            )
        finally:
            self._open_records.discard(declaration.first)
        return replace(record, fields=fields)

    def _field(self, cursor: Cursor) -> Field:
        bits = self._tree.field_offset_bits(cursor)
        return Field(
            self._tree.spelling(cursor),
            max(0, bits) // 8,
            self.of(cursor),
            self._tree.bit_width(cursor),
        )

    def _bases(self, declaration: Cursor) -> list[Field]:
        """Base classes. libclang 18 does not tell their offsets: they are laid out as the ABI does in simple cases."""
        tree = self._tree
        children = tree.children(tree.definition(declaration) or declaration)
        specifiers = [c for c in children if c.kind == kinds.CXX_BASE_SPECIFIER]
        found: list[Field] = []
        offset = 0
        own_table = any(c.kind == kinds.CXX_METHOD and tree.is_virtual(c) for c in children) if specifiers else False
        for specifier in specifiers:
            base = self.of(specifier)
            if not isinstance(base, Record):
                continue
            if own_table and not found and not _has_table(tree, specifier):
                offset = _POINTER_SIZE
            if not base.fields and base.size <= 1:
                found.append(Field("", 0, base))
                continue
            offset = -(-offset // base.align) * base.align
            found.append(Field("", offset, base))
            offset += base.size
        return found


def _has_table(tree: ClangTree, specifier: Cursor) -> bool:
    declaration = tree.type_declaration(tree.canonical_type(tree.type_of(specifier)))
    methods = (c for c in tree.children(declaration) if c.kind in (kinds.CXX_METHOD, kinds.DESTRUCTOR))
    return any(tree.is_virtual(m) for m in methods)


def _unqualified(spelling: str) -> str:
    for word in ("const ", "volatile "):
        spelling = spelling.removeprefix(word)
    return spelling
