"""Positions and source text of cursors."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

from cudalint.front.lowering.clang_tree import ClangTree, Cursor, Location
from cudalint.front.parse import ParsedFile
from cudalint.ir.position import NOWHERE, Position

OUR_FILES = "declarations"
INVENTED_FILE = "invented"
PROJECT_FILES = "project"
NO_FILE = "builtin"

_Spot = tuple[int | None, int, int, int]
"""File handle, line, column and byte offset."""


class Positions:
    """Where cursors are written. A macro's expansion is placed where the macro is used."""

    def __init__(self, tree: ClangTree, parsed: ParsedFile) -> None:
        """Start with no file looked at."""
        self._tree = tree
        self._parsed = parsed
        self._file = ctypes.c_void_p()
        self._line, self._column, self._offset = (
            ctypes.c_uint(),
            ctypes.c_uint(),
            ctypes.c_uint(),
        )
        self._references = tuple(ctypes.byref(c) for c in (self._file, self._line, self._column, self._offset))
        self._paths: dict[int | None, str] = {None: ""}
        self._origins: dict[int | None, str] = {None: NO_FILE}
        self._texts: dict[str, bytes] = {**parsed.overlays, parsed.path: parsed.text}
        self._declarations = parsed.declarations_directory.rstrip(os.sep) + os.sep

    def start(self, cursor: Cursor) -> Position:
        """Where the cursor is written, without its end."""
        file, line, column, _ = self._expansion(self._tree.location(cursor))
        if file is None:
            return NOWHERE
        return Position(self.path(file), line, column)

    def range(self, cursor: Cursor) -> Position:
        """Where the cursor is written, from clang's location of it to its end."""
        file, line, column, _ = self._expansion(self._tree.location(cursor))
        if file is None:
            return NOWHERE
        end_file, end_line, end_column, _ = self._expansion(self._tree.range_end(self._tree.extent(cursor)))
        if end_file != file or (end_line, end_column) < (line, column):
            return Position(self.path(file), line, column)
        return Position(self.path(file), line, column, end_line, end_column)

    def extent(self, cursor: Cursor) -> Position:
        """The whole of a definition, from its first word."""
        extent = self._tree.extent(cursor)
        file, line, column, _ = self._expansion(self._tree.range_start(extent))
        _, end_line, end_column, _ = self._expansion(self._tree.range_end(extent))
        return Position(self.path(file), line, column, end_line, end_column) if file is not None else NOWHERE

    def origin(self, cursor: Cursor) -> str:
        """`PROJECT_FILES`, `OUR_FILES`, `INVENTED_FILE` or `NO_FILE` (the compiler's own)."""
        file = self._expansion(self._tree.location(cursor))[0]
        found = self._origins.get(file)
        if found is None:
            self.path(file)
            found = self._origins[file]
        return found

    def offset(self, cursor: Cursor) -> int:
        """Bytes from the start of the file."""
        return self._expansion(self._tree.range_start(self._tree.extent(cursor)))[3]

    def text(self, cursor: Cursor) -> bytes:
        """The text between the cursor's ends; empty when they lie in different files. For a macro: where it is used."""
        extent = self._tree.extent(cursor)
        return self._slice(
            self._expansion(self._tree.range_start(extent)),
            self._expansion(self._tree.range_end(extent)),
        )

    def tail(self, cursor: Cursor, length: int) -> bytes:
        """The last `length` bytes up to where the cursor ends."""
        file, _, _, offset = self._expansion(self._tree.range_end(self._tree.extent(cursor)))
        return self.file_text(self.path(file))[max(0, offset - length) : offset] if file is not None else b""

    def text_from(self, cursor: Cursor, length: int) -> bytes:
        """The first `length` bytes from where the cursor starts."""
        file, _, _, offset = self._expansion(self._tree.range_start(self._tree.extent(cursor)))
        return self.file_text(self.path(file))[offset : offset + length] if file is not None else b""

    def file_text(self, path: str) -> bytes:
        """A project file's bytes; empty when it cannot be read."""
        found = self._texts.get(path)
        if found is None:
            try:
                found = Path(path).read_bytes()
            except OSError:
                found = b""
            self._texts[path] = found
        return found

    def path(self, file: int | None) -> str:
        """The path of a file handle: as given for the parsed file, the real path for others."""
        found = self._paths.get(file)
        if found is None and file is not None:
            name = self._tree.file_name(file)
            found = self._paths[file] = self.real(name)
            self._origins[file] = self._classify(name)
        return found or ""

    def real(self, name: str) -> str:
        """The path that positions use for a file clang calls `name`."""
        return name if name == self._parsed.path else os.path.realpath(name)

    def _classify(self, name: str) -> str:
        if name == self._parsed.invented_path:
            return INVENTED_FILE
        return OUR_FILES if name.startswith(self._declarations) else PROJECT_FILES

    def _slice(self, start: _Spot, end: _Spot) -> bytes:
        if start[0] is None or start[0] != end[0]:
            return b""
        return self.file_text(self.path(start[0]))[start[3] : end[3]]

    def _expansion(self, location: Location) -> _Spot:
        self._tree.expansion(location, *self._references)
        return (
            self._file.value,
            self._line.value,
            self._column.value,
            self._offset.value,
        )
