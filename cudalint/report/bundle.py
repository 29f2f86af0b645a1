"""What every report is made from."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import quote

from cudalint.access import FileReport
from cudalint.finding import Finding
from cudalint.frozen import frozen
from cudalint.report.source import SourceLines
from cudalint.rule import InstalledRule


@frozen
class Bundle:
    """Findings in the order in which they are reported, the lines that they are about, and the rules.

    `root`: absolute, the top of the project: services know files by their path from there. `quiet`: findings only.
    `reports`: all that was looked at, with derivations where the HTML report is to be written.
    """

    findings: Sequence[Finding]
    sources: SourceLines
    rules: Sequence[InstalledRule]
    root: str
    version: str
    quiet: bool = False
    reports: Sequence[FileReport] = ()

    def path(self, path: str) -> str | None:
        """A path from the root, with slashes and links resolved; None for what lies outside.

        Bytes that are no UTF-8 are replaced: no service could show them.
        """
        relative = self._relative(path)
        return None if relative is None else os.fsencode(relative).decode("utf-8", "replace")

    def shown(self, path: str) -> str:
        """A path from the root, or as it is where it lies outside."""
        return self.path(path) or os.fsencode(path).decode("utf-8", "replace")

    def uri(self, path: str) -> str | None:
        """A relative, percent-encoded URI reference; None for what lies outside of the root."""
        relative = self._relative(path)
        return None if relative is None else quote(os.fsencode(relative), safe="/")

    def _relative(self, path: str) -> str | None:
        return _inside(os.path.abspath(path), os.path.abspath(self.root))  # noqa: PTH100


@lru_cache(maxsize=4096)
def _inside(path: str, root: str) -> str | None:
    """A path relative to a folder, with links resolved; None for what lies outside."""
    relative = os.path.relpath(os.path.realpath(path), os.path.realpath(root))
    if relative == os.pardir or relative.startswith(os.pardir + os.sep):
        return None
    return relative.replace(os.sep, "/")


def by_waste(finding: Finding) -> tuple[float, int]:
    """For sorting: what wastes most comes first."""
    return -finding.impact, -finding.executions
