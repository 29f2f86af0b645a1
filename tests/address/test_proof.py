from __future__ import annotations

from random import Random

import numpy
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cudalint.address.assumptions import parse_assumptions
from cudalint.address.c_expression import parse_expression
from cudalint.address.formula import formula
from cudalint.address.proof import GLOBAL_MODULUS, SHARED_MODULUS, condition, large_pitch, vanishes
from cudalint.hardware.warp import LOAD, global_cost, shared_cost
from cudalint.ir.term import Symbol, Term
from tests.address.terms import (
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

OPERATORS = ("+", "-", "*", "+", "*", "*", "/", "%", "<<", "^", "min")


def _costs(term: Term, modulus: int) -> list[int]:
    """Sectors or wavefronts of each warp, for 4-byte accesses."""
    addresses = numpy.array(lanes_of(term)).reshape(-1, 32)
    active = numpy.ones(addresses.shape, bool)
    if modulus == GLOBAL_MODULUS:
        return [len({a // 32 for a in warp.tolist()}) for warp in addresses]
    return shared_cost(addresses, active, 4, LOAD)[0].tolist()


@given(
    randoms,
    st.sampled_from([GLOBAL_MODULUS, SHARED_MODULUS]),
    st.lists(st.integers(1, 4000), min_size=3, max_size=3),
)
@settings(max_examples=300, deadline=None)
def test_what_vanishes_costs_the_same_for_every_value(random: Random, modulus: int, sizes: list[int]) -> None:
    leaves = symbols(random, data=False)
    others = {n: s for n, s in leaves.items() if n != "i"}
    pitch = random_term(random, {n: others[n] for n in ("N", "blockIdx.x", "threadIdx.y", "k", "M")}, OPERATORS, 2)
    index = random_term(random, others, OPERATORS, 1)
    term = times(add(times(pitch, random.choice([2, 8, 32, 64])), index, leaves["threadIdx.x"]), 4)
    found = formula(term, 4)
    needed = condition(found, modulus)
    assume(vanishes(found, modulus) or (needed and "min" not in needed))
    known_values = {n: leaf.value for n, leaf in found.leaves.items() if leaf.number is not None}
    costs = []
    for size in (8, 32, 64, 128, *sizes):
        if needed and not all(parse_expression(c).value(known_values | {"N": size}) for c in needed.split(" && ")):
            continue
        leaves["N"].value = size
        try:
            costs.append(_costs(term, modulus))
        except TooLarge:
            assume(False)
    assert all(c == costs[0] for c in costs)


X, Y = thread("x"), thread("y")
N = unknown()


@pytest.mark.parametrize(
    ("term", "for_global", "for_shared"),
    [
        (times(add(times(block(), N), X), 4), "N % 8 == 0", "N % 32 == 0"),
        (times(add(times(Y, N), X), 4), "N % 8 == 0", "N % 32 == 0"),
        (times(add(times(Term("/", thread("x", 64), 32), N), X), 4), "N % 8 == 0", "N % 32 == 0"),
        (add(times(N, 24), times(X, 4)), "N % 4 == 0", "N % 16 == 0"),
        (times(add(times(N, unknown("M")), X), 4), "M*N % 8 == 0", "M*N % 32 == 0"),
        (times(add(N, unknown("M"), X), 4), "(M + N) % 8 == 0", "(M + N) % 32 == 0"),
        (times(add(times(block(), N), unknown("M"), X), 4), "M % 8 == 0 && N % 8 == 0", "M % 32 == 0 && N % 32 == 0"),
        (times(add(times(loop("k", 0, 1, 3), times(N, 2)), X), 4), "N % 4 == 0", "N % 16 == 0"),
        (times(add(times(N, known("M", 4)), X), 4), "N % 2 == 0", "N % 8 == 0"),
        (times(add(Term("/", N, 3), X), 4), "(N / 3) % 8 == 0", "(N / 3) % 32 == 0"),
        (times(add(times(Symbol("row[...]", "data", 37, unknown=True), 64), X), 4), "", ""),
        (times(X, N), "", ""),
        (times(add(Term("/", times(N, loop("k", 0, 1, 3)), 3), X), 4), "", ""),
        (times(X, 4), "", ""),
    ],
)
def test_condition(term: Term, for_global: str, for_shared: str) -> None:
    found = formula(term, 4)
    assert condition(found, GLOBAL_MODULUS) == for_global
    assert condition(found, SHARED_MODULUS) == for_shared


def test_vanishing() -> None:
    row = times(add(times(block(), times(N, 8)), X), 4)
    assert vanishes(formula(row, 4), GLOBAL_MODULUS)
    assert not vanishes(formula(row, 4), SHARED_MODULUS)
    assert vanishes(formula(times(X, 4), 4), SHARED_MODULUS)
    assert not vanishes(formula(times(times(X, N), 32), 4), GLOBAL_MODULUS)
    unlike = Symbol("d[...]", "data", numpy.arange(LANES), unknown=True, uniform=False)
    assert not vanishes(formula(times(unlike, 32), 4), GLOBAL_MODULUS)
    assert vanishes(formula(times(loaded(), 4), 4), GLOBAL_MODULUS)


def test_a_thread_index_that_differs_in_a_warp_is_not_uniform() -> None:
    narrow = thread("y", width=16)
    term = times(add(times(narrow, times(N, 8)), thread("x", 16)), 4)
    assert not vanishes(formula(term, 4), GLOBAL_MODULUS)
    assert condition(formula(term, 4), GLOBAL_MODULUS) == ""


def test_assumptions_supply_congruences() -> None:
    term = formula(times(add(times(block(), N), X), 4), 4)
    assert vanishes(term, GLOBAL_MODULUS, parse_assumptions(["N % 8 == 0"]))
    assert vanishes(term, GLOBAL_MODULUS, parse_assumptions(["N % 16 == 3"]))
    assert not vanishes(term, GLOBAL_MODULUS, parse_assumptions(["N % 4 == 0"]))
    assert condition(term, GLOBAL_MODULUS, parse_assumptions(["N % 4 == 0"])) == "N % 8 == 0"
    assert condition(term, GLOBAL_MODULUS, parse_assumptions(["N % 8 == 0"])) == ""
    quarter = formula(times(add(times(Term("/", N, 4), 4), X), 4), 4)
    assert not vanishes(quarter, GLOBAL_MODULUS)
    assert vanishes(quarter, GLOBAL_MODULUS, parse_assumptions(["N % 8 == 0"]))


def _sectors(addresses: numpy.ndarray, width: int = 4) -> int:
    return int(global_cost(addresses.reshape(-1, 32), numpy.ones((LANES // 32, 32), bool), width)[0][0])


def _wavefronts(addresses: numpy.ndarray) -> int:
    return int(shared_cost(addresses.reshape(-1, 32), numpy.ones((LANES // 32, 32), bool), 4, LOAD)[0][0])


def test_a_large_pitch() -> None:
    column = formula(times(add(times(X, N), block()), 4), 4)
    assert large_pitch(column, _sectors) == "32 sectors for N >= 8"
    assert large_pitch(formula(times(X, N), 1), lambda a: _sectors(a, 1)) == "32 sectors for N >= 32"
    assert large_pitch(column, _wavefronts, unit="wavefronts") == ""
    assert large_pitch(formula(times(add(N, X), 4), 4), _sectors) == ""
    assert large_pitch(formula(times(times(X, add(N, unknown("M"))), 4), 4), _sectors) == ""


def test_a_large_pitch_for_other_lanes_and_under_assumptions() -> None:
    column = formula(times(add(times(X, N), block()), 4), 4)
    one_lane = {"threadIdx.x": numpy.zeros(LANES, int)}
    assert large_pitch(column, _sectors, one_lane) == "1 sector for N >= 1"
    assert large_pitch(column, _sectors, assumptions=parse_assumptions(["N % 12 == 0"])) == "32 sectors for N >= 12"


def test_an_unknown_block_size_is_an_unknown() -> None:
    width = Symbol("blockDim.x", "shape", 256, unknown=True)
    assert condition(formula(times(add(times(block(), width), X), 4), 4), GLOBAL_MODULUS) == "blockDim.x % 8 == 0"
    assert vanishes(formula(times(add(times(block(), shape()), X), 4), 4), GLOBAL_MODULUS)
