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
        self._evaluate = function("clang_Cursor_Evaluate", [cursor], pointer)
        self._result_kind = function("clang_EvalResult_getKind", [pointer], ctypes.c_int)
        self._result_integer = function("clang_EvalResult_getAsLongLong", [pointer], ctypes.c_longlong)
        self._result_is_unsigned = function("clang_EvalResult_isUnsignedInt", [pointer], ctypes.c_uint)
        self._result_unsigned = function("clang_EvalResult_getAsUnsigned", [pointer], ctypes.c_ulonglong)
        self._result_floating = function("clang_EvalResult_getAsDouble", [pointer], ctypes.c_double)
        self._dispose = function("clang_EvalResult_dispose", [pointer], None)

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
