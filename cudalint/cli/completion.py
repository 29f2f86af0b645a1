"""cudalint completion."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

PROGRAM = "cudalint"


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> int:
    """Print the script that completes cudalint's commands and options in a shell.

    For bash: eval "$(cudalint completion bash)" in ~/.bashrc.
    """
    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"no completion for {shell}")
    # Only the script's text is asked for, so it need not know the command.
    click.echo(found(click.Command(PROGRAM), {}, PROGRAM, "_CUDALINT_COMPLETE").source())
    return 0
