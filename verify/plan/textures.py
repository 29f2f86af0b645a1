"""Parameters that stand for textures: the types are plain integers to the compiler, so the text has to tell."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from cudalint.source_text import code_of

_TEXTURE = re.compile(r"\bcuda(?:Texture|Surface)Object_t\s+(?:const\s+)?(\w+)")


def is_texture(path: str, parameter: str) -> bool:
    """Whether a file declares something of this name as a texture or surface object."""
    return parameter in _textures(path)


@lru_cache(maxsize=16)
def _textures(path: str) -> frozenset[str]:
    return frozenset(_TEXTURE.findall(code_of(Path(path).read_text("utf-8", "replace"))))
