"""The group of commands, with `check` as the default."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from typing import Any

import click

from cudalint import __version__

COMMANDS = ("accesses", "baseline", "check", "completion", "config", "rule")


class _Lazy(click.Group):
    """Loads a command's module when the command is used; anything that is no command is a path for `check`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands' names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f"cudalint.cli.{cmd_name}"), cmd_name)
        return command if isinstance(command, click.Command) else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`cudalint a.cu` means `cudalint check a.cu`."""
        own = {"--help", "--version", "-h"}
        if ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        if not args or (args[0] not in COMMANDS and args[0] not in own):
            args = ["check", *args] if args else ["--help"]
        return super().parse_args(ctx, args)


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
            traceback.print_exc()
        click.echo(f"cudalint: internal error: {type(error).__name__}: {error}", err=True)
        code = 2
    sys.exit(code if isinstance(code, int) else 0)
