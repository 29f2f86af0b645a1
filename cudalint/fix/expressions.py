"""Small pieces of C that edits insert."""

from __future__ import annotations

import re

NAME = re.compile(r"[A-Za-z_]\w*")
_SIMPLE = re.compile(r"[A-Za-z_]\w*(?:(?:\.|->)\w+|\[[\w.]+\])*|\d+[uUlL]*|0[xX][0-9a-fA-F]+[uUlL]*")
_NUMBER = re.compile(r"(\d+|0[xX][0-9a-fA-F]+)[uUlL]*")
_ENDS_IN_SUM = re.compile(r"(?P<rest>.*\S)\s*\+\s*(?P<number>\d+)")
_LOOSER_THAN_SUM = re.compile(r"<<|>>|[<>=!&|^?,:]")
_WRITES = re.compile(r"\+\+|--|(?<![<>=!])=(?!=)")
_CALL = re.compile(r"([A-Za-z_]\w*)\s*\(")
_FUNCTIONS = ("min", "max", "abs", "sizeof", "static_cast")
_TYPES = ("int", "unsigned", "short", "long", "char", "size_t", "ptrdiff_t", "uint", "uint32_t", "int32_t")
_PURE = frozenset((*_FUNCTIONS, *_TYPES))
"""Functions of no effect, and types that are written like one where a value is converted."""


def number(text: str) -> int | None:
    """The value of an integer literal; None for anything else."""
    match = _NUMBER.fullmatch(text)
    return int(match[1], 16 if match[1][:2] in ("0x", "0X") else 10) if match else None


def operand(text: str, *, always: bool = False) -> str:
    """The text as an operand of any operator: in parentheses unless it is a name or a number.

    `always`: in parentheses even then, as the parameters of macros need it; not twice.
    """
    if _in_parentheses(text) or (not always and _SIMPLE.fullmatch(text)) or number(text) is not None:
        return text
    return f"({text})"


def _in_parentheses(text: str) -> bool:
    if not (text.startswith("(") and text.endswith(")")):
        return False
    depth = 0
    for index, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if not depth and index + 1 < len(text):
            return False
    return not depth


def plus(text: str, more: int) -> str:
    """`text` + `more`, joined with a number that already ends it."""
    value = number(text)
    if value is not None and more < 0:
        return str(value + more)
    match = _ENDS_IN_SUM.fullmatch(text)
    if match is not None and not _LOOSER_THAN_SUM.search(match["rest"]):
        total = int(match["number"]) + more
        return match["rest"] if not total else f"{match['rest']} {'+' if total > 0 else '-'} {abs(total)}"
    left = f"({text})" if _LOOSER_THAN_SUM.search(text) else text
    return f"{left} {'+' if more > 0 else '-'} {abs(more)}"


def what_it_does(text: str, macros: frozenset[str]) -> str:
    """Why an index cannot be written twice: what it changes or calls. "" if it can."""
    if _WRITES.search(text):
        return "an index changes something"
    called = [name for name in _CALL.findall(text) if name not in _PURE and name not in macros]
    return f"an index calls {called[0]}" if called else ""
