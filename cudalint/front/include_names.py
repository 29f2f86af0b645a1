"""The include directives of a text, read without a parser."""

from __future__ import annotations

import re

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*(?:include|import)[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)


def included_names(text: bytes) -> list[str]:
    """The names in a text's include directives."""
    return [name.decode("utf-8", "replace").strip() for name in _INCLUDE.findall(text)]
