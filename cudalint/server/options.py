"""What a client can set: by initialization options, or as the section `cudalint` of its configuration."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from cudalint.frozen import frozen

SECTION = "cudalint"


@frozen
class Options:
    """`inlay_hints`: show stride and cost behind each access; `debounce`: milliseconds to wait for the next keystroke;
    `timeout`: seconds after which a file counts as too much."""

    inlay_hints: bool = False
    debounce: int = 10
    timeout: float = 30.0

    def updated(self, given: object) -> tuple[Options, list[str]]:
        """With what a client says, in camel case as editors write it, and a line for each thing not understood."""
        if not isinstance(given, dict):
            return self, [] if given is None else [f"options must be an object, not {type(given).__name__}"]
        known = {_camel_case(f.name): f.name for f in fields(self)}
        found: dict[str, Any] = {}
        problems = []
        for name, value in given.items():
            field = known.get(name)
            if field is None:
                problems.append(f"unknown option {name!r}; known are {', '.join(known)}")
            elif not _fits(getattr(self, field), value):
                problems.append(f"option {name!r} cannot be {value!r}")
            else:
                found[field] = value
        return replace(self, **found), problems


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _fits(default: object, value: object) -> bool:
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(default, bool) and isinstance(value, bool)
    if isinstance(default, float):
        return isinstance(value, (int, float)) and value > 0
    return isinstance(value, int) and 0 <= value <= 10_000
