"""One file through libclang."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping
from dataclasses import field, replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cudalint.front.clang_library import (
    DETAILED_PREPROCESSING,
    KEEP_GOING,
    UnparsableFile,
    error_count,
    errors_of,
    parse_unit,
)
from cudalint.front.dialect import as_clang_reads
from cudalint.front.fragments import MOST_INCLUDERS, includers
from cudalint.front.headers import DECLARATIONS, including, virtual_headers
from cudalint.front.inactive import skipped_kernels
from cudalint.front.includes import Resolution, resolve_includes
from cudalint.front.index import absolute_path, is_confined, source_root
from cudalint.front.instances import named_instances
from cudalint.front.options import FORCED_HEADER, ParseOptions, flags
from cudalint.front.precompiled import precompiled
from cudalint.front.repair import INVENTED, parse_repaired
from cudalint.front.scan import LARGEST_FILE
from cudalint.front.topics import ordered
from cudalint.frozen import frozen
from cudalint.ir.unit import SkippedKernel

__all__ = ["LARGEST_FILE", "ParsedFile", "UnparsableFile", "UnreadableFile", "check_source", "parse", "read_source"]


class UnreadableFile(ValueError):
    """A file that is not CUDA source text; the message says why in one line."""


@frozen
class ParsedFile:
    """A translation unit and what was learnt on the way.

    `declarations_directory`: where our own declarations lie; `invented_path`: the virtual file of made-up names;
    `included`: real paths of the project's files that the unit consists of besides this one; `error_lines`: (path,
    line) of errors that remain, `errors` how many; `directories`: include folders that were found; `invented`: how many
    names were made up; `overlays`: texts of included files that are not as on disk, by real path; `fragment`: the file
    that was asked for, where it does not stand alone and `path` is one that includes it, else None. `made_up`: the
    invented names as (namespace, name, kind); `around`: what the unit depends on besides the project's texts.
    """

    path: str
    translation_unit: Any
    text: bytes
    declarations_directory: str
    invented_path: str
    included: tuple[str, ...]
    skipped: tuple[SkippedKernel, ...]
    error_lines: frozenset[tuple[str, int]]
    errors: int
    directories: tuple[str, ...]
    invented: int = 0
    fragment: str | None = None
    made_up: tuple[tuple[str, str, str], ...] = ()
    around: Hashable = None
    overlays: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def incomplete(self) -> bool:
        """Whether something of the unit was not understood."""
        return bool(self.errors or self.invented)


def read_source(path: Path) -> bytes:
    """The file's bytes; raises `UnreadableFile`."""
    try:
        if path.is_dir():
            raise UnreadableFile(f"{path}: is a directory")
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise UnreadableFile(_too_large(path, size))
        text = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(f"{path}: {(error.strerror or str(error)).lower()}") from None
    check_source(path, text)
    return text


