"""A generated program: its CUDA text, and by brute force what every access line of it costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.hardware import reference
from tests.property.arrays import DYNAMIC, GLOBAL, STATIC, STRUCTS, Array
from tests.property.expression import Helper, Name
from tests.property.loaded import Search
from tests.property.statement import Access, If, Loop, Returned, Statement, Thread, Writer, run_all, write_all

Line = tuple[int, str, str]
"""(line, space, kind) of an access."""


@dataclass
class Cost:
    """What the warps of a launch do on one line: per request (cost, ideal), and whether a request occurs twice.

    A compiler may drop a request that repeats an earlier one; then only the cost of a single one is certain. `lanes`:
    how many lanes make each request.
    """

    requests: list[tuple[int, int]] = field(default_factory=list)
    repeated: bool = False
    lanes: list[int] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(cost for cost, _ in self.requests) / len(self.requests)

    @property
    def ideal(self) -> float:
        return sum(ideal for _, ideal in self.requests) / len(self.requests)

    @property
    def certain(self) -> bool:
        """Whether the mean does not depend on what the compiler drops."""
        return not self.repeated or len(set(self.requests)) == 1


@dataclass
class Program:
    """A kernel and its launch. `template`: value of the kernel's template parameter W, None for a plain kernel;
    `hidden`: the parameters' values come from the command line, so that no reader of the text knows them; `data`: which
    numbers lie in memory."""

    block: tuple[int, int, int]
    grid: int
    parameters: list[tuple[Name, int]]
    helpers: list[Helper]
    arrays: list[Array]
    body: list[Statement]
    template: int | None = None
    hidden: bool = False
    data: int = 0

    # -- text ----------------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The whole file; sets the `line` of every access."""
        writer = Writer()
        for element in STRUCTS:
            if any(a.element == element for a in self.arrays):
                writer.write(element.definition())
        for helper in self.helpers:
            writer.write(helper.definition())
        for access in accesses_in(self.body):
            if access.form == "fetch":
                access.write_fetcher(writer)
        self._write_kernel(writer)
        self._write_host(writer)
        return "\n".join(writer.lines) + "\n"

    def _write_kernel(self, writer: Writer) -> None:
        if self.template is not None:
            writer.write("template <int W>")
        pointers = [f"{a.qualified}* {a.name}" for a in self._placed(GLOBAL)]
        integers = [f"{name.of.text} {name.name}" for name, _ in self.parameters]
        writer.write(f"__global__ void kernel({', '.join([*pointers, 'float* result', *integers])}) {{")
        for array in self._placed(STATIC):
            volatile = "volatile " if array.volatile else ""
            pitch = f"[{array.pitch}]" if array.pitch else ""
            writer.write(f"__shared__ {volatile}{array.element.text} {array.name}[{array.count}]{pitch};", 1)
        dynamic = self._placed(DYNAMIC)
        if dynamic:
            writer.write("extern __shared__ float4 dynamic[];", 1)
        for array in dynamic:
            start = f"reinterpret_cast<char*>(dynamic) + {array.start}"
            writer.write(f"{array.element.text}* {array.name} = reinterpret_cast<{array.element.text}*>({start});", 1)
        writer.write("float sum = 1.0f;", 1)
        write_all(self.body, writer, 1)
        linear = "threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)"
        writer.write(f"result[{linear}] = sum;", 1)
        writer.write("}")

    def _write_host(self, writer: Writer) -> None:
        writer.write("int main(int argc, char **argv) {")
        names = [a.name for a in self._placed(GLOBAL)]
        for array in self._placed(GLOBAL):
            writer.write(f"{array.element.text}* {array.name};", 1)
            writer.write(f"cudaMalloc(&{array.name}, {array.bytes});", 1)
        writer.write("float* result;", 1)
        writer.write(f"cudaMalloc(&result, {4 * self.threads});", 1)
        values = [f"atoi(argv[{place}])" for place in range(1, len(self.parameters) + 1)]
        if not self.hidden:
            values = [str(value) for _, value in self.parameters]
        arguments = [*names, "result", *values]
        x, y, z = self.block
        instance = "kernel" if self.template is None else f"kernel<{self.template}>"
        launch = f"{self.grid}, dim3({x}, {y}, {z}), {self.dynamic_bytes}"
        writer.write(f"{instance}<<<{launch}>>>({', '.join(arguments)});", 1)
        writer.write("return cudaDeviceSynchronize();", 1)
        writer.write("}")

    def _placed(self, place: str) -> list[Array]:
        return [a for a in self.arrays if a.place == place]

    # -- sizes ---------------------------------------------------------------------------------------------------------

    @property
    def threads(self) -> int:
        return self.block[0] * self.block[1] * self.block[2]

    @property
    def dynamic_bytes(self) -> int:
        return max((a.start + a.bytes for a in self._placed(DYNAMIC)), default=0)

    def lay_out(self) -> None:
        """Place the dynamic arrays one after another, each aligned to 16 bytes."""
        end = 0
        for array in self._placed(DYNAMIC):
            array.start = end
            end += -(-array.bytes // 16) * 16

    # -- brute force ---------------------------------------------------------------------------------------------------

    def run(self) -> Iterator[tuple[int, int, Thread]]:
        """Every thread of the launch, run on its own: (block, linear thread index, what it did)."""
        for block in range(self.grid):
            for linear in range(self.threads):
                thread = Thread(self._variables(block, linear), self.data)
                try:
                    run_all(self.body, thread)
                except Returned:
                    thread.rounds = ()
                yield block, linear, thread

    def _variables(self, block: int, linear: int) -> dict[str, int]:
        x, y, _ = self.block
        variables = {
            "threadIdx.x": linear % x,
            "threadIdx.y": linear // x % y,
            "threadIdx.z": linear // (x * y),
            "blockIdx.x": block,
            "blockDim.x": x,
            "blockDim.y": y,
            "gridDim.x": self.grid,
        }
        variables.update({name.name: value for name, value in self.parameters})
        if self.template is not None:
            variables["W"] = self.template
        return variables

    def costs(self) -> dict[Line, Cost]:
        """The cost of every line that any thread reaches. `text` must have been called: it sets the lines."""
        requests: dict[tuple[Line, tuple[int, ...]], dict[tuple[int, int], list[int | None]]] = {}
        widths: dict[Line, Access] = {}
        for block, linear, thread in self.run():
            for access, rounds, address in thread.made:
                line = (access.line, access.array.space, access.kind)
                widths[line] = access
                warps = requests.setdefault((line, rounds), {})
                lanes = warps.setdefault((block, linear // 32), [None] * 32)
                lanes[linear % 32] = address
        return self._counted(requests, widths)

    def _counted(
        self,
        requests: dict[tuple[Line, tuple[int, ...]], dict[tuple[int, int], list[int | None]]],
        widths: dict[Line, Access],
    ) -> dict[Line, Cost]:
        costs: dict[Line, Cost] = {}
        seen: set[tuple[Line, tuple[tuple[tuple[int, int], tuple[int | None, ...]], ...]]] = set()
        for (line, _), warps in requests.items():
            cost = costs.setdefault(line, Cost())
            together = tuple((warp, tuple(lanes)) for warp, lanes in warps.items())
            cost.repeated |= (line, together) in seen
            seen.add((line, together))
            cost.requests += [warp_cost(widths[line], lanes) for lanes in warps.values()]
            cost.lanes += [sum(address is not None for address in lanes) for lanes in warps.values()]
        return costs


def warp_cost(access: Access, lanes: list[int | None]) -> tuple[int, int]:
    """(cost, ideal) of one request."""
    if access.array.space == "global":
        return reference.sectors(lanes, access.width)
    kind = access.kind
    if kind == "atomic":
        kind = "population_count" if access.addend == 1 else "atomic_add"
    return reference.wavefronts(lanes, access.width, kind)


def accesses_in(statements: list[Statement]) -> Iterator[Access]:
    """All accesses, in the order of the text."""
    for statement in statements:
        if isinstance(statement, Access):
            yield statement
        elif isinstance(statement, Search):
            yield statement.access
        elif isinstance(statement, If):
            yield from accesses_in(statement.body)
            yield from accesses_in(statement.otherwise)
        elif isinstance(statement, Loop):
            yield from accesses_in(statement.body)
