"""What there is to know about a function that is called, found out once for each declaration."""

from __future__ import annotations

from cudalint.front.lowering import kinds
from cudalint.front.lowering.clang_tree import ClangTree, Cursor
from cudalint.front.lowering.positions import (
    NO_FILE,
    OUR_FILES,
    PROJECT_FILES,
    Positions,
)
from cudalint.front.lowering.type_table import TypeTable
from cudalint.frozen import frozen
from cudalint.ir.types import Reference, Type

_STANDARD_INTRINSICS = frozenset(
    """min max abs labs llabs fabs fmin fmax fma sqrt rsqrt cbrt pow exp exp2 exp10 expm1 log log2 log10 log1p sin cos
    tan sinh cosh tanh asin acos atan atan2 floor ceil round trunc rint nearbyint lround llround fmod remainder hypot
    copysign isnan isinf isfinite signbit ldexp frexp modf erf erfc tgamma lgamma""".split()  # noqa: SIM905
)
"""Functions of the standard library that are looked at by name, although our declarations give some of them a body."""


@frozen(eq=False)
class Parameter:
    """A parameter of a callee: its declaration and type."""

    cursor: Cursor
    type: Type

    @property
    def by_reference(self) -> bool:
        """Whether it is bound rather than copied."""
        return isinstance(self.type, Reference)


@frozen(eq=False)
class Callee:
    """A declared function. `body`: the declaration that holds a body, None without one (`children` are its children).

    `scope`: class or namespace; `implicit`: made or defaulted by the compiler; `lowered`: it is followed into, rather
    than treated by its name.
    """

    cursor: Cursor
    name: str
    origin: str
    scope: str
    body: Cursor | None
    children: tuple[Cursor, ...]
    parameters: tuple[Parameter, ...]
    result: Type
    is_method: bool
    is_static: bool
    implicit: bool
    lowered: bool
    template_arguments: tuple[int | str, ...]

    @property
    def returns_reference(self) -> bool:
        """Whether a call is a place."""
        return isinstance(self.result, Reference)

    @property
    def known(self) -> bool:
        """Declared by our own headers, or by the compiler."""
        return self.origin in (OUR_FILES, NO_FILE)


class CalleeTable:
    """Callees of one translation unit."""

    def __init__(self, tree: ClangTree, positions: Positions, types: TypeTable) -> None:
        """Start with nothing looked up."""
        self._tree = tree
        self._positions = positions
        self._types = types
        self._found: dict[int | None, Callee] = {}

    def of(self, declaration: Cursor) -> Callee:
        """What is known of the function that this declares."""
        found = self._found.get(declaration.first)
        if found is None:
            found = self._found[declaration.first] = self._look(declaration)
        return found

    def _look(self, declaration: Cursor) -> Callee:
        tree = self._tree
        children = tree.children(declaration)
        body: Cursor | None = declaration
        if not has_body(children):
            body = tree.definition(declaration)
            if body is not None:
                defined = tree.children(body)
                body, children = (body, defined) if has_body(defined) else (None, children)
        name = tree.spelling(declaration)
        parent = tree.parent(declaration)
        is_method = parent is not None and parent.kind in kinds.CLASSES
        origin = self._positions.origin(declaration)
        scope = self._scope(parent)
        implicit = is_method and self._is_implicit(declaration, parent)
        return Callee(
            cursor=declaration,
            name=name,
            origin=origin,
            scope=scope,
            body=body,
            children=tuple(children),
            parameters=tuple(Parameter(c, self._types.of(c)) for c in children if c.kind == kinds.PARM_DECL),
            result=self._types.lower(tree.result_type(declaration)),
            is_method=is_method,
            is_static=is_method and bool(tree.is_static_method(declaration)),
            implicit=implicit,
            lowered=body is not None and _is_followed(origin, scope, name),
            template_arguments=tree.template_arguments(declaration),
        )

    def _is_implicit(self, declaration: Cursor, parent: Cursor | None) -> bool:
        if parent is None:
            return False
        if self._tree.is_defaulted(declaration):
            return True
        return self._positions.start(declaration) == self._positions.start(parent)

    def _scope(self, parent: Cursor | None) -> str:
        if parent is None:
            return ""
        if parent.kind in kinds.CLASSES and parent.kind not in (
            kinds.CLASS_TEMPLATE,
            kinds.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
        ):
            return self._tree.type_spelling(self._tree.canonical_type(self._tree.type_of(parent)))
        return "::".join(self.names(parent))

    def names(self, cursor: Cursor | None) -> list[str]:
        """The names of the classes and namespaces down to a declaration, itself included."""
        found: list[str] = []
        while cursor is not None and (cursor.kind in kinds.SCOPES or cursor.kind in kinds.FUNCTIONS):
            name = self._tree.spelling(cursor) if cursor.kind != kinds.LINKAGE_SPEC else ""
            if name:
                found.append(name)
            cursor = self._tree.parent(cursor)
        return found[::-1]


def has_body(children: list[Cursor]) -> bool:
    """Whether a function with these children is a definition."""
    return any(c.kind in (kinds.COMPOUND_STMT, kinds.CXX_TRY_STMT) for c in children)


def _is_followed(origin: str, scope: str, name: str) -> bool:
    if origin == PROJECT_FILES:
        return True
    in_standard = scope == "std" or scope.startswith("std::")
    return origin == OUR_FILES and in_standard and name not in _STANDARD_INTRINSICS
