from __future__ import annotations

from random import Random

import numpy
import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cudalint.address.c_expression import parse_expression
from cudalint.address.formula import Formula, formula
from cudalint.ir.term import Symbol, Term
from tests.address.terms import (
    ALL,
    IN_C,
    LANES,
    TooLarge,
    add,
    block,
    known,
    lanes_of,
    loaded,
    loop,
    random_term,
    randoms,
    shape,
    symbols,
    thread,
    times,
    unknown,
)


def _expected(term: Term | int) -> list[int]:
    try:
        return lanes_of(term)
    except TooLarge:
        assume(False)
        raise


def _at_lane(found: Formula, lane: int) -> dict[str, int]:
    return {
        n: int(leaf.value[lane]) if isinstance(leaf.value, numpy.ndarray) else int(leaf.value)
        for n, leaf in found.leaves.items()
    }


@given(randoms)
@settings(max_examples=300, deadline=None)
def test_the_formula_gives_what_the_term_gives(random: Random) -> None:
    term = random_term(random, symbols(random), ALL)
    expected = _expected(term)
    assert numpy.broadcast_to(formula(term, 4).at(), LANES).tolist() == expected


@given(randoms)
@settings(max_examples=100, deadline=None)
def test_the_sympy_expression_evaluates_exactly(random: Random) -> None:
    term = random_term(random, symbols(random), ALL, 3)
    expected = _expected(term)
    found = formula(term, 1)
    for lane in (0, 31, 45):
        values = {sympy.Symbol(n, integer=True): sympy.Integer(v) for n, v in _at_lane(found, lane).items()}
        assert found.expression.xreplace(values) == expected[lane]


@given(randoms)
@settings(max_examples=200, deadline=None)
def test_the_text_read_as_c_gives_what_the_term_gives(random: Random) -> None:
    term = random_term(random, symbols(random, data=False), IN_C)
    expected = _expected(term)
    found = formula(times(term, 4), 4)
    assume("(...)" not in found.text)
    for lane in (0, 7, 63):
        assert parse_expression(found.text).value(_at_lane(found, lane)) == 4 * expected[lane]


@given(randoms, st.integers(1, 5000), st.integers(0, 60000))
@settings(max_examples=150, deadline=None)
def test_it_holds_for_other_sizes_and_blocks_than_the_executed_ones(random: Random, size: int, index: int) -> None:
    leaves = symbols(random, data=False)
    term = random_term(random, {n: s for n, s in leaves.items() if n not in ("i", "k")}, ALL)
    found = formula(term, 4)
    leaves["N"].value, leaves["blockIdx.x"].value = size, numpy.full(LANES, index)
    expected = _expected(term)
    assume("(...)" not in found.text)
    values = {n: v for n, v in (("N", size), ("blockIdx.x", index)) if n in found.leaves}
    assert numpy.broadcast_to(found.at(values), LANES).tolist() == expected


def _row_major() -> Term:
    row = add(times(block("y"), shape("y", 8)), thread("y"))
    column = add(times(block("x"), shape("x")), thread("x"))
    return times(add(times(row, unknown()), column), 4)


X = thread("x", width=64)
WIDTH = shape()
TEXTS = [
    (times(add(times(thread("x"), 32), thread("y")), 4), 4, "4*(32*threadIdx.x + threadIdx.y)"),
    (
        _row_major(),
        4,
        "4*(N*(blockIdx.y*blockDim.y + threadIdx.y) + blockIdx.x*blockDim.x + threadIdx.x)",
    ),
    (add(times(X, 24), 8), 24, "24*threadIdx.x + 8"),
    (times(times(X, unknown()), 4), 4, "4*N*threadIdx.x"),
    (times(add(X, Term("neg", unknown())), 4), 4, "4*(threadIdx.x - N)"),
    (times(Term("^", Term("%", X, 32), Term("/", X, 32)), 4), 4, "4*(threadIdx.x % 32 ^ threadIdx.x / 32)"),
    (times(Term(">>", X, 5), 8), 8, "8*(threadIdx.x / 32)"),
    (times(Term("&", X, 31), 4), 4, "4*(threadIdx.x % 32)"),
    (times(Term("min", X, Term("-", unknown(), 1)), 4), 4, "4*min(N - 1, threadIdx.x)"),
    (times(Term("wrap", Term("-", X, 1), 32, 0), 4), 4, "4*(unsigned)(threadIdx.x - 1)"),
    (times(Term("-", X, unknown()), 68), 4, "68*(threadIdx.x - N)"),
    (times(loaded(), 4), 4, "4*idx[...]"),
    (times(Term("<<", 1, unknown("n")), 2), 2, "2*(1 << n)"),
    (0, 4, "0"),
    (Term("-", X, X), 4, "0"),
    (Term("neg", X), 1, "-threadIdx.x"),
]


@pytest.mark.parametrize(("term", "size", "text"), TEXTS)
def test_text(term: Term | int, size: int, text: str) -> None:
    assert formula(term, size).text == text


