"""What lowering a unit shares: caches of types, variables and positions, and the functions met on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import clang.cindex as cindex
from clang.cindex import CursorKind, StorageClass

from cudalint.front.clang_library import ClangLibrary, clang_library
from cudalint.front.lowering.types import TypeLowering
from cudalint.front.parse import ParsedFile
from cudalint.ir.nodes import Expression, Variable
from cudalint.ir.position import Position
from cudalint.ir.types import Array, Type
from cudalint.ir.unit import Function

if TYPE_CHECKING:
    from cudalint.front.lowering.functions import FunctionLowering

NOT_PARTS = frozenset(
    {
        CursorKind.TYPE_REF,
        CursorKind.TEMPLATE_REF,
        CursorKind.NAMESPACE_REF,
        CursorKind.OVERLOADED_DECL_REF,
    }
)
_BUILTINS = frozenset({"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"})


class Context:
    """Everything that lowering one unit needs; `functions` makes the IR of a function when it is asked for."""

    def __init__(self, parsed: ParsedFile) -> None:
        self.parsed = parsed
        self.library: ClangLibrary = clang_library()
        self.types = TypeLowering(parsed.invented_path)
        self.functions = LazyFunctions(self)
        self.by_name: dict[tuple[str, int], Any] = {}
        self.lowering: FunctionLowering | None = None
        self.returns_reference = False
        self._variables: dict[int, Variable] = {}
        self.library.forget_files()
        self._bodies: dict[int, Any] = {}

    # -- cursors -------------------------------------------------------------------------------------------------------

    def type_of(self, cursor: Any) -> Type:
        """The type of an expression or declaration."""
        return self.types.lower(cursor.type)

    def parts(self, cursor: Any) -> list[Any]:
        """Children that are expressions or declarations: no references to types, no attributes."""
        return [
            c
            for c in cursor.get_children()
            if c.kind not in NOT_PARTS and not c.kind.is_attribute()
        ]

    def position(self, cursor: Any, *, extent: bool = False) -> Position:
        """Where a cursor is written; the place of use for what a macro expands to."""
        path, line, column = self.library.location(cursor)
        if not extent:
            return Position(path, line, column)
        (start_path, start_line, start_column), (_, end_line, end_column) = (
            self.library.extent(cursor)
        )
        if start_path != path or (start_line, start_column) > (end_line, end_column):
            return Position(path, line, column, line, column + 1)
        if (start_line, start_column) == (end_line, end_column):
            end_column += 1
        return Position(path, start_line, start_column, end_line, end_column)

    def is_ours(self, cursor: Any) -> bool:
        """Whether a declaration is one of our own, or a compiler built-in."""
        path = self.library.location(cursor)[0]
        return not path or path.startswith(self.parsed.declarations_directory)

    def is_invented(self, cursor: Any) -> bool:
        """Whether a declaration was made up by the repair pass."""
        return self.library.location(cursor)[0].endswith(self.parsed.invented_path)

    def body_of(self, function: Any) -> Any | None:
        """The cursor of this function that has its body: itself, its definition, or nothing."""
        key = function.hash
        if key not in self._bodies:
            self._bodies[key] = self._find_body(function)
        return self._bodies[key]

    @staticmethod
    def _find_body(function: Any) -> Any | None:
        for candidate in (function, function.get_definition()):
            if candidate is None:
                continue
            for child in candidate.get_children():
                if child.kind in (CursorKind.COMPOUND_STMT, CursorKind.CXX_TRY_STMT):
                    return candidate
        return None

    # -- variables -----------------------------------------------------------------------------------------------------

    def variable(self, declaration: Any) -> Variable:
        """The variable of a declaration, one object per declaration."""
        key = declaration.hash
        found = self._variables.get(key)
        if found is None:
            found = self._make_variable(declaration, key)
            self._variables[key] = found
        return found

    def _make_variable(self, declaration: Any, key: int) -> Variable:
        type_ = self.type_of(declaration)
        children = list(declaration.get_children())
        storage = self._storage(declaration, {c.kind for c in children})
        clang_type = declaration.type
        volatile = (
            clang_type.is_volatile_qualified() or "volatile" in clang_type.spelling
        )
        initial = None
        if storage in ("static", "constant", "device") and self.lowering is not None:
            initial = self._initial(declaration, type_, children)
        return Variable(
            key=str(key),
            name=declaration.spelling,
            type=type_,
            storage=storage,
            at=self.position(declaration, extent=True),
            volatile=volatile,
            const=clang_type.is_const_qualified(),
            initial=initial,
        )

    def _storage(self, declaration: Any, attributes: set[Any]) -> str:
        if declaration.kind == CursorKind.PARM_DECL:
            return "parameter"
        if declaration.spelling in _BUILTINS and self.is_ours(declaration):
            return "builtin"
        if self.is_invented(declaration):
            return "invented"
        extern = declaration.storage_class == StorageClass.EXTERN
        if CursorKind.CUDASHARED_ATTR in attributes:
            return "dynamic_shared" if extern else "shared"
        if CursorKind.CUDACONSTANT_ATTR in attributes:
            return "constant"
        if CursorKind.CUDADEVICE_ATTR in attributes:
            return "device"
        if "texture" in declaration.type.spelling:
            return "texture"
        parent = declaration.semantic_parent
        in_function = parent is not None and parent.kind in (
            CursorKind.FUNCTION_DECL,
            CursorKind.CXX_METHOD,
            CursorKind.FUNCTION_TEMPLATE,
            CursorKind.CONSTRUCTOR,
            CursorKind.LAMBDA_EXPR,
        )
        if in_function and declaration.storage_class != StorageClass.STATIC:
            return "local"
        return "static"

    def _initial(
        self, declaration: Any, type_: Type, children: list[Any]
    ) -> Expression | None:
        assert self.lowering is not None
        expressions = initialiser_parts(children, type_)
        return (
            self.lowering.initialiser(expressions[-1], type_) if expressions else None
        )


def initialiser_parts(children: list[Any], type_: Type) -> list[Any]:
    """The initialiser among a declaration's children; an array's bound is one too, and is not meant."""
    expressions = [c for c in children if c.kind.is_expression()]
    if isinstance(type_, Array):
        kinds = (
            CursorKind.INIT_LIST_EXPR,
            CursorKind.STRING_LITERAL,
            CursorKind.CALL_EXPR,
            CursorKind.UNEXPOSED_EXPR,
        )
        expressions = [c for c in expressions if c.kind in kinds and not _is_bound(c)]
    return expressions


def _is_bound(cursor: Any) -> bool:
    return (
        cursor.kind == CursorKind.UNEXPOSED_EXPR
        and cursor.type.get_canonical().kind
        in (
            cindex.TypeKind.ULONG,
            cindex.TypeKind.INT,
            cindex.TypeKind.UINT,
            cindex.TypeKind.LONG,
        )
    )


class LazyFunctions(Mapping[str, Function]):
    """Functions by key, lowered when they are first asked for."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._cursors: dict[str, Any] = {}
        self._lowered: dict[str, Function] = {}

    def register(self, cursor: Any) -> str:
        """The key of a function or lambda whose cursor holds a body."""
        key = f"{cursor.spelling or 'lambda'}#{cursor.hash & 0xFFFFFFFF:x}"
        self._cursors.setdefault(key, cursor)
        return key

    def __getitem__(self, key: str) -> Function:
        found = self._lowered.get(key)
        if found is None:
            cursor = self._cursors[key]
            assert self._context.lowering is not None
            found = self._context.lowering.function(key, cursor)
            self._lowered[key] = found
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._cursors)

    def __len__(self) -> int:
        return len(self._cursors)

    def add(self, key: str, function: Function) -> None:
        """Put in a function that was made otherwise."""
        self._lowered[key] = function
