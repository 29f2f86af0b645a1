"""Random terms over the lanes of two warps, and what they come to lane by lane, reckoned without numpy and without the
product's code.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy
from hypothesis import strategies as st

from cudalint.ir.term import Symbol, Term

LANES = 64
WIDTH = 32
LIMIT = 1 << 60


class TooLarge(Exception):
    """A value that 64 bits do not hold on the way: nothing to compare."""


def thread(axis: str = "x", width: int = WIDTH, lanes: int = LANES) -> Symbol:
    index = numpy.arange(lanes)
    values = {"x": index % width, "y": index // width}
    return Symbol(f"threadIdx.{axis}", "thread", values[axis], uniform=False)


def block(axis: str = "x", value: int = 3) -> Symbol:
    return Symbol(f"blockIdx.{axis}", "block", numpy.full(LANES, value))


def shape(axis: str = "x", value: int = WIDTH) -> Symbol:
    return Symbol(f"blockDim.{axis}", "shape", value)


def unknown(name: str = "N", value: int = 1024) -> Symbol:
    return Symbol(name, "parameter", value, unknown=True)


def known(name: str = "M", value: int = 48) -> Symbol:
    return Symbol(name, "parameter", value)


def loaded(name: str = "idx[...]") -> Symbol:
    return Symbol(name, "data", numpy.arange(LANES) * 7919 % 131 - 20, uniform=False)


def loop(name: str, initial: Term | int, step: Term | int, rounds: int) -> Symbol:
    start, distance = (lanes_of(t) for t in (initial, step))
    value = numpy.array([a + rounds * b for a, b in zip(start, distance, strict=True)])
    uniform = len(set(value.tolist())) == 1
    symbol = Symbol(name, "loop", int(value[0]) if uniform else value, uniform=uniform)
    symbol.initial, symbol.step, symbol.rounds = initial, step, rounds
    return symbol


def add(*terms: Term | int) -> Term:
    result = terms[0]
    for term in terms[1:]:
        result = Term("+", result, term)
    assert isinstance(result, Term)
    return result


def times(left: Term | int, right: Term | int) -> Term:
    return Term("*", left, right)


def lanes_of(term: Term | int, lanes: int = LANES) -> list[int]:
    return [lane_value(term, lane) for lane in range(lanes)]


def lane_value(term: Term | int, lane: int) -> int:
    """The value in one lane, by C's rules; raises `TooLarge`."""
    if isinstance(term, int):
        return term
    if isinstance(term, Symbol):
        return int(term.value[lane]) if isinstance(term.value, numpy.ndarray) else int(term.value)
    values = [lane_value(a, lane) for a in term.arguments]
    result = _apply(term.operator, values)
    if abs(result) > LIMIT:
        raise TooLarge
    return result


def _apply(operator: str, values: list[int]) -> int:
    a = values[0]
    if operator == "wrap":
        bits, signed = values[1:]
        a %= 2**bits
        return a - 2**bits if signed and a >= 2 ** (bits - 1) else a
    if operator in ("neg", "~"):
        return -a if operator == "neg" else -a - 1
    b = values[1]
    if operator in ("/", "%"):
        quotient = abs(a) // abs(b) * (1 if (a >= 0) == (b >= 0) else -1)
        return quotient if operator == "/" else a - b * quotient
    return {
        "+": lambda: a + b,
        "-": lambda: a - b,
        "*": lambda: a * b,
        "<<": lambda: a * 2**b,
        ">>": lambda: (a - a % 2**b) // 2**b,
        "&": lambda: a & b,
        "|": lambda: a | b,
        "^": lambda: a ^ b,
        "min": lambda: sorted((a, b))[0],
        "max": lambda: sorted((a, b))[1],
    }[operator]()


def symbols(random: Random, *, data: bool = True) -> dict[str, Symbol]:
    """A fresh set of symbols with random values for what is not fixed by the shape."""
    rounds = random.randrange(7)
    made = [thread("x"), thread("y"), block(), shape()]
    made += [unknown("N", random.randint(1, 300)), known("M", random.randint(-9, 99))]
    made.append(loop("k", random.randint(-2, 2), 1, rounds))
    made.append(loop("i", add(made[0], times(made[4], 2)), times(made[3], 4), rounds))
    made.append(Symbol("s", "loop", 1 << rounds))
    if data:
        made.append(loaded())
    return {s.name: s for s in made}


def random_term(random: Random, leaves: Mapping[str, Symbol], operators: tuple[str, ...], depth: int = 4) -> Term | int:
    """A term of the given operators; divisors are positive and shift counts small."""
    if depth == 0 or random.random() < 0.15:
        numbers = [random.randint(-40, 40), random.choice([31, 32, 63, 128])]
        return random.choice([*leaves.values(), *leaves.values(), *numbers])
    operator = random.choice(operators)
    left = random_term(random, leaves, operators, depth - 1)
    if operator in ("/", "%"):
        named = [leaves[n] for n in ("blockDim.x", "N") if n in leaves]
        return Term(operator, left, random.choice([1, 2, 3, 7, 16, 32, 33, 64, *named]))
    if operator in ("<<", ">>"):
        return Term(operator, left, random.randrange(7))
    if operator in ("neg", "~"):
        return Term(operator, left)
    if operator == "wrap":
        return Term(operator, left, random.choice([8, 16, 32]), random.randrange(2))
    return Term(operator, left, random_term(random, leaves, operators, depth - 1))


ALL = ("+", "-", "*", "+", "*", "/", "%", "<<", ">>", "&", "|", "^", "min", "max", "neg", "~", "wrap")
randoms = st.builds(Random, st.integers(0, 1 << 32))
"""Cheap random terms: hypothesis only chooses the seed, since drawing every node would take it most of a minute."""
IN_C = tuple(o for o in ALL if o not in ("min", "max", "wrap"))
