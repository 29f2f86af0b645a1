from __future__ import annotations

import subprocess
import sys
from random import Random

import numpy
from hypothesis import assume, given, settings

from cudalint.address.evaluate import agrees, evaluate
from cudalint.ir.term import Symbol, Term
from tests.address.terms import ALL, LANES, TooLarge, add, lanes_of, random_term, randoms, symbols, thread, times


@given(randoms)
@settings(max_examples=200, deadline=None)
def test_every_lane_has_the_value_of_c(random: Random) -> None:
    term = random_term(random, symbols(random), ALL)
    try:
        expected = lanes_of(term)
    except TooLarge:
        assume(False)
    assert numpy.broadcast_to(evaluate(term), LANES).tolist() == expected


def test_division_truncates_and_shifts_round_down() -> None:
    assert [evaluate(Term(o, -7, 2)) for o in ("/", "%", ">>")] == [-3, -1, -2]
    lanes = Symbol("a", "local", numpy.array([-7, 7]), uniform=False)
    assert [evaluate(Term(o, lanes, 2)).tolist() for o in ("/", "%", ">>")] == [[-3, 3], [-1, 1], [-2, 1]]


def test_numbers_beyond_64_bits_meet_arrays_as_the_machine_keeps_them() -> None:
    assert evaluate(Term("+", thread(), 1 << 64)).tolist() == thread().value.tolist()


def test_truth_values_count_as_numbers() -> None:
    flag = Symbol("flag", "local", numpy.array([True, False, True]), uniform=False)
    assert evaluate(Term("+", flag, flag)).tolist() == [2, 0, 2]


def test_a_shared_part_is_computed_once() -> None:
    term: Term = thread()
    for _ in range(2000):
        term = Term("&", term, term)
    assert evaluate(term).tolist() == thread().value.tolist()


def test_agreement_is_asked_of_active_lanes_only() -> None:
    term = times(add(thread(), 1), 4)
    executed = (thread().value + 1) * 4
    executed[5] = 0
    active = numpy.ones(LANES, bool)
    assert not agrees(term, executed, active)
    active[5] = False
    assert agrees(term, executed, active)
    assert agrees(12, 12, active)
    assert not agrees(12, 16, active)


def test_neither_the_package_nor_the_numeric_part_imports_sympy() -> None:
    code = (
        "import sys, cudalint.address, cudalint.address.evaluate, cudalint.address.assumptions\n"
        "cudalint.address.assumptions.parse_assumptions(['N % 4 == 0'])\n"
        "print('sympy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
