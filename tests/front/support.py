"""Small sources through the parser."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

from cudalint.front.clang_library import errors_of
from cudalint.front.headers import DECLARATIONS
from cudalint.front.options import ParseOptions
from cudalint.front.parse import ParsedFile, parse
from cudalint.front.repair import INVENTED


def parsed(folder: Path, source: str, name: str = "a.cu", **settings: Any) -> ParsedFile:
    """A source text written to a file of a folder, and parsed."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(source))
    return parse(str(path), ParseOptions(root=str(folder), **settings))


def messages(result: ParsedFile) -> list[str]:
    """The errors that remain, as clang words them."""
    return [f"{e.location.line}: {e.spelling}" for e in errors_of(result.translation_unit)]


def named(cursor: Any, name: str) -> Any:
    """The first cursor of that name outside of our declarations, depth first."""
    for child in cursor.get_children():
        file = child.location.file.name if child.location.file is not None else f"{DECLARATIONS}/"
        if file != INVENTED and file.startswith(f"{DECLARATIONS}/"):
            continue
        if child.spelling == name:
            return child
        found = named(child, name)
        if found is not None:
            return found
    return None


def initialiser(result: ParsedFile, variable: str) -> Any:
    """The expression that a global variable of the source is initialised with."""
    return list(named(result.translation_unit.cursor, variable).get_children())[-1]
