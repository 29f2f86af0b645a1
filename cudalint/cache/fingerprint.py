"""What all answers depend on besides the sources: this program's own text, and the libraries it stands on."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from cudalint.cache.store import digest, read_entry, write_entry

LIBRARIES = ("clang", "numpy", "sympy", "mpmath", "pycparser")
LIBRARY_VARIABLE = "CUDALINT_LIBCLANG"
SETTLED_NANOSECONDS = 2_000_000_000
"""How long the youngest of our files must have been as it is before its time is taken for its content."""

_OWN_SUFFIXES = (".py", ".h")
_NATIVE = "native"


@cache
def fingerprint(answers: Path | None) -> bytes:
    """Changes with every byte of our own sources and declarations, with Python, and with each library's version.

    `answers`: where it is kept under the times and sizes of all these files, so that most runs need not read them.
    """
    parts = [sys.version.encode(), os.environ.get(LIBRARY_VARIABLE, "").encode()]
    for name in LIBRARIES:
        parts += [part.encode() for part in _state(name)]
    chosen = os.environ.get(LIBRARY_VARIABLE)
    if chosen:
        parts += [part.encode() for part in _stamp(Path(chosen))]
    files = [file for folder in sorted(_own_folders()) for file in sorted(_own_files(folder, ""))]
    if answers is None or any(changed > time.time_ns() - SETTLED_NANOSECONDS for *_, changed in files):
        return _of_content(files, parts)
    key = digest(*parts, repr(files).encode())
    known = read_entry(answers, key)
    if known is None:
        known = _of_content(files, parts)
        write_entry(answers, key, known)
    return known


_File = tuple[str, str, int, int, int, int]
"""A file by its folder and its path in it; bytes, inode, and when content and anything about it last changed, in
nanoseconds since the epoch."""


def _of_content(files: list[_File], parts: list[bytes]) -> bytes:
    texts = (part for folder, name, *_ in files for part in (name.encode(), _content(f"{folder}/{name}")))
    return digest(*parts, *texts).encode()


def _own_folders() -> Iterator[str]:
    own = str(Path(__file__).resolve().parents[1])
    yield own
    rules = find_spec("cudalint.rules")
    yield from (str(Path(p).resolve()) for p in (rules.submodule_search_locations or () if rules is not None else ()))


def _own_files(folder: str, inside: str) -> Iterator[_File]:
    with os.scandir(f"{folder}/{inside}") as found:
        for entry in found:
            if entry.name.endswith(_OWN_SUFFIXES):
                state = entry.stat()
                yield folder, inside + entry.name, state.st_size, state.st_ino, state.st_mtime_ns, state.st_ctime_ns
            elif entry.is_dir(follow_symlinks=False) and entry.name != "__pycache__":
                yield from _own_files(folder, f"{inside}{entry.name}/")


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
