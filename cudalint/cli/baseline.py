"""cudalint baseline."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cudalint.cli.options import analysis_options, rule_options

if TYPE_CHECKING:
    from cudalint.baseline.entry import Entry
    from cudalint.cli.linted import Linted
    from cudalint.finding import Finding


@click.command()
@analysis_options
@rule_options
@click.option("--baseline", metavar="FILE", help="The file to write; that of the configuration by default.")
@click.option("--merge", multiple=True, metavar="FILE", help="Take what all shards found instead of analysing.")
@click.option("--update", is_flag=True, help="Only remove what is not found any more; add nothing.")
def baseline(**given: Any) -> int:
    """Write down today's findings, so that `check --baseline` reports new ones only."""
    from cudalint.baseline.store import DEFAULT_FILE, as_text
    from cudalint.cli.linted import lint_files
    from cudalint.cli.outputs import write_file
    from cudalint.finding import Severity
    from cudalint.report.statistics import many

    linted = lint_files({**given, "diff_base": None, "fail_on": None}, only_new=False)
    targets: dict[str, list[Finding]] = {}
    for config in linted.settings:
        targets.setdefault(os.path.relpath(config.baseline or DEFAULT_FILE), [])
    for finding, config in linted.configs:
        if finding.severity is not Severity.ERROR:
            targets[os.path.relpath(config.baseline or DEFAULT_FILE)].append(finding)
    for target, findings in targets.items():
        entries = entries_of(findings, target, linted, update=given["update"])
        write_file(target, as_text(entries))
        files = len({entry.path for entry in entries})
        click.echo(f"{target}: {many(len(entries), 'finding')} in {many(files, 'file')}")
    errors = sum(finding.severity is Severity.ERROR for finding, _ in linted.configs)
    if errors:
        click.echo(f"cudalint: {many(errors, 'error')} left out: a file that is not analysed stays one", err=True)
    return 0


def entries_of(findings: list[Finding], target: str, linted: Linted, *, update: bool) -> list[Entry]:
    """The entries to write: of all findings, or of those that the file knows already and what was not looked at."""
    from cudalint.baseline.entry import Describer
    from cudalint.baseline.match import match
    from cudalint.baseline.store import BadBaseline, read_baseline
    from cudalint.cli.known import LookedAt
    from cudalint.cli.settings import selected_codes

    describer = Describer(linted.sources.text, str(Path(target).absolute().parent))
    entries = [describer.entry(f) for f in findings]
    if not update:
        return entries
    try:
        known = read_baseline(target)
    except BadBaseline as error:
        raise click.UsageError(str(error)) from None
    new, left = match(entries, known)
    looked_at = LookedAt(target)
    for config in linted.settings:
        looked_at.note(describer, linted.reports, selected_codes(config))
    kept = [entry for position, entry in enumerate(entries) if position not in set(new)]
    return kept + [entry for entry in left if not looked_at.misses(entry)]
