"""The little grammar of the comments."""

from __future__ import annotations

import pytest

from tests.textbook.expectations import Expectation, MalformedExpectation, parse


def test_all_parts() -> None:
    text = "load shared 2.5 wavefronts, ideal 1, estimate or exact, stride -8 bytes, address 4*threadIdx.x"
    assert parse(3, text) == Expectation(3, "load", "shared", 2.5, 1.0, ("estimate", "exact"), -8, "4*threadIdx.x")


def test_defaults() -> None:
    assert parse(1, "store global 1 sector, ideal 1") == Expectation(1, "store", "global", 1.0, 1.0, ("exact",))
    assert parse(1, "load global about 32 sectors, ideal 4").tolerance == 0.32
    assert parse(1, "load global indirect") == Expectation(1, "load", "global", None, None, ("indirect",))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "read global 4 sectors, ideal 4",
        "load local 4 sectors, ideal 4",
        "load global 4 wavefronts, ideal 4",
        "load shared 4 sectors, ideal 4",
        "load global 4 sectors",
        "load global sectors, ideal 4",
        "load global 4 sectors, ideal 4, probably",
        "load global 4 sectors, ideal 4, stride 8",
    ],
)
def test_mistakes_are_not_overlooked(text: str) -> None:
    with pytest.raises(MalformedExpectation, match="line 7"):
        parse(7, text)
