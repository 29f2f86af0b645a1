"""The group of commands, with `check` as the default."""

from __future__ import annotations

import importlib
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from cudalint import __version__

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

COMMANDS = ("accesses", "baseline", "check", "clean", "completion", "config", "explain", "rule", "server")

PLUG_INS = "cudalint.commands"
"""The entry points that bring further commands, by name."""


class _Lazy(click.Group):
    """Loads a command's module when the command is used; anything that is no command is a path for `check`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands' names."""
        return sorted({*COMMANDS, *_plug_ins()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name in COMMANDS:
            command = getattr(importlib.import_module(f"cudalint.cli.{cmd_name}"), cmd_name)
            return command if isinstance(command, click.Command) else None
        plug_in = _plug_ins().get(cmd_name)
        return plug_in.load() if plug_in is not None else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`cudalint a.cu` means `cudalint check a.cu`."""
        own = {"--help", "--version", "-h"}
        if ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        if not args or (args[0] not in COMMANDS and args[0] not in own and not _is_plug_in(args[0])):
            args = ["check", *args] if args else ["--help"]
        return super().parse_args(ctx, args)


def _plug_ins() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {found.name: found for found in entry_points(group=PLUG_INS)}


def _is_plug_in(word: str) -> bool:
    """Whether a word names a command of a plug-in; what looks like a path is not even looked up."""
    return word.isidentifier() and word in _plug_ins()


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cudalint", message="%(prog)s %(version)s")
def cli() -> None:
    """Say what CUDA memory accesses cost a warp, from source alone."""


def main(arguments: list[str] | None = None) -> Any:
    """The console script: exit code 2 and one line for whatever goes wrong."""
    try:
        code = cli.main(args=arguments, standalone_mode=False)
    except click.exceptions.Abort:
        code = 2
    except click.ClickException as error:
        click.echo(f"cudalint: {error.format_message()}", err=True)
        code = 2
    except BrokenPipeError:
        sys.stderr.close()
        code = 2
    except Exception as error:
        if os.environ.get("CUDALINT_DEBUG"):
            import traceback

            traceback.print_exc()
        click.echo(f"cudalint: internal error: {type(error).__name__}: {error}", err=True)
        code = 2
    sys.exit(code if isinstance(code, int) else 0)
