"""Host functions that a search for launches need not follow: timers, comparisons with a reference, printing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cudalint.ir.types import Pointer, Reference, Type
from cudalint.source_text import WORD

_NAMELESS = ("operator", "~")
"""How functions begin that are called without being named."""


def quiet_names(
    functions: Iterable[tuple[str, str, Callable[[], bytes]]],
    loud: Callable[[bytes], bool],
    variables: frozenset[bytes],
) -> frozenset[str]:
    """Names of host functions from which no launch is reached and that name no variable of file scope.

    `functions`: name, kind and code of each that the project defines; `loud`: whether code holds a launch; `variables`:
    names of file-scope variables. What they do is seen through their arguments and result alone.
    """
    words: dict[str, set[bytes]] = {}
    heard: set[str] = set()
    for name, kind, text in functions:
        content = text()
        words.setdefault(name, set()).update(WORD.findall(content))
        if kind != "host" or loud(content):
            heard.add(name)
    heard |= {name for name, used in words.items() if used & variables}
    while True:
        spoken = {name.encode() for name in heard}
        more = {name for name, used in words.items() if name not in heard and used & spoken}
        if not more:
            break
        heard |= more
    if any(name.startswith(_NAMELESS) for name in heard):
        return frozenset()
    return frozenset(words) - heard


def written_through(parameters: Iterable[Type]) -> tuple[int, ...]:
    """Indices of the parameters through which a function may write."""
    return tuple(index for index, type_ in enumerate(parameters) if _may_write(type_))


def _may_write(type_: Type) -> bool:
    if isinstance(type_, Reference):
        return not type_.const
    return isinstance(type_, Pointer) and not type_.pointee_const
