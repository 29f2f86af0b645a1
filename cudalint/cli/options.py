"""Options that several commands share, and what they mean."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from cudalint.analysis.settings import Block, Settings

_Command = TypeVar("_Command", bound=Callable[..., Any])
_BLOCK = re.compile(r"^(?:(?P<kernel>[^=]+)=)?(?P<x>\d+)(?:[,x](?P<y>\d+))?(?:[,x](?P<z>\d+))?$")
MOST_THREADS = 1024


def analysis_options(command: _Command) -> _Command:
    """The options of every command that analyses files."""
    options = [
        click.argument("paths", nargs=-1, metavar="[PATH]..."),
        click.option("--block", "blocks", multiple=True, metavar="[KERNEL=]X[,Y[,Z]]", help="Block shape to assume."),
        click.option("--assume", "assumptions", multiple=True, metavar="EXPRESSION", help="A C expression that holds."),
        click.option("--arch", default="sm_90", show_default=True, help="GPU architecture."),
        click.option("-I", "include_directories", multiple=True, metavar="DIR", help="Folder to search for headers."),
        click.option("-D", "defines", multiple=True, metavar="NAME[=VALUE]", help="Define a macro."),
        click.option("-U", "undefines", multiple=True, metavar="NAME", help="Undefine a macro."),
        click.option("-std", "--std", "standard", metavar="STANDARD", help="C++ standard, such as c++17."),
        click.option("-p", "compile_commands", metavar="DIR", help="Folder with compile_commands.json."),
        click.option("-j", "jobs", type=click.IntRange(min=0), default=0, help="Worker processes; 0: one per core."),
        click.option("--stdin-filename", metavar="NAME", help="Name of the file read from standard input."),
        click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True),
        click.option("-q", "--quiet", is_flag=True, help="Print findings only."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def settings_from(given: dict[str, Any]) -> Settings:
    """The settings that the options ask for; raises `click.UsageError` with one line."""
    from cudalint.address.assumptions import BadAssumption, parse_assumptions
    from cudalint.analysis.settings import Settings
    from cudalint.front.compile_commands import BadCompileCommands, read_compile_commands
    from cudalint.hardware.architecture import UnsupportedArchitecture, architecture

    try:
        architecture(given["arch"])
        parse_assumptions(given["assumptions"])
        if given["compile_commands"] is not None:
            read_compile_commands(given["compile_commands"])
    except (UnsupportedArchitecture, BadAssumption, BadCompileCommands) as error:
        raise click.UsageError(str(error)) from None
    return Settings(
        arch=given["arch"],
        include_directories=given["include_directories"],
        defines=given["defines"],
        undefines=given["undefines"],
        standard=given["standard"],
        blocks=tuple(parse_block(text) for text in given["blocks"]),
        assumptions=given["assumptions"],
        compile_commands=given["compile_commands"],
        jobs=given["jobs"],
    )


def parse_block(text: str) -> tuple[str | None, Block]:
    """[KERNEL=]X[,Y[,Z]]; raises `click.UsageError`."""
    match = _BLOCK.match(text)
    if match is None:
        raise click.UsageError(f"--block {text!r}: expected [KERNEL=]X[,Y[,Z]]")
    sizes = tuple(int(match[axis] or 1) for axis in "xyz")
    if 0 in sizes or sizes[0] * sizes[1] * sizes[2] > MOST_THREADS:
        raise click.UsageError(f"--block {text!r}: a block has 1 to {MOST_THREADS} threads")
    return match["kernel"], (sizes[0], sizes[1], sizes[2])


def suggestion(word: str, known: list[str]) -> str:
    """', did you mean G101?', or all that is known where nothing comes close."""
    by_lower = {k.lower(): k for k in known}
    close = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.5)
    return f", did you mean {by_lower[close[0]]}?" if close else f"; known are {', '.join(known)}"
