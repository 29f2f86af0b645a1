"""Random programs. From the command line: `python -m tests.property.generate --seed S --count N` prints N of them."""

from __future__ import annotations

import argparse
from random import Random

from tests.property.arrays import DYNAMIC, GLOBAL, INTEGER, SCALARS, STATIC, STRUCTS, VECTORS, Array, Element
from tests.property.expression import (
    COMPARISONS,
    INT,
    LONG,
    SHORT,
    UCHAR,
    UNSIGNED,
    UNSIGNED_LONG,
    Binary,
    Both,
    Call,
    Cast,
    Choice,
    Compare,
    Condition,
    Constant,
    Expression,
    Extreme,
    Helper,
    Name,
    Shift,
    UndefinedBehaviour,
)
from tests.property.loaded import Fetch, Search, array_of_keys, masked
from tests.property.program import Program, accesses_in
from tests.property.statement import Access, Assign, Barrier, Declare, If, Loop, Return, Statement

BLOCKS = (
    (32, 1, 1), (64, 1, 1), (128, 1, 1), (256, 1, 1), (48, 1, 1), (100, 1, 1), (33, 1, 1), (7, 1, 1),
    (8, 8, 1), (16, 16, 1), (32, 4, 1), (12, 5, 1), (4, 32, 1), (1, 64, 1), (8, 4, 4), (3, 5, 7), (16, 2, 3),
)  # fmt: skip
PITCHES = (8, 16, 17, 32, 33, 34, 36, 64)
LARGEST_SHARED = 8192
LARGEST_GLOBAL = 1 << 20
ATTEMPTS = 50


