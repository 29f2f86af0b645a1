"""A translation unit and its functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from cudalint.frozen import frozen
from cudalint.ir.nodes import Expression, Place, Statement, Variable
from cudalint.ir.position import Position
from cudalint.ir.types import Type


@frozen(eq=False)
class MemberInitialiser:
    """`: name(value)` of a constructor: at `offset` bytes of the object; a `Place` binds a reference member.

    A base class is initialised like a member at its offset; a delegating constructor at offset 0 of the whole object.
    """

    offset: int
    type: Type
    value: Expression | Place


@frozen(eq=False)
class Function:
    """A function with a body: free, method, constructor, lambda, or one instantiation of a template.

    `kind`: "kernel" (`__global__`), "device" (`__device__`, also with `__host__`), "host". `launch_bounds`: the first
    argument of `__launch_bounds__`, in threads. `template_arguments`: as written in messages ("16", "float"), empty for
    plain functions and for bodies analysed without instantiation; `is_template` marks the latter. `repaired`: some of
    the body was lost or rests on names made up by the repair pass: diagnostics lie inside it.
    """

    key: str
    name: str
    qualified_name: str
    kind: str
    parameters: tuple[Variable, ...]
    result: Type
    body: Statement
    at: Position
    is_method: bool = False
    initialisers: tuple[MemberInitialiser, ...] = ()
    launch_bounds: int | None = None
    template_arguments: tuple[str, ...] = ()
    is_template: bool = False
    repaired: bool = False
    calls_launch: bool = False


@frozen(eq=False)
class SkippedKernel:
    """A kernel that is not analysed, and why ("in an inactive #if branch", "its definition could not be parsed")."""

    name: str
    at: Position
    reason: str


@frozen(eq=False)
class Unit:
    """One parsed file with all that it includes.

    `functions` may build its values on demand; iterating it is not supported, looking up a key is. `kernels` are the
    keys of the kernels *defined in the project* (this file and its own includes), template kernels included
    (`is_template`); `hosts` the keys of host functions that contain a launch or call a template that does, templates
    last; `main` the key of `main` if it is defined here, in the file `main_path`; `launchers` the names of host
    functions through which another file may launch something, where it is not. `included`: real paths of the project's
    files that this one includes.
    """

    path: str
    functions: Mapping[str, Function]
    kernels: tuple[str, ...]
    hosts: tuple[str, ...]
    main: str | None
    skipped: tuple[SkippedKernel, ...] = ()
    included: tuple[str, ...] = ()
    by_name: Mapping[str, str] = field(default_factory=dict)
    main_path: str | None = None
    launchers: frozenset[str] = frozenset()
