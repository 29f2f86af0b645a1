"""A quick look over the top of a translation unit: which functions the project defines, and which launch kernels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from cudalint.front.instances import NAMED_INSTANCE
from cudalint.front.lowering import kinds
from cudalint.front.lowering.callees import has_body
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.functions import function_kind, is_template
from cudalint.front.lowering.macros import expanding_to
from cudalint.front.lowering.positions import PROJECT_FILES
from cudalint.front.lowering.quiet import quiet_names
from cudalint.front.lowering.tables import UnitTables
from cudalint.frozen import frozen
from cudalint.source_text import WORD, code_of

_DEEPEST = 12
_LAUNCHING = rb"<<<|\bcu(?:da)?Launch\w*Kernel\w*"
_FUNCTION_LIKE = kinds.FUNCTIONS - {kinds.DESTRUCTOR}


@frozen(eq=False)
class Defined:
    """A function that the project defines. `parameters`: how many it has; `is_instance`: the instance of a template
    that the file asks for."""

    cursor: Cursor
    name: str
    kind: str
    parameters: int
    is_instance: bool = False


class Survey:
    """The functions that the project's own files define."""

    def __init__(self, unit: UnitTables) -> None:
        """Walk the project's declarations, and let the tables ask here for names."""
        self._unit = unit
        self._variables: set[bytes] = set()
        self.defined: tuple[Defined, ...] = tuple(self._walk(unit.tree.root(unit.parsed.translation_unit), 0))
        self._by_name: dict[str, list[Defined]] = {}
        for function in self.defined:
            self._by_name.setdefault(function.name, []).append(function)
        self._launching: re.Pattern[bytes] | None = None
        self._quiet: frozenset[str] | None = None
        unit.named = self.named
        unit.is_quiet = self.is_quiet

    def named(self, name: str, count: int) -> Cursor | None:
        """A function of that name with that many parameters (any number for -1)."""
        for function in self._by_name.get(name, ()):
            if count < 0 or function.parameters == count:
                return function.cursor
        return None

    def launches(self, function: Defined) -> bool:
        """Whether the text of a host function holds a launch, or a macro that does."""
        return self._is_launching(self._unit.positions.text(function.cursor))

    def callers(self, templates: frozenset[str]) -> list[Defined]:
        """Host functions that launch nothing themselves but call one of these functions, or a template that does."""
        if not templates:
            return []
        rest = {f: frozenset(WORD.findall(self._code(f.cursor))) for f in self.defined if f.kind == "host"}
        found: list[Defined] = []
        wanted = {name.encode() for name in templates}
        while wanted:
            calling = [function for function, words in rest.items() if words & wanted]
            wanted = set()
            for function in calling:
                del rest[function]
                if function.name in templates:
                    continue
                if is_template(self._unit, function.cursor):
                    wanted.add(function.name.encode())
                else:
                    found.append(function)
        return found

    def is_quiet(self, name: str) -> bool:
        """Whether host functions of that name launch nothing and touch no variable of file scope."""
        if self._quiet is None:
            functions = ((f.name, f.kind, partial(self._code, f.cursor)) for f in self.defined)
            self._quiet = quiet_names(functions, self._is_launching, frozenset(self._variables))
        return name in self._quiet

    def _code(self, cursor: Cursor) -> bytes:
        return code_of(self._unit.positions.text(cursor))

    def _is_launching(self, text: bytes) -> bool:
        if self._launching is None:
            self._launching = expanding_to(self._unit.macros, _LAUNCHING)
        return self._launching.search(text) is not None and self._launching.search(code_of(text)) is not None

    def _walk(self, cursor: Cursor, depth: int) -> Iterator[Defined]:
        positions, tree = self._unit.positions, self._unit.tree
        for child in tree.children(cursor):
            kind = child.kind
            if kind in kinds.SCOPES:
                if depth < _DEEPEST and positions.origin(child) == PROJECT_FILES:
                    yield from self._walk(child, depth + 1)
                continue
            if kind == kinds.VAR_DECL and positions.origin(child) == PROJECT_FILES:
                if tree.spelling(child).startswith(NAMED_INSTANCE):
                    yield from self._instance(child)
                else:
                    self._variables.add(tree.spelling(child).encode())
            if kind not in _FUNCTION_LIKE or (depth == 0 and positions.origin(child) != PROJECT_FILES):
                continue
            children = tree.children(child)
            if has_body(children):
                count = sum(1 for c in children if c.kind == kinds.PARM_DECL)
                yield Defined(child, tree.spelling(child), function_kind(children), count)

    def _instance(self, pointer: Cursor) -> Iterator[Defined]:
        """The function that a pointer is set to."""
        tree = self._unit.tree
        waiting = tree.expressions(pointer)
        while waiting:
            cursor = waiting.pop()
            waiting.extend(tree.expressions(cursor))
            if cursor.kind != kinds.DECL_REF_EXPR:
                continue
            named = tree.referenced(cursor)
            function = self._unit.callees.of(named) if named is not None and named.kind in _FUNCTION_LIKE else None
            if function is not None and function.body is not None:
                kind = function_kind(list(function.children))
                yield Defined(function.body, function.name, kind, len(function.parameters), is_instance=True)
                return
