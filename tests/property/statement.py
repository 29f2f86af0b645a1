"""Statements of a kernel: how they are written, and what one thread does when it runs them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.property.arrays import Array
from tests.property.expression import Condition, Expression, Name, UndefinedBehaviour

MOST_ROUNDS = (40, 20)
"""By depth of nesting: what the analysis looks at. Further rounds are taken to be alike: no longer loops are made."""


class Returned(Exception):
    """The thread left the kernel."""


class Writer:
    """Collects lines of text; the number of a line is known when it is written."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, text: str, depth: int = 0) -> int:
        """Add a line and return its number, from 1."""
        self.lines.append("    " * depth + text)
        return len(self.lines)


@dataclass
class Thread:
    """A thread's variables, the rounds of the loops it is in, and the accesses it has made.

    `data`: which numbers lie in memory; `made`: (access, rounds, byte address); `indices`: (access, index, column or
    shift).
    """

    variables: dict[str, int]
    data: int = 0
    rounds: tuple[int, ...] = ()
    made: list[tuple[Access, tuple[int, ...], int]] = field(default_factory=list)
    indices: list[tuple[Access, int, int]] = field(default_factory=list)


class Statement:
    """Any statement."""

    def write(self, writer: Writer, depth: int) -> None:
        raise NotImplementedError

    def run(self, thread: Thread) -> None:
        raise NotImplementedError


def write_all(statements: Sequence[Statement], writer: Writer, depth: int) -> None:
    for statement in statements:
        statement.write(writer, depth)


def run_all(statements: Sequence[Statement], thread: Thread) -> None:
    for statement in statements:
        statement.run(thread)


@dataclass
class Declare(Statement):
    variable: Name
    value: Expression

    def write(self, writer: Writer, depth: int) -> None:
        writer.write(f"{self.variable.of.text} {self.variable.name} = {self.value.text()};", depth)

    def run(self, thread: Thread) -> None:
        thread.variables[self.variable.name] = self.variable.of.wrapped(self.value.value(thread.variables))


@dataclass
class Assign(Statement):
    variable: Name
    value: Expression

    def write(self, writer: Writer, depth: int) -> None:
        writer.write(f"{self.variable.name} = {self.value.text()};", depth)

    def run(self, thread: Thread) -> None:
        thread.variables[self.variable.name] = self.variable.of.wrapped(self.value.value(thread.variables))


@dataclass
class If(Statement):
    condition: Condition
    body: list[Statement]
    otherwise: list[Statement]

    def write(self, writer: Writer, depth: int) -> None:
        writer.write(f"if ({self.condition.text()}) {{", depth)
        write_all(self.body, writer, depth + 1)
        if self.otherwise:
            writer.write("} else {", depth)
            write_all(self.otherwise, writer, depth + 1)
        writer.write("}", depth)

    def run(self, thread: Thread) -> None:
        run_all(self.body if self.condition.holds(thread.variables) else self.otherwise, thread)


@dataclass
class Return(Statement):
    condition: Condition

    def write(self, writer: Writer, depth: int) -> None:
        writer.write(f"if ({self.condition.text()}) return;", depth)

    def run(self, thread: Thread) -> None:
        if self.condition.holds(thread.variables):
            raise Returned


@dataclass
class Barrier(Statement):
    def write(self, writer: Writer, depth: int) -> None:
        writer.write("__syncthreads();", depth)

    def run(self, thread: Thread) -> None:
        return None


