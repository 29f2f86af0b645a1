"""The open documents, as they are in the editor."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace

from cudalint.cli.files import CUDA_IN_PYTHON, PYTHON_SUFFIX, SUFFIXES
from cudalint.frozen import frozen
from cudalint.server.positions import Lines

CUDA_LANGUAGES = frozenset(("cuda", "cuda-cpp", "cu"))
HEADER_SUFFIXES = (".h", ".hpp", ".hh", ".hxx", ".inl", ".inc", ".cpp", ".cc", ".cxx")
_CUDA_WORDS = (b"__global__", b"__device__", b"__shared__")

Change = tuple[tuple[int, int], tuple[int, int], str]
"""Start and end as the editor counts, and the text in their place."""


@frozen
class Document:
    """A file as the editor shows it. `text` in UTF-8; `version` grows with each change."""

    uri: str
    path: str
    language: str
    version: int
    text: bytes

    @property
    def is_analysed(self) -> bool:
        """Whether it is CUDA source, or Python with CUDA inside."""
        if self.path.endswith(PYTHON_SUFFIX):
            return any(word in self.text for word in CUDA_IN_PYTHON)
        if self.path.endswith(SUFFIXES) or self.language in CUDA_LANGUAGES:
            return True
        return self.path.endswith(HEADER_SUFFIXES) and any(word in self.text for word in _CUDA_WORDS)

    def changed(self, version: int, changes: Iterable[Change | str], encoding: str) -> Document:
        """With changes made one after the other, each to what the ones before left; a string is a whole new text."""
        text = self.text
        for change in changes:
            if isinstance(change, str):
                text = encoded(change)
                continue
            start, end, new = change
            lines = Lines(text, encoding)
            text = text[: lines.offset(*start)] + encoded(new) + text[lines.offset(*end) :]
        return replace(self, version=version, text=text)


def encoded(text: str) -> bytes:
    """A text from the editor in UTF-8; what is no character stays what it was."""
    return text.encode("utf-8", "surrogatepass")


def overlays(documents: Mapping[str, Document], without: Document) -> dict[str, bytes]:
    """The texts of all other documents that a source may include, by real path."""
    others = (d for d in documents.values() if d.uri != without.uri and not d.path.endswith(PYTHON_SUFFIX))
    return {os.path.realpath(d.path): d.text for d in others}
