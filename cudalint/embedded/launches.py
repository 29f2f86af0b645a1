"""Launches from Python: `kernel((grid,), (block,), arguments)` of CuPy, `kernel(..., block=, grid=)` of PyCUDA."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cudalint.embedded.names import Names, NotPlain, last_name, own_nodes
from cudalint.embedded.values import Evaluator
from cudalint.frozen import frozen

Size = int | None
Shape = tuple[Size, Size, Size]
Argument = int | float | None


@frozen
class KernelLaunch:
    """A launch; None for what the text does not say. `arguments` are empty if their number is not known."""

    kernel: str
    grid: Shape
    block: Shape
    arguments: tuple[Argument, ...]


class Launches:
    """Collects the launches of a file: first which variable holds which kernel, then the calls."""

    def __init__(self, evaluator: Evaluator) -> None:
        """Nothing yet."""
        self._evaluator = evaluator
        self._kernels: dict[str, str | None] = {}
        self._scopes: list[tuple[ast.AST, Names]] = []

    def note(self, scope: ast.AST, names: Names) -> None:
        """Look at the assignments of a module or function. A variable that holds different kernels holds none."""
        self._scopes.append((scope, names))
        for node in own_nodes(scope):
            if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
                continue
            kernel = self._kernel_of(node.value, names)
            if kernel is None:
                continue
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                name = ast.unparse(target)
                self._kernels[name] = kernel if self._kernels.get(name, kernel) == kernel else None

    def found(self) -> Iterator[KernelLaunch]:
        """All launches, in the order of the text of each scope."""
        for scope, names in self._scopes:
            for node in own_nodes(scope):
                if isinstance(node, ast.Call):
                    kernel = self._kernels.get(ast.unparse(node.func)) or self._kernel_of(node.func, names)
                    launch = self._launch(kernel, node, names) if kernel is not None else None
                    if launch is not None:
                        yield launch

    def _kernel_of(self, node: ast.expr, names: Names) -> str | None:
        """The kernel that RawKernel(code, name) or module.get_function(name) gives, without template arguments."""
        if not isinstance(node, ast.Call):
            return None
        position = {"RawKernel": 1, "get_function": 0}.get(last_name(node.func))
        if position is None:
            return None
        by_name = next((k.value for k in node.keywords if k.arg == "name"), None)
        given = by_name or (node.args[position] if len(node.args) > position else None)
        if given is None:
            return None
        try:
            name = self._evaluator.text(given, names).data.decode("utf-8", "replace")
        except NotPlain:
            return None
        return name.partition("<")[0].strip() or None

    def _launch(self, kernel: str, call: ast.Call, names: Names) -> KernelLaunch | None:
        keywords = {k.arg: k.value for k in call.keywords}
        if "block" in keywords and "args" not in keywords:
            arguments = call.args
            grid, block = self._shape(keywords.get("grid"), names), self._shape(keywords["block"], names)
        elif len(call.args) >= 2 or {"grid", "block"} <= keywords.keys():
            given = [*call.args, *[keywords[n] for n in ("grid", "block", "args")[len(call.args) :] if n in keywords]]
            grid, block = self._shape(given[0], names), self._shape(given[1], names)
            arguments = self._items(given[2], names) if len(given) > 2 else []
        else:
            return None
        if any(isinstance(a, ast.Starred) for a in arguments):
            arguments = []
        return KernelLaunch(kernel, grid, block, tuple(self._argument(a, names) for a in arguments))

    def _items(self, node: ast.expr, names: Names) -> list[ast.expr]:
        try:
            return self._evaluator.items(node, names)
        except NotPlain:
            return []

    def _shape(self, node: ast.expr | None, names: Names) -> Shape:
        """One to three sizes; what is left out is 1, what is not plain is None."""
        if node is None:
            return (1, 1, 1)
        try:
            sizes: list[Size] = [self._size(item, names) for item in self._evaluator.items(node, names)]
        except NotPlain:
            size = self._size(node, names)
            return (None, None, None) if size is None else (size, 1, 1)
        x, y, z = [*sizes, 1, 1, 1][:3]
        return x, y, z

    def _size(self, node: ast.expr, names: Names) -> Size:
        value = self._argument(node, names)
        return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None

    def _argument(self, node: ast.expr, names: Names) -> Argument:
        try:
            return self._evaluator.number(node, names)
        except NotPlain:
            return None
