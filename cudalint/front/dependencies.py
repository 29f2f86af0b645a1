"""What a parse was made from besides the file itself, and every place where another file would have changed it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
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
_COMPUTED = re.compile(rb"^[ \t]*#[ \t]*include[ \t]+([A-Za-z_]\w*)[ \t]*(?:/[/*][^\n]*)?\r?$", re.MULTILINE)
_QUOTED = re.compile(rb'[ \t]+["<]([^">\n]+)[">][ \t]*(?://[^\n]*)?\r?')


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
    complete = search.completed((*parsed.included, parsed.path), options.defines)
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
        self._texts: dict[str, tuple[bytes, tuple[str, ...]]] = {}

    def look(self, path: str, text: bytes, forced: Iterable[str]) -> None:
        """Note what one translation unit consists of."""
        found = resolve_includes(Path(path), text, self.root, self._given, forced, confined=self._confined)
        folders = tuple(dict.fromkeys((str(Path(path).parent), *self._given, *found.directories)))
        self.files.update(dict.fromkeys(found.files))
        self._texts[path] = text, folders
        self._note(path, scan_text(text), folders)
        for file in found.files:
            self._texts[file] = content_of(file), folders
            self._note(file, SCANS.of(file), folders)
        self._note_outside(found)

    def completed(self, included: Iterable[str], defines: Iterable[str]) -> bool:
        """Look at what is included under a name that a macro gives, too; whether everything `included` was found.

        It cannot be told what a macro stands for that is not always defined as one quoted name, in a text.
        """
        waiting = list(included)
        while True:
            computed = {path: computed_names(text) for path, (text, _) in self._texts.items()}
            macros = {macro for names in computed.values() for macro in names}
            if None in macros or any(definition.partition("=")[0] in macros for definition in defines):
                return False
            quoted = _quoted(self._texts, {m for m in macros if m is not None})
            if quoted is None:
                return False
            for path, names in computed.items():
                self._note(
                    path, Scan(tuple(q for n in names if n is not None for q in quoted[n])), self._texts[path][1]
                )
            read = {os.path.realpath(path) for path in self._texts}
            waiting = [path for path in waiting if os.path.realpath(path) not in read]
            known = {os.path.realpath(path): path for path in self.files}
            found = [known[real] for path in waiting if (real := os.path.realpath(path)) in known]
            if not found:
                return not waiting
            for path in found:
                self.look(path, content_of(path), ())

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


def computed_names(text: bytes) -> list[str | None]:
    """The macros that include directives give instead of a name; None for one that says it otherwise."""
    spliced = _SPLICE.sub(b"", text)
    found: list[str | None] = [name.decode() for name in _COMPUTED.findall(spliced)]
    others = len(_DIRECTIVE.findall(spliced)) - len(included_names(text)) - len(found)
    return [*found, None] if others else found


def _quoted(texts: Mapping[str, tuple[bytes, tuple[str, ...]]], macros: set[str]) -> dict[str, tuple[str, ...]] | None:
    """The names that some macros stand for in any of the texts; None if one of them may be something else."""
    found: dict[str, dict[str, None]] = {macro: {} for macro in macros}
    for macro, names in found.items():
        definition = re.compile(rb"#[ \t]*define[ \t]+" + macro.encode() + rb"\b([^\n]*)")
        for text, _ in texts.values():
            for value in definition.findall(_SPLICE.sub(b"", text)):
                quoted = _QUOTED.fullmatch(value)
                if quoted is None:
                    return None
                names[quoted[1].decode("utf-8", "replace")] = None
    return {macro: tuple(names) for macro, names in found.items()}
