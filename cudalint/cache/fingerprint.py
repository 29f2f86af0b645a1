"""What all answers depend on besides the sources: this program's own text, and the libraries it stands on."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from cudalint.cache.store import digest

LIBRARIES = ("clang", "numpy", "sympy", "mpmath", "pycparser")
LIBRARY_VARIABLE = "CUDALINT_LIBCLANG"
_OWN_SUFFIXES = (".py", ".h")
_NATIVE = "native"


@cache
def fingerprint() -> bytes:
    """Changes with every byte of our own sources and declarations, with Python, and with each library's version."""
    parts = [sys.version.encode(), os.environ.get(LIBRARY_VARIABLE, "").encode()]
    for folder in sorted(_own_folders()):
        for path in sorted(_own_files(folder)):
            parts += [os.path.relpath(path, folder).encode(), _content(path)]
    for name in LIBRARIES:
        parts += [part.encode() for part in _state(name)]
    chosen = os.environ.get(LIBRARY_VARIABLE)
    if chosen:
        parts += [part.encode() for part in _stamp(Path(chosen))]
    return digest(*parts).encode()


def _own_folders() -> Iterator[str]:
    own = str(Path(__file__).resolve().parents[1])
    yield own
    rules = find_spec("cudalint.rules")
    yield from (str(Path(p).resolve()) for p in (rules.submodule_search_locations or () if rules is not None else ()))


def _own_files(folder: str) -> Iterator[str]:
    for here, folders, names in os.walk(folder):
        folders[:] = [f for f in folders if f != "__pycache__"]
        yield from (f"{here}/{name}" for name in names if name.endswith(_OWN_SUFFIXES))


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:  # noqa: PTH123  (half as fast through Path, for some hundred files)
            return file.read()
    except OSError:
        return b""


def _state(name: str) -> Iterator[str]:
    """Where a library lies, and sizes and times of what changes with its version."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        return
    folder = Path(spec.origin).parent
    yield name
    yield from _stamp(folder)
    yield from _stamp(Path(spec.origin))
    native = folder / _NATIVE
    if native.is_dir():
        for path in sorted(native.iterdir()):
            yield from _stamp(path)


def _stamp(path: Path) -> Iterator[str]:
    try:
        state = path.stat()
    except OSError:
        return
    yield f"{path} {state.st_size} {state.st_mtime_ns}"
