"""cudalint check."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cudalint.cli.options import analysis_options, rule_options
from cudalint.cli.outputs import FORMAT_NAMES, outputs_from, takes_standard_output, write
from cudalint.config.keys import SEVERITIES


@click.command()
@analysis_options
@rule_options
@click.option("--format", "format_", type=click.Choice(FORMAT_NAMES), help="Report to print; text by default.")
@click.option(
    "--output", "outputs", multiple=True, metavar="FORMAT[:FILE]", help="Reports to write, as many as wanted."
)
@click.option("--baseline", metavar="FILE", help="Leave out the findings that this file knows.")
@click.option("--diff-base", metavar="REV", help="Report only what stands on lines added since a revision.")
@click.option("--statistics", is_flag=True, help="Say how much was looked at and decided.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever is found.")
@click.option("--fail-on", type=click.Choice(SEVERITIES), help="Least severity for 1; warning by default.")
@click.option("--shard", metavar="I/N", help="Look at the I-th of N shares of the files only.")
@click.option("--save-shard", metavar="FILE", help="Write what this shard found, for --merge.")
@click.option("--merge", multiple=True, metavar="FILE", help="Take what all shards found instead of analysing.")
@click.option("--diff", is_flag=True, help="Show what --fix would change; exit with 1 if anything.")
@click.option("--fix", is_flag=True, help="Apply the fixes that were proved.")
@click.option("--unsafe-fixes", is_flag=True, help="Also those that change size or layout of shared memory.")
@click.option("--show-settings", is_flag=True, help="Print the configuration of each file, and stop.")
@click.option("--show-flags", metavar="FILE", help="Print the flags that libclang gets for a file, and stop.")
def check(**given: Any) -> int:
    """Find memory accesses that waste sectors or wavefronts."""
    if given["show_flags"] is not None:
        click.echo(clang_flags(given["show_flags"], given))
        return 0
    if given["show_settings"]:
        click.echo(settings_text(given))
        return 0
    return _check(given)


def _check(given: dict[str, Any]) -> int:
    from cudalint.cli.linted import bundle_of, lint_files
    from cudalint.cli.run import STDIN, wants_colour
    from cudalint.report import statistics

    _check_shards(given)
    if given["diff"] and given["fix"]:
        raise click.UsageError("--diff shows what --fix does; give one of them")
    if given["diff"] or given["fix"]:
        from cudalint.cli import fix

        changed = fix.run(given)
        if given["diff"] or STDIN in given["paths"]:
            return 1 if changed and given["diff"] and not given["exit_zero"] else 0
    outputs = outputs_from(given["format_"], given["outputs"])
    # A proof needs every file that has to do with the array, and a shard has but some.
    whole = given["shard"] is None and not given["merge"]
    wanted = {output.format for output in outputs}
    if given["merge"] and "html" in wanted:
        raise click.UsageError("html shows accesses; shards keep findings only, so it does not go with --merge")
    prove = whole and bool(wanted & {"json", "html"})
    explained = whole and "html" in wanted
    linted = lint_files(given, prove=prove, findings_only=not given["statistics"], derivations=explained)
    for notice in () if given["quiet"] else linted.notices:
        click.echo(f"cudalint: {notice}", err=True)
    write(outputs, bundle_of(linted, quiet=given["quiet"]), colour=wants_colour(given["color"]))
    if given["statistics"]:
        click.echo(statistics.render(linted.reports, linted.findings), err=takes_standard_output(outputs))
    return 1 if linted.failed and not given["exit_zero"] else 0


def _check_shards(given: dict[str, Any]) -> None:
    sharded = given["shard"] is not None
    if sharded and given["merge"]:
        raise click.UsageError("--shard makes what --merge puts together; give one of them")
    if given["save_shard"] is not None and not sharded:
        raise click.UsageError("--save-shard goes with --shard")
    if (sharded or given["merge"]) and (given["fix"] or given["diff"]):
        raise click.UsageError("fixes need all files: they do not go with --shard or --merge")
    if given["merge"] and given["statistics"]:
        raise click.UsageError(
            "--statistics counts accesses; shards keep findings only, so it does not go with --merge"
        )


def clang_flags(path: str, given: dict[str, Any]) -> str:
    """The flags that libclang gets for a file, one a line; raises `click.UsageError` for a file that is not source."""
    from cudalint.analysis.options import parse_options
    from cudalint.cli.options import settings_from
    from cudalint.cli.settings import configurations, merged
    from cudalint.config import BadConfig
    from cudalint.front.options import flags
    from cudalint.front.parse import UnparsableFile, UnreadableFile, parse

    try:
        config = merged(configurations(given).of(path), given)
        options = parse_options(settings_from(config), path)
        parsed = parse(path, options)
    except (BadConfig, UnreadableFile, UnparsableFile) as error:
        raise click.UsageError(str(error)) from None
    return "\n".join(flags(Path(path).resolve(), options, parsed.directories))


def settings_text(given: dict[str, Any]) -> str:
    """The configuration of the files named, as TOML: one table a configuration file."""
    from cudalint.cli.run import choose
    from cudalint.config.schema import as_toml

    parts = []
    for group in choose(given).groups:
        source = group.config.source or "no configuration file"
        files = group.paths[0] if len(group.paths) == 1 else f"{len(group.paths)} files"
        parts.append(f"# {source}, for {files}\n{as_toml(group.config)}")
    return "\n\n".join(parts)
