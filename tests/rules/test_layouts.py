"""Padding and swizzling tried on sampled requests, against counts made by hand."""

from __future__ import annotations

from cudalint.access import STORE, Access, Object
from cudalint.ir.position import Position
from cudalint.layouts import best_padding, padded, swizzled, works
from tests.builders import request, shared_access

AT = Position("a.cu", 1, 1)


def column(shape: tuple[int, int], size: int, cost: int, ideal: int) -> Access:
    """A full warp down a column, each lane one element."""
    addresses: list[int | None] = [lane * shape[1] * size for lane in range(32)]
    tile = Object("tile", AT, "element", size, shape)
    return shared_access(object=tile, width=size, sample=request(addresses, cost, ideal))


def row(shape: tuple[int, int], size: int, ideal: int) -> Access:
    """A full warp along a row."""
    addresses: list[int | None] = [lane * size for lane in range(32)]
    tile = Object("tile", AT, "element", size, shape)
    return shared_access(object=tile, width=size, kind=STORE, sample=request(addresses, ideal, ideal))


def half_columns(pitch: int, cost: int) -> Access:
    """A 16 x 16 block: 16 rows of two neighbouring columns."""
    addresses: list[int | None] = [4 * (pitch * (lane % 16) + lane // 16) for lane in range(32)]
    return shared_access(object=Object("tile", AT, "float", 4, (16, pitch)), sample=request(addresses, cost, 1))


def half_rows(pitch: int, cost: int) -> Access:
    """A 16 x 16 block: two neighbouring rows of 16."""
    addresses: list[int | None] = [4 * (pitch * (lane // 16) + lane % 16) for lane in range(32)]
    tile = Object("tile", AT, "float", 4, (16, pitch))
    return shared_access(object=tile, kind=STORE, sample=request(addresses, cost, 1))


def test_one_float_more_frees_rows_and_columns() -> None:
    assert best_padding([row((32, 32), 4, 1), column((32, 32), 4, 32, 1)]) == 1


def test_one_double_more_brings_columns_to_two_wavefronts() -> None:
    assert best_padding([row((32, 32), 8, 2), column((32, 32), 8, 32, 2)]) == 1


def test_no_padding_serves_both_directions_of_a_16_by_16_tile_but_swizzling_does() -> None:
    accesses = [half_rows(16, 1), half_columns(16, 8)]
    assert best_padding(accesses) is None
    assert works(accesses, swizzled)


def test_padding_for_columns_alone_is_found() -> None:
    assert best_padding([half_columns(16, 8)]) == 2


def test_padding_keeps_wide_accesses_aligned() -> None:
    whole_rows: list[int | None] = [16 * lane for lane in range(32)]
    tile = Object("tile", AT, "float", 4, (32, 32))
    wide = shared_access(object=tile, width=16, kind=STORE, sample=request(whole_rows, 4, 4))
    assert best_padding([wide]) == 4


def test_a_cost_that_the_addresses_do_not_explain_gives_no_advice() -> None:
    assert best_padding([column((32, 32), 4, 7, 1)]) is None
    assert not works([column((32, 32), 4, 7, 1)], swizzled)


def test_without_a_sample_there_is_no_advice() -> None:
    assert best_padding([shared_access(sample=None)]) is None


def test_swizzling_leaves_rows_that_are_no_power_of_two_alone() -> None:
    assert not works([column((32, 96), 4, 32, 1)], swizzled)


def test_layouts_move_bytes_as_their_formulas_say() -> None:
    import numpy

    access = column((32, 32), 4, 32, 1)
    offsets = numpy.array([4 * (32 * 5 + 7)])
    assert padded(1, access, offsets).tolist() == [4 * (33 * 5 + 7)]
    assert swizzled(access, offsets).tolist() == [4 * (32 * 5 + (7 ^ 5))]