SIMPLER = [
    (Term("/", add(times(unknown(), 32), X), 1), "32*N + threadIdx.x"),
    (Term("%", thread("x"), 32), "threadIdx.x"),
    (Term("/", thread("x"), 32), "0"),
    (Term("%", thread("x"), shape("x")), "threadIdx.x"),
    (Term("/", add(times(block(), WIDTH), thread()), WIDTH), "blockIdx.x"),
    (Term("%", add(times(block(), WIDTH), thread()), WIDTH), "threadIdx.x"),
    (Term("%", add(times(block(), 64), X), 32), "threadIdx.x % 32"),
    (Term("/", add(times(block(), 64), thread()), 32), "2*blockIdx.x"),
    (Term("/", Term("/", X, 4), 8), "threadIdx.x / 32"),
    (Term("%", Term("%", X, 32), 8), "threadIdx.x % 8"),
    (Term("|", Term("<<", thread("y"), 5), thread("x")), "32*threadIdx.y + threadIdx.x"),
    (Term("^", add(times(block(), 32), thread()), 1), "32*blockIdx.x + (threadIdx.x ^ 1)"),
    (Term("&", X, ~31), "threadIdx.x - threadIdx.x % 32"),
    (Term("wrap", add(X, 1), 32, 0), "threadIdx.x + 1"),
    (Term("wrap", Term("wrap", Term("-", X, 9), 32, 0), 32, 1), "threadIdx.x - 9"),
    (Term("min", X, 100), "threadIdx.x"),
    (Term("~", Term("~", unknown())), "N"),
    (Term("%", Term("*", known("M", 8), 4), 2), "0"),
]


@pytest.mark.parametrize(("term", "text"), SIMPLER)
def test_what_bounds_prove_needless_is_left_out(term: Term, text: str) -> None:
    assert formula(term, 1).text == text


def test_nothing_is_left_out_that_the_unknown_may_need() -> None:
    assert formula(Term("%", add(times(unknown(), 32), X), 32), 1).text == "(32*N + threadIdx.x) % 32"
    assert formula(Term("%", X, unknown()), 1).text == "threadIdx.x % N"


def test_given_extents_bound_the_indices() -> None:
    assert formula(Term("%", block(), 16), 1).text == "blockIdx.x % 16"
    assert formula(Term("%", block(), 16), 1, {"gridDim.x": 16}).text == "blockIdx.x"


def test_loop_variables() -> None:
    assert formula(times(loop("k", 0, 1, 5), 4), 4).text == "4*k"
    assert formula(times(loop("k", 7, -1, 5), 4), 4).text == "4*k"
    assert formula(times(loop("i", X, 256, 2), 4), 4).text == "4*(256*n_i + threadIdx.x)"
    grid = times(WIDTH, Symbol("gridDim.x", "shape", 16))
    start = add(times(block(), WIDTH), thread())
    assert formula(times(loop("i", start, grid, 2), 4), 4).text == (
        "4*(blockDim.x*(gridDim.x*n_i + blockIdx.x) + threadIdx.x)"
    )
    assert formula(times(Symbol("s", "loop", 8), 4), 4).text == "4*s"
    assert formula(times(loop("p", X, 0, 3), 4), 4).text == "4*threadIdx.x"


def test_a_loop_that_starts_from_itself_is_shown_by_name() -> None:
    strange = Symbol("i", "loop", 5)
    strange.initial, strange.step = Term("+", strange, 1), 2
    assert "i" in formula(strange, 1).leaves


def test_two_symbols_of_one_name_are_told_apart() -> None:
    found = formula(add(times(unknown("n"), 8), unknown("n", 5)), 1)
    assert found.text == "8*n + n_2"
    assert found.leaves["n_2"].origin == "n"
    assert formula(add(times(loop("i", X, 4, 1), 4), times(unknown("n_i"), 4)), 4).symbols == (
        "n_i",
        "n_i_2",
        "threadIdx.x",
    )


def test_names_and_which_are_unknown() -> None:
    found = formula(_row_major(), 4)
    assert found.unknown == ("N",)
    assert found.symbols == ("N", "blockDim.x", "blockDim.y", "blockIdx.x", "blockIdx.y", "threadIdx.x", "threadIdx.y")


def test_what_is_too_large_is_cut_off_but_still_right() -> None:
    deep: Term = thread()
    for number in range(60):
        deep = Term("^", Term("*", deep, 3), number + 1000)
        deep = Term("wrap", deep, 16, 0)
    found = formula(deep, 1)
    assert "(...)" in found.text
    assert found.at().tolist() == lanes_of(deep)
    wide = add(*(times(unknown(f"a{i}"), unknown(f"b{i}")) for i in range(70)))
    omitted = [leaf for leaf in formula(wide, 1).leaves.values() if leaf.origin == "(...)"]
    assert [(leaf.uniform, leaf.unknown) for leaf in omitted] == [(True, True)]


def test_a_long_chain_needs_no_recursion() -> None:
    term: Term = thread()
    for number in range(5000):
        term = Term("+", term, number % 2)
    assert formula(term, 1).text == "threadIdx.x + 2500"
