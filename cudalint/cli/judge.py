"""What counts of the findings in files of one configuration."""

from __future__ import annotations

from collections.abc import Sequence

from cudalint.access import FileReport
from cudalint.cli.settings import file_ignores, selected_codes
from cudalint.config import Config
from cudalint.finding import Finding
from cudalint.frozen import frozen
from cudalint.lint import FileIgnores, lint
from cudalint.report.source import SourceLines


@frozen
class Judge:
    """A configuration with its words understood: the codes of the rules, and those not reported by pattern of file."""

    config: Config
    codes: frozenset[str]
    ignores: FileIgnores

    @classmethod
    def of(cls, config: Config) -> Judge:
        """Raises `click.UsageError` for a word that means no rule."""
        return cls(config, selected_codes(config), file_ignores(config))

    def __call__(self, reports: Sequence[FileReport], sources: SourceLines) -> list[Finding]:
        """The findings in some reports; `sources`: the texts that were analysed."""
        return lint(reports, sources.text, self.codes, self.config.threshold, self.ignores, self.config.folder)
