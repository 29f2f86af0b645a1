"""What the search finds, against layouts that are known to work."""

from __future__ import annotations

from dataclasses import replace

import numpy
import pytest

from cudalint.fix.choice import advice
from cudalint.fix.costs import batches
from cudalint.fix.layouts import IndexFold, IndexPadding, IndexSwizzle, Padding, Swizzle
from cudalint.fix.search import in_the_way, search
from tests.fix.arrays import access, array, column, row

FLOATS = array((32, 32))


def test_a_float_tile_is_padded_by_one_and_swizzled_by_the_whole_row() -> None:
    result = search((access(FLOATS, [row(FLOATS, r) for r in range(32)]), access(FLOATS, [column(FLOATS)])))
    assert result.padding is not None and result.swizzle is not None
    assert result.padding.layout == Padding(1)
    assert result.padding.added == 32 * 4
    assert result.swizzle.layout == Swizzle(bits=5, base=0, skipped=0)
    assert result.swizzle.layout.in_bytes(FLOATS) == (5, 2, 5)
    assert result.swizzle.after.cost == result.swizzle.before.ideal < result.swizzle.before.cost


def test_matrices_of_halves_get_the_128_byte_swizzle() -> None:
    tile = array((64, 64), 2)
    stores = [[128 * (4 * w + lane // 8) + 16 * (lane % 8) for lane in range(32)] for w in range(16)]
    loads = [
        [128 * (16 * w + lane % 16) + 32 * k + 16 * (lane // 16) for lane in range(32)]
        for w in range(4)
        for k in range(4)
    ]
    result = search(
        (
            access(tile, stores, width=16, kind="store"),
            access(tile, loads, width=16, counted_as="ldmatrix_x4"),
        )
    )
    assert result.swizzle is not None and isinstance(result.swizzle.layout, Swizzle)
    assert result.swizzle.layout.in_bytes(tile) == (3, 4, 3)
    assert result.swizzle.after.whole
    assert result.padding is not None and result.padding.layout == Padding(8)


def test_padding_keeps_wide_accesses_aligned() -> None:
    wide = [[16 * lane for lane in range(32)]]
    result = search((access(FLOATS, wide, width=16), access(FLOATS, [column(FLOATS)])))
    assert result.padding is result.swizzle is None
    assert result.partial is not None and result.partial.layout == Padding(4)
    assert result.partial.after.worst_ratio == 4


def test_what_the_compiler_merged_may_fall_apart_but_a_vector_may_not() -> None:
    tile = array((32, 8))
    loads = [[32 * lane + 16 * part for lane in range(32)] for part in range(2)]
    merged = [access(tile, loads, wide=16, shift=4 * k) for k in range(4)]
    vectors = [access(tile, loads, wide=16, shift=4 * k, fixed=True) for k in range(4)]
    for accesses, granule in ((merged, 1), (vectors, 4)):
        padding = search(tuple(accesses)).padding
        assert padding is not None and isinstance(padding.layout, Padding)
        assert padding.layout.elements == granule


def test_a_tree_sum_gets_an_index_swizzle_and_a_gap() -> None:
    tree = array((256,))
    steps = [[4 * 2 * step * t if 2 * step * t < 256 else None for t in range(32)] for step in (1, 2, 4, 8, 16)]
    result = search((access(tree, steps), access(tree, [[4 * t for t in range(32)]])))
    assert result.swizzle is not None and result.swizzle.layout == IndexSwizzle(bits=3, base=0, distance=5)
    assert result.padding is not None and result.padding.layout == IndexPadding(5)


def test_butterflies_need_every_other_run_turned_around() -> None:
    keys = array((64,))
    rounds = [[4 * (2 * t - (t & (s - 1)) + half * s) for t in range(32)] for s in (1, 2, 4, 8, 16) for half in (0, 1)]
    result = search((access(keys, rounds),))
    assert result.swizzle is not None and result.swizzle.layout == IndexFold(bits=5, distance=5)
    assert result.swizzle.after.whole


def test_butterflies_of_four_points_need_both_bits_repeated() -> None:
    points = array((128,))
    rounds = [[4 * (4 * t - 3 * (t & (s - 1)) + part * s) for t in range(32)] for s in (2, 8, 32) for part in range(4)]
    result = search((access(points, rounds),))
    assert result.swizzle is not None and result.swizzle.layout == IndexFold(bits=5, distance=5, width=2)
    assert result.swizzle.after.whole


def test_merged_accesses_are_counted_one_by_one_where_an_index_is_swizzled() -> None:
    """Pairs done in one are free as they are; apart, in most swizzles they are not."""
    pairs = array((64,))
    both = [access(pairs, [[8 * t for t in range(32)]], wide=8, shift=shift) for shift in (0, 4)]
    columns = access(pairs, [[4 * (2 * t - (t & 1)) for t in range(32)]])
    result = search((*both, columns))
    assert result.swizzle is not None
    offsets = result.swizzle.layout.moved(pairs, numpy.arange(32) * 8)
    assert sorted(offsets // 4 % 32) == list(range(32))


def test_no_padding_serves_both_directions_of_a_16_by_16_tile_but_swizzling_does() -> None:
    tile = array((16, 16))
    rows = [[4 * (16 * (lane // 16) + lane % 16) for lane in range(32)]]
    columns = [[4 * (16 * (lane % 16) + lane // 16) for lane in range(32)]]
    result = search((access(tile, rows), access(tile, columns)))
    assert result.padding is None
    assert result.swizzle is not None and result.swizzle.after.whole


def test_where_no_layout_helps_the_search_says_so_and_what_stands_in_the_way() -> None:
    """Butterflies, and runs that begin anywhere: each layout that frees the ones makes the others dearer."""
    keys = array((64,))
    rounds = [[4 * (2 * t - (t & (s - 1)) + half * s) for t in range(32)] for s in (1, 2, 4, 8, 16) for half in (0, 1)]
    accesses = (access(keys, rounds), access(keys, [[4 * (t + 7) for t in range(32)]], kind="store"))
    assert search(accesses).padding is search(accesses).swizzle is None
    text = advice(accesses, 0)
    assert "none of the paddings and swizzles tried frees `tile` of conflicts" in text
    assert "12 instead of 21 wavefronts in all, but a store would cost more" in text
    obstacle = in_the_way(accesses)
    assert obstacle is not None and obstacle.access is accesses[1]


def test_arrays_of_unknown_shape_are_refused_with_a_reason() -> None:
    unknown = array(())
    assert search((access(unknown, [[0] * 32]),)).refusal == "its extents are not known"


def test_the_same_accesses_are_searched_once_also_where_only_the_launch_knows_the_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    real = batches
    monkeypatch.setattr("cudalint.fix.search.batches", lambda accesses: asked.append(len(accesses)) or real(accesses))
    unsized = replace(FLOATS, shape=(), dynamic=True)
    both = (access(unsized, [row(FLOATS, r) for r in range(32)]), access(unsized, [column(FLOATS)]))
    assert advice(both, 0) == advice(list(both), 0) != ""
    assert len(asked) == 1
