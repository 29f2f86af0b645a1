from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudalint.address.evaluate import agrees, evaluate
from cudalint.address.formula import NotAffine, formula_of, stride_texts, unknowns_vanish
from cudalint.ir.term import Symbol, Term

LANES = numpy.arange(32)


THREAD = Symbol("threadIdx.x", "thread", LANES, uniform=False)


def thread() -> Symbol:
    return THREAD


def unknown(name: str, value: int = 1000) -> Symbol:
    return Symbol(name, "parameter", value, unknown=True)


def times(a: Any, b: Any) -> Term:
    return Term("*", a, b)


def plus(a: Any, b: Any) -> Term:
    return Term("+", a, b)


def test_the_common_factor_stands_in_front() -> None:
    y = Symbol("threadIdx.y", "thread", 0, uniform=False)
    formula = formula_of(times(plus(times(y, 32), thread()), 4))
    assert formula.text == "4*(32*threadIdx.y + threadIdx.x)"
    assert stride_texts(formula) == ("4", "128", "0")


def test_a_pitch_is_a_symbol_in_the_stride() -> None:
    formula = formula_of(times(times(thread(), unknown("N")), 4))
    assert stride_texts(formula)[0] == "4*N"


def test_what_does_not_cancel_has_no_stride() -> None:
    assert stride_texts(formula_of(Term("%", thread(), 7)))[0] is None
    assert stride_texts(formula_of(Term("^", thread(), 5)))[0] is None
    assert stride_texts(formula_of(plus(Term("/", unknown("N"), 3), thread())))[0] == "1"


def test_an_affine_loop_variable_is_initial_plus_step_times_its_counter() -> None:
    i = Symbol("i", "loop", LANES + 512, uniform=False)
    i.initial, i.step, i.rounds = thread(), 256, 2
    k = Symbol("k", "loop", 3)
    k.initial, k.step, k.rounds = 0, 1, 3
    assert formula_of(plus(i, times(k, 8))).text == "256*n_i + 8*k + threadIdx.x"


@pytest.mark.parametrize(
    ("term", "modulus", "vanishes"),
    [
        (plus(times(unknown("N"), 32), times(thread(), 4)), 32, True),
        (plus(times(unknown("N"), 32), times(thread(), 4)), 128, False),
        (plus(times(unknown("N"), 4), times(thread(), 4)), 32, False),
        (times(times(unknown("N"), 32), thread()), 32, False),
        (plus(Term("%", unknown("N"), 2), times(thread(), 4)), 32, False),
        (times(thread(), 4), 32, True),
    ],
)
def test_unknowns_vanish_only_as_uniform_multiples(term: Term, modulus: int, vanishes: bool) -> None:
    assert unknowns_vanish(formula_of(term), modulus) is vanishes


def test_a_term_too_large_to_read_is_no_formula() -> None:
    term: Any = thread()
    for _ in range(200):
        term = plus(term, thread())
    with pytest.raises(NotAffine):
        formula_of(term)


def test_agreement_counts_active_lanes_only() -> None:
    executed = LANES * 4
    executed[5] = 0
    active = numpy.ones(32, bool)
    assert not agrees(times(thread(), 4), executed, active)
    active[5] = False
    assert agrees(times(thread(), 4), executed, active)


@st.composite
def terms(draw: st.DrawFn, depth: int = 3) -> Any:
    if depth == 0 or draw(st.booleans()):
        leaf = draw(st.sampled_from(["thread", "n", "constant"]))
        if leaf == "constant":
            return draw(st.integers(0, 40))
        return thread() if leaf == "thread" else unknown("n", 17)
    operator = draw(st.sampled_from(["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "min", "max"]))
    left, right = draw(terms(depth=depth - 1)), draw(terms(depth=depth - 1))
    if operator in ("/", "%"):
        right = draw(st.integers(1, 40))
    if operator in ("<<", ">>"):
        right = draw(st.integers(0, 6))
    return Term(operator, left, right)


@settings(max_examples=200, deadline=None)
@given(terms())
def test_the_formula_gives_what_the_term_gives(term: Any) -> None:
    formula = formula_of(term)
    expected = numpy.broadcast_to(evaluate(term), (32,))
    names = {str(s): s for s in formula.expression.free_symbols}
    for lane in (0, 1, 13, 31):
        values = {names[n]: lane if s.kind == "thread" else s.value for n, s in formula.symbols.items() if n in names}
        assert int(formula.expression.subs(values)) == expected[lane]


@settings(max_examples=200, deadline=None)
@given(terms())
def test_a_stride_holds_between_all_neighbours(term: Any) -> None:
    text = stride_texts(formula_of(term))[0]
    steps = numpy.diff(numpy.broadcast_to(evaluate(term), (32,)))
    if text is not None and text.lstrip("-").isdigit():
        assert set(steps.tolist()) == {int(text)}
