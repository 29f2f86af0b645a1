"""Declared names: variables, and constants that take their place."""

from __future__ import annotations

from collections.abc import Callable

from cudalint.front.lowering import kinds
from cudalint.front.lowering.clang_tree import ClangTree, ClangType, Cursor
from cudalint.front.lowering.positions import INVENTED_FILE, OUR_FILES, Positions
from cudalint.front.lowering.shapes import decayed, is_arithmetic
from cudalint.front.lowering.type_table import TypeTable
from cudalint.frozen import frozen
from cudalint.ir.nodes import Expression, Variable
from cudalint.ir.types import Array, Reference, Type, Unknown

_BUILTINS = frozenset(("threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"))
_TEXTURE_WORDS = ("texture<", "textureReference", "surface<")

InitialiserRule = Callable[[Cursor, Type], Expression | None]


@frozen(eq=False)
class Declared:
    """A variable; `constant` is its value where the compiler knows it and it cannot change."""

    variable: Variable
    constant: int | float | None = None


class VariableTable:
    """Variables of one translation unit, each made once."""

    def __init__(
        self,
        tree: ClangTree,
        positions: Positions,
        types: TypeTable,
        lower_initialiser: InitialiserRule,
    ) -> None:
        """Start with no variable seen; `lower_initialiser` is asked for those of file scope."""
        self._tree = tree
        self._positions = positions
        self._types = types
        self._lower_initialiser = lower_initialiser
        self._found: dict[int | None, Declared] = {}
        self._keys: set[str] = set()

    def of(self, declaration: Cursor) -> Declared:
        """The variable that a declaration or parameter stands for."""
        found = self._found.get(declaration.first)
        if found is None:
            found = self._look(declaration)
            self._found[declaration.first] = found
        return found

    def fresh(self, name: str, type_: Type, like: Cursor) -> Variable:
        """A local variable that the source does not name."""
        at = self._positions.start(like)
        return Variable(self._key(name, at.line, at.column), name, type_, "local", at)

    def _look(self, declaration: Cursor) -> Declared:
        tree = self._tree
        is_local = declaration.kind != kinds.VAR_DECL or tree.linkage(declaration) == kinds.LINKAGE_NONE
        if not is_local:
            first = tree.canonical(declaration)
            if first.first != declaration.first:
                return self.of(first)
        clang_type = tree.type_of(declaration)
        type_ = self._types.lower(clang_type)
        if tree.is_invalid_declaration(declaration):
            type_ = Unknown(0, 1, "invalid declaration")
        if declaration.kind == kinds.PARM_DECL and isinstance(type_, Array):
            type_ = decayed(type_)
        name = tree.spelling(declaration)
        at = self._positions.start(declaration)
        storage = self._storage(declaration, name, type_, is_local)
        variable = Variable(
            self._key(name, at.line, at.column),
            name,
            type_,
            storage,
            at,
            self._is_volatile(clang_type),
            bool(tree.is_const(clang_type)),
        )
        constant = self._constant(declaration, variable)
        if is_local or storage in ("builtin", "invented"):
            return Declared(variable, constant)
        self._found[declaration.first] = Declared(variable, constant)
        return Declared(self._with_initial(declaration, variable), constant)

    def _key(self, name: str, line: int, column: int) -> str:
        key = f"{name}@{line}:{column}"
        number = 2
        while key in self._keys:
            key = f"{name}@{line}:{column}#{number}"
            number += 1
        self._keys.add(key)
        return key

    def _is_volatile(self, clang_type: ClangType) -> bool:
        tree = self._tree
        type_ = tree.canonical_type(clang_type)
        # The canonical type of an array carries the qualifiers of its elements itself.
        while type_.kind in kinds.TYPE_ARRAYS and not tree.is_volatile(type_):
            type_ = tree.array_element(type_)
        return bool(tree.is_volatile(type_))

    def _storage(self, declaration: Cursor, name: str, type_: Type, is_local: bool) -> str:
        tree = self._tree
        if declaration.kind == kinds.PARM_DECL:
            return "parameter"
        if declaration.kind != kinds.VAR_DECL:
            return "local"
        attributes = {c.kind for c in tree.children(declaration) if c.kind >= kinds.ANNOTATE_ATTR}
        storage_class = tree.storage_class(declaration)
        if kinds.CUDASHARED_ATTR in attributes:
            return "dynamic_shared" if storage_class == kinds.STORAGE_EXTERN else "shared"
        if not is_local:
            origin = self._positions.origin(declaration)
            if origin == INVENTED_FILE:
                return "invented"
            if origin == OUR_FILES and name in _BUILTINS:
                return "builtin"
        if any(word in tree.type_spelling(tree.type_of(declaration)) for word in _TEXTURE_WORDS) and not is_local:
            return "texture"
        if kinds.CUDACONSTANT_ATTR in attributes:
            return "constant"
        if kinds.CUDADEVICE_ATTR in attributes and not is_local:
            return "device"
        return "local" if is_local and storage_class != kinds.STORAGE_STATIC else "static"

    def _constant(self, declaration: Cursor, variable: Variable) -> int | float | None:
        if not variable.const or variable.storage in (
            "invented",
            "builtin",
            "parameter",
            "shared",
            "constant",
        ):
            return None
        if not is_arithmetic(variable.type) or variable.volatile:
            return None
        initialiser = self._tree.initialiser(declaration)
        if initialiser is None:
            defined = self._tree.definition(declaration)
            initialiser = self._tree.initialiser(defined) if defined is not None else None
        return self._tree.evaluate(initialiser) if initialiser is not None else None

    def _with_initial(self, declaration: Cursor, variable: Variable) -> Variable:
        if variable.storage in ("shared", "dynamic_shared", "texture") or isinstance(variable.type, Reference):
            return variable
        defined = self._tree.definition(declaration) or declaration
        initialiser = self._tree.initialiser(defined)
        if initialiser is None:
            return variable
        initial = self._lower_initialiser(initialiser, variable.type)
        return Variable(
            variable.key,
            variable.name,
            variable.type,
            variable.storage,
            variable.at,
            variable.volatile,
            variable.const,
            initial,
        )
