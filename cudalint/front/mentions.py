"""Which names a file can speak of, told from its text and that of what it includes, without a parser."""

from __future__ import annotations

from collections.abc import Set
from functools import cache
from itertools import islice
from pathlib import Path

from cudalint.analysis.settings import Settings
from cudalint.front.fragments import MOST_INCLUDERS, includers
from cudalint.front.includes import resolve_includes
from cudalint.front.index import absolute_path, is_confined, source_root
from cudalint.front.scan import content_of
from cudalint.source_text import WORD

_PASTED = b"##"


def may_name(path: str, names: Set[str], settings: Settings) -> bool:
    """Whether the unit of a file may hold one of these names. One that pastes names together may hold any."""
    absolute = absolute_path(path)
    root = source_root(absolute, settings.root)
    confined = is_confined(root, settings.root)
    wanted = {name.encode() for name in names}
    return any(
        bool(words & wanted) or pastes
        for unit in (str(absolute), *islice(includers(absolute, root), MOST_INCLUDERS))
        for words, pastes in map(_words, _closure(unit, root, settings.include_directories, confined))
    )


@cache
def _closure(path: str, root: Path, given: tuple[str, ...], confined: bool) -> tuple[str, ...]:
    found = resolve_includes(Path(path), content_of(path), root, given, confined=confined)
    return path, *found.files


@cache
def _words(path: str) -> tuple[frozenset[bytes], bool]:
    text = content_of(path)
    return frozenset(WORD.findall(text)), _PASTED in text
