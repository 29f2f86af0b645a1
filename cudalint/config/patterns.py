"""Patterns of paths, as .gitignore writes them."""

from __future__ import annotations

import os
import re
from functools import cache


def matches(pattern: str, path: str, folder: str) -> bool:
    """Whether a pattern of the configuration in `folder` names a file, or a folder around it.

    `path` and `folder` are absolute. A pattern with a slash before its end starts from the folder, any other one holds
    at every depth. `*` and `?` stay within a name, `**` crosses folders.
    """
    relative = os.path.relpath(path, folder)
    if relative.startswith(".."):
        return False
    return _expression(pattern).fullmatch(relative.replace(os.sep, "/")) is not None


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    stripped = pattern.removeprefix("./").rstrip("/")
    anchored = "/" in stripped
    body = _translated(stripped.lstrip("/"))
    return re.compile(("" if anchored else "(?:.*/)?") + body + "(?:/.*)?", re.DOTALL)


def _translated(pattern: str) -> str:
    parts: list[str] = []
    at = 0
    while at < len(pattern):
        if pattern.startswith("**/", at):
            parts.append("(?:.*/)?")
            at += 3
        elif pattern.startswith("**", at):
            parts.append(".*")
            at += 2
        elif pattern[at] == "[" and (end := pattern.find("]", at + 2)) > 0:
            inside = pattern[at + 1 : end].replace("\\", "\\\\")
            negated = inside[0] in "!^"
            parts.append(f"[^/{inside[1:]}]" if negated else f"(?!/)[{inside}]")
            at = end + 1
        else:
            parts.append({"*": "[^/]*", "?": "[^/]"}.get(pattern[at], re.escape(pattern[at])))
            at += 1
    return "".join(parts)
