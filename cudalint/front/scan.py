"""What a source's text says before it is parsed: the headers it names and the topics it touches."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from cudalint.front.include_names import included_names
from cudalint.front.topics import topics_of
from cudalint.frozen import frozen

Found = TypeVar("Found")

LARGEST_FILE = 4 << 20
"""Bytes; a larger file is generated data rather than source."""

_HAS_INCLUDE = re.compile(rb'\b__has_include(?:_next)?[ \t]*\([ \t]*[<"]([^>"\n]+)[>"]')


@frozen
class Scan:
    """`includes`: names in include directives, in order; `asked`: names in `__has_include`; `topics`: declarations
    whose words occur; `own`: those the text defines itself."""

    includes: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    topics: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()


def scan_text(text: bytes) -> Scan:
    """Look through a text."""
    asked = tuple(name.decode("utf-8", "replace").strip() for name in _HAS_INCLUDE.findall(text))
    topics, own = topics_of(text)
    return Scan(tuple(included_names(text)), asked, topics, own)


class ScanCache:
    """Scans of files, remembered while a file does not change."""

    def __init__(self) -> None:
        """Start with nothing scanned."""
        self._scans: dict[str, tuple[tuple[int, int], Scan]] = {}
        self._includes: dict[str, tuple[tuple[int, int], tuple[str, ...]]] = {}

    def includes_of(self, path: str) -> tuple[str, ...]:
        """What `of` says of the include directives, where nothing else is wanted."""
        return self._known(self._includes, path, lambda text: tuple(included_names(text)), ())

    def of(self, path: str) -> Scan:
        """The scan of a file; an empty one if it cannot be read or is too large."""
        return self._known(self._scans, path, scan_text, Scan())

    def _known(
        self, kept: dict[str, tuple[tuple[int, int], Found]], path: str, look: Callable[[bytes], Found], nothing: Found
    ) -> Found:
        try:
            status = os.stat(path)  # noqa: PTH116  (asked very often)
        except OSError:
            return nothing
        stamp = (status.st_mtime_ns, status.st_size)
        known = kept.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        found = look(content_of(path)) if status.st_size <= LARGEST_FILE else nothing
        kept[path] = (stamp, found)
        return found


def content_of(path: str) -> bytes:
    """A file's text, nothing of one that cannot be read."""
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


SCANS = ScanCache()
"""The cache of this process."""
