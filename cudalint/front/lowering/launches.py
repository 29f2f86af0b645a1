"""Kernel launches: `kernel<<<grid, block, shared, stream>>>(arguments)`."""

from __future__ import annotations

from cudalint.front.lowering import kinds
from cudalint.front.lowering.arguments import arguments as lower_arguments
from cudalint.front.lowering.callees import Parameter
from cudalint.front.lowering.clang_tree import ClangTree, Cursor
from cudalint.front.lowering.dispatch import Body
from cudalint.front.lowering.overloads import best_overload, callee_name
from cudalint.ir.nodes import Expression, FunctionValue, Launch, UnknownValue
from cudalint.ir.types import UNKNOWN, VOID

_CONFIGURATIONS = frozenset(("cudaConfigureCall", "__cudaPushCallConfiguration", "cudaLaunchDevice"))
_DEVICE_SIDE = "cudaLaunchDevice"


def is_launch(tree: ClangTree, children: list[Cursor]) -> bool:
    """Whether a call with these children is a launch: its configuration is written as a call too."""
    return len(children) > 1 and children[1].kind == kinds.CALL_EXPR and tree.spelling(children[1]) in _CONFIGURATIONS


def launch(body: Body, cursor: Cursor, children: list[Cursor]) -> Expression:
    """The launch, with grid and block as values of type dim3."""
    tree = body.unit.tree
    body.calls_launch = True
    configuration = tree.arguments(children[1])
    if tree.spelling(children[1]) == _DEVICE_SIDE:
        configuration = configuration[2:5]
    declaration = tree.referenced(cursor)
    arguments = tree.arguments(cursor) or [c for c in children[2:] if 100 <= c.kind < 200]
    callee: Expression | None = None
    key: str | None = None
    parameters: tuple[Parameter, ...] = ()
    name = tree.spelling(cursor)
    if declaration is None or declaration.kind not in kinds.FUNCTIONS:
        if declaration is not None and declaration.kind != kinds.OVERLOADED_DECL_REF:
            callee = body.value(children[0])
        else:
            name, overloaded = callee_name(body, children)
            kernel = best_overload(body, overloaded, name, len(arguments))
            declaration = kernel.cursor if kernel is not None else None
            if declaration is None and not name:
                callee = body.value(children[0])
    if isinstance(callee, FunctionValue):
        name, key, callee = callee.name, callee.function or None, None
    elif callee is None and declaration is not None:
        found = body.unit.callees.of(declaration)
        parameters = found.parameters
        name = found.name
        key = body.unit.key_of(found.body) if found.body is not None else None
    given = lower_arguments(body, arguments, parameters, loose=True)
    at = body.unit.positions.range(cursor)
    missing = UnknownValue(UNKNOWN, at, (), "launch without a configuration")
    grid = body.value(configuration[0]) if configuration else missing
    block = body.value(configuration[1]) if len(configuration) > 1 else missing
    return Launch(VOID, at, key, name, callee, grid, block, _shared(body, configuration), given)


def _shared(body: Body, configuration: list[Cursor]) -> Expression | None:
    if len(configuration) < 3 or not body.unit.tree.children(configuration[2]):
        return None
    return body.value(configuration[2])
