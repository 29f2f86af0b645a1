"""Linting what the command line names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cudalint import __version__
from cudalint.access import FileReport
from cudalint.cli.judge import Judge
from cudalint.cli.run import analyse_group, choose
from cudalint.config import Config
from cudalint.config.keys import SEVERITIES
from cudalint.finding import Finding
from cudalint.frozen import frozen
from cudalint.git import top_folder
from cudalint.lint import order
from cudalint.report.bundle import Bundle
from cudalint.report.source import SourceLines
from cudalint.rule import installed_rules


@frozen
class Linted:
    """`configs`: the findings in the order in which they are reported, each with its configuration; `settings`: all
    configurations of the run; `notices`: what the user should know besides."""

    configs: tuple[tuple[Finding, Config], ...]
    settings: tuple[Config, ...]
    reports: tuple[FileReport, ...]
    sources: SourceLines
    notices: tuple[str, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings alone."""
        return tuple(finding for finding, _ in self.configs)

    @property
    def failed(self) -> bool:
        """Whether a finding asks for exit code 1."""
        return any(f.severity > SEVERITIES.index(config.fail_on) for f, config in self.configs)


def lint_files(
    given: dict[str, Any],
    *,
    only_new: bool = True,
    prove: bool = False,
    findings_only: bool = True,
    derivations: bool = False,
) -> Linted:
    """Analyse and judge the files that the options name; raises `click.UsageError`.

    `only_new`: leave out what a baseline knows and, with --diff-base, what stands on old lines. `prove`: look for
    fixes; `findings_only`: the accesses themselves are not needed; `derivations`: say how addresses came about.
    """
    chosen = choose(given)
    sources = SourceLines(chosen.sources)
    baselines = [group.config.baseline for group in chosen.groups if only_new]
    known = added = None
    if any(baselines) or (only_new and given["diff_base"] is not None):
        from cudalint.cli.known import Known, lines_added_since

        known = Known(baselines, sources)
        added = lines_added_since(given["diff_base"])
    shard = done = None
    thresholds = [group.config.threshold for group in chosen.groups]
    if given.get("shard") is not None or given.get("merge"):
        from cudalint.cli import shards

        shard = shards.Shard.parsed(given["shard"]) if given.get("shard") is not None else None
        done = shards.merged(given["merge"], chosen.paths, thresholds) if given.get("merge") else None
    plans = [(group, Judge.of(group.config)) for group in chosen.groups]
    findings: dict[Finding, Config] = {}
    reports: list[FileReport] = []
    for group, judge in plans:
        analysed = None
        if done is None:
            share = shard.share(chosen.paths) if shard is not None else None
            only = findings_only and not prove and not derivations
            analysed = analyse_group(
                group,
                chosen,
                given,
                judged=True,
                findings_only=only,
                share=share,
                derivations=derivations,
                touched=prove,
            )
        theirs = analysed.reports if analysed is not None else [(done or {})[path] for path in group.paths]
        reports += theirs
        config = group.config
        found = judge(theirs, sources)
        if known is not None:
            found = known.new(found, config.baseline, judge.codes, theirs)
        if prove and analysed is not None:
            from cudalint.cli.fix import with_proved_fixes

            found = with_proved_fixes(analysed, found, chosen.sources)
        for finding in found:
            if added is None or added.hold(finding):
                findings.setdefault(finding, config)
    if shard is not None and given["save_shard"] is not None:
        shards.save(given["save_shard"], shard, chosen.paths, reports, thresholds)
    ordered = sorted(findings.items(), key=lambda pair: order(pair[0]))
    settings = tuple(group.config for group in chosen.groups)
    return Linted(tuple(ordered), settings, tuple(reports), sources, known.notices() if known is not None else ())


def bundle_of(linted: Linted, *, quiet: bool = False) -> Bundle:
    """What reports are made from."""
    root = top_folder() or str(Path.cwd())
    return Bundle(linted.findings, linted.sources, installed_rules(), root, __version__, quiet, linted.reports)
