"""libclang, and the parts of its C interface that the Python binding leaves out.

Besides cudalint.front.lowering the only place that knows the binding.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

LIBRARY_VARIABLE = "CUDALINT_LIBCLANG"
"""Environment variable that names another libclang than the one of the package."""


class LibclangUnavailable(RuntimeError):
    """The native library cannot be loaded, or is not one we can use; the message is one line."""


try:
    from clang import cindex
except ImportError as error:
    raise LibclangUnavailable("the package 'libclang' is not installed: pip install libclang") from error

Cursor = Any
"""A clang.cindex.Cursor; the binding is not typed."""

KEEP_GOING = 0x200
"""CXTranslationUnit_KeepGoing: without it one missing header hides every later error and instantiates no template."""

DETAILED_PREPROCESSING = 0x1
"""CXTranslationUnit_DetailedPreprocessingRecord: without it libclang tells of no skipped ranges."""

FOR_SERIALIZATION = 0x2 | 0x10 | KEEP_GOING
"""CXTranslationUnit_Incomplete and _ForSerialization: a header that will be saved."""

_NEEDED_BY_LOWERING = ("clang_getCursorBinaryOperatorKind", "clang_getCursorUnaryOperatorKind")
"""Since LLVM 17; the rest of what is registered is older."""

_INTEGER_RESULT = 1
_FLOATING_RESULT = 2
_REINSTALL = "pip install --force-reinstall 'libclang>=18.1.1,<19'"


class _SourceRanges(ctypes.Structure):
    _fields_ = (("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cindex.SourceRange)))


class ClangLibrary:
    """The loaded library with the functions registered that the binding lacks. One for a process."""

    def __init__(self) -> None:
        """Load it; raises `LibclangUnavailable`."""
        chosen = os.environ.get(LIBRARY_VARIABLE)
        if chosen and not cindex.Config.loaded:
            cindex.Config.set_library_file(chosen)
            cindex.Config.set_compatibility_check(False)
        try:
            self._library = cindex.conf.lib
        except (cindex.LibclangError, OSError) as error:
            raise LibclangUnavailable(_cannot_load(chosen, error)) from error
        self._register()

    def _function_named(self, name: str) -> Any:
        try:
            return getattr(self._library, name)
        except AttributeError as error:
            raise LibclangUnavailable(f"this libclang has no {name}: version 17 or later is needed") from error

    def _function(self, name: str, arguments: list[Any], result: Any) -> Any:
        found = self._function_named(name)
        found.argtypes, found.restype = arguments, result
        return found

    def _register(self) -> None:
        for name in _NEEDED_BY_LOWERING:
            self._function_named(name)
        cursor, pointer = cindex.Cursor, ctypes.c_void_p
        ranges = ctypes.POINTER(_SourceRanges)
        self._evaluate = self._function("clang_Cursor_Evaluate", [cursor], pointer)
        self._result_kind = self._function("clang_EvalResult_getKind", [pointer], ctypes.c_int)
        self._result_integer = self._function("clang_EvalResult_getAsLongLong", [pointer], ctypes.c_longlong)
        self._result_is_unsigned = self._function("clang_EvalResult_isUnsignedInt", [pointer], ctypes.c_uint)
        self._result_unsigned = self._function("clang_EvalResult_getAsUnsigned", [pointer], ctypes.c_ulonglong)
        self._result_floating = self._function("clang_EvalResult_getAsDouble", [pointer], ctypes.c_double)
        self._dispose = self._function("clang_EvalResult_dispose", [pointer], None)
        version = self._function("clang_getClangVersion", [], cindex._CXString)
        version.errcheck = cindex._CXString.from_result
        self.version = str(version())
        self._skipped = self._function("clang_getSkippedRanges", [cindex.TranslationUnit, ctypes.c_void_p], ranges)
        self._dispose_ranges = self._function("clang_disposeSourceRangeList", [ranges], None)

    def evaluate(self, cursor: Cursor) -> int | float | None:
        """The value of a constant expression, None for all others."""
        result = self._evaluate(cursor)
        if not result:
            return None
        try:
            kind = self._result_kind(result)
            if kind == _FLOATING_RESULT:
                return float(self._result_floating(result))
            if kind != _INTEGER_RESULT:
                return None
            if self._result_is_unsigned(result):
                return int(self._result_unsigned(result))
            return int(self._result_integer(result))
        finally:
            self._dispose(result)

    def skipped_lines(self, unit: Any, path: str) -> list[range]:
        """Lines of inactive #if branches in one file of a unit that was parsed with `DETAILED_PREPROCESSING`."""
        file = cindex.File.from_name(unit, path)
        found = self._skipped(unit, file)
        if not found:
            return []
        try:
            ranges = [found.contents.ranges[i] for i in range(found.contents.count)]
            return [range(r.start.line, r.end.line + 1) for r in ranges]
        finally:
            self._dispose_ranges(found)


def _cannot_load(chosen: str | None, error: Exception) -> str:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    if chosen:
        return f"{LIBRARY_VARIABLE}={chosen} cannot be loaded: {reason}"
    return f"libclang cannot be loaded, another package may have replaced its files ({_REINSTALL}): {reason}"


@lru_cache(maxsize=1)
def clang_library() -> ClangLibrary:
    """The library, loaded once; raises `LibclangUnavailable`."""
    return ClangLibrary()


def clang_version() -> str:
    """What the library calls itself; raises `LibclangUnavailable`."""
    return clang_library().version


class UnparsableFile(ValueError):
    """libclang gave up on the file."""


def parse_unit(path: str, arguments: list[str], unsaved: list[tuple[str, bytes]], options: int = KEEP_GOING) -> Any:
    """The translation unit of a file; `unsaved`: contents of files that differ from the disk or are not there.

    Raises `UnparsableFile`, `LibclangUnavailable`.
    """
    clang_library()
    try:
        return cindex.Index.create().parse(path, args=arguments, unsaved_files=unsaved, options=options)
    except cindex.TranslationUnitLoadError:
        raise UnparsableFile(f"{path}: libclang cannot parse it") from None


def save(unit: Any, path: Path) -> None:
    """Write a unit that was parsed `FOR_SERIALIZATION`; raises `UnparsableFile`."""
    try:
        unit.save(str(path))
    except cindex.TranslationUnitSaveError:
        raise UnparsableFile(f"{path}: libclang cannot write it") from None


def errors_of(unit: Any) -> Iterator[Any]:
    """The diagnostics of a translation unit that are errors."""
    return (d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error)


def error_count(unit: Any) -> int:
    """How many errors a translation unit has."""
    return sum(1 for _ in errors_of(unit))


def function_at(unit: Any, path: str, line: int, column: int) -> Cursor | None:
    """The function or function template whose declaration covers a position of a file, or None."""
    file = cindex.File.from_name(unit, path)
    cursor = cindex.Cursor.from_location(unit, cindex.SourceLocation.from_position(unit, file, line, column))
    kinds = (cindex.CursorKind.FUNCTION_DECL, cindex.CursorKind.FUNCTION_TEMPLATE, cindex.CursorKind.CXX_METHOD)
    return cursor if cursor is not None and cursor.kind in kinds else None
