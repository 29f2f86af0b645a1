"""What a rule is, and how the rules of an installation are found."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from cudalint.access import Access, FileReport
from cudalint.finding import Finding, Severity
from cudalint.frozen import frozen

BAD_RATIO = 1.5
"""From this cost / ideal on, an access is a finding."""


@frozen
class Context:
    """What a rule may look at besides the access.

    `peers`: all accesses of the same kernel to the same array, this one included; `threshold`: the cost / ideal from
    which on an access is a finding. `shared_bytes`: all static shared memory of the kernel.
    """

    peers: tuple[Access, ...] = ()
    shared_bytes: int = 0
    threshold: float = BAD_RATIO


Check = Callable[[Access, Context], Iterable[Finding]]
FileCheck = Callable[[FileReport], Iterable[Finding]]


def silent(*_: object) -> tuple[Finding, ...]:
    """The check of a rule that says nothing about accesses, or nothing about files."""
    return ()


@frozen
class Rule:
    """One rule.

    `severity`: that of its findings, unless the rule's page says otherwise. `order`: an access gets the finding of one
    rule only; among those with something to say the lowest order does, so more specific rules have lower ones. `check`
    looks at one access, `check_file` at what the analysis says about one file. `on`: selected by default.
    """

    code: str
    name: str
    summary: str
    severity: Severity
    order: int
    check: Check = silent
    check_file: FileCheck = silent
    on: bool = True


@frozen
class InstalledRule:
    """A rule with the folder that holds its page and its examples."""

    rule: Rule
    folder: Path

    @property
    def page(self) -> str:
        """The documentation, as Markdown."""
        return (self.folder / "page.md").read_text("utf-8")


@cache
def installed_rules() -> tuple[InstalledRule, ...]:
    """All rules, by code: every module of the package cudalint.rules with a RULE in it."""
    package = importlib.import_module("cudalint.rules")
    found: list[InstalledRule] = []
    for module in pkgutil.iter_modules(package.__path__):
        loaded = importlib.import_module(f"{package.__name__}.{module.name}")
        rule = getattr(loaded, "RULE", None)
        if isinstance(rule, Rule):
            found.append(InstalledRule(rule, Path(str(loaded.__file__)).parent))
    return tuple(sorted(found, key=lambda r: r.rule.code))


def rule_named(code: str) -> InstalledRule | None:
    """The rule with that code or name, in any case; None if there is none."""
    wanted = code.lower()
    return next((r for r in installed_rules() if wanted in (r.rule.code.lower(), r.rule.name)), None)
