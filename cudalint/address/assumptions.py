"""What the user says about unknown values: C expressions such as `N % 32 == 0 && pitch >= 64`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import gcd, lcm

from cudalint.address.c_expression import BadExpression, Expression, parse_expression

SEARCHED = 8192
"""How far above (and below) the preferred value a fitting one is looked for."""

_USUAL = 1024


class BadAssumption(ValueError):
    """An expression that is not C, or that no value can satisfy; one line."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One conjunct of an assumption. `fixes`: (name, value) where it says that they are equal; `congruence`: (name,
    modulus, residue) where it says name % modulus == residue.
    """

    text: str
    names: frozenset[str]
    expression: Expression
    fixes: tuple[str, int] | None = None
    congruence: tuple[str, int, int] | None = None

    def holds(self, values: Mapping[str, int]) -> bool:
        """Whether it is true of these values, which have all its names."""
        return bool(self.expression.value(values))


@dataclass(frozen=True)
class Assumptions:
    """All conditions together; answers which value stands for an unknown one."""

    conditions: tuple[Condition, ...] = ()
    _chosen: dict[tuple[frozenset[str], int], dict[str, int]] = field(default_factory=dict, compare=False, repr=False)

    def is_fixed(self, name: str) -> bool:
        """Whether the assumptions leave `name` a single value."""
        return any(c.fixes is not None and c.fixes[0] == name for c in self.conditions)

    def stand_in(self, name: str, preferred: int) -> int:
        """The smallest value from `preferred` on that satisfies what is said about `name`, or else the largest below
        it. Names that one condition ties together are chosen together, in alphabetical order.

        Raises `BadAssumption` when there is none.
        """
        tied = self._tied(name)
        key = (tied, preferred)
        if key not in self._chosen:
            self._chosen[key] = self._choose(tied, preferred)
        return self._chosen[key][name]

    def allows(self, name: str, value: int) -> bool:
        """Whether what is said about `name` alone is true of `value`."""
        return all(c.holds({name: value}) for c in self.conditions if c.names == {name})

    def congruence(self, name: str) -> tuple[int, int]:
        """(modulus, residue): `name` is known to be a multiple of `modulus` plus `residue`; (1, 0) when nothing is
        said.
        """
        modulus, residue = 1, 0
        for condition in self.conditions:
            if condition.congruence is None or condition.congruence[0] != name:
                continue
            _, other, wanted = condition.congruence
            if (wanted - residue) % gcd(modulus, other):
                raise BadAssumption(f"--assume {condition.text!r}: no value of {name} satisfies it and the others")
            step, modulus = modulus, lcm(modulus, other)
            while (residue - wanted) % other:
                residue += step
        return modulus, residue % modulus

    def _tied(self, name: str) -> frozenset[str]:
        """`name` and all names that conditions tie to it."""
        names = frozenset({name})
        while True:
            wider = names.union(*(c.names for c in self.conditions if c.names & names))
            if wider == names:
                return names
            names = wider

    def _choose(self, names: frozenset[str], preferred: int) -> dict[str, int]:
        """One value for each name; where the one chosen first leaves none for the last, the other way round."""
        order = sorted(names, key=lambda n: (not self.is_fixed(n), n))
        try:
            return self._choose_in_order(order, preferred)
        except BadAssumption:
            if len(order) == 1:
                raise
            return self._choose_in_order(order[::-1], preferred)

    def _choose_in_order(self, order: Sequence[str], preferred: int) -> dict[str, int]:
        values: dict[str, int] = {}
        for name in order:
            decided = [c for c in self.conditions if name in c.names and c.names <= {*values, name}]
            for value in self._candidates(name, preferred):
                values[name] = value
                if all(c.holds(values) for c in decided):
                    break
            else:
                texts = " && ".join(dict.fromkeys(c.text for c in decided))
                raise BadAssumption(f"--assume {texts!r}: no value of {name} satisfies it")
        return values

    def _candidates(self, name: str, preferred: int) -> Iterator[int]:
        for condition in self.conditions:
            if condition.fixes is not None and condition.fixes[0] == name:
                yield condition.fixes[1]
                return
        yield from range(preferred, preferred + SEARCHED)
        yield from range(preferred - 1, max(preferred - SEARCHED, 0) - 1, -1)


_NOTHING = Assumptions()


def parse_assumptions(texts: Sequence[str]) -> Assumptions:
    """The assumptions of the command line; raises `BadAssumption` naming the text, what is wrong with it, and where."""
    if not texts:
        return _NOTHING
    assumptions = Assumptions(tuple(c for text in texts for c in _conditions(text)))
    for name in sorted({n for c in assumptions.conditions for n in c.names}):
        assumptions.congruence(name)
        assumptions.stand_in(name, _USUAL)
    return assumptions


@lru_cache(maxsize=64)
def _conditions(text: str) -> tuple[Condition, ...]:
    try:
        expression = parse_expression(text)
    except BadExpression as error:
        raise BadAssumption(f"--assume {text!r}: {error}") from None
    return tuple(_condition(text, e) for e in expression.conjuncts())


def _condition(text: str, expression: Expression) -> Condition:
    names = expression.names()
    if not names:
        raise BadAssumption(f"--assume {text!r}: column {expression.column}: names no value")
    return Condition(text, names, expression, _fixed(expression), _congruence(expression))


def _fixed(expression: Expression) -> tuple[str, int] | None:
    """`name == constant`, either way round."""
    for left, right in _sides_of_equality(expression):
        if left.operator == "name" and not right.names():
            return left.name, right.value({})
    return None


def _congruence(expression: Expression) -> tuple[str, int, int] | None:
    """`name % m == r`, `(name & (2^k - 1)) == r`, or `!` of the left side for r = 0."""
    if expression.operator == "!":
        return _residue_of(expression.operands[0], 0)
    for left, right in _sides_of_equality(expression):
        if not right.names():
            return _residue_of(left, right.value({}))
    return None


def _sides_of_equality(expression: Expression) -> tuple[tuple[Expression, Expression], ...]:
    if expression.operator != "==":
        return ()
    left, right = expression.operands
    return (left, right), (right, left)


def _residue_of(left: Expression, residue: int) -> tuple[str, int, int] | None:
    if left.operator not in ("%", "&") or left.operands[0].operator != "name" or left.operands[1].names():
        return None
    modulus = left.operands[1].value({})
    if left.operator == "&":
        modulus += 1
        if modulus & (modulus - 1):
            return None
    return (left.operands[0].name, modulus, residue % modulus) if modulus > 0 else None
