"""Our declarations, read once and kept: libclang then takes milliseconds for what takes most of a small file's parse.

A few sets of declarations that sources often need are each written as a precompiled header, below the user's cache
folder. A source gets the largest one that holds nothing but what it needs, so that it sees exactly the same
declarations with it and without.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path

from cudalint.cache.folder import DECLARATIONS as PART
from cudalint.cache.folder import Distrusted, cache_folder, prune, trusted
from cudalint.cache.store import USED_AGAIN_SECONDS
from cudalint.front.clang_library import FOR_SERIALIZATION, UnparsableFile, clang_version, errors_of, parse_unit, save
from cudalint.front.headers import DECLARATIONS, including
from cudalint.front.topics import PRECOMPILABLE

_C_LIBRARY = ("std/c_library.h", "std/integers.h", "std/floats.h")
_UTILITY = (*_C_LIBRARY, "cuda/runtime.h", "std/utility.h")
_TEXT = (*_UTILITY, "cuda/driver.h", "std/text.h")
SETS = (
    (*PRECOMPILABLE, *_TEXT, "std/containers.h", "std/algorithms.h"),
    (*PRECOMPILABLE, *_TEXT),
    (*PRECOMPILABLE, *_UTILITY, "cuda/driver.h", "std/time.h"),
    (*PRECOMPILABLE, *_UTILITY),
    (*PRECOMPILABLE, *_C_LIBRARY, "cuda/driver.h", "cuda/runtime.h"),
    (*PRECOMPILABLE, *_C_LIBRARY, "cuda/runtime.h"),
    (*PRECOMPILABLE, *_C_LIBRARY),
    PRECOMPILABLE,
)
"""The largest first: of 514 files of four public repositories they hold nine tenths of what is declared."""

USES_BEFORE_WRITING = 2
"""A set that this process needs once only is not worth the time to write it."""

_INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
_MACRO = re.compile(r"^\s*#\s*define\s+(\w+)", re.MULTILINE)
_wanted: Counter[str] = Counter()


def precompiled(arguments: list[str], contents: Iterable[str]) -> list[str]:
    """Flags that let a source start from a precompiled header; none where that is not possible or does not pay.

    `arguments`: the source's command line; `contents`: the declarations that are included before it in any case.
    """
    wanted = _closed(tuple(contents))
    chosen = next((s for s in SETS if _closed(s) <= wanted), None)
    folder = _within(cache_folder())
    if chosen is None or folder is None:
        return []
    flags, definitions = _language(arguments)
    if any(re.split(r"[=(]", name)[0] in _macros() for name in definitions):
        return []
    key = _key(flags, chosen)
    path = _kept(folder, key)
    if path is not None and not _is_used_again(path):
        _kept.cache_clear()
        path = None
    if path is None:
        _wanted[key] += 1
        path = _written(folder, key, flags, chosen) if _wanted[key] == USES_BEFORE_WRITING else None
    return ["-include-pch", str(path)] if path is not None else []


@cache
def _kept(folder: Path, key: str) -> Path | None:
    """The header of that name, if it is as it was written: libclang would not survive half of one."""
    for path in folder.glob(f"{key}.*.pch"):
        with suppress(OSError):
            if path.name == _name(key, path.read_bytes()):
                return path
            path.unlink()
    return None


def _is_used_again(path: Path) -> bool:
    """Whether it is still there; it is marked as used, at most once a day, so that it does not make room for others."""
    try:
        if time.time() - path.stat().st_mtime > USED_AGAIN_SECONDS:
            os.utime(path)
    except OSError:
        return path.exists()
    return True


def _name(key: str, content: bytes) -> str:
    return f"{key}.{hashlib.sha256(content).hexdigest()[:32]}.pch"


@cache
def _within(folder: Path | None) -> Path | None:
    """Where they are kept in a cache folder; None for none, and for one that is not to be trusted."""
    try:
        return trusted(folder, PART.name) if folder is not None else None
    except Distrusted:
        return None


def _language(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The flags that a precompiled header depends on, and the names that are defined or undefined beside them."""
    flags: list[str] = []
    definitions: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument in ("-include", "-isystem"):
            next(rest, None)
        elif argument.startswith(("-D", "-U")) and "__CUDA_ARCH__" not in argument:
            definitions.append(argument[2:])
        elif not argument.startswith("-I"):
            flags.append(argument)
    return flags, definitions


def _key(flags: list[str], contents: tuple[str, ...]) -> str:
    """A name that changes with all that the header's content depends on."""
    files = sorted(_closed(contents))
    states = ((DECLARATIONS / name).stat() for name in files)
    parts = chain(
        (clang_version(), str(DECLARATIONS)),
        flags,
        contents,
        (f"{name} {state.st_size} {state.st_mtime_ns}" for name, state in zip(files, states, strict=True)),
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def _written(folder: Path, key: str, flags: list[str], contents: tuple[str, ...]) -> Path | None:
    """Write the header in one step, so that another process sees all of it or nothing."""
    header = str(DECLARATIONS / "cudalint_precompiled.h")
    unfinished = folder / f".{key}.pch.{os.urandom(8).hex()}"
    try:
        unit = parse_unit(header, flags, [(header, including(contents).encode())], FOR_SERIALIZATION)
        if any(True for _ in errors_of(unit)):
            return None
        save(unit, unfinished)
        path = folder / _name(key, unfinished.read_bytes())
        unfinished.replace(path)
    except (UnparsableFile, OSError):
        return None
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    prune(folder, PART)
    _kept.cache_clear()
    return path


@cache
def _closed(contents: tuple[str, ...]) -> frozenset[str]:
    """Declarations with all that they include."""
    found: set[str] = set()
    waiting = list(contents)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _included_by(name)
    return frozenset(found)


@cache
def _included_by(name: str) -> tuple[str, ...]:
    path = DECLARATIONS / name
    names = _INCLUDE.findall(path.read_text())
    return tuple((path.parent / n).resolve().relative_to(DECLARATIONS).as_posix() for n in names)


@cache
def _macros() -> frozenset[str]:
    """The macros of our declarations."""
    return frozenset(chain.from_iterable(_MACRO.findall(p.read_text()) for p in DECLARATIONS.rglob("*.h")))