class Generator:
    """Builds one program; `random` decides everything, so that equal seeds give equal programs. `loads`: what is loaded
    may decide where other accesses go."""

    def __init__(self, random: Random, *, loads: bool = False) -> None:
        self.random = random
        self.loads = loads
        self.arrays: list[Array] = []
        self.helpers: list[Helper] = []
        self.stored: list[Array] = []
        self.names = 0
        self.grid = 1

    # -- small choices -------------------------------------------------------------------------------------------------

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def fresh(self, prefix: str) -> str:
        self.names += 1
        return f"{prefix}{self.names}"

    def number(self) -> int:
        return self.random.choice((0, 1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 17, 31, 32, 33, 64, 100, 128))

    # -- expressions ---------------------------------------------------------------------------------------------------

    def leaf(self, scope: list[Name]) -> Expression:
        if self.chance(25):
            return Constant(self.number(), self.random.choice((INT, INT, INT, UNSIGNED, LONG, UNSIGNED_LONG)))
        return self.random.choice(scope)

    def expression(self, scope: list[Name], depth: int) -> Expression:
        if depth == 0 or self.chance(15):
            return self.leaf(scope)
        left = self.expression(scope, depth - 1)
        form = self.random.randrange(16)
        if form < 5:
            return Binary(self.random.choice("+-"), left, self.expression(scope, depth - 1))
        if form < 8:
            return Binary("*", left, Constant(self.random.choice((2, 3, 4, 8, 16, 17, 32, 33))))
        if form < 10:
            divisor = Constant(
                self.random.choice((2, 3, 4, 5, 7, 8, 16, 32, 33)), self.random.choice((INT, INT, UNSIGNED))
            )
            return Binary(self.random.choice("/%"), left, divisor)
        if form == 10:
            return Binary("&", left, Constant(self.random.choice((1, 3, 7, 15, 31, 63, 24, 0x55))))
        if form == 11:
            return Binary(self.random.choice("&|^"), left, self.expression(scope, depth - 1))
        if form == 12:
            return Shift(self.random.choice(("<<", ">>")), left, Constant(self.random.randrange(5)))
        if form == 13:
            return Extreme(self.random.choice(("min", "max")), left, self.expression(scope, depth - 1))
        if form == 14:
            return Choice(self.condition(scope, depth - 1), left, self.expression(scope, depth - 1))
        return self.conversion_or_call(scope, left, depth)

    def conversion_or_call(self, scope: list[Name], operand: Expression, depth: int) -> Expression:
        if self.helpers and self.chance(60):
            helper = self.random.choice(self.helpers)
            arguments = [operand, *(self.expression(scope, depth - 1) for _ in helper.parameters[1:])]
            return Call(helper, tuple(arguments), self.random.choice((2, 4, 8, 33)))
        return Cast(self.random.choice((INT, UNSIGNED, LONG, SHORT, UCHAR)), operand)

    def condition(self, scope: list[Name], depth: int) -> Condition:
        form = self.random.randrange(6)
        left = self.expression(scope, depth)
        if form == 0:
            modulus = self.random.choice((2, 3, 4, 8, 32))
            return Compare(self.random.choice(("==", "!=")), Binary("%", left, Constant(modulus)), Constant(0))
        if form == 1 and depth > 0:
            return Both(
                self.random.choice(("&&", "||")), self.condition(scope, depth - 1), self.condition(scope, depth - 1)
            )
        return Compare(self.random.choice(COMPARISONS), left, self.leaf(scope))

    def helper(self) -> Helper:
        parameters = tuple(
            Name(f"p{k}", self.random.choice((INT, INT, UNSIGNED))) for k in range(self.random.randint(1, 2))
        )
        template = "N" if self.chance(40) else ""
        scope = [*parameters, *([Name("N", INT)] if template else [])]
        return Helper(self.fresh("helper"), parameters, self.expression(scope, 2), template)

    # -- accesses ------------------------------------------------------------------------------------------------------

    def element(self, place: str, in_loop: bool) -> Element:
        """In loops, shared arrays hold scalars, which can be volatile: a compiler would merge rounds into wide ones."""
        pick = self.random.randrange(10)
        if pick < 6 or place == DYNAMIC or (place == STATIC and in_loop):
            return self.random.choice(SCALARS)
        if pick < 8 and place == GLOBAL:
            return self.random.choice(STRUCTS)
        return self.random.choice(VECTORS)

    def array(self, place: str, kind: str, in_loop: bool) -> Array:
        element = INTEGER if kind == "atomic" else self.element(place, in_loop)
        pitch = self.random.choice(PITCHES) if place == STATIC and self.chance(40) else 0
        volatile = in_loop and element.lanes == 1 and kind != "atomic" and (place == STATIC or self.chance(50))
        array = Array(self.fresh(place[0]), place, element, pitch, volatile, written=kind != "load")
        self.arrays.append(array)
        return array

    def global_access(self, scope: list[Name], in_loop: bool) -> Access:
        kind = self.random.choice(("load", "load", "load", "store", "store", "atomic"))
        array = self.array(GLOBAL, kind, in_loop)
        return self.access(array, kind, scope)

    def shared_access(self, scope: list[Name], kind: str, in_loop: bool) -> Access:
        """Loads prefer an array that was stored to and not yet loaded from."""
        if kind == "load" and self.stored and not in_loop:
            return self.access(self.stored.pop(0), kind, scope)
        array = self.array(STATIC if in_loop or self.chance(70) else DYNAMIC, kind, in_loop)
        if kind == "store":
            self.stored.append(array)
        return self.access(array, kind, scope)

    def access(self, array: Array, kind: str, scope: list[Name]) -> Access:
        element = array.element
        access = Access(array, kind, self.expression(scope, 3))
        if array.pitch:
            access.column = self.expression(scope, 2)
        if element.members:
            access.member = self.random.choice(element.members)[1]
        access.addend = self.random.choice((1, 2))
        if array.pitch or kind == "atomic":
            return access
        form = self.random.randrange(8)
        if form == 0:
            access.form = "pointer"
        elif form == 1:
            access.form = "moved"
            access.shift = self.leaf(scope)
        elif form == 2 and kind == "load" and element.lanes == 1 and array.place == GLOBAL:
            access.form = "fetch"
        return access

    def any_access(self, scope: list[Name], in_loop: bool, shared: str) -> Access:
        if self.chance(45):
            return self.shared_access(scope, shared, in_loop)
        return self.global_access(scope, in_loop)

    # -- statements ----------------------------------------------------------------------------------------------------

    def statements(self, scope: list[Name], depth: int, count: int, shared: str, rounds: int = 0) -> list[Statement]:
        """Up to `count` statements; `shared` is the kind of shared access that this part of the kernel makes."""
        scope = list(scope)
        made: list[Statement] = []
        for _ in range(count):
            if self.loads and self.chance(25):
                made.append(self.loading(scope))
                continue
            form = self.random.randrange(10)
            if form < 2:
                made.append(self.declaration(scope))
            elif form == 2 and any(n.name.startswith("v") for n in scope):
                made.append(self.assignment(scope))
            elif form == 3 and depth > 0:
                made.append(self.branch(scope, depth, shared, rounds))
            elif form in (4, 5) and depth > 0 and rounds < 2:
                made.append(self.loop(scope, depth, shared, rounds))
            else:
                made.append(self.any_access(scope, rounds > 0, shared))
        return made

    def loading(self, scope: list[Name]) -> Statement:
        keys = array_of_keys(self.fresh("keys"))
        self.arrays.append(keys)
        variable = Name(self.fresh("v"), INT)
        narrow = [name for name in scope if name.of.bits == 32]
        if self.chance(50):
            made: Statement = Fetch(keys, "load", masked(self.expression(narrow, 1)), variable=variable)
        else:
            made = Search(keys, self.random.choice((5, 16, 33, 64)), self.leaf(scope), variable)
        scope += [variable, variable, variable]
        return made

    def declaration(self, scope: list[Name]) -> Statement:
        variable = Name(self.fresh("v"), self.random.choice((INT, INT, INT, UNSIGNED, LONG, SHORT)))
        statement = Declare(variable, self.expression(scope, 2))
        scope.append(variable)
        return statement

    def assignment(self, scope: list[Name]) -> Statement:
        variable = self.random.choice([n for n in scope if n.name.startswith("v")])
        return Assign(variable, self.expression(scope, 2))

    def branch(self, scope: list[Name], depth: int, shared: str, rounds: int) -> Statement:
        body = self.statements(scope, depth - 1, self.random.randint(1, 2), shared, rounds)
        otherwise = self.statements(scope, depth - 1, 1, shared, rounds) if self.chance(30) else []
        return If(self.condition(scope, 1), body, otherwise)

    def loop(self, scope: list[Name], depth: int, shared: str, rounds: int) -> Statement:
        counter = Name(self.fresh("k"), self.random.choice((INT, INT, UNSIGNED)))
        start, condition, next_value, step = self.progression(scope, counter)
        inside = [*scope, counter, counter]
        body = self.statements(inside, depth - 1, self.random.randint(1, 2), shared, rounds + 1)
        body.append(self.any_access(inside, True, shared))
        return Loop(counter, start, condition, next_value, step, body, as_while=self.chance(20))

    def progression(self, scope: list[Name], counter: Name) -> tuple[Expression, Condition, Expression, str]:
        """Start, condition, next value and its text of a loop that ends soon."""
        form, name = self.random.randrange(6), counter.name
        small = Constant(self.random.randint(1, 6))
        if form == 0:
            return Constant(0), Compare("<", counter, small), Binary("+", counter, Constant(1)), f"++{name}"
        if form == 1:
            factor = self.random.choice((1, 2, 3, 8))
            bound = Constant(self.random.randint(1, 4) * factor)
            step = Binary("+", counter, Constant(factor))
            return Constant(self.random.randint(0, 2)), Compare("<", counter, bound), step, f"{name} += {factor}"
        if form == 2:
            most = Constant(self.random.choice((8, 16, 32, 64)))
            return most, Compare(">", counter, Constant(0)), Shift(">>", counter, Constant(1)), f"{name} >>= 1"
        if form == 3:
            bound = Constant(self.random.choice((8, 16, 20, 64)))
            return Constant(1), Compare("<", counter, bound), Binary("*", counter, Constant(2)), f"{name} *= 2"
        if form == 4:
            first, width = Name("threadIdx.x", UNSIGNED), Name("blockDim.x", UNSIGNED)
            last: Expression = Constant(self.random.choice((100, 128, 200)))
            if self.loads:
                last = Binary("%", self.leaf([n for n in scope if n.of.bits == 32]), Constant(200))
            return first, Compare("<", counter, last), Binary("+", counter, width), f"{name} += blockDim.x"
        limit = Binary("%", self.leaf([n for n in scope if n.of.bits == 32]), Constant(5))
        return Constant(0), Compare("<=", counter, limit), Binary("+", counter, Constant(1)), f"{name}++"

    # -- the whole -----------------------------------------------------------------------------------------------------

    def program(self) -> Program:
        block = self.random.choice(BLOCKS)
        self.grid = self.random.choice((1, 1, 2))
        template = self.random.choice((4, 8, 16)) if self.chance(25) else None
        parameters = [(Name("n", INT), self.random.choice((20, 64, 100, 1000))), (Name("m", UNSIGNED), self.number())]
        self.helpers = [self.helper() for _ in range(self.random.randrange(3))]
        scope = self.first_scope(block, parameters, template)
        body: list[Statement] = []
        tid = Name("tid", INT)
        body.append(Declare(tid, self.linear_index(block)))
        scope += [tid, tid, tid]
        body += self.statements(scope, 2, self.random.randint(1, 4), "store")
        if self.chance(25):
            body.append(Return(self.condition(scope, 1)))
        body.append(Barrier())
        body += self.statements(scope, 2, self.random.randint(2, 5), "load")
        if self.chance(20):
            body.append(Barrier())
            body.append(self.shared_atomic(scope))
        return Program(block, self.grid, parameters, self.helpers, self.arrays, body, template)

    def shared_atomic(self, scope: list[Name]) -> Access:
        """Its address depends on the thread: where it does not, the compiler combines the lanes' operands."""
        array = self.array(STATIC, "atomic", False)
        array.pitch = 0
        access = self.access(array, "atomic", scope)
        access.index = Binary("+", access.index, Name("threadIdx.x", UNSIGNED))
        return access

    def linear_index(self, block: tuple[int, int, int]) -> Expression:
        x, y = Name("threadIdx.x", UNSIGNED), Name("threadIdx.y", UNSIGNED)
        if block[1] > 1:
            return Binary("+", Binary("*", y, Name("blockDim.x", UNSIGNED)), x)
        if self.chance(40):
            return Binary("+", Binary("*", Name("blockIdx.x", UNSIGNED), Name("blockDim.x", UNSIGNED)), x)
        return x

    def first_scope(
        self, block: tuple[int, int, int], parameters: list[tuple[Name, int]], template: int | None
    ) -> list[Name]:
        scope = [Name("threadIdx.x", UNSIGNED), *(name for name, _ in parameters)]
        if block[1] > 1:
            scope.append(Name("threadIdx.y", UNSIGNED))
        if block[2] > 1:
            scope.append(Name("threadIdx.z", UNSIGNED))
        if self.grid > 1:
            scope.append(Name("blockIdx.x", UNSIGNED))
        if template is not None:
            scope.append(Name("W", INT))
        return scope


