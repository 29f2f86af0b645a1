"""Names of a Python file and what is assigned to them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field


class NotPlain(ValueError):
    """An expression whose value the text does not say."""


@dataclass(slots=True)
class Names:
    """Names that are assigned once, with the expressions: those of a function before those of the module."""

    assigned: dict[str, list[ast.expr]] = field(default_factory=dict)
    outer: Names | None = None

    def find(self, name: str) -> list[ast.expr]:
        """The expressions that add up to a name's value; raises `NotPlain`."""
        if name in self.assigned:
            if not self.assigned[name]:
                raise NotPlain(f"`{name}` is assigned more than once")
            return self.assigned[name]
        if self.outer is None:
            raise NotPlain(f"`{name}` is not a constant of the file")
        return self.outer.find(name)


def names_in(body: ast.AST, outer: Names | None = None) -> Names:
    """The names that the statements of a module or a function assign, without those of functions inside."""
    names = Names(outer=outer)
    if isinstance(body, ast.FunctionDef | ast.AsyncFunctionDef):
        arguments = (*body.args.posonlyargs, *body.args.args, *body.args.kwonlyargs, body.args.vararg, body.args.kwarg)
        names.assigned |= {argument.arg: [] for argument in arguments if argument is not None}
    for node in own_nodes(body):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                _note(names, target, node.value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            _note(names, node.target, node.value)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            known = names.assigned.get(node.target.id)
            names.assigned[node.target.id] = [*known, node.value] if known and isinstance(node.op, ast.Add) else []
        elif isinstance(node, ast.For | ast.AsyncFor):
            _note(names, node.target, None)
    return names


def own_nodes(body: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a scope in the order of the text; functions inside it are given, but not entered."""
    for child in ast.iter_child_nodes(body):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from own_nodes(child)


def _note(names: Names, target: ast.expr, value: ast.expr | None) -> None:
    if isinstance(target, ast.Name):
        again = target.id in names.assigned
        names.assigned[target.id] = [] if again or value is None else [value]
    elif isinstance(target, ast.Tuple | ast.List):
        for each in target.elts:
            _note(names, each, None)


def last_name(node: ast.expr) -> str:
    """`c` of `a.b.c`, "" of anything else."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
