"""Reads `// expect:` comments; the grammar is in fixtures/textbook/README.md."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path


class MalformedExpectation(ValueError):
    """A comment that does not follow the grammar."""


@dataclass(frozen=True)
class Expectation:
    """What an access on a line must cost; `cost` and `ideal` None for an indirect or unknown one."""

    line: int
    kind: str
    space: str
    cost: float | None = None
    ideal: float | None = None
    statuses: tuple[str, ...] = ("exact",)
    stride: int | None = None
    address: str | None = None
    tolerance: float = 0.005


_COMMENT = re.compile(r"//\s*expect:\s*(.*)$")
_HEAD = re.compile(r"(load|store|atomic) (global|shared) (.*)")
_FIGURES = re.compile(r"(?:about )?(\d+(?:\.\d+)?) (sectors?|wavefronts?)")
_UNITS = {"global": "sector", "shared": "wavefront"}


def expectations(path: Path) -> list[Expectation]:
    """All expectations of a file; raises `MalformedExpectation`."""
    found: list[Expectation] = []
    for number, text in enumerate(path.read_text().splitlines(), 1):
        comment = _COMMENT.search(text)
        if comment is not None:
            found += [parse(number, part) for part in comment[1].split("; ")]
    return found


def parse(line: int, text: str) -> Expectation:
    """One expectation."""
    head = _HEAD.fullmatch(text.strip())
    if head is None:
        raise MalformedExpectation(f"line {line}: {text}")
    kind, space, rest = head.groups()
    if rest in ("indirect", "unknown"):
        return Expectation(line, kind, space, statuses=(rest,))
    figures, *details = rest.split(", ")
    cost = _FIGURES.fullmatch(figures)
    if cost is None or cost[2].rstrip("s") != _UNITS[space] or not details or not details[0].startswith("ideal "):
        raise MalformedExpectation(f"line {line}: {text}")
    ideal = float(details[0].removeprefix("ideal "))
    tolerance = float(cost[1]) / 100 if figures.startswith("about ") else 0.005
    expected = Expectation(line, kind, space, float(cost[1]), ideal, tolerance=tolerance)
    return _with_details(expected, details[1:])


def _with_details(expected: Expectation, details: list[str]) -> Expectation:
    statuses, stride, address = expected.statuses, None, None
    for detail in details:
        words = detail.split()
        if words[0] == "stride" and words[-1] == "bytes" and len(words) == 3:
            stride = int(words[1])
        elif words[0] == "address":
            address = detail.removeprefix("address ")
        elif set(words) <= {"exact", "estimate", "or"}:
            statuses = tuple(detail.split(" or "))
        else:
            raise MalformedExpectation(f"line {expected.line}: {detail}")
    return replace(expected, statuses=statuses, stride=stride, address=address)