def settle(program: Program) -> None:
    """Make every index fit its array: note the sizes that are needed, and bound the indices that go too far."""
    for array in program.arrays:
        array.count = 1
    reach = _reach(program)
    for access in accesses_in(program.body):
        bound(access, reach.get(id(access)))
    for access_id, (_, highest, _, widest) in _reach(program).items():
        access = next(a for a in accesses_in(program.body) if id(a) == access_id)
        needed = max(highest, 0) + max(widest, 0) + 1
        access.array.count = max(access.array.count, needed if not access.array.pitch else highest + 1)
    program.lay_out()


def bound(access: Access, reach: tuple[int, int, int, int] | None) -> None:
    """Mask the index, and the column or shift, where they leave the array."""
    array = access.array
    largest = LARGEST_GLOBAL if array.place == GLOBAL else LARGEST_SHARED
    most = largest // (2 * array.element.size * array.row_count)
    if reach is None:
        return
    lowest, highest, left, right = reach
    if lowest < 0 or highest >= most:
        access.index = Binary("&", access.index, Constant((1 << (most.bit_length() - 1)) - 1))
    if access.column is not None and (left < 0 or right >= array.pitch):
        access.column = Binary("%", Cast(UNSIGNED, access.column), Constant(array.pitch, UNSIGNED))
    if access.shift is not None and (left < 0 or right >= most):
        access.shift = Constant(3)


