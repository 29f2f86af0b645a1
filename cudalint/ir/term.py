"""Terms: how an executed value came about, kept beside the value.

The abstract execution computes numbers; beside each integer it keeps a term, a small graph over symbols, so that an
address can afterwards be shown and proved as a formula. Terms are built in constant time and never simplified here;
`cudalint.address` turns them into polynomials. A sub-term is a `Term` or a plain Python int.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

LARGEST = 400
"""A term of more nodes than this is cut off: the value becomes an opaque symbol."""


ROUNDED = "rounded"
"""The name of a symbol for an integer made of a floating-point number that is not known."""


CHOSEN = "chosen"
"""The operator of a value that is what it is because a condition on an unknown value was decided by an assumption."""


class Term:
    """`operator` applied to `arguments`.

    Operators, all on mathematical integers: "+", "-", "*", "<<", "&", "|", "^", "min", "max" (two arguments), "neg",
    "~", `CHOSEN` (one); "/" and "%" as in C (truncating towards zero); ">>" arithmetic (floor). ("wrap", x, bits,
    signed) reduces x into the range of a `bits`-bit integer, signed 0 or 1. Comparisons do not occur.
    """

    __slots__ = ("arguments", "operator", "size")

    def __init__(self, operator: str, *arguments: Term | int) -> None:
        self.operator = operator
        self.arguments = arguments
        self.size: int = 1
        for argument in arguments:
            if isinstance(argument, Term):
                self.size += argument.size


class Symbol(Term):
    """A leaf.

    `kind`: "thread" threadIdx.x/y/z; "block" blockIdx.*; "shape" blockDim.*, gridDim.*; "parameter" a kernel parameter,
    a member of one, or an unknown uniform value; "loop" a variable at the head of a loop iteration; "data" something
    loaded from memory; "local" a value whose history is not kept (merged control flow, too large a term). `value` is
    the integer, or numpy array over lanes, that stands for it *now*: of the current iteration for a loop symbol.
    `unknown`: `value` is only a stand-in (an assumed or unknown value). `uniform`: all lanes of a block hold the same
    value. `initial`, `step`: only for loops: the variable was `initial` before the loop and grows by `step` each
    iteration (a term without this loop's own symbols); both None when it does not change in an affine way. `rounds`:
    iterations done so far, the value of the loop's counter now: value == initial + rounds * step. A counter `for (k =
    0; ...; k++)` has initial 0 and step 1.
    """

    __slots__ = ("initial", "kind", "name", "rounds", "step", "uniform", "unknown", "value")

    def __init__(self, name: str, kind: str, value: Any, *, unknown: bool = False, uniform: bool = True) -> None:
        super().__init__("symbol")
        self.name = name
        self.kind = kind
        self.value = value
        self.unknown = unknown
        self.uniform = uniform
        self.initial: Term | int | None = None
        self.step: Term | int | None = None
        self.rounds: int = 0


def symbols(term: Term | int) -> Iterator[Symbol]:
    """The leaves of a term, each once."""
    seen: set[int] = set()
    stack = [term]
    while stack:
        current = stack.pop()
        if isinstance(current, int) or id(current) in seen:
            continue
        seen.add(id(current))
        if isinstance(current, Symbol):
            yield current
        stack.extend(current.arguments)


def alike(one: Term | int, other: Term | int) -> bool:
    """Whether two terms differ only in what was loaded: by the same operators from the same symbols, and from data of
    the same names."""
    stack = [(one, other)]
    while stack:
        a, b = stack.pop()
        if a is b:
            continue
        if isinstance(a, int) or isinstance(b, int):
            if a != b:
                return False
        elif isinstance(a, Symbol) or isinstance(b, Symbol):
            if not isinstance(a, Symbol) or not isinstance(b, Symbol) or (a.kind, a.name) != ("data", b.name):
                return False
        elif a.operator != b.operator or len(a.arguments) != len(b.arguments):
            return False
        else:
            stack.extend(zip(a.arguments, b.arguments, strict=True))
    return True
