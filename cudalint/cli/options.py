"""Options that several commands share, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cudalint.config.values import MOST_THREADS, Block, block_of

if TYPE_CHECKING:
    from cudalint.analysis.settings import Settings
    from cudalint.config import Config

_Command = TypeVar("_Command", bound=Callable[..., Any])
_BLOCK = re.compile(r"^(?:(?P<kernel>[^=]+)=)?(?P<x>\d+)(?:[,x](?P<y>\d+))?(?:[,x](?P<z>\d+))?$")


def analysis_options(command: _Command) -> _Command:
    """The paths and the options of every command that analyses files."""
    return click.argument("paths", nargs=-1, metavar="[PATH]...")(settings_options(command))


def settings_options(command: _Command) -> _Command:
    """The options that say how files are analysed."""
    options = [
        click.option("--block", "blocks", multiple=True, metavar="[KERNEL=]X[,Y[,Z]]", help="Block shape to assume."),
        click.option("--assume", "assumptions", multiple=True, metavar="EXPRESSION", help="A C expression that holds."),
        click.option("--arch", help="GPU architecture; sm_90 if nothing says otherwise."),
        click.option("-I", "include_directories", multiple=True, metavar="DIR", help="Folder to search for headers."),
        click.option("-D", "defines", multiple=True, metavar="NAME[=VALUE]", help="Define a macro."),
        click.option("-U", "undefines", multiple=True, metavar="NAME", help="Undefine a macro."),
        click.option("-std", "--std", "standard", metavar="STANDARD", help="C++ standard, such as c++17."),
        click.option("-p", "compile_commands", metavar="DIR", help="Folder with compile_commands.json."),
        click.option(
            "--config", metavar="FILE", help="Configuration of all files, instead of the nearest one of each."
        ),
        click.option("--isolated", is_flag=True, help="Read no configuration file."),
        click.option("--exclude", multiple=True, metavar="PATTERN", help="Files and folders to leave out."),
        click.option("--force-exclude", is_flag=True, help="Leave excluded files out even if they are named."),
        click.option("-j", "jobs", type=click.IntRange(min=0), default=0, help="Worker processes; 0: one per core."),
        click.option(
            "--seconds-per-file",
            type=click.FloatRange(min=0.1),
            default=120,
            show_default=True,
            help="A file that takes longer is an error, X902.",
        ),
        click.option(
            "--memory-per-file",
            type=click.IntRange(min=64),
            default=4096,
            show_default=True,
            metavar="MIB",
            help="A file that needs more is an error, X902.",
        ),
        click.option("--cache-dir", metavar="DIR", help="Where answers are kept; the user's cache folder by default."),
        click.option("--no-cache", is_flag=True, help="Neither use answers of earlier runs nor keep any."),
        click.option("--stdin-filename", metavar="NAME", help="Name of the file read from standard input."),
        click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True),
        click.option("-q", "--quiet", is_flag=True, help="Print findings only."),
    ]
    return _with(command, options)


def rule_options(command: _Command) -> _Command:
    """The options that say which findings count."""
    options = [
        click.option("--select", multiple=True, metavar="CODES", help="Only these rules, by code, prefix or name."),
        click.option("--extend-select", multiple=True, metavar="CODES", help="These rules too."),
        click.option("--ignore", multiple=True, metavar="CODES", help="Not these rules."),
        click.option(
            "--threshold", type=click.FloatRange(min=1), help="Report from this cost / ideal on; 1.5 by default."
        ),
    ]
    return _with(command, options)


def _with(command: _Command, options: Sequence[Callable[[Any], Any]]) -> _Command:
    for option in reversed(options):
        command = option(command)
    return command


def settings_from(config: Config, jobs: int = 0) -> Settings:
    """The settings of the analysis that a configuration asks for; raises `click.UsageError` with one line."""
    from cudalint.analysis.settings import Settings
    from cudalint.hardware.architecture import UnsupportedArchitecture, architecture

    try:
        architecture(config.arch)
    except UnsupportedArchitecture as error:
        raise click.UsageError(str(error)) from None
    if config.assume:
        _check_assumptions(config.assume)
    if config.compile_commands is not None:
        _check_compile_commands(config.compile_commands)
    return Settings(
        arch=config.arch,
        include_directories=config.include_directories,
        defines=config.define,
        undefines=config.undefine,
        standard=config.std,
        blocks=config.block,
        assumptions=config.assume,
        compile_commands=config.compile_commands,
        jobs=jobs,
    )


def _check_assumptions(assumptions: tuple[str, ...]) -> None:
    from cudalint.address.assumptions import BadAssumption, parse_assumptions

    try:
        parse_assumptions(assumptions)
    except BadAssumption as error:
        raise click.UsageError(str(error)) from None


def _check_compile_commands(folder: str) -> None:
    from cudalint.front.compile_commands import BadCompileCommands, read_compile_commands

    try:
        read_compile_commands(folder)
    except BadCompileCommands as error:
        raise click.UsageError(str(error)) from None


def parse_block(text: str) -> tuple[str | None, Block]:
    """[KERNEL=]X[,Y[,Z]]; raises `click.UsageError`."""
    match = _BLOCK.match(text)
    if match is None:
        raise click.UsageError(f"--block {text!r}: expected [KERNEL=]X[,Y[,Z]]")
    block = block_of([int(match[axis] or 1) for axis in "xyz"])
    if block is None:
        raise click.UsageError(f"--block {text!r}: a block has 1 to {MOST_THREADS} threads")
    return match["kernel"], block


def suggestion(word: str, known: list[str]) -> str:
    """', did you mean G101?', or all that is known where nothing comes close."""
    import difflib

    by_lower = {k.lower(): k for k in known}
    close = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.5)
    return f", did you mean {by_lower[close[0]]}?" if close else f"; known are {', '.join(known)}"
