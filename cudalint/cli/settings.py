"""The configuration of a run: what the nearest file says, with the command line over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from cudalint.cli.options import parse_block, suggestion
from cudalint.config import BadConfig, Config, Configurations, read_config
from cudalint.lint import FileIgnores
from cudalint.rule import Rule, installed_rules


def configurations(given: dict[str, Any]) -> Configurations:
    """Where the configuration of each file comes from; raises `click.UsageError`."""
    only = None
    if given["config"] is not None and given["isolated"]:
        raise click.UsageError("--config and --isolated contradict each other")
    try:
        if given["config"] is not None:
            only = read_config(given["config"])
    except BadConfig as error:
        raise click.UsageError(str(error)) from None
    return Configurations(Config() if given["isolated"] else only, given["exclude"])


def merged(config: Config, given: dict[str, Any]) -> Config:
    """A configuration with the options given over it.

    `--select` sets aside which rules the file selects and ignores; lists of the analysis are added to those of the
    file; everything else replaces what the file says.
    """
    blocks = dict(config.block) | dict(parse_block(text) for text in given["blocks"])
    changed = replace(
        config,
        assume=(*config.assume, *given["assumptions"]),
        block=tuple(blocks.items()),
        arch=given["arch"] or config.arch,
        std=given["standard"] or config.std,
        include_directories=(*config.include_directories, *given["include_directories"]),
        define=(*config.define, *given["defines"]),
        undefine=(*config.undefine, *given["undefines"]),
        compile_commands=given["compile_commands"] or config.compile_commands,
    )
    return changed if "select" not in given else _with_rules(changed, given)


def _with_rules(config: Config, given: dict[str, Any]) -> Config:
    words = {name: _words(given[name]) for name in ("select", "extend_select", "ignore")}
    if words["select"]:
        config = replace(config, select=words["select"], extend_select=(), ignore=())
    return replace(
        config,
        extend_select=(*config.extend_select, *words["extend_select"]),
        ignore=(*config.ignore, *words["ignore"]),
        threshold=given["threshold"] or config.threshold,
        fail_on=given["fail_on"] or config.fail_on,
        baseline=given["baseline"] or config.baseline,
    )


def _words(given: Sequence[str]) -> tuple[str, ...]:
    return tuple(word.strip() for text in given for word in text.split(",") if word.strip())


def selected_codes(config: Config) -> frozenset[str]:
    """The codes of the rules to run; raises `click.UsageError` for a word that means none."""
    rules = [r.rule for r in installed_rules()]
    chosen = {r.code for r in rules if r.on} if config.select is None else matching(config.select, rules, config)
    chosen |= matching(config.extend_select, rules, config)
    return frozenset(chosen - matching(config.ignore, rules, config))


def matching(words: Sequence[str], rules: Sequence[Rule], config: Config) -> set[str]:
    """The codes that some codes, prefixes and names mean; raises `click.UsageError`."""
    found: set[str] = set()
    for word in words:
        hits = {r.code for r in rules if word == "ALL" or r.code.startswith(word.upper()) or r.name == word}
        if not hits:
            where = f"{config.source}: " if config.source is not None else ""
            raise click.UsageError(f"{where}unknown rule {word!r}{suggestion(word, [r.code for r in rules])}")
        found |= hits
    return found


def file_ignores(config: Config) -> FileIgnores:
    """The codes not to report, by pattern; raises `click.UsageError` for a word that means no rule."""
    rules = [r.rule for r in installed_rules()]
    return [(pattern, frozenset(matching(words, rules, config))) for pattern, words in config.per_file_ignores]
