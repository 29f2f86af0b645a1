"""What nvcc accepts and clang does not, rewritten without moving anything else on its line."""

from __future__ import annotations

import re

_SPECIFIER = rb"(?:extern|static|const|constexpr|volatile|__shared__|__constant__|__device__|__managed__)"
_ALIGNMENT = rb"alignas[ \t]*\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)[ \t]*"
_LATE_ALIGNMENT = re.compile(rb"\b((?:" + _SPECIFIER + rb"[ \t]+)+)(" + _ALIGNMENT + rb")")


def as_clang_reads(text: bytes) -> bytes:
    """The text, of the same length, with `__shared__ alignas(16) float s[9]` as `alignas(16) __shared__ float s[9]`.

    C++ allows `alignas` at the start of a declaration only; clang drops a later one, and with it the alignment that
    lets accesses be merged.
    """
    if b"alignas" not in text:
        return text
    return _LATE_ALIGNMENT.sub(rb"\2\1", text)
