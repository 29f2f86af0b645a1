"""Formulas as C text: deterministic, sizes that multiply several terms taken out: 4*(N*(16*blockIdx.y + threadIdx.y) +
k).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cudalint.address.polynomial import (
    ONE,
    Expression,
    Polynomial,
    content,
    divided,
    factors,
    from_expression,
    product,
)

_ATOM, _CAST, _PRODUCT, _DIVISION, _SUM, _BITWISE = 6, 5, 4, 3, 2, 1
"""How tightly text binds. Division is put below the product, though C has them level, since `a / b*c` misleads readers.
"""

_RANKS = {"parameter": 0, "local": 1, "data": 2, "block": 3, "shape": 4, "loop": 5, "thread": 6}
"""The order of factors: N*threadIdx.x, blockIdx.x*blockDim.x."""
_OPERATOR_RANK = 7
_TAKEN_OUT = frozenset({"parameter", "local", "data", "shape"})

_TYPES = {
    (8, 0): "unsigned char",
    (8, 1): "signed char",
    (16, 0): "unsigned short",
    (16, 1): "short",
    (32, 0): "unsigned",
    (32, 1): "int",
    (64, 0): "unsigned long long",
    (64, 1): "long long",
}


@dataclass(frozen=True, slots=True)
class _Text:
    """Some text, without its sign, and how tightly it binds. `degree` (number of factors) and `size` (the number in
    front) order the terms of a sum.
    """

    text: str
    strength: int
    negative: bool = False
    degree: int = 1
    size: int = 1

    def inside(self, strength: int) -> str:
        """In parentheses where it binds less than `strength`; with its sign."""
        if self.negative:
            negated = f"-{_unsigned(self, _PRODUCT)}"
            return f"({negated})" if strength > _SUM else negated
        return self.text if self.strength >= strength else f"({self.text})"


class Printer:
    """Prints polynomials; `kinds` says of which kind (as `Symbol.kind`) each name is."""

    def __init__(self, kinds: Mapping[str, str]) -> None:
        self._kinds = kinds
        self._atoms: dict[Expression, _Text] = {}

    def text(self, polynomial: Polynomial) -> str:
        """As C would write it."""
        return self._text(polynomial).inside(0)

    def bytes_text(self, polynomial: Polynomial, element_size: int) -> str:
        """A number of bytes: a sum of whole elements with its common factor in front, any other as it is."""
        common = content(polynomial)
        if len(polynomial) > 1 and common > 1 and common % element_size == 0:
            elements = self._text(divided(polynomial, common))
            if elements.strength <= _SUM:
                return f"{common}*({elements.inside(0)})"
        return self.text(polynomial)

    def _text(self, polynomial: Polynomial) -> _Text:
        terms = self._terms(polynomial)
        if not terms:
            return _Text("0", _ATOM)
        if len(terms) == 1:
            return terms[0]
        terms.sort(key=lambda t: (-t.degree, -t.size, t.text))
        first = next((t for t in terms if not t.negative), terms[0])
        rest = [t for t in terms if t is not first]
        tail = "".join(f" {'-' if t.negative else '+'} {_unsigned(t, _DIVISION)}" for t in rest)
        head = f"-{_unsigned(first, _PRODUCT)}" if first.negative else _unsigned(first, _DIVISION)
        return _Text(head + tail, _SUM, degree=first.degree)

    def _terms(self, polynomial: Polynomial) -> list[_Text]:
        found = []
        remaining = dict(polynomial)
        while (shared := self._shared(remaining)) is not None:
            inner = {}
            for monomial in list(remaining):
                powers = dict(factors(monomial))
                if shared in powers:
                    powers[shared] -= 1
                    inner[product((b, e) for b, e in powers.items() if e)] = remaining.pop(monomial)
            found.append(self._taken_out(shared, inner))
        found += [self._term(m, c) for m, c in remaining.items()]
        return found

    def _shared(self, polynomial: Polynomial) -> Expression | None:
        """The size that most terms have as a factor, if two have."""
        if len(polynomial) < 2:
            return None
        counts: dict[Expression, int] = {}
        for monomial in polynomial:
            for base, _ in factors(monomial):
                if base.is_symbol and self._kinds[base.name] in _TAKEN_OUT:
                    counts[base] = counts.get(base, 0) + 1
        best = min(counts, key=lambda s: (-counts[s], self._order(s)), default=None)
        return best if best is not None and counts[best] > 1 else None

    def _taken_out(self, shared: Expression, inner: Polynomial) -> _Text:
        common = content(inner)
        if all(c < 0 for c in inner.values()):
            common = -common
        rest = self._text(divided(inner, common))
        number = f"{abs(common)}*" if abs(common) != 1 else ""
        text = f"{number}{self._atom(shared).text}*{rest.inside(_PRODUCT)}"
        return _Text(text, _PRODUCT, common < 0, 1 + rest.degree, abs(common))

    def _term(self, monomial: Expression, coefficient: int) -> _Text:
        size = abs(coefficient)
        if monomial is ONE:
            return _Text(str(size), _ATOM, coefficient < 0, 0, size)
        powers = sorted(factors(monomial), key=lambda p: self._order(p[0]))
        degree = sum(e for _, e in powers)
        atoms = [self._atom(b) for b, e in powers for _ in range(e)]
        if degree == 1 and size == 1:
            return _Text(atoms[0].text, atoms[0].strength, coefficient < 0, 1, 1)
        parts = [_unsigned(a, _CAST) for a in atoms]
        if size != 1:
            parts.insert(0, str(size))
        return _Text("*".join(parts), _PRODUCT, coefficient < 0, degree, size)

    def _order(self, atom: Expression) -> tuple[int, str]:
        if atom.is_symbol:
            return _RANKS[self._kinds[atom.name]], atom.name
        return _OPERATOR_RANK, self._atom(atom).text

    def _atom(self, atom: Expression) -> _Text:
        found = self._atoms.get(atom)
        if found is None:
            found = self._atoms[atom] = _Text(atom.name, _ATOM) if atom.is_symbol else self._operator(atom)
        return found

    def _operator(self, operator: Expression) -> _Text:
        symbol = operator.symbol
        if symbol == "wrap":
            bits, signed = int(operator.args[1]), int(operator.args[2])
            name = _TYPES.get((bits, signed), f"{'' if signed else 'u'}int{bits}_t")
            return _Text(f"({name}){self._argument(operator, 0).inside(_ATOM)}", _CAST)
        if symbol in ("min", "max"):
            both = sorted(self._argument(operator, i).inside(0) for i in (0, 1))
            return _Text(f"{symbol}({both[0]}, {both[1]})", _ATOM)
        left, right = self._argument(operator, 0), self._argument(operator, 1)
        if symbol in ("/", "%"):
            return _Text(f"{left.inside(_PRODUCT)} {symbol} {right.inside(_CAST)}", _DIVISION)
        return _Text(f"{left.inside(_DIVISION)} {symbol} {right.inside(_DIVISION)}", _BITWISE)

    def _argument(self, operator: Expression, index: int) -> _Text:
        return self._text(from_expression(operator.args[index]))


def _unsigned(text: _Text, strength: int) -> str:
    return text.text if text.strength >= strength else f"({text.text})"