def _reach(program: Program) -> dict[int, tuple[int, int, int, int]]:
    """Per access: lowest and highest index, lowest and highest column or shift (0 without)."""
    reach: dict[int, tuple[int, int, int, int]] = {}
    for _, _, thread in program.run():
        for access, index, second in thread.indices:
            low, high, left, right = reach.get(id(access), (index, index, second, second))
            reach[id(access)] = (min(low, index), max(high, index), min(left, second), max(right, second))
    return reach


def generate(random: Random, *, loads: bool = False) -> Program | None:
    """A program without undefined behaviour, or None when none was found in a few attempts."""
    for _ in range(ATTEMPTS):
        try:
            program = Generator(random, loads=loads).program()
            settle(program)
        except UndefinedBehaviour:
            continue
        return program
    return None


def main() -> None:
    """Print generated programs, or write them into a folder."""
    parser = argparse.ArgumentParser(description="generate CUDA programs whose access costs are known")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=1)
    options = parser.parse_args()
    for seed in range(options.seed, options.seed + options.count):
        program = generate(Random(seed))
        if program is None:
            continue
        print(f"// seed {seed}")
        print(program.text())
        for (line, space, kind), cost in sorted(program.costs().items()):
            figures = f"{cost.mean:.4g}, ideal {cost.ideal:.4g} ({len(cost.requests)} requests)"
            print(f"// line {line}: {space} {kind} {figures}")


if __name__ == "__main__":
    main()
