from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudalint.address.assumptions import Assumptions, BadAssumption, parse_assumptions
from cudalint.address.c_expression import parse_expression


@pytest.mark.parametrize(
    ("texts", "name", "preferred", "value"),
    [
        (["N % 32 == 0"], "N", 1000, 1024),
        (["n >= 1030 && n % 4 == 0"], "n", 1024, 1032),
        (["pitch == 512"], "pitch", 1024, 512),
        (["0x100 == blockDim.x"], "blockDim.x", 1024, 256),
        (["p->width < 100"], "p.width", 1024, 99),
        (["N % 8 == 1", "N > 1024 || N == 3"], "N", 1024, 1025),
        (["m == 010"], "m", 1, 8),
        (["(N & 31) == 0 && !(N % 3)"], "N", 1000, 1056),
        (["N == 2*pitch && pitch % 3 == 0"], "N", 1024, 2052),
        (["N > 2"], "other", 7, 7),
        (["N != 1024"], "N", 1024, 1025),
        (["N << 1 >= 3000u && -N < +5 && ~N != 0 && (N ^ 1 | 2) > 0"], "N", 1024, 1500),
    ],
)
def test_stand_in(texts: list[str], name: str, preferred: int, value: int) -> None:
    assert parse_assumptions(texts).stand_in(name, preferred) == value


def test_tied_names_fit_together() -> None:
    assumptions = parse_assumptions(["pitch == 2*N", "N % 100 == 0"])
    assert (assumptions.stand_in("N", 1024), assumptions.stand_in("pitch", 1024)) == (1100, 2200)


def test_equalities_are_known() -> None:
    assumptions = parse_assumptions(["pitch == 4*128", "N >= 3"])
    assert assumptions.is_fixed("pitch")
    assert not assumptions.is_fixed("N")


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["N % 32 == 0"], (32, 0)),
        (["0 == N % 32"], (32, 0)),
        (["N % 4 == 1 && N % 6 == 3"], (12, 9)),
        (["(N & 7) == 3"], (8, 3)),
        (["!(N & 15)"], (16, 0)),
        (["(N & 5) == 0"], (1, 0)),
        (["N % M == 0"], (1, 0)),
        (["N >= 4"], (1, 0)),
        ([], (1, 0)),
    ],
)
def test_congruence(texts: list[str], expected: tuple[int, int]) -> None:
    assert parse_assumptions(texts).congruence("N") == expected


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 2000))
def test_a_congruence_is_true_of_what_satisfies_both(first: int, second: int, value: int) -> None:
    assumptions = parse_assumptions([f"N % {first} == {value % first}", f"{value % second} == N % {second}"])
    modulus, residue = assumptions.congruence("N")
    assert value % modulus == residue
    assert modulus % first == modulus % second == 0
    assert assumptions.allows("N", value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("N %% 3", "--assume 'N %% 3': column 4: unexpected %"),
        ("N %", "--assume 'N %': column 4: the expression is not complete"),
        ("", "--assume '': column 1: the expression is not complete"),
        ("N == 3)", "--assume 'N == 3)': column 7: unexpected )"),
        ("N @ 3", "--assume 'N @ 3': column 3: Illegal character '@'"),
        (
            "N > 0 && f(N) == 2",
            "--assume 'N > 0 && f(N) == 2': column 10: only integers, names and operators are supported",
        ),
        ("1.5 < N", "--assume '1.5 < N': column 1: only integers, names and operators are supported"),
        ("N = 4", "--assume 'N = 4': column 1: only integers, names and operators are supported"),
        ("N > 1 && 3 == 3", "--assume 'N > 1 && 3 == 3': column 10: names no value"),
        ("1), b = (N", "--assume '1), b = (N': one expression is expected"),
        ("N < 0", "--assume 'N < 0': no value of N satisfies it"),
        ("N == 3 && N == 4", "--assume 'N == 3 && N == 4': no value of N satisfies it"),
    ],
)
def test_a_bad_one_is_one_line(text: str, message: str) -> None:
    with pytest.raises(BadAssumption) as caught:
        parse_assumptions([text])
    assert str(caught.value) == message


def test_contradicting_congruences() -> None:
    with pytest.raises(BadAssumption, match="no value of N satisfies it and the others"):
        parse_assumptions(["N % 2 == 0", "N % 4 == 3"])


def test_endless_nesting_is_refused() -> None:
    with pytest.raises(BadAssumption):
        parse_assumptions(["(" * 3000 + "N" + ")" * 3000])


def test_nothing_assumed() -> None:
    assert parse_assumptions([]) == Assumptions()
    assert Assumptions().stand_in("N", 1024) == 1024


def test_c_rules() -> None:
    assert parse_expression("-7 / 2").value({}) == -3
    assert parse_expression("-7 % 2").value({}) == -1
    assert parse_expression("a.b->c + d").names() == {"a.b.c", "d"}
