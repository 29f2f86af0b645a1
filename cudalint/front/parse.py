"""One file through libclang."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import clang.cindex as cindex

from cudalint.front.clang_library import clang_library, diagnostics_of
from cudalint.front.inactive import skipped_kernels
from cudalint.front.includes import repository_root, resolve_includes
from cudalint.front.options import DECLARATIONS, ParseOptions, flags
from cudalint.front.repair import INVENTED, Needs, collect_needs, declarations
from cudalint.ir.unit import SkippedKernel

_KEEP_GOING = 0x200
"""CXTranslationUnit_KeepGoing: without it one missing header hides everything behind it."""

LARGEST_FILE = 4 << 20
"""Bytes; a larger file is generated data rather than source."""

_REPAIR_ROUNDS = 2
_MOST_ERRORS_TO_REPAIR = 2000


class UnreadableFile(ValueError):
    """A file that is not CUDA source text; the message says why in one line."""


class UnparsableFile(ValueError):
    """libclang gave up on the file."""


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """A translation unit and what was learnt on the way.

    `declarations_directory`: where our own declarations lie; `invented_path`: the virtual file of made-up names;
    `included`: real
    paths of the project's files it includes; `error_lines`: (path, line) of diagnostics that remain; `directories`:
    include
    folders that were found.
    """

    path: str
    translation_unit: Any
    text: bytes
    declarations_directory: str
    invented_path: str
    included: tuple[str, ...]
    skipped: tuple[SkippedKernel, ...]
    error_lines: frozenset[tuple[str, int]]
    directories: tuple[str, ...]


def read_source(path: Path) -> bytes:
    """The file's bytes; raises `UnreadableFile`."""
    try:
        text = path.read_bytes()
    except IsADirectoryError:
        raise UnreadableFile(f"{path}: is a directory") from None
    except OSError as error:
        raise UnreadableFile(f"{path}: {(error.strerror or str(error)).lower()}") from None
    check_source(path, text)
    return text


def check_source(path: Path, text: bytes) -> None:
    """Raise `UnreadableFile` unless this can be source text."""
    if len(text) > LARGEST_FILE:
        raise UnreadableFile(f"{path}: {len(text)} bytes are more than the {LARGEST_FILE} that are read as source")
    if b"\0" in text:
        raise UnreadableFile(f"{path}: holds NUL bytes, so it is not source text")


def parse(path: str, options: ParseOptions, source: bytes | None = None, forced: tuple[str, ...] = ()) -> ParsedFile:
    """Parse a file with all that it includes from its repository.

    `source`: its text, if not what is on disk; `forced`: files included before it (device functions defined elsewhere).
    Raises `UnreadableFile`, `UnparsableFile`.
    """
    clang_library()
    file = Path(path)
    text = source if source is not None else read_source(file)
    check_source(file, text)
    root = Path(options.root) if options.root else repository_root(file.resolve())
    resolution = resolve_includes(file, text, root, options.include_directories)
    arguments = flags(file, options, resolution.directories, forced)
    unsaved = [(path, text.decode("utf-8", "replace"))] if source is not None else []
    unit = _repaired(path, arguments, unsaved)
    return ParsedFile(
        path=path,
        translation_unit=unit,
        text=text,
        declarations_directory=str(DECLARATIONS),
        invented_path=_virtual_path(path),
        included=resolution.files,
        skipped=tuple(skipped_kernels(path, text, unit, str(DECLARATIONS))),
        error_lines=frozenset(
            (d.location.file.name, d.location.line) for d in diagnostics_of(unit) if d.location.file is not None
        ),
        directories=resolution.directories,
    )


def _parse_once(path: str, arguments: list[str], unsaved: list[tuple[str, str]]) -> Any:
    try:
        return cindex.Index.create().parse(path, args=arguments, unsaved_files=unsaved, options=_KEEP_GOING)
    except cindex.TranslationUnitLoadError:
        raise UnparsableFile(f"{path}: libclang cannot parse it") from None


def _virtual_path(path: str) -> str:
    """Where made-up declarations would lie: beside the file, so that the include is found."""
    return str(Path(path).resolve().parent / INVENTED)


def _errors(unit: Any) -> int:
    return sum(1 for _ in diagnostics_of(unit))


def _repaired(path: str, arguments: list[str], unsaved: list[tuple[str, str]]) -> Any:
    """Parse, and parse again with made-up declarations while that leaves fewer errors."""
    unit = _parse_once(path, arguments, unsaved)
    errors = _errors(unit)
    if not errors or errors > _MOST_ERRORS_TO_REPAIR:
        return unit
    needs: Needs = {}
    reader = _LineReader(dict(unsaved))
    virtual = _virtual_path(path)
    for _ in range(_REPAIR_ROUNDS):
        before = len(needs)
        collect_needs(unit, needs, reader.line, str(DECLARATIONS))
        if len(needs) == before:
            return unit
        again = _parse_once(path, [*arguments, "-include", virtual], [*unsaved, (virtual, declarations(needs))])
        remaining = _errors(again)
        if remaining > errors:
            return unit
        unit, errors = again, remaining
        if not errors:
            return unit
    return unit


class _LineReader:
    """Lines of the files that diagnostics point into."""

    def __init__(self, unsaved: dict[str, str]) -> None:
        self._lines = {name: text.splitlines() for name, text in unsaved.items()}

    def line(self, path: str, number: int) -> str:
        if path not in self._lines:
            try:
                self._lines[path] = Path(path).read_text("utf-8", "replace").splitlines()
            except OSError:
                self._lines[path] = []
        lines = self._lines[path]
        return lines[number - 1] if 0 < number <= len(lines) else ""
