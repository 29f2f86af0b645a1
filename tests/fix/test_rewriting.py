"""Layouts as edits of the text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cudalint.access import Object
from cudalint.fix.edits import Moved, applied, as_edits, text_edits
from cudalint.fix.expressions import operand, plus
from cudalint.fix.layouts import IndexFold, IndexPadding, IndexSwizzle, Layout, Padding, Swizzle
from cudalint.fix.rewriting import NotPatchable, layout_edits
from cudalint.fix.source import position_of
from cudalint.ir.position import Position
from tests.fix.arrays import array


def patched(text: str, layout: Layout, shape: tuple[int, ...]) -> str:
    """The text with the array `t`, of that shape, laid out anew."""
    source = text.encode()
    declared = position_of(source, "a.cu", at := source.index(b"t["), at)
    tile: Object = replace(array(shape, name="t"), declared=declared)
    return applied(source, layout_edits(source, tile, layout, [tile])).decode()


@pytest.mark.parametrize(
    ("extent", "wider"),
    [
        ("32", "32 + 1"),
        ("TILE", "TILE + 1"),
        ("TILE + 1", "TILE + 2"),
        ("2 * TILE", "2 * TILE + 1"),
        ("1 << 5", "(1 << 5) + 1"),
        (" 32 /* wide */ ", " 32 + 1 /* wide */ "),
        ("A ? 32 : 16", "(A ? 32 : 16) + 1"),
    ],
)
def test_padding_changes_the_last_extent(extent: str, wider: str) -> None:
    text = f"{{ __shared__ float t[32][{extent}]; t[1][2] = 0; }}"
    assert patched(text, Padding(1), (32, 32)) == text.replace(f"[{extent}];", f"[{wider}];")


def test_padding_of_planes_changes_the_extent_before() -> None:
    assert patched("{float t[4][8][8]; }", Padding(1, axis=2), (4, 8, 8)) == "{float t[4][8 + 1][8]; }"


def test_fewer_elements_take_away_what_was_added() -> None:
    assert plus("33", -1) == "32"
    assert plus("TILE + 1", -1) == "TILE"
    assert plus("TILE + 3", -1) == "TILE + 2"
    assert operand("(a) + (b)") == "((a) + (b))"


@pytest.mark.parametrize(
    ("use", "swizzled"),
    [
        ("t[r][c]", "t[r][c ^ r]"),
        ("t[threadIdx.y][threadIdx.x]", "t[threadIdx.y][threadIdx.x ^ threadIdx.y]"),
        ("t[y + 1][x + i]", "t[y + 1][(x + i) ^ (y + 1)]"),
        ("t[0][c]", "t[0][c]"),
        ("t[3][5]", "t[3][6]"),
        ("t[3][c]", "t[3][c ^ 3]"),
        ("t[r][0]", "t[r][0 ^ r]"),
        ("atomicAdd(&t[r][c], 1)", "atomicAdd(&t[r][c ^ r], 1)"),
        ("sizeof(t)", "sizeof(t)"),
        ("s.t[r][c]", "s.t[r][c]"),
    ],
)
def test_a_swizzle_rewrites_every_use(use: str, swizzled: str) -> None:
    text = "{ float t[32][32]; f(" + use + "); }"
    assert patched(text, Swizzle(5, 0), (32, 32)) == text.replace(use, swizzled)


@pytest.mark.parametrize(
    ("layout", "shape", "expected"),
    [
        (Swizzle(3, 3), (64, 64), "t[r][c ^ ((r & 7) << 3)]"),
        (Swizzle(3, 0, 1), (16, 16), "t[r][c ^ (r >> 1)]"),
        (Swizzle(2, 1, 1), (16, 16), "t[r][c ^ (((r >> 1) & 3) << 1)]"),
    ],
)
def test_swizzles_of_some_bits_mask_and_shift_the_row(layout: Swizzle, shape: tuple[int, int], expected: str) -> None:
    text = f"{{ float t[{shape[0]}][{shape[1]}]; t[r][c] = 0; }}"
    assert patched(text, layout, shape) == text.replace("t[r][c]", expected)


@pytest.mark.parametrize(
    ("layout", "declared", "use"),
    [
        (IndexSwizzle(3, 0, 5), "t[256]", "t[i ^ (i >> 5)]"),
        (IndexSwizzle(5, 0, 5), "t[4096]", "t[i ^ ((i >> 5) & 31)]"),
        (IndexFold(5, 5), "t[1024]", "t[i ^ (((i >> 5) & 1) * 31)]"),
        (IndexFold(4, 5, 2), "t[1024]", "t[i ^ (((i >> 5) & 3) * 5)]"),
        (IndexFold(5, 5, 2), "t[1024]", "t[i ^ ((((i >> 5) & 3) * 21) & 31)]"),
        (IndexFold(5, 5, 2), "t[128]", "t[i ^ (((i >> 5) * 21) & 31)]"),
        (IndexPadding(5), "t[256 + 8]", "t[i + (i >> 5)]"),
    ],
)
def test_indices_of_one_dimension(layout: Layout, declared: str, use: str) -> None:
    size = declared[2:].partition("]")[0].partition(" ")[0]
    text = f"{{ float t[{size}]; t[i] = 0; }}"
    assert patched(text, layout, (int(size),)) == f"{{ float {declared}; {use} = 0; }}"


def test_macros_are_rewritten_where_they_are_defined_with_parameters_in_parentheses() -> None:
    text = "#define T(i, j) t[i][j]\n{ float t[32][32]; T(a, b) = 0; }\n"
    source = text.encode()
    start = source.index(b"float t[") + 6
    tile = replace(array((32, 32), name="t"), declared=position_of(source, "a.cu", start, start))
    after = applied(source, layout_edits(source, tile, Swizzle(5, 0), [tile])).decode()
    assert after == text.replace("t[i][j]", "t[i][(j) ^ (i)]")


@pytest.mark.parametrize(
    ("text", "layout", "reason"),
    [
        ("{float t[32][32]; t[i++][c]; }", Swizzle(5, 0), "an index changes something"),
        ("{float t[32][32]; t[f(i)][c]; }", Swizzle(5, 0), "an index calls f"),
        ("#define NEXT i++\n{float t[32][32]; t[NEXT][c]; }", Swizzle(5, 0), "an index changes something"),
        ("{float t[32][32]; g(t[i]); }", Swizzle(5, 0), "without all its indices"),
        ("{float t[32]; t[t[i]]; }", IndexSwizzle(2, 0, 5), "by another element of it"),
        ("{float t[32][32]; for (n = sizeof(t);;) ; }", Padding(1), "sizeof"),
        ("{float t[32][32]; { float t[4]; } }", Padding(1), "another variable"),
    ],
)
def test_what_cannot_be_rewritten_is_refused_with_a_reason(text: str, layout: Layout, reason: str) -> None:
    shape = (32, 32) if "[32][32]" in text else (32,)
    with pytest.raises(NotPatchable, match=reason):
        patched(text, layout, shape)


@pytest.mark.parametrize("use", ["T(a++, b) = 0;", "#define U(i) T(i, b)\nU(next()) = 0;"])
def test_what_is_passed_to_a_macro_must_bear_to_be_written_twice(use: str) -> None:
    source = f"#define T(i, j) t[i][j]\n{{ float t[32][32];\n{use}\n}}\n".encode()
    start = source.index(b"float t[") + 6
    tile = replace(array((32, 32), name="t"), declared=position_of(source, "a.cu", start, start))
    with pytest.raises(NotPatchable, match=r"changes something|calls next"):
        layout_edits(source, tile, Swizzle(5, 0), [tile])


def test_edits_travel_as_positions_and_come_back() -> None:
    source = b"{ float t[32][32];\n t[r][c] = t[c][r]; }"
    tile = replace(array((32, 32), name="t"), declared=Position("a.cu", 1, 9))
    edits = layout_edits(source, tile, Swizzle(5, 0), [tile])
    assert text_edits(source, as_edits(source, "a.cu", edits)) == tuple(sorted(edits))


def test_positions_move_with_the_edits_before_them() -> None:
    source = b"{ float t[32][32];\n t[r][c] = t[c][r]; }"
    tile = replace(array((32, 32), name="t"), declared=Position("a.cu", 1, 9))
    edits = layout_edits(source, tile, Swizzle(5, 0), [tile])
    moved = Moved({"a.cu": source}, {"a.cu": edits})
    second = moved(Position("a.cu", 2, 12, 2, 19))
    assert applied(source, edits).splitlines()[1][second.column - 1 :].startswith(b"t[c][r ^ c]")
    assert moved(Position("b.cu", 2, 12)) == Position("b.cu", 2, 12)
