from __future__ import annotations

import struct

import click
import pytest

from cudalint.ir.types import (
    BOOL,
    DOUBLE,
    FLOAT,
    INT,
    UNKNOWN,
    UNSIGNED,
    Array,
    Field,
    Floating,
    Integer,
    Pointer,
    Record,
)
from cudalint.verify.plan.arguments import MOST_BYTES, CannotMake, Sizes, array_bytes, make_argument
from cudalint.verify.request import Request, parse_grid, parse_set

SIZES = Sizes({"n": 7, "g.width": 3, "x": 2.5}, 300, 1 << 24)


@pytest.mark.parametrize(
    ("name", "type_", "image"),
    [
        ("n", INT, struct.pack("<i", 7)),
        ("m", INT, struct.pack("<i", 300)),
        ("m", Integer(1, 1, True), struct.pack("<b", 127)),
        ("m", BOOL, b"\1"),
        ("x", FLOAT, struct.pack("<f", 2.5)),
        ("y", DOUBLE, struct.pack("<d", 0.5)),
        ("y", Floating(2, 2), struct.pack("<e", 0.5)),
    ],
)
def test_scalars(name: str, type_: Integer | Floating, image: bytes) -> None:
    argument = make_argument(name, type_, SIZES)
    assert (argument.image, argument.pointers) == (image, ())


def test_structs_by_value_are_filled_member_by_member() -> None:
    cells = Pointer(8, 8, FLOAT)
    grid = Record(
        32, 8, "Grid", (Field("width", 0, INT), Field("cells", 8, cells), Field("size", 16, Array(12, 4, INT, 3)))
    )
    argument = make_argument("g", grid, SIZES)
    assert struct.unpack_from("<i", argument.image) == (3,)
    assert struct.unpack_from("<3i", argument.image, 16) == (300, 300, 300)
    ((offset, buffer),) = argument.pointers
    assert (offset, buffer.element, buffer.element_size, buffer.size) == (8, "float", 4, 1 << 24)


def test_arrays_are_filled_by_what_they_hold() -> None:
    pair = Record(8, 8, "float2", (Field("x", 0, FLOAT), Field("y", 4, FLOAT)))
    mixed = Record(8, 4, "mixed", (Field("x", 0, FLOAT), Field("i", 4, UNSIGNED)))
    held = {
        t: make_argument("p", Pointer(8, 8, t), SIZES).pointers[0][1] for t in (INT, pair, mixed, Pointer(8, 8, INT))
    }
    assert [(b.element, b.element_size) for b in held.values()] == [
        ("integer", 4),
        ("float", 4),
        ("bytes", 1),
        ("pointer", 8),
    ]
    assert 0 < held[INT].limit <= (1 << 24) // 16


@pytest.mark.parametrize("type_", [UNKNOWN, Record(1, 1, "", (), lambda_=True)])
def test_what_cannot_be_made_says_what_to_do(type_: Record) -> None:
    with pytest.raises(CannotMake, match=r"header missing|--app"):
        make_argument("p", type_, SIZES)


def test_arrays_hold_a_matrix_and_what_was_touched() -> None:
    assert array_bytes(1, 0) == 16 << 20
    assert array_bytes(4096, 0) == 8 * 4096 * 4096
    assert array_bytes(1, 10 << 20) == 64 << 20
    assert array_bytes(1 << 20, 0) == MOST_BYTES


def test_options() -> None:
    assert parse_grid("k=3,4") == ("k", (3, 4, 1))
    assert parse_grid("7") == (None, (7, 1, 1))
    assert parse_set("n=0x10") == ("n", 16.0)
    assert parse_set("g.scale=2.5") == ("g.scale", 2.5)
    for wrong in ("k=", "0", "1,2,3,4"):
        with pytest.raises(click.UsageError, match="--grid"):
            parse_grid(wrong)
    for wrong in ("n", "n=x", "=3"):
        with pytest.raises(click.UsageError, match="--set"):
            parse_set(wrong)


def test_the_file_of_an_application_is_one_of_the_paths() -> None:
    request = Request(app=("main.cu", "100"), on_cpu=True)
    assert request.paths(("other.cu", "main.cu")) == ("main.cu", "other.cu")
    assert Request(app=("./program",)).paths(("a.cu",)) == ("a.cu",)
