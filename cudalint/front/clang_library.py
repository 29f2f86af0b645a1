"""libclang, and the parts of its C interface that the Python binding leaves out."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from typing import Any

try:
    import clang.cindex as cindex
except ImportError as error:  # pragma: no cover - depends on the installation
    raise ImportError("the package 'libclang' is not installed: pip install libclang") from error

Cursor = Any
"""clang.cindex.Cursor; the binding is not typed."""


class LibclangUnavailable(RuntimeError):
    """The native library cannot be loaded, or is not one we can use."""


_INTEGER_RESULT = 1
_FLOATING_RESULT = 2
_TYPE_ARGUMENT = 1
_INTEGRAL_ARGUMENT = 4


class ClangLibrary:
    """The loaded library with the functions registered that the binding lacks."""

    def __init__(self) -> None:
        chosen = os.environ.get("CUDALINT_LIBCLANG")
        if chosen and not cindex.Config.loaded:
            cindex.Config.set_library_file(chosen)
        try:
            library = cindex.conf.lib
        except (cindex.LibclangError, OSError) as error:
            text = str(error).splitlines()[0]
            raise LibclangUnavailable(
                f"libclang cannot be loaded ({text}); another package may have replaced it: "
                "pip install --force-reinstall libclang"
            ) from error
        self._register(library)

    def _register(self, library: Any) -> None:
        def function(name: str, arguments: list[Any], result: Any) -> Any:
            try:
                found = getattr(library, name)
            except AttributeError as error:
                raise LibclangUnavailable(f"this libclang has no {name}; version 17 or later is needed") from error
            found.argtypes, found.restype = arguments, result
            return found

        cursor, pointer = cindex.Cursor, ctypes.c_void_p
        self.binary_operator_kind = function("clang_getCursorBinaryOperatorKind", [cursor], ctypes.c_int)
        self.unary_operator_kind = function("clang_getCursorUnaryOperatorKind", [cursor], ctypes.c_int)
        self._evaluate = function("clang_Cursor_Evaluate", [cursor], pointer)
        self._result_kind = function("clang_EvalResult_getKind", [pointer], ctypes.c_int)
        self._result_integer = function("clang_EvalResult_getAsLongLong", [pointer], ctypes.c_longlong)
        self._result_is_unsigned = function("clang_EvalResult_isUnsignedInt", [pointer], ctypes.c_uint)
        self._result_unsigned = function("clang_EvalResult_getAsUnsigned", [pointer], ctypes.c_ulonglong)
        self._result_floating = function("clang_EvalResult_getAsDouble", [pointer], ctypes.c_double)
        self._dispose = function("clang_EvalResult_dispose", [pointer], None)
        self.is_invalid_declaration = function("clang_isInvalidDeclaration", [cursor], ctypes.c_uint)
        self._register_locations(ctypes.CDLL(library._name))

    def _register_locations(self, native: Any) -> None:
        """Locations are asked for so often that the binding's objects would cost more than the parse: plain functions
        instead."""
        location, range_ = cindex.SourceLocation, cindex.SourceRange
        numbers = ctypes.POINTER(ctypes.c_uint)
        self._cursor_location = native.clang_getCursorLocation
        self._cursor_location.argtypes, self._cursor_location.restype = [cindex.Cursor], location
        self._cursor_extent = native.clang_getCursorExtent
        self._cursor_extent.argtypes, self._cursor_extent.restype = [cindex.Cursor], range_
        self._range_start = native.clang_getRangeStart
        self._range_start.argtypes, self._range_start.restype = [range_], location
        self._range_end = native.clang_getRangeEnd
        self._range_end.argtypes, self._range_end.restype = [range_], location
        self._expansion = native.clang_getExpansionLocation
        self._expansion.argtypes = [location, ctypes.POINTER(ctypes.c_void_p), numbers, numbers, numbers]
        self._expansion.restype = None
        self._template_kind = native.clang_Cursor_getTemplateArgumentKind
        self._template_kind.argtypes, self._template_kind.restype = [cindex.Cursor, ctypes.c_uint], ctypes.c_int
        self._file_names: dict[int | None, str] = {None: ""}

    def _placed(self, location: Any) -> tuple[str, int, int]:
        file, line, column, offset = ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
        self._expansion(location, ctypes.byref(file), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset))
        name = self._file_names.get(file.value)
        if name is None:
            name = str(cindex.File(ctypes.cast(file, cindex.c_object_p)).name or "")
            self._file_names[file.value] = name
        return name, line.value, column.value

    def location(self, cursor: Cursor) -> tuple[str, int, int]:
        """(path, line, column) of a cursor; the place of use for what a macro expands to, an empty path for
        built-ins."""
        return self._placed(self._cursor_location(cursor))

    def extent(self, cursor: Cursor) -> tuple[tuple[str, int, int], tuple[str, int, int]]:
        """Where a cursor's text begins and ends, likewise."""
        range_ = self._cursor_extent(cursor)
        return self._placed(self._range_start(range_)), self._placed(self._range_end(range_))

    def template_arguments(self, function: Cursor) -> tuple[int | str, ...]:
        """The arguments of an instantiated function: integers where they are values, spellings where they are types."""
        found: list[int | str] = []
        for index in range(max(function.get_num_template_arguments(), 0)):
            kind = self._template_kind(function, index)
            if kind == _INTEGRAL_ARGUMENT:
                found.append(int(function.get_template_argument_value(index)))
            elif kind == _TYPE_ARGUMENT:
                found.append(str(function.get_template_argument_type(index).spelling))
        return tuple(found)

    def forget_files(self) -> None:
        """File handles belong to one translation unit."""
        self._file_names = {None: ""}

    def evaluate(self, cursor: Cursor) -> int | float | None:
        """The value of a constant expression, or None."""
        result = self._evaluate(cursor)
        if not result:
            return None
        try:
            kind = self._result_kind(result)
            if kind == _INTEGER_RESULT:
                if self._result_is_unsigned(result):
                    return int(self._result_unsigned(result))
                return int(self._result_integer(result))
            if kind == _FLOATING_RESULT:
                return float(self._result_floating(result))
            return None
        finally:
            self._dispose(result)


_LOADED: list[ClangLibrary] = []


def clang_library() -> ClangLibrary:
    """The library, loaded once; raises `LibclangUnavailable`."""
    if not _LOADED:
        _LOADED.append(ClangLibrary())
    return _LOADED[0]


def diagnostics_of(unit: Any) -> Iterator[Any]:
    """The errors of a translation unit, warnings left out."""
    return (d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error)
