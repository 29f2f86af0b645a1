"""From the settings of a run to how one file is parsed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from cudalint.analysis.settings import Settings
from cudalint.front.options import ParseOptions

if TYPE_CHECKING:
    from cudalint.front.compile_commands import CompileCommands


def parse_options(settings: Settings, path: str) -> ParseOptions:
    """The part of the settings that the front end needs, with what a compile database says about the file."""
    options = ParseOptions(
        arch=settings.arch,
        include_directories=settings.include_directories,
        defines=settings.defines,
        undefines=settings.undefines,
        standard=settings.standard,
        root=settings.root,
    )
    if settings.compile_commands is None:
        return options
    return _compile_commands(settings.compile_commands).options_for(path, options)


@cache
def _compile_commands(folder: str) -> CompileCommands:
    from cudalint.front.compile_commands import read_compile_commands

    return read_compile_commands(folder)
