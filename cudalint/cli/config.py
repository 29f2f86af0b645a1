"""cudalint config."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

_ACTIONS = ["keys", "schema", "verify"]


@click.command()
@click.argument("action", type=click.Choice(_ACTIONS), default="keys")
@click.argument("files", nargs=-1, metavar="[FILE]...")
def config(action: str, files: tuple[str, ...]) -> int:
    """List the configuration's keys, print its JSON schema, or verify configuration files.

    Without a file `verify` looks at the one that counts for the working folder.
    """
    if files and action != "verify":
        raise click.UsageError(f"config {action} takes no file")
    if action == "schema":
        from cudalint.config.schema import json_schema

        click.echo(json.dumps(json_schema(), indent=2))
    elif action == "keys":
        click.echo("\n".join(_key_lines()))
    else:
        for line in _verified(files):
            click.echo(line)
    return 0


def _key_lines() -> list[str]:
    from cudalint.config import KEYS

    width = max(len(key.name) for key in KEYS)
    return [f"{key.name:{width}}  {key.about} For instance {key.example}" for key in KEYS]


def _verified(files: tuple[str, ...]) -> list[str]:
    """A line for each file; raises `click.UsageError` for what is wrong."""
    from cudalint.cli.options import settings_from
    from cudalint.cli.settings import file_ignores, selected_codes
    from cudalint.config import BadConfig, Configurations, read_config

    here = str(Path.cwd() / "any.cu")
    try:
        configs: list[Any] = [read_config(f) for f in files] if files else [Configurations().of(here)]
    except BadConfig as error:
        raise click.UsageError(str(error)) from None
    for each in configs:
        try:
            selected_codes(each)
            file_ignores(each)
            settings_from(each)
        except click.UsageError as error:
            text = error.message
            raise click.UsageError(text if text.startswith(f"{each.source}: ") else f"{each.source}: {text}") from None
    return [f"{each.source}: well formed" if each.source else "no configuration file" for each in configs]
