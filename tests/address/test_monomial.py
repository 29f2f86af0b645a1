"""What polynomials are made of, against sympy."""

from __future__ import annotations

from random import Random

import sympy
from hypothesis import given, settings

from cudalint.address.in_sympy import in_sympy
from cudalint.address.monomial import ONE, Part, Symbol, product
from cudalint.address.operators import BitAnd, Maximum, Quotient
from cudalint.address.polynomial import Polynomial, added, factors, multiplied, to_expression
from tests.address.terms import randoms

NAMES = ("x", "y", "x*y", "a b")


def some_part(random: Random, depth: int = 2) -> Part:
    if not depth or random.random() < 0.6:
        return Symbol(random.choice(NAMES))
    operator = random.choice((Quotient, BitAnd, Maximum))
    operands = [to_expression(some_polynomial(random, depth - 1)) for _ in range(2)]
    found = operator(*operands)
    return Symbol("x") if found.is_number else found


def some_polynomial(random: Random, depth: int = 2) -> Polynomial:
    result: Polynomial = {}
    for _ in range(random.randint(0, 3)):
        powers = [(some_part(random, depth), random.randint(1, 2)) for _ in range(random.randint(0, 2))]
        result = added(result, {product(powers): random.randint(-3, 3) or 1})
    return result


@given(randoms)
@settings(max_examples=200, deadline=None)
def test_sums_and_products_are_those_of_sympy(random: Random) -> None:
    left, right = some_polynomial(random), some_polynomial(random)
    assert in_sympy(added(left, right)) == in_sympy(left) + in_sympy(right)
    assert in_sympy(multiplied(left, right)) == sympy.expand(in_sympy(left) * in_sympy(right))


@given(randoms)
@settings(max_examples=200, deadline=None)
def test_equal_is_what_is_equal_in_sympy(random: Random) -> None:
    left, right = some_part(random), some_part(random)
    assert (left == right) == (in_sympy({left: 1}) == in_sympy({right: 1}))
    assert hash(left) == hash(right) or left != right


def test_the_order_in_which_it_came_about_does_not_matter() -> None:
    x, y, odd = Symbol("x"), Symbol("y"), Symbol("x*y")
    assert product([(x, 1), (y, 1), (x, 1)]) == product([(x, 2), (y, 1)]) != product([(odd, 1), (x, 1)])
    assert product([]) is ONE
    assert product([(x, 1)]) is x
    assert factors(product([(y, 1), (x, 1)])) == ((x, 1), (y, 1))
    assert to_expression({x: 1, y: 2}) == to_expression({y: 2, x: 1})
