"""What all bodies of a translation unit share."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable

from cudalint.front.lowering import kinds
from cudalint.front.lowering.callees import CalleeTable
from cudalint.front.lowering.clang_tree import ClangTree, ClangType, Cursor, clang_tree
from cudalint.front.lowering.dispatch import Body
from cudalint.front.lowering.macros import macros_of
from cudalint.front.lowering.positions import Positions
from cudalint.front.lowering.type_table import TypeTable
from cudalint.front.lowering.variables import VariableTable
from cudalint.front.parse import ParsedFile
from cudalint.frozen import frozen
from cudalint.ir.nodes import Expression
from cudalint.ir.position import Position
from cudalint.ir.types import VOID, Reference, Type

_VECTOR_ALIGNMENTS = (8, 16)


@frozen
class FieldFacts:
    """A data member: `type` is that of the referent for a reference member.

    `offset` counts from the record that has a name; `in_anonymous`: an anonymous union or struct lies in between.
    """

    name: str
    offset: int
    type: Type
    vector: int
    reference: bool
    bits: int | None
    in_anonymous: bool


class UnitTables:
    """Everything looked up once for a translation unit."""

    def __init__(self, parsed: ParsedFile) -> None:
        """Start the tables of a parsed file."""
        self.parsed = parsed
        self.tree: ClangTree = clang_tree()
        self.positions = Positions(self.tree, parsed)
        self.types = TypeTable(self.tree, self.positions)
        self.callees = CalleeTable(self.tree, self.positions, self.types)
        self.variables = VariableTable(self.tree, self.positions, self.types, self._initial)
        self.key_of: Callable[[Cursor], str] = self.tree.usr
        self.lambda_key: Callable[[Cursor], str] = self.tree.usr
        self.named: Callable[[str, int], Cursor | None] = lambda name, count: None
        self.is_quiet: Callable[[str], bool] = lambda name: False
        self.initialise: Callable[[Body, Cursor, Type], Expression | None] = lambda body, cursor, type_: None
        self._macros: dict[bytes, bytes] | None = None
        self._fields: dict[int | None, FieldFacts] = {}
        self._error_lines: dict[str, list[int]] = defaultdict(list)
        for path, line in sorted(parsed.error_lines):
            self._error_lines[self.positions.real(path)].append(line)

    @property
    def macros(self) -> dict[bytes, bytes]:
        """The macros that this file and the project's headers define."""
        if self._macros is None:
            paths = (*self.parsed.included, self.parsed.path)
            self._macros = macros_of(self.positions.file_text(path) for path in paths)
        return self._macros

    def has_error(self, extent: Position) -> bool:
        """Whether a diagnostic lies within."""
        lines = self._error_lines.get(extent.path, [])
        first = bisect_left(lines, extent.line)
        return first < len(lines) and lines[first] <= max(extent.end_line, extent.line)

    def field(self, declaration: Cursor) -> FieldFacts:
        """What a data member is."""
        found = self._fields.get(declaration.first)
        if found is None:
            found = self._fields[declaration.first] = self._field(declaration)
        return found

    def _field(self, declaration: Cursor) -> FieldFacts:
        tree = self.tree
        type_ = self.types.of(declaration)
        reference = isinstance(type_, Reference)
        if isinstance(type_, Reference):
            type_ = type_.referent
        parent = tree.parent(declaration)
        bits = self._offset_bits(declaration, parent)
        vector = 0
        if bits >= 0 and parent is not None and not reference:
            alignment = tree.align_of(tree.type_of(parent))
            if alignment in _VECTOR_ALIGNMENTS and 0 < type_.size < alignment and type_.size == type_.align:
                vector = alignment
        offset = bits // 8 if bits >= 0 else self._assumed_offset(declaration, parent)
        return FieldFacts(
            tree.spelling(declaration),
            offset,
            type_,
            vector,
            reference,
            tree.bit_width(declaration),
            parent is not None and bool(tree.is_anonymous_record(parent)),
        )

    def _offset_bits(self, declaration: Cursor, parent: Cursor | None) -> int:
        """From the start of the named record: libclang does not show the anonymous unions and structs on the way."""
        tree = self.tree
        named = parent
        while named is not None and tree.is_anonymous_record(named):
            named = tree.parent(named)
        if named is None or parent is None or named.first == parent.first:
            return int(tree.field_offset_bits(declaration))
        return tree.member_offset_bits(tree.type_of(named), tree.spelling(declaration))

    def offset_within(self, facts: FieldFacts, owner: ClangType) -> int:
        """The member's offset from the start of an object of type `owner`, which may be anonymous itself."""
        bits = self.tree.member_offset_bits(owner, facts.name)
        return bits // 8 if bits >= 0 else facts.offset

    def _assumed_offset(self, declaration: Cursor, parent: Cursor | None) -> int:
        """Members of a class template that nobody instantiated: apart from each other, nothing more is known."""
        siblings = [c.first for c in self.tree.children(parent) if c.kind == kinds.FIELD_DECL] if parent else []
        return _ASSUMED_STRIDE * siblings.index(declaration.first) if declaration.first in siblings else 0

    def _initial(self, cursor: Cursor, type_: Type) -> Expression | None:
        return self.initialise(Body(self, VOID), cursor, type_)


_ASSUMED_STRIDE = 64
"""Bytes between members whose offsets depend on a template parameter."""
