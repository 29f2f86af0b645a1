"""compile_commands.json, read by allow-list: include folders and files, macros, the standard and the architecture;
nothing is ever executed.

nvcc, clang and nvcc through CMake are understood; every other flag is dropped.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cudalint.front.index import repository_root
from cudalint.front.options import ARCHITECTURES, ParseOptions
from cudalint.frozen import frozen

_LARGEST = 256 << 20
_ARCHITECTURE = re.compile(r"(?:sm|compute)_(\d{2,3})")
_ARCHITECTURE_FLAGS = frozenset(
    [
        "-gencode",
        "--generate-code",
        "-arch",
        "--gpu-architecture",
        "-code",
        "--gpu-code",
        "--cuda-gpu-arch",
        "--offload-arch",
    ]
)
_JOINED = {"-I": "include", "-isystem": "include", "-iquote": "include", "-D": "define", "-U": "undefine"}
_LONG = {
    "--include-path": "include",
    "--system-include": "include",
    "--define-macro": "define",
    "--undefine-macro": "undefine",
    "-include": "forced",
    "--pre-include": "forced",
}
_OPTION_FILES = ("--options-file", "-optf")
_DEEPEST_OPTION_FILE = 4
_WITH_VALUE = frozenset(
    [
        "-o",
        "-x",
        "-MF",
        "-MT",
        "-MQ",
        "-ccbin",
        "--compiler-bindir",
        "-maxrregcount",
        "--dependency-output",
        "-include-pch",
        "-Xptxas",
        "-Xlinker",
        "-Xnvlink",
        "-Xarchive",
        "-Xfatbin",
        "-Xclang",
        "-Xcuda-ptxas",
        "-Xcuda-fatbinary",
    ]
)
"""Flags that mean nothing here and whose value, in the next word, must not be taken for a flag of its own."""


class BadCompileCommands(ValueError):
    """The database cannot be read; one line."""


@frozen
class CompileCommands:
    """Options per real path of a file."""

    entries: Mapping[str, ParseOptions]

    def options_for(self, path: str, options: ParseOptions) -> ParseOptions:
        """What the database says about a file, with what the user gave added behind it; a file it does not know is
        parsed as without."""
        entry = self.entries.get(os.path.realpath(path))
        if entry is None:
            return options
        return replace(
            options,
            arch=entry.arch or options.arch,
            include_directories=(*entry.include_directories, *options.include_directories),
            defines=(*entry.defines, *options.defines),
            undefines=(*entry.undefines, *options.undefines),
            standard=options.standard or entry.standard,
            forced_includes=(*entry.forced_includes, *options.forced_includes),
        )


def read_compile_commands(folder: str) -> CompileCommands:
    """The database in a folder (or the file itself); raises `BadCompileCommands`."""
    path = Path(folder)
    if path.is_dir():
        path = path / "compile_commands.json"
    try:
        if path.stat().st_size > _LARGEST:
            raise BadCompileCommands(f"{path}: too large")
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise BadCompileCommands(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise BadCompileCommands(f"{path}: not JSON: {error}") from None
    if not isinstance(data, list):
        raise BadCompileCommands(f"{path}: a list of commands is expected")
    entries: dict[str, ParseOptions] = {}
    for number, entry in enumerate(data, 1):
        if not isinstance(entry, dict) or not isinstance(entry.get("file"), str):
            raise BadCompileCommands(f"{path}: entry {number} has no file")
        directory = str(entry.get("directory") or path.parent)
        file = os.path.realpath(Path(directory) / entry["file"])
        entries.setdefault(file, translate(_arguments(entry), directory))
    return CompileCommands(entries)


def _arguments(entry: dict[str, Any]) -> list[str]:
    arguments = entry.get("arguments")
    if isinstance(arguments, list):
        return [str(a) for a in arguments][1:]
    try:
        return shlex.split(str(entry.get("command") or ""))[1:]
    except ValueError:
        return []


def translate(arguments: list[str], directory: str) -> ParseOptions:
    """The options that a compiler's command line amounts to. Paths are made absolute from `directory`."""
    found: dict[str, list[str]] = {"include": [], "define": [], "undefine": [], "forced": []}
    standard: str | None = None
    architectures: list[int] = []
    for kind, text in _flags(arguments, directory, 0):
        if kind == "include":
            found[kind].append(os.path.normpath(Path(directory) / text))
        elif kind == "forced":
            found[kind] += _forced_include(text, directory)
        elif kind in found:
            found[kind].append(text)
        elif kind == "standard":
            standard = text
        else:
            architectures += [int(n) for n in _ARCHITECTURE.findall(text) if int(n) in ARCHITECTURES]
    return ParseOptions(
        arch=f"sm_{max(architectures)}" if architectures else "",
        include_directories=tuple(found["include"]),
        defines=tuple(found["define"]),
        undefines=tuple(found["undefine"]),
        standard=standard,
        forced_includes=tuple(found["forced"]),
    )


def _flags(arguments: list[str], directory: str, depth: int) -> Iterator[tuple[str, str]]:
    """(kind, value) of every flag on the allow-list."""
    position = 0
    while position < len(arguments):
        flag = arguments[position]
        following = arguments[position + 1] if position + 1 < len(arguments) else ""
        position += 1
        name, equals, value = flag.partition("=")
        short = next((s for s in _JOINED if flag.startswith(s)), None)
        if name in _LONG:
            yield _LONG[name], value if equals else following
            position += not equals
        elif short is not None:
            rest = flag[len(short) :].removeprefix("=")
            yield _JOINED[short], rest or following
            position += not rest
        elif name in ("-std", "--std"):
            yield "standard", value if equals else following
            position += not equals
        elif name in _ARCHITECTURE_FLAGS:
            yield "architecture", value if equals else following
            position += not equals
        elif name in ("-Xcompiler", "--compiler-options"):
            inner = value if equals else following
            position += not equals
            yield from _flags(inner.replace('"', "").split(","), directory, depth)
        elif name in _OPTION_FILES and depth < _DEEPEST_OPTION_FILE:
            yield from _flags(_option_file(value if equals else following, directory), directory, depth + 1)
            position += not equals
        elif flag.startswith("@") and depth < _DEEPEST_OPTION_FILE:
            yield from _flags(_option_file(flag[1:], directory), directory, depth + 1)
        elif flag in _WITH_VALUE:
            position += 1


def _forced_include(name: str, directory: str) -> list[str]:
    """The file of -include, which must lie in the command's folder or in the repository around it."""
    path = Path(os.path.realpath(Path(directory) / name))
    root = os.path.realpath(repository_root(Path(directory) / name))
    inside = path.is_relative_to(os.path.realpath(directory)) or path.is_relative_to(root)
    return [str(path)] if inside and path.is_file() else []


def _option_file(name: str, directory: str) -> list[str]:
    """The flags in a response file, which must lie below the command's folder."""
    path = Path(os.path.realpath(Path(directory) / name))
    if not path.is_relative_to(os.path.realpath(directory)):
        return []
    try:
        return shlex.split(path.read_text("utf-8", "replace"))
    except (OSError, ValueError):
        return []
