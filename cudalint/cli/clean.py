"""cudalint clean."""

from __future__ import annotations

import click


@click.command()
@click.option("--cache-dir", metavar="DIR", help="The folder to clean; the user's cache folder by default.")
def clean(cache_dir: str | None) -> int:
    """Remove what earlier runs have kept: answers and precompiled declarations."""
    from cudalint.cache.folder import cache_folder, clean
    from cudalint.report.escape import printable

    folder = cache_folder(cache_dir)
    if folder is None:
        raise click.UsageError("there is no cache folder: name one with --cache-dir")
    removed = clean(folder)
    answers = "1 file" if removed.files == 1 else f"{removed.files} files"
    click.echo(f"{printable(str(folder))}: removed {answers}, {removed.bytes / 1e6:.1f} MB")
    return 0
