"""X902 unreadable-file: a file that could not be read or analysed at all."""

from cudalint.finding import Severity
from cudalint.rule import Rule, about_the_lint

RULE = Rule("X902", "unreadable-file", "a file could not be read or crashed the analysis", Severity.ERROR, 0, about_the_lint, on=True)
