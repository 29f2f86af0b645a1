"""What a rule is, and how the rules of an installation are found."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cudalint.access import Access
from cudalint.finding import Finding, Severity

BAD_RATIO = 1.5
"""From this cost / ideal on, an access is a finding."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a rule may look at besides the access: the other accesses of the same kernel to the same array."""

    peers: tuple[Access, ...] = ()
    threshold: float = BAD_RATIO


Check = Callable[[Access, Context], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `order`: among rules that would speak about one access the lowest does; `on`: whether it is selected by default."""

    code: str
    name: str
    summary: str
    severity: Severity
    order: int
    check: Check
    on: bool = True


@dataclass(frozen=True, slots=True)
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
    """All rules, by code. Every folder under cudalint.rules with a RULE in it is one."""
    package = importlib.import_module("cudalint.rules")
    found: list[InstalledRule] = []
    for module in pkgutil.iter_modules(package.__path__):
        if module.name[:1] not in "GSX":
            continue
        loaded = importlib.import_module(f"cudalint.rules.{module.name}")
        found.append(InstalledRule(loaded.RULE, Path(str(loaded.__file__)).parent))
    return tuple(sorted(found, key=lambda r: r.rule.code))


def rule_named(code: str) -> InstalledRule | None:
    """The rule with that code or name."""
    wanted = code.lower()
    return next((r for r in installed_rules() if wanted in (r.rule.code.lower(), r.rule.name)), None)


def about_the_lint(access: Access, context: Context) -> Iterable[Finding]:
    """The check of the X rules, which speak about files and kernels rather than accesses."""
    return ()
