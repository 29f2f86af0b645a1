"""Which declarations a source needs although it includes no header for them.

nvcc includes cuda_runtime.h before every file, and with it a good part of the C library. Declaring all of that would
cost more time than most sources take themselves; so a topic is declared when one of its words occurs in the text.
"""

from __future__ import annotations

import re

from cudalint.frozen import frozen

PRECOMPILABLE = (
    "cuda/language.h",
    "cuda/warp.h",
    "cuda/atomics.h",
    "cuda/memory.h",
    "cuda/integers.h",
    "cuda/mathematics.h",
    "std/c_core.h",
)
"""Declarations that every source gets, and that may come out of a precompiled header."""

ALWAYS = (*PRECOMPILABLE, "cuda/allocation.h")
"""Declarations that every source gets."""

_WORD = re.compile(rb"(?:std::)?[A-Za-z_]\w*")
"""Looking through the different words of a text costs far less than looking through the text."""


@frozen
class Topic:
    """Declarations `content` for texts in whose words `words` occurs, unless `defined` occurs in the text: then the
    source has its own."""

    content: str
    words: re.Pattern[bytes]
    defined: re.Pattern[bytes] | None = None


def _topic(content: str, words: bytes, defined: bytes | None = None) -> Topic:
    return Topic(content, re.compile(words), re.compile(defined) if defined is not None else None)


_C_LIBRARY = (
    rb"\b(?:fprintf|sprintf|snprintf|puts|rand|srand|s?rand48|drand48|calloc|realloc|atoi|atof|atol|strto[a-z]+|qsort"
    rb"|getenv|time|clock|clock_t|time_t|memchr|str[a-z]+|(?:INT|UINT|LONG|SHRT|FLT|DBL|CHAR)_M(?:IN|AX)|FLT_EPSILON"
    rb"|DBL_EPSILON|M_PI|INFINITY|NAN|EXIT_(?:SUCCESS|FAILURE)|stdout|stderr|ssize_t|system|fopen)\b"
)
TOPICS = (
    _topic("cuda/packed_integers.h", rb"\b__v"),
    _topic("cuda/rounding.h", rb"_r[nzud]\b"),
    _topic("cuda/math_constants.h", rb"\bCUDART_"),
    _topic("cuda/runtime.h", rb"\b(?:make_)?cuda[A-Z]"),
    _topic("cuda/driver.h", rb"\bcu[A-Z][a-z]|\bCU(?:result|device|context|module|tensor|stream|DA_ERROR|DA_SUCCESS)"),
    _topic("cuda/textures.h", rb"\btex[123C]|\btexture|\bsurf[123CR]|\bsurface"),
    _topic(
        "cuda/verifiers.h",
        rb"__(?:requires|ensures|assume|assert|invariant|global_assert|implies|uniform|enabled)\b",
    ),
    _topic(
        "std/integers.h", rb"\bu?int(?:8|16|32|64|ptr)_t\b", rb"(?:typedef[^;{}]*\b|using\s+)uint(?:8|16|32|64)_t\b"
    ),
    _topic("std/c_library.h", _C_LIBRARY),
    _topic("std/floats.h", rb"\b(?:FLT|DBL)_[A-Z]|\bM_[12LPSE]|\bINFINITY\b|\bNAN\b"),
    _topic(
        "std/mathematics.h",
        rb"\bstd::(?:a?(?:sin|cos|tan)h?|sqrt|cbrt|pow|exp|log|abs|f|is|ceil|round|trunc|l?l?round|hypot)",
    ),
    _topic("std/utility.h", rb"\bstd\b"),
    _topic("std/text.h", rb"\bstd::(?:string|to_string|cout|cerr|endl|o?stream|[io]?f?stringstream|getline)"),
    _topic("std/containers.h", rb"\bstd::(?:vector|map|set|unordered_|list|deque|queue|stack|span|begin|end)\b"),
    _topic(
        "std/algorithms.h",
        rb"\bstd::(?:sort|fill|copy|transform|accumulate|iota|for_each|generate|(?:min|max)_element)\b",
    ),
    _topic("std/memory.h", rb"\bstd::(?:unique_ptr|shared_ptr|make_unique|make_shared)\b"),
    _topic("std/errors.h", rb"\bstd::(?:runtime_error|exception|logic_error|invalid_argument|bad_alloc)\b"),
    _topic("std/array.h", rb"\bstd::array\b"),
    _topic("std/tuple.h", rb"\bstd::(?:tuple|tie|make_tuple|get)\b"),
)


def topics_of(text: bytes) -> tuple[frozenset[str], frozenset[str]]:
    """The declarations whose words occur in a text, and those that it defines itself."""
    words = b" ".join(set(_WORD.findall(text)))
    wanted = [topic for topic in TOPICS if topic.words.search(words)]
    own = (topic.content for topic in wanted if topic.defined is not None and topic.defined.search(text))
    return frozenset(topic.content for topic in wanted), frozenset(own)


def ordered(contents: frozenset[str]) -> tuple[str, ...]:
    """These declarations and those that every source gets, in an order that does not depend on the source."""
    return (*ALWAYS, *(topic.content for topic in TOPICS if topic.content in contents))
