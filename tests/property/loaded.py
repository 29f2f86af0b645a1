"""Statements that use what they load: no reader of the text knows it, and any numbers may lie there."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.property.arrays import GLOBAL, INTEGER, Array
from tests.property.expression import INT, Binary, Compare, Constant, Expression, Name
from tests.property.statement import Access, Statement, Thread, Writer

LARGEST_LOADED = (3, 15, 64, 1000)
"""One of these bounds all that lies in memory, by what is in it."""


def contents(data: int, index: int) -> int:
    """What lies at an index of an array of integers, in the memory of number `data`: in every other one it grows with
    the index."""
    if data % 2:
        return index * (data // 2 % 5)
    mixed = (index + 1) * 2654435761 * (data + 3) >> 7
    return mixed % (LARGEST_LOADED[data // 2 % len(LARGEST_LOADED)] + 1)


def array_of_keys(name: str) -> Array:
    """Integers in global memory that nothing is stored to."""
    return Array(name, GLOBAL, INTEGER)


@dataclass
class Fetch(Access):
    """A load into a variable of its own."""

    variable: Name = field(default_factory=lambda: Name("loaded", INT))

    def write(self, writer: Writer, depth: int) -> None:
        self.line = writer.write(f"int {self.variable.name} = {self._place()};", depth)

    def run(self, thread: Thread) -> None:
        super().run(thread)
        thread.variables[self.variable.name] = contents(thread.data, thread.indices[-1][1])


@dataclass
class Search(Statement):
    """A binary search in the first `count` elements of an array for a `wanted` value; `found` is where it ends."""

    array: Array
    count: int
    wanted: Expression
    found: Name
    access: Access = field(init=False)

    def __post_init__(self) -> None:
        self.middle = Name(f"{self.found.name}_middle", INT)
        self.end = Name(f"{self.found.name}_end", INT)
        self.access = Access(self.array, "load", self.middle)

    def write(self, writer: Writer, depth: int) -> None:
        found, middle, end = self.found.name, self.middle.name, self.end.name
        writer.write(f"int {found} = 0, {end} = {self.count};", depth)
        writer.write(f"while ({end} - {found} > 1) {{", depth)
        writer.write(f"int {middle} = ({found} + {end}) / 2;", depth + 1)
        condition = f"{self.array.name}[{self.access.index.text()}] <= {self.wanted.text()}"
        self.access.line = writer.write(f"if ({condition}) {found} = {middle};", depth + 1)
        writer.write(f"else {end} = {middle};", depth + 1)
        writer.write("}", depth)

    def run(self, thread: Thread) -> None:
        variables, outer = thread.variables, thread.rounds
        low, high, round_ = 0, self.count, 0
        while high - low > 1:
            thread.rounds = (*outer, round_)
            middle = variables[self.middle.name] = (low + high) // 2
            self.access.run(thread)
            key = Constant(contents(thread.data, thread.indices[-1][1]))
            if Compare("<=", key, self.wanted).holds(variables):
                low = middle
            else:
                high = middle
            round_ += 1
        variables[self.found.name] = low
        thread.rounds = outer


def masked(index: Expression) -> Expression:
    """An index that stays within an array of 256 elements."""
    return Binary("&", index, Constant(255))
