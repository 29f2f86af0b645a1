"""Finds and reads configuration files: the nearest one above a file wins, files are never merged."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from cudalint.config.keys import KEYS, Config
from cudalint.config.patterns import matches
from cudalint.config.values import BadConfig

OWN_FILE = ".cudalint.toml"
SHARED_FILE = "pyproject.toml"
TABLE = "cudalint"
_BY_NAME = {key.name: key for key in KEYS}


def read_config(path: str) -> Config:
    """A configuration file: pyproject.toml with its [tool.cudalint], any other as a whole; raises `BadConfig`."""
    content = _parsed(path)
    if Path(path).name == SHARED_FILE:
        content = _own_table(content) or {}
    return _config(content, path)


def _parsed(path: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise BadConfig(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise BadConfig(f"{path}: not TOML: {str(error).partition(chr(10))[0]}") from None


def _own_table(content: dict[str, Any]) -> dict[str, Any] | None:
    tool = content.get("tool")
    table = tool.get(TABLE) if isinstance(tool, dict) else None
    return table if isinstance(table, dict) else None


def _config(content: dict[str, Any], path: str) -> Config:
    folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120  (pathlib keeps `..` and symbolic links)
    fields: dict[str, Any] = {}
    for name, value in content.items():
        key = _BY_NAME.get(name)
        if key is None:
            raise BadConfig(f"{path}: unknown key {name!r}{_suggestion(name)}")
        read = key.kind.read(value)
        if read is None:
            raise BadConfig(f"{path}: {name}: expected {key.kind.expected}, such as {key.example}")
        fields[key.field] = _absolute(read, folder) if key.is_path else read
    return Config(source=path, folder=folder, **fields)


def _absolute(value: str | tuple[str, ...], folder: str) -> str | tuple[str, ...]:
    if isinstance(value, str):
        return os.path.normpath(Path(folder, value))
    return tuple(os.path.normpath(Path(folder, each)) for each in value)


def _suggestion(name: str) -> str:
    import difflib

    close = difflib.get_close_matches(name.replace("_", "-").lower(), _BY_NAME, n=1, cutoff=0.5)
    return f", did you mean {close[0]!r}?" if close else f"; known are {', '.join(_BY_NAME)}"


class Configurations:
    """The configuration of each file, and whether it is left out. Remembers every folder that it looked at."""

    def __init__(self, only: Config | None = None, exclude: tuple[str, ...] = ()) -> None:
        """`only`: the configuration of every file, instead of the nearest one of each; `exclude`: further patterns,
        from the working folder."""
        self._only = only
        self._exclude = exclude
        self._by_folder: dict[str, Config] = {}
        self._left_out: dict[str, bool] = {}

    def of(self, path: str) -> Config:
        """The configuration of a file; raises `BadConfig`."""
        if self._only is not None:
            return self._only if self._only.folder else replace(self._only, folder=str(Path.cwd()))
        return self._nearest(Path(os.path.abspath(path)).parent)  # noqa: PTH100

    def _nearest(self, folder: Path) -> Config:
        known = self._by_folder.get(str(folder))
        if known is None:
            known = _in_folder(folder)
            if known is None:
                at_top = folder == folder.parent
                known = Config(folder=str(Path.cwd())) if at_top else self._nearest(folder.parent)
            self._by_folder[str(folder)] = known
        return known

    def excludes(self, path: str) -> bool:
        """Whether a file or folder, or a folder around it, is excluded by the configuration nearest to that."""
        absolute = os.path.abspath(path)  # noqa: PTH100
        known = self._left_out.get(absolute)
        if known is None:
            around = str(Path(absolute).parent)
            known = around != absolute and (self.excludes(around) or self._names(absolute))
            self._left_out[absolute] = known
        return known

    def _names(self, absolute: str) -> bool:
        config = self.of(absolute)
        named = any(matches(pattern, absolute, config.folder) for pattern in config.exclude)
        return named or any(matches(pattern, absolute, str(Path.cwd())) for pattern in self._exclude)


def _in_folder(folder: Path) -> Config | None:
    own, shared = folder / OWN_FILE, folder / SHARED_FILE
    if own.is_file():
        return read_config(_shown(own))
    if not shared.is_file() or not _mentions_us(shared):
        return None
    content = _own_table(_parsed(_shown(shared)))
    return None if content is None else _config(content, _shown(shared))


def _mentions_us(path: Path) -> bool:
    """A pyproject.toml that is broken, unreadable or not about us is somebody else's matter."""
    try:
        return TABLE.encode() in path.read_bytes()
    except OSError:
        return False


def _shown(path: Path) -> str:
    """A path as messages name it: relative where it lies below the working folder."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)
