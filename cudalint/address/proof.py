"""What can be said of an access's cost for all values of what is unknown.

All of it is about the addresses alone: a guard or a number of rounds that depends on an unknown value is for the caller
to mind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import gcd

import numpy

from cudalint.address.assumptions import Assumptions
from cudalint.address.evaluate import Data
from cudalint.address.formula import Formula, value_of
from cudalint.address.leaves import symbol_named
from cudalint.address.operations import replaced
from cudalint.address.polynomial import (
    Expression,
    Polynomial,
    added,
    constant,
    content,
    factors,
    product,
    scaled,
    single,
)
from cudalint.hardware.architecture import WARP_SIZE

GLOBAL_MODULUS = 32
"""Bytes: moving all lanes by a multiple of a sector changes no number of sectors."""
SHARED_MODULUS = 128
"""Bytes: moving all lanes by a multiple of all banks changes no number of wavefronts."""

_NOTHING = Assumptions()
_SMALL = 64
_LARGE = (65, 96, 100, 127, 128, 129, 255, 256, 257, 1000, 1023, 1024, 1025, 4096, 5000, 65537, 1000003)
"""Pitches that stand for all large ones: powers of two, their neighbours, and others."""


@dataclass(frozen=True, slots=True)
class _UnknownTerm:
    """A term of the formula that holds an unknown: coefficient * unknown * others. `others`: what changes by block or
    round; known numbers are in the coefficient. `uniform`: the same in all lanes of any one warp.
    """

    coefficient: int
    unknown: Expression
    others: Expression
    uniform: bool


def vanishes(formula: Formula, modulus: int, assumptions: Assumptions = _NOTHING) -> bool:
    """Whether the unknown values only move all lanes of a warp together, by a multiple of `modulus` bytes: then the
    cost is the same for all of them (that the assumptions allow). True where nothing is unknown.
    """
    return not formula.chosen and all(
        t.coefficient == 0 or (t.uniform and t.coefficient % modulus == 0) for t in _unknown_terms(formula, assumptions)
    )


def condition(formula: Formula, modulus: int, assumptions: Assumptions = _NOTHING) -> str:
    """The weakest condition of the form "N % 8 == 0" (several joined by " && ") under which the unknown values move all
    lanes by a multiple of `modulus` bytes; "" where they do so anyway, where lanes of a warp are moved apart, where an
    unknown is divided together with something that changes from round to round, or decides which formula it is.
    """
    if formula.chosen or vanishes(formula, modulus, assumptions):
        return ""
    groups: dict[Expression, Polynomial] = {}
    for term in _unknown_terms(formula, _NOTHING):
        if term.coefficient == 0:
            continue
        if not term.uniform or not _can_be_stated(formula, term):
            return ""
        groups[term.others] = added(groups.get(term.others, {}), {term.unknown: term.coefficient})
    needed: dict[str, int] = {}
    for polynomial in groups.values():
        common = gcd(content(polynomial), modulus)
        divisor = modulus // common
        if divisor > 1:
            text = _dividend(formula, polynomial, common, divisor)
            needed[text] = max(needed.get(text, 1), divisor)
    return " && ".join(f"{text} % {divisor} == 0" for text, divisor in sorted(needed.items()))


def large_pitch(
    formula: Formula,
    cost: Callable[[Data], int],
    values: Mapping[str, Data] | None = None,
    unit: str = "sectors",
    assumptions: Assumptions = _NOTHING,
) -> str:
    """From which size on an unknown pitch that multiplies threadIdx costs the same: "32 sectors for N >= 8"; "" if
    never.

    `unit` is a plural. `cost` counts one warp's byte offsets; `values` are the lanes' values of the symbols by name,
    where they are to be others than those the symbols have. Sizes 1 to 64 and a fixed choice of larger ones are tried,
    as far as the assumptions allow them.
    """
    name = _pitch(formula)
    if name is None:
        return ""
    origin = formula.leaves[name].origin

    def cost_of(pitch: int) -> int:
        return cost(formula.at({**(values or {}), name: pitch}))

    large = [n for n in _LARGE if assumptions.allows(origin, n)]
    costs = {cost_of(n) for n in large}
    if len(costs) != 1:
        return ""
    final = costs.pop()
    least = large[0]
    for pitch in range(_SMALL, 0, -1):
        if not assumptions.allows(origin, pitch):
            continue
        if cost_of(pitch) != final:
            break
        least = pitch
    counted = unit if final != 1 else unit.removesuffix("s")
    return f"{final} {counted} for {name} >= {least}" if least <= _SMALL else ""


def _pitch(formula: Formula) -> str | None:
    """The one unknown that a thread index is multiplied by."""
    leaves = formula.leaves
    found: set[str] = set()
    for monomial in formula.polynomial:
        names = {s.name for s in monomial.free_symbols}
        if any(leaves[n].kind == "thread" for n in names):
            found |= {n for n in names if leaves[n].unknown}
    if len(found) != 1:
        return None
    name = found.pop()
    return name if leaves[name].uniform else None


def _unknown_terms(formula: Formula, assumptions: Assumptions) -> Iterator[_UnknownTerm]:
    leaves = formula.leaves
    for monomial, coefficient in with_congruences(formula, assumptions).items():
        names = {s.name for s in monomial.free_symbols}
        if not any(leaves[n].unknown for n in names):
            continue
        unknown, others = [], []
        for base, exponent in factors(monomial):
            number = leaves[base.name].number if base.is_symbol else None
            if any(leaves[s.name].unknown for s in base.free_symbols):
                unknown.append((base, exponent))
            elif number is not None:
                coefficient *= number**exponent
            else:
                others.append((base, exponent))
        uniform = all(_uniform_in_warps(formula, base) for base, _ in (*unknown, *others))
        yield _UnknownTerm(coefficient, product(unknown), product(others), uniform)


def _uniform_in_warps(formula: Formula, factor: Expression) -> bool:
    """Whether all lanes of a warp hold the same value, as those of threadIdx.y do in blocks 32 wide, and those of
    threadIdx.x / 32.
    """
    leaves = [formula.leaves[s.name] for s in factor.free_symbols]
    if all(leaf.uniform and leaf.kind != "thread" for leaf in leaves):
        return True
    if not all(leaf.kind == "thread" or leaf.number is not None for leaf in leaves):
        return False
    value = value_of(single(factor), {leaf.name: leaf.value for leaf in leaves})
    if not isinstance(value, numpy.ndarray) or value.size % WARP_SIZE:
        return False
    warps = value.reshape(-1, WARP_SIZE)
    return bool((warps == warps[:, :1]).all())


def with_congruences(formula: Formula, assumptions: Assumptions) -> Polynomial:
    """The formula with modulus * N + residue for each N of which the assumptions say so."""
    polynomial = formula.polynomial
    for name in formula.unknown:
        modulus, residue = assumptions.congruence(formula.leaves[name].origin)
        if modulus > 1:
            symbol = symbol_named(name)
            by = added(scaled(single(symbol), modulus), constant(residue))
            polynomial = replaced(polynomial, symbol, by, formula.bounds)
    return polynomial


def _can_be_stated(formula: Formula, term: _UnknownTerm) -> bool:
    """Whether what has to be divisible is made of unknown and known sizes only."""
    leaves = (formula.leaves[s.name] for s in term.unknown.free_symbols)
    return all(leaf.unknown or leaf.number is not None for leaf in leaves)


def _dividend(formula: Formula, polynomial: Polynomial, common: int, divisor: int) -> str:
    """What has to be divisible by `divisor`; a single term needs no coefficient, since it has no factor in common with
    it.
    """
    if len(polynomial) == 1:
        text = formula.text_of(dict.fromkeys(polynomial, 1), 1)
    else:
        reduced = {m: _centred(c // common, divisor) for m, c in polynomial.items() if c // common % divisor}
        text = formula.text_of(reduced, 1)
    return f"({text})" if " " in text else text


def _centred(value: int, modulus: int) -> int:
    """The residue of smallest size."""
    residue = value % modulus
    return residue - modulus if residue > modulus // 2 else residue
