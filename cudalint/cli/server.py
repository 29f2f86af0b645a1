"""cudalint server."""

from __future__ import annotations

import click

MISSING = "the language server needs another package: pip install 'cudalint[editor]'"


@click.command()
def server() -> int:
    """Run the language server over standard input and output, for an editor to start."""
    try:
        import pygls  # noqa: F401
    except ImportError:
        raise click.ClickException(MISSING) from None
    from cudalint.server.features import serve

    serve()
    return 0