@dataclass
class Loop(Statement):
    """A `for`; `next_value` is what the counter becomes, `step_text` how that is written. As a `while` with
    `as_while`."""

    counter: Name
    start: Expression
    condition: Condition
    next_value: Expression
    step_text: str
    body: list[Statement]
    as_while: bool = False

    def write(self, writer: Writer, depth: int) -> None:
        first = f"{self.counter.of.text} {self.counter.name} = {self.start.text()};"
        if self.as_while:
            writer.write(first, depth)
            writer.write(f"while ({self.condition.text()}) {{", depth)
            write_all(self.body, writer, depth + 1)
            writer.write(f"{self.step_text};", depth + 1)
        else:
            writer.write(f"for ({first} {self.condition.text()}; {self.step_text}) {{", depth)
            write_all(self.body, writer, depth + 1)
        writer.write("}", depth)

    def run(self, thread: Thread) -> None:
        name, type_ = self.counter.name, self.counter.of
        outer, round_ = thread.rounds, 0
        thread.variables[name] = type_.wrapped(self.start.value(thread.variables))
        while self.condition.holds(thread.variables):
            if round_ == MOST_ROUNDS[len(outer)]:
                raise UndefinedBehaviour("a loop that takes too long")
            thread.rounds = (*outer, round_)
            run_all(self.body, thread)
            thread.variables[name] = type_.wrapped(self.next_value.value(thread.variables))
            round_ += 1
        thread.rounds = outer


@dataclass
class Access(Statement):
    """One load, store or atomic on a line of its own.

    `index`: of the element, or of the row when the array has two dimensions and `column` is given. `form`: "subscript",
    "pointer" (`*(a + i)`), "moved" (through a pointer moved by `shift` first), "fetch" (in a __device__ function, on
    its own line). `addend`: what an atomicAdd adds.
    """

    array: Array
    kind: str
    index: Expression
    column: Expression | None = None
    member: str = ""
    form: str = "subscript"
    shift: Expression | None = None
    addend: int = 2
    line: int = 0

    @property
    def width(self) -> int:
        return self.array.element.offset(self.member)[1] if self.member else self.array.element.size

    @property
    def fetcher(self) -> str:
        return f"fetch_{self.array.name}"

    def write_fetcher(self, writer: Writer) -> None:
        """The __device__ function that makes the access for the kernel."""
        member_types = {name: kind for kind, name, _ in self.array.element.members}
        result = member_types.get(self.member, self.array.element.text)
        writer.write(f"__device__ {result} {self.fetcher}({self.array.qualified}* from, int at) {{")
        self.line = writer.write(f"return from[at]{self._member()};", 1)
        writer.write("}")

    def _member(self) -> str:
        return f".{self.member}" if self.member else ""

    def _place(self) -> str:
        name = "moved" if self.form == "moved" else self.array.name
        if self.form == "pointer":
            return f"(*({name} + {self.index.text()})){self._member()}"
        column = f"[{self.column.text()}]" if self.column is not None else ""
        return f"{name}[{self.index.text()}]{column}{self._member()}"

    def _sum(self) -> str:
        return " + ".join(f"part.{c}" for c in "xyzw"[: self.array.element.lanes])

    def _action(self) -> str:
        element = self.array.element
        if self.kind == "atomic":
            return f"atomicAdd(&{self._place()}, {self.addend});"
        if self.kind == "store":
            if element.lanes > 1:
                component = "(int)sum" if element.text.startswith("int") else "sum"
                return f"{self._place()} = make_{element.text}({', '.join([component] * element.lanes)});"
            return f"{self._place()} = sum;"
        if self.form == "fetch":
            return f"sum += {self.fetcher}({self.array.name}, {self.index.text()});"
        if element.lanes > 1:
            return f"{{ {element.text} part = {self._place()}; sum += {self._sum()}; }}"
        return f"sum += {self._place()};"

    def write(self, writer: Writer, depth: int) -> None:
        text = self._action()
        if self.form == "moved" and self.shift is not None:
            text = f"{{ {self.array.qualified}* moved = {self.array.name} + {self.shift.text()}; {text} }}"
        line = writer.write(text, depth)
        if self.form != "fetch":
            self.line = line

    def run(self, thread: Thread) -> None:
        index = self.index.value(thread.variables)
        second = self.column or self.shift
        extra = second.value(thread.variables) if second is not None else 0
        thread.indices.append((self, index, extra))
        thread.made.append((self, thread.rounds, self.address(index, extra)))

    def address(self, index: int, extra: int) -> int:
        """The byte address, from the start of its array or of the dynamic shared memory; `extra` is the column or the
        shift."""
        within = self.array.element.offset(self.member)[0] if self.member else 0
        return self.array.start + (index * self.array.row_count + extra) * self.array.element.size + within
