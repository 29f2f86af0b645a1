"""C++ source read as text, where no parser is at hand or its tree leaves something out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import AnyStr

WORD = re.compile(rb"[A-Za-z_]\w*")
"""An identifier or keyword."""

_TOKEN = (
    r"(?P<number>\b\d[\w'.]*)"
    r'|R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\\n])+'"
    r"|//(?:\\\r?\n|[^\n])*"
    r"|/\*.*?(?:\*/|\Z)"
)
"""What is not code, and numbers, so that the quotes in 1'000 open no character."""

_TEXT = re.compile(_TOKEN, re.DOTALL)
_BYTES = re.compile(_TOKEN.encode(), re.DOTALL)


def code_of(text: AnyStr) -> AnyStr:
    """The text with comments, strings and characters blanked out; every offset and line end stays."""
    return _code_of_text(text) if isinstance(text, str) else _code_of_bytes(text)


@lru_cache(maxsize=64)
def _code_of_text(text: str) -> str:
    return _TEXT.sub(lambda m: m[0] if m["number"] else re.sub(r"[^\r\n]", " ", m[0]), text)


@lru_cache(maxsize=64)
def _code_of_bytes(text: bytes) -> bytes:
    return _BYTES.sub(lambda m: m[0] if m["number"] else re.sub(rb"[^\r\n]", b" ", m[0]), text)
