"""X903 not-analysed: a kernel that was not analysed, and why."""

from cudalint.finding import Severity
from cudalint.rule import Rule, about_the_lint

RULE = Rule("X903", "not-analysed", "a kernel was not analysed", Severity.NOTE, 0, about_the_lint, on=False)