def check_source(path: Path, text: bytes) -> None:
    """Raise `UnreadableFile` unless this can be source text, under a name that the parser takes."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise UnreadableFile(f"{path}: its name is not UTF-8") from None
    if len(text) > LARGEST_FILE:
        raise UnreadableFile(_too_large(path, len(text)))
    if b"\0" in text:
        raise UnreadableFile(f"{path}: holds NUL bytes, so it is not source text")


def _too_large(path: Path, size: int) -> str:
    return f"{path}: {size} bytes are more than the {LARGEST_FILE} that are read as source"


@frozen
class _Request:
    """What a parse needs: the file, its flags (`start`: those for a precompiled header) and the files that are not as
    on disk."""

    path: str
    start: list[str]
    arguments: list[str]
    unsaved: list[tuple[str, bytes]]
    resolution: Resolution
    overlays: Mapping[str, bytes]


def parse(
    path: str,
    options: ParseOptions,
    source: bytes | None = None,
    forced: tuple[str, ...] = (),
    overlays: Mapping[str, bytes] = MappingProxyType({}),
    callers: tuple[str, ...] = (),
) -> ParsedFile:
    """Parse a file with all that it includes from its repository.

    `source`: its text, if not what is on disk; `overlays`: the same for files that it includes, by real path; `forced`:
    files to include before it, which define device functions that it only declares; `callers`: files to include behind
    it, so that what they define changes nothing in it, which call its host functions. A file that does not stand alone
    is parsed through one that includes it: the `path` of the result is then that one. Raises `UnreadableFile`,
    `UnparsableFile`, `UnknownArchitecture`, `LibclangUnavailable`.
    """
    text = source if source is not None else read_source(Path(path))
    check_source(Path(path), text)
    request = _request(path, options, text, source, forced, overlays, callers)
    parsed = _parsed(request, text)
    if forced or callers or not parsed.incomplete:
        return parsed
    return _through_includer(parsed, options, source, overlays) or parsed


def _through_includer(
    alone: ParsedFile, options: ParseOptions, source: bytes | None, overlays: Mapping[str, bytes]
) -> ParsedFile | None:
    """The unit of a file that includes this one, if less of this one is missing there."""
    absolute = absolute_path(alone.path)
    for context in islice(includers(absolute, source_root(absolute, options.root)), MOST_INCLUDERS):
        try:
            text = read_source(Path(context))
        except UnreadableFile:
            continue
        request = _request(context, options, text, None, (), overlays)
        if source is not None:
            request.unsaved.append((str(absolute), source))
        parsed = _parsed(request, text)
        if os.path.realpath(absolute) in parsed.included and _lacks(parsed, absolute) < _lacks(alone, absolute):
            return replace(parsed, fragment=alone.path)
    return None


def _lacks(parsed: ParsedFile, path: Path) -> int:
    """How much of a file is missing in a unit: its lines with errors, and names that were made up."""
    real = os.path.realpath(path)
    return sum(os.path.realpath(p) == real for p, _ in parsed.error_lines) + parsed.invented


def _request(
    path: str,
    options: ParseOptions,
    text: bytes,
    source: bytes | None,
    forced: tuple[str, ...],
    overlays: Mapping[str, bytes],
    callers: tuple[str, ...] = (),
) -> _Request:
    absolute = absolute_path(path)
    root = source_root(absolute, options.root)
    others = (*options.forced_includes, *forced, *callers)
    confined = is_confined(root, options.root)
    resolution = resolve_includes(absolute, text, root, options.include_directories, others, confined=confined)
    prelude = including(ordered(resolution.topics))
    unsaved = [(FORCED_HEADER, prelude.encode())]
    unsaved += [(name, content.encode()) for name, content in virtual_headers(resolution.ours)]
    unsaved += [(outside, b"") for outside in resolution.outside]
    unsaved += [(other, as_clang_reads(content)) for other, content in overlays.items()]
    readable = as_clang_reads(text) + named_instances(text) + _including_last(callers)
    if source is not None or readable != text:
        unsaved.append((path, readable))
    arguments = flags(absolute, options, resolution.directories, forced)
    start = precompiled(arguments, ordered(resolution.topics))
    return _Request(path, start, arguments, unsaved, resolution, overlays)


def _including_last(paths: tuple[str, ...]) -> bytes:
    """Text to put behind a file, so that others are read after it."""
    return b"".join(b'\n#include "%b"\n' % os.fsencode(path) for path in paths)


def _parsed(request: _Request, text: bytes) -> ParsedFile:
    def with_branches() -> Any:
        # A record of branches cannot start from a precompiled header that has none.
        return parse_unit(request.path, request.arguments, request.unsaved, KEEP_GOING | DETAILED_PREPROCESSING)

    repaired = parse_repaired(request.path, [*request.start, *request.arguments], request.unsaved)
    unit = repaired.unit
    return ParsedFile(
        path=request.path,
        translation_unit=unit,
        text=text,
        declarations_directory=str(DECLARATIONS),
        invented_path=INVENTED,
        included=_included(unit, request.path),
        skipped=tuple(skipped_kernels(request.path, text, unit, with_branches)),
        error_lines=frozenset((d.location.file.name, d.location.line) for d in errors_of(unit) if d.location.file),
        errors=error_count(unit),
        directories=request.resolution.directories,
        invented=repaired.invented,
        made_up=repaired.names,
        around=_around(request),
        overlays=request.overlays,
    )


def _around(request: _Request) -> Hashable:
    ours = str(DECLARATIONS)
    virtual = tuple((name, text if name.startswith(ours) else b"") for name, text in request.unsaved)
    known = {request.path, *request.overlays}
    return tuple(request.arguments), tuple(pair for pair in virtual if pair[0] not in known)


def _included(unit: Any, path: str) -> tuple[str, ...]:
    """Real paths of the unit's files, without ours, the made-up one and `path` itself as it was given."""
    own = str(DECLARATIONS)
    names = dict.fromkeys((unit.spelling, *(i.include.name for i in unit.get_includes())))
    return tuple(
        dict.fromkeys(os.path.realpath(n) for n in names if not n.startswith(own) and n not in (INVENTED, path))
    )
