"""Parentheses that belong together, in code without comments and literals."""

from __future__ import annotations


def closing_parenthesis(masked: str, opening: int) -> int | None:
    """Where the one at `opening` is closed."""
    depth = 0
    for position in range(opening, len(masked)):
        depth += (masked[position] == "(") - (masked[position] == ")")
        if depth == 0:
            return position
    return None


def opening_parenthesis(masked: str, closing: int) -> int | None:
    """Where the one at `closing` was opened."""
    depth = 0
    for position in range(closing, -1, -1):
        depth += (masked[position] == ")") - (masked[position] == "(")
        if depth == 0:
            return position
    return None


def closing_brace(masked: str, inside: int) -> int:
    """Where the block that `inside` lies in ends; the end of the text at namespace level."""
    depth = 0
    for position in range(inside, len(masked)):
        depth += (masked[position] == "{") - (masked[position] == "}")
        if depth < 0:
            return position
    return len(masked)
