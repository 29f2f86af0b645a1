"""Changes real files: bytes, tokens and lines, and, as a control, changes that mean nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

LONGEST = 60_000
"""Bytes of a file that is worth mutating; a longer one is cut at a line."""

_TOKEN = re.compile(rb"[A-Za-z_]\w*|\d[\w.]*|\s+|[^\w\s]")
_INTERESTING = (
    b"0", b"-1", b"1", b"31", b"32", b"33", b"4294967295u", b"9223372036854775807LL", b"0x80000000", b"1e308", b"1/0",
    b"threadIdx.x", b"blockDim.y", b"gridDim", b"float4", b"double", b"char", b"__shared__", b"volatile", b"const",
    b"*", b"&", b"%", b">>", b"<<", b"?", b":", b"[", b"]", b"(", b")", b"{", b"}", b";", b",", b"#", b"##", b"\\",
    b"if", b"for", b"while", b"goto", b"return", b"break", b"continue", b"switch", b"template<int N>", b"extern",
    b"__syncthreads()", b"/*", b"*/", b"//", b'"', b"'", b"\x00", b"\xff", b"\r", b"\t", b"\xef\xbb\xbf", b"R\"(",
    b"// cudalint: ignore[G101]", b"/* cudalint: disable[ALL] */", b"NOLINT(cudalint-G101)", b"#include <cuda_fp16.h>",
    b"#define N N+1\n", b"#if 0\n", b"#endif\n", b"asm volatile(\"\");", b"sizeof", b"reinterpret_cast<float4*>",
)  # fmt: skip


def mutated(text: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    """The text with a few changes, of which each may break it or not."""
    text = text[:LONGEST].rpartition(b"\n")[0] if len(text) > LONGEST else text
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        text = random.choice(_CHANGES)(text, random, others)
    return text


def neutral(text: bytes, random: Random) -> bytes:
    """The text with empty lines in it where they change nothing but positions."""
    lines = text[:LONGEST].rpartition(b"\n")[0].split(b"\n") if len(text) > LONGEST else text.split(b"\n")
    found: list[bytes] = []
    for line in lines:
        found.append(line)
        if not line.rstrip().endswith(b"\\") and random.random() < 0.2:
            found.append(b"")
    return b"\n".join(found)


def _byte(text: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    at = random.randrange(len(text) + 1)
    return text[:at] + bytes([random.randrange(256)]) + text[at + random.randrange(2) :]


def _cut(text: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    at = random.randrange(len(text) + 1)
    return text[:at] + text[at + random.randrange(1, 200) :]


def _end(text: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    return text[: random.randrange(len(text) + 1)]


def _token(text: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    tokens = _TOKEN.findall(text)
    if not tokens:
        return random.choice(_INTERESTING)
    at = random.randrange(len(tokens))
    how = random.randrange(5)
    if how == 0:
        tokens[at] = random.choice(_INTERESTING)
    elif how == 1:
        tokens[at] = random.choice(tokens)
    elif how == 2:
        del tokens[at]
    elif how == 3:
        tokens.insert(at, random.choice(_INTERESTING))
    else:
        other = random.randrange(len(tokens))
        tokens[at], tokens[other] = tokens[other], tokens[at]
    return b"".join(tokens)


def _number(text: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    numbers = list(re.finditer(rb"\b\d+\b", text))
    if not numbers:
        return text
    chosen = random.choice(numbers)
    new = random.choice((b"0", b"1", b"2", b"3", b"7", b"16", b"31", b"32", b"33", b"64", b"1000000007", b"2147483647"))
    return text[: chosen.start()] + new + text[chosen.end() :]


def _lines(text: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    lines = text.split(b"\n")
    start = random.randrange(len(lines))
    some = lines[start : start + random.randrange(1, 6)]
    how = random.randrange(3)
    if how == 0:
        del lines[start : start + len(some)]
    elif how == 1:
        lines[start:start] = some * random.randrange(1, 4)
    else:
        at = random.randrange(len(lines))
        lines[at:at] = some
    return b"\n".join(lines)


def _spliced(text: bytes, random: Random, others: Sequence[bytes]) -> bytes:
    other = random.choice(others).split(b"\n")
    start = random.randrange(len(other))
    lines = text.split(b"\n")
    at = random.randrange(len(lines) + 1)
    lines[at:at] = other[start : start + random.randrange(1, 30)]
    return b"\n".join(lines)


def _repeated(text: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    """Deep nesting and long chains."""
    opening, closing = random.choice(
        ((b"(", b")"), (b"{", b"}"), (b"[", b"]"), (b"a[", b"]"), (b"-", b""), (b"*", b""))
    )
    depth = random.choice((2, 10, 100, 1000))
    at = random.randrange(len(text) + 1)
    return text[:at] + opening * depth + b"1" + closing * depth + text[at:]


_CHANGES: tuple[Callable[[bytes, Random, Sequence[bytes]], bytes], ...] = (
    _byte, _cut, _end, _token, _token, _token, _token, _number, _number, _lines, _lines, _spliced, _repeated,
)  # fmt: skip
