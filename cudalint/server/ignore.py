"""Where a comment goes that silences a finding, so that there is room for the reason behind it."""

from __future__ import annotations

import io
import re
import tokenize

from cudalint.cli.files import PYTHON_SUFFIX
from cudalint.frozen import frozen
from cudalint.source_text import code_of

_DIRECTIVE = re.compile(rb"cudalint:[ \t]*ignore[ \t]*\[([^\]\n]*)\]")


@frozen
class Insertion:
    """Bytes to put in at an offset."""

    offset: int
    text: bytes


def ignore(text: bytes, path: str, start: int, code: str) -> Insertion:
    """How to silence a finding with that code on the line that starts at a byte.

    A comment of ours on the line is extended; behind other code a comment follows. Where the line goes on behind its
    end (a macro's definition, a comment, a string) it is one that ends, or stands on a line of its own before it.
    """
    end = _line_end(text, start)
    line = text[start:end]
    known = _DIRECTIVE.search(line)
    if known is not None:
        return Insertion(start + known.end(1), b", " + code.encode() if known[1].strip() else code.encode())
    body = line.rstrip()
    words = f"cudalint: ignore[{code}] ".encode()
    if path.endswith(PYTHON_SUFFIX):
        inside = _inside_python_string(text, text.count(b"\n", 0, start) + 1)
        return Insertion(start + len(body), (b"  // " if inside else b"  # ") + words)
    if body.endswith(b"\\"):
        return Insertion(start + len(body[:-1].rstrip()), b" /* " + words + b"*/")
    if _ends_in_comment(text, start, end):
        indent = line[: len(line) - len(line.lstrip())]
        return Insertion(start, indent + b"// " + words + _newline(text))
    return Insertion(start + len(body), b"  // " + words)


def _line_end(text: bytes, start: int) -> int:
    found = re.compile(rb"[\r\n]").search(text, start)
    return found.start() if found is not None else len(text)


def _newline(text: bytes) -> bytes:
    found = re.search(rb"\r\n|\r|\n", text)
    return found[0] if found is not None else b"\n"


def _ends_in_comment(text: bytes, start: int, end: int) -> bool:
    """Whether the last thing on a line is a comment, or something that goes on behind the line."""
    line = text[start:end].rstrip()
    return bool(line) and code_of(text)[start : start + len(line)].rstrip() != line


def _inside_python_string(text: bytes, number: int) -> bool:
    """Whether a line of a Python file ends inside a string; lines count from 1."""
    try:
        for token in tokenize.tokenize(io.BytesIO(text).readline):
            if token.type == tokenize.STRING and token.start[0] <= number < token.end[0]:
                return True
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return False
    return False
