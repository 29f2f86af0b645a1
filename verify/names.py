"""Kernels and files go by several names: as written, as the compiler prints them, as they lay on another machine."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

_IDENTIFIER_AT_END = re.compile(r"~?[A-Za-z_]\w*$")


def simple_name(kernel: str) -> str:
    """`reduce` of `void ns::reduce<int, (bool)1>(const T1 *)`: no result, scope, template arguments or parameters."""
    text = kernel.strip().replace("(anonymous namespace)::", "")
    depth = 0
    outside: list[str] = []
    for character in text:
        if character in "<(":
            if character == "(" and depth == 0:
                break
            depth += 1
        elif character in ">)":
            depth -= 1
        elif depth == 0:
            outside.append(character)
    match = _IDENTIFIER_AT_END.search("".join(outside).strip())
    return match[0] if match is not None else text


class PathMatcher:
    """Finds the file of ours that a path from elsewhere means: the same file, or the one that shares the longest end.

    A path that shares no more than its last part with a file counts as that file only if no other file shares as much.
    """

    def __init__(self, ours: Iterable[str]) -> None:
        self._ours = tuple(dict.fromkeys(ours))
        self._real: Mapping[str, str] = {os.path.realpath(p): p for p in self._ours}
        self._known: dict[str, str | None] = {}

    def match(self, path: str) -> str | None:
        """Our name of that file, None where it is none of ours."""
        if path not in self._known:
            self._known[path] = self._find(path)
        return self._known[path]

    def _find(self, path: str) -> str | None:
        same = self._real.get(os.path.realpath(path))
        if same is not None:
            return same
        shared = [(_common_end(path, ours), ours) for ours in self._ours]
        best = max((count for count, _ in shared), default=0)
        nearest = [ours for count, ours in shared if count == best]
        return nearest[0] if best and len(nearest) == 1 else None


def _common_end(one: str, other: str) -> int:
    """How many last parts of two paths are equal."""
    count = 0
    for left, right in zip(_parts(one), _parts(os.path.realpath(other)), strict=False):
        if left != right:
            break
        count += 1
    return count


def _parts(path: str) -> tuple[str, ...]:
    return tuple(reversed(PurePosixPath(os.path.normpath(path.replace("\\", "/"))).parts))
