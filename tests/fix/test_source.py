"""Mentions of names in text, in comments, strings, macros and scopes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cudalint.fix.source import line_and_column, mentions, offset_of, position_of, scope_of
from cudalint.source_text import code_of

TEXT = b"""#define AT(i, j) tile[(i) * 4 + (j)]
__global__ void k(float* out) {
    __shared__ float tile[16];  // tile is 4 x 4
    const char* s = "tile[0]"; char c = '"';
    tile[threadIdx.x] = out[other.tile];
    { AT(1, 2) = tile [ out[3] /* ] */ ]; }
    p->tile[1] = 0;
}
float tile[4];
"""


def inner(text: bytes, start: int, end: int) -> bytes:
    return text[start:end]


def test_mentions_are_found_in_code_only_with_their_subscripts() -> None:
    declared = TEXT.index(b"tile[16]")
    found = mentions(TEXT, "tile", scope_of(TEXT, declared))
    assert [[inner(TEXT, *s) for s in m.subscripts] for m in found] == [
        [b"16"],
        [b"threadIdx.x"],
        [],
        [b" out[3] /* ] */ "],
        [b"1"],
    ]
    assert [m.is_member for m in found] == [False, False, True, False, True]


def test_macros_are_told_from_code() -> None:
    found = mentions(TEXT, "tile", (0, len(TEXT)))
    assert [m.in_define for m in found] == [True] + [False] * 6


def test_raw_strings_and_continued_lines() -> None:
    text = b'auto r = R"x( tile[0] " )x"; // one \\\n tile[1]\n#define M(a) \\\n  tile[a]\ntile[2]'
    found = mentions(text, "tile", (0, len(text)))
    assert [inner(text, *m.subscripts[0]) for m in found] == [b"a", b"2"]
    assert [m.in_define for m in found] == [True, False]


@given(st.binary(max_size=200))
def test_blanking_keeps_every_offset_and_line(text: bytes) -> None:
    code = code_of(text)
    assert len(code) == len(text)
    assert code.count(b"\n") == text.count(b"\n")


@given(st.lists(st.text("ab \n", max_size=20), min_size=1).map(lambda p: "".join(p).encode()), st.data())
def test_positions_and_offsets_are_inverse(text: bytes, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    at = position_of(text, "a.cu", offset, offset)
    assert offset_of(text, at) == offset
    assert (at.line, at.column) == line_and_column(text, offset)


def test_quotes_in_numbers_open_no_character() -> None:
    text = "int n = 1'000; char c = L'\"'; f(2'0, \"x\"); // 'y'"
    blanked = "int n = 1'000; char c = L   ; f(2'0,    );       "
    assert code_of(text) == blanked
    assert code_of(text.encode()) == blanked.encode()
