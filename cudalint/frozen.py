"""Frozen dataclasses with slots that take a quarter of the time to define: a run defines some two hundred of them.

`dataclass(frozen=True, slots=True)` compiles six functions for every class, one by one. Here those that are called
often are compiled together; the others are the same for all classes. Everything else is a dataclass's: `fields`,
`replace`, defaults, `field(...)`, inheritance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform, overload

_Class = TypeVar("_Class")


@overload
def frozen(cls: type[_Class], /) -> type[_Class]: ...
@overload
def frozen(*, eq: bool) -> Callable[[type[_Class]], type[_Class]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: Any = None, /, *, eq: bool = True) -> Any:
    """As `dataclass(frozen=True, slots=True, eq=eq)`."""
    return _made(cls, eq) if cls is not None else lambda given: _made(given, eq)


def _made(cls: type, eq: bool) -> type:
    # Without a text of its own, a dataclass gets its signature for one, which takes longer than all else.
    cls.__doc__ = cls.__doc__ or cls.__name__
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    parts = fields(made)
    names = [part.name for part in parts]
    methods = {
        **_compiled(parts, eq),
        "__repr__": _representation([part.name for part in parts if part.repr]),
        "__getstate__": lambda self: [getattr(self, name) for name in names],
        "__setstate__": _restoring(names),
        "__setattr__": _unchanged,
        "__delattr__": _unchanged,
    }
    for name, method in methods.items():
        if name not in vars(made) or name == "__getstate__":
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]


def _compiled(parts: tuple[Field[Any], ...], eq: bool) -> dict[str, Any]:
    """What is called so often that it has to be as fast as if it were written out."""
    made: dict[str, Any] = {"_set": object.__setattr__, "_MISSING": MISSING}
    parameters, lines = ["self"], []
    for number, part in enumerate(parts):
        value = part.name
        if part.default is not MISSING:
            made[f"_{number}"] = part.default
            parameters.append(f"{part.name}=_{number}")
        elif part.default_factory is not MISSING:
            made[f"_{number}"] = part.default_factory
            parameters.append(f"{part.name}=_MISSING")
            value = f"_{number}() if {part.name} is _MISSING else {part.name}"
        else:
            parameters.append(part.name)
        lines.append(f" _set(self, {part.name!r}, {value})")
    lines = [f"def __init__({', '.join(parameters)}):", *(lines or [" pass"])]
    if eq:
        mine, theirs = ("".join(f"{who}.{p.name}, " for p in parts if p.compare) for who in ("self", "other"))
        lines += ["def __eq__(self, other):", " if other.__class__ is not self.__class__: return NotImplemented"]
        lines += [f" return ({mine}) == ({theirs})", f"def __hash__(self): return hash(({mine}))"]
    exec("\n".join(lines), made)
    return {name: method for name, method in made.items() if name.endswith("__") and name != "__builtins__"}


def _representation(names: list[str]) -> Any:
    def shown(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return shown


def _unchanged(self: Any, name: str, *_: Any) -> None:
    raise FrozenInstanceError(f"cannot change {name!r}")


def _restoring(names: list[str]) -> Any:
    put = object.__setattr__

    def restore(self: Any, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            put(self, name, value)

    return restore
