"""What a parse was made from besides the file itself, and every place where another file would have changed it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from cudalint.analysis.outcome import Dependencies
from cudalint.front.fragments import MOST_INCLUDERS, includers
from cudalint.front.headers import is_ours, yields_to_project
from cudalint.front.include_names import included_names
from cudalint.front.includes import Resolution, resolve_includes
from cudalint.front.index import absolute_path, is_confined, source_root
from cudalint.front.options import ParseOptions
from cudalint.front.parse import ParsedFile
from cudalint.front.scan import SCANS, Scan, content_of, scan_text

_SPLICE = re.compile(rb"\\[ \t]*\r?\n")
_DIRECTIVE = re.compile(
    rb"^(?:[ \t]|/\*[^\n]*?\*/)*(?:\#|%:|\?\?=)(?:[ \t]|/\*[^\n]*?\*/)*(?:include|import|embed)\w*", re.MULTILINE
)


def dependencies_of(
    parsed: ParsedFile, path: str, text: bytes, options: ParseOptions, forced: tuple[str, ...] = ()
) -> Dependencies:
    """Of the parse of `path` with its text, options and forced files, after the fact."""
    search = _Search(path, options)
    search.look(str(search.path), text, (*options.forced_includes, *forced))
    asked: tuple[str, ...] | None = None
    if parsed.fragment is not None or (parsed.incomplete and not forced):
        asked = tuple(islice(includers(search.path, search.root), MOST_INCLUDERS))
        for other in asked:
            search.look(other, content_of(other), options.forced_includes)
            search.files[other] = None
    known = {os.path.realpath(p) for p in search.files} | {os.path.realpath(search.path)}
    complete = search.plain and all(os.path.realpath(p) in known for p in (*parsed.included, parsed.path))
    return Dependencies(tuple(search.files), tuple(search.absent), tuple(search.names), asked, complete)


class _Search:
    """Goes once more through the include directives."""

    def __init__(self, path: str, options: ParseOptions) -> None:
        self.path = absolute_path(path)
        self.root = source_root(self.path, options.root)
        self._given = options.include_directories
        self._confined = is_confined(self.root, options.root)
        self.files: dict[str, None] = {}
        self.absent: dict[str, None] = {}
        self.names: dict[tuple[str, str], None] = {}
        self.plain = True

    def look(self, path: str, text: bytes, forced: Iterable[str]) -> None:
        """Note what one translation unit consists of."""
        found = resolve_includes(Path(path), text, self.root, self._given, forced, confined=self._confined)
        folders = tuple(dict.fromkeys((str(Path(path).parent), *self._given, *found.directories)))
        self.files.update(dict.fromkeys(found.files))
        self.plain = self.plain and _is_plain(text)
        self._note(path, scan_text(text), folders)
        for file in found.files:
            self.plain = self.plain and _is_plain(content_of(file))
            self._note(file, SCANS.of(file), folders)
        self._note_outside(found)

    def _note(self, including: str, scan: Scan, folders: tuple[str, ...]) -> None:
        for name in (*scan.includes, *scan.asked):
            candidates = list(_candidates(name, including, folders))
            there = [c for c in candidates if os.path.isfile(c)]  # noqa: PTH113  (a name may be too long to ask for)
            self.files.update(dict.fromkeys(there))
            self.absent.update(dict.fromkeys(c for c in candidates if c not in there))
            at_once = any(c in there for c in _candidates(name, including, self._given))
            if not at_once and (not is_ours(name) or yields_to_project(name)):
                # Folders that were found by a name may give way to nearer ones.
                self.names[name, including] = None

    def _note_outside(self, found: Resolution) -> None:
        for path in found.outside:
            self.files[path] = None


def _candidates(name: str, including: str, folders: tuple[str, ...]) -> Iterator[str]:
    places = dict.fromkeys((str(Path(including).parent), *folders))
    return (os.path.normpath(f"{folder}/{name}") for folder in places)


def _is_plain(text: bytes) -> bool:
    """Whether every directive that includes a file names it outright."""
    return len(_DIRECTIVE.findall(_SPLICE.sub(b"", text))) == len(included_names(text))
