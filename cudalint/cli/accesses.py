"""cudalint accesses."""

from __future__ import annotations

from typing import Any

import click

from cudalint.cli.options import analysis_options


@click.command()
@analysis_options
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
def accesses(**given: Any) -> int:
    """List every access that was looked at, with its cost."""
    from cudalint.cli.run import analyse
    from cudalint.report import json_report, table

    reports = analyse(given)
    click.echo(json_report.accesses_json(reports) if given["format_"] == "json" else table.render(reports))
    failed = [error for report in reports for error in report.errors]
    for error in failed:
        click.echo(f"cudalint: {error}", err=True)
    return 1 if failed else 0
