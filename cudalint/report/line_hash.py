"""The hash by which GitHub's code scanning knows a line again after the lines around it have moved.

The algorithm is that of github/codeql-action (src/fingerprints.ts), which fills in the hash where a report lacks it: so
the same finding has the same identity whoever uploads it.
"""

from __future__ import annotations

from collections import Counter

WINDOW = 100
"""Characters from the start of the line that count."""

_FACTOR = 37
_MASK = (1 << 64) - 1
_END_OF_FILE = 0xFFFF


def line_hashes(text: str) -> list[str]:
    """The hash of every line, as 'hash:occurrence'. Spaces and tabs do not count, and every line end is a newline."""
    units, starts = _units(text)
    units += [0] * WINDOW
    seen: Counter[int] = Counter()
    hashes = []
    for start in starts:
        value = 0
        for unit in units[start : start + WINDOW]:
            value = (value * _FACTOR + unit) & _MASK
        seen[value] += 1
        hashes.append(f"{value:x}:{seen[value]}")
    return hashes


def _units(text: str) -> tuple[list[int], list[int]]:
    """The UTF-16 units that count, with the mark of the end, and where in them each line starts."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace(" ", "").replace("\t", "")
    encoded = plain.encode("utf-16-le", "surrogatepass")
    units = [low | high << 8 for low, high in zip(encoded[::2], encoded[1::2], strict=True)]
    starts = [0, *(at + 1 for at, unit in enumerate(units) if unit == ord("\n"))]
    return [*units, _END_OF_FILE], starts
