"""Which names a file can speak of, told from its text and that of what it includes, without a parser."""

from __future__ import annotations

import os
import re
from collections.abc import Set
from functools import cache
from itertools import islice
from pathlib import Path

from cudalint.analysis.settings import Settings
from cudalint.front.fragments import MOST_INCLUDERS, includers
from cudalint.front.includes import resolve_includes
from cudalint.front.index import is_repository, source_root

_WORD = re.compile(rb"[A-Za-z_]\w*")
_PASTED = b"##"


def may_name(path: str, names: Set[str], settings: Settings) -> bool:
    """Whether the unit of a file may hold one of these names. One that pastes names together may hold any."""
    absolute = Path(os.path.normpath(Path(path).absolute()))
    root = source_root(absolute, settings.root)
    wanted = {name.encode() for name in names}
    return any(
        bool(words & wanted) or pastes
        for unit in (str(absolute), *islice(includers(absolute, root), MOST_INCLUDERS))
        for words, pastes in map(_words, _closure(unit, str(root), settings.include_directories))
    )


@cache
def _closure(path: str, root: str, given: tuple[str, ...]) -> tuple[str, ...]:
    found = resolve_includes(Path(path), _read(path), Path(root), given, confined=is_repository(Path(root)))
    return path, *found.files


@cache
def _words(path: str) -> tuple[frozenset[bytes], bool]:
    text = _read(path)
    return frozenset(_WORD.findall(text)), _PASTED in text


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""
