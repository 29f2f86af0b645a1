"""Expressions, places and statements of a function body.

A *place* is what C calls an lvalue: something with an address. An expression yields a value. The front end makes every
step explicit: reading a place is a `Load`, a change of type a `Convert`, the decay of an array an `AddressOf`.
Nodes compare by identity, since the same text at two places is two nodes.
"""

from __future__ import annotations

from dataclasses import dataclass

from cudalint.ir.position import Position
from cudalint.ir.types import Type


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """`type` is the type of the value, or of what lies at the place; `at` is where it is written."""

    type: Type
    at: Position


class Expression(Node):
    """Yields a value."""

    __slots__ = ()


class Place(Node):
    """Has an address."""

    __slots__ = ()


# -- variables ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Variable:
    """A declared name. `key` is unique within a unit: two variables of the same name have different keys.

    `storage`: "local" (automatic), "parameter", "shared" (static `__shared__`), "dynamic_shared" (`extern __shared__`),
    "device" (`__device__`/`__managed__` at file or class scope), "constant" (`__constant__`), "texture", "static"
    (host variable at file scope, or function-local `static`), "builtin" (threadIdx, blockIdx, blockDim, gridDim,
    warpSize),
    "invented" (made up by the repair pass: its value must never be used).
    `initial` is the initialiser of a variable that is not declared by a `Declare` statement (file scope, static
    members).
    """

    key: str
    name: str
    type: Type
    storage: str
    at: Position
    volatile: bool = False
    const: bool = False
    initial: Expression | None = None


# -- places ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class VariablePlace(Place):
    """A variable. For a variable of reference type this is what it is bound to: `type` is then the referent.

    An array *parameter* (`float a[4]` in a parameter list, also where an instantiation shows the array type) is a
    pointer.
    """

    variable: Variable


@dataclass(frozen=True, slots=True, eq=False)
class Dereference(Place):
    """`*pointer`."""

    pointer: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Element(Place):
    """`base[index]`; `base` is a pointer value (a decayed array: `AddressOf` of the array's place).

    `scale`: bytes from one element to the next (0 when unknown).
    """

    base: Expression
    index: Expression
    scale: int


@dataclass(frozen=True, slots=True, eq=False)
class Member(Place):
    """`record.name` at `offset` bytes; `p->name` has `Dereference(p)` as its record.

    `vector` is the alignment (8 or 16) of a vector type such as float4 that the member belongs to, otherwise 0: the
    compiler
    fetches such neighbours together. `reference`: the member is itself a reference, the place is what it is bound to.
    """

    record: Place
    name: str
    offset: int
    vector: int = 0
    reference: bool = False
    bits: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Temporary(Place):
    """A value given a place of its own, so that a reference can bind to it or a member can be taken."""

    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Reinterpret(Place):
    """The same place seen as another type: `reinterpret_cast<T&>(x)`, a reference cast, a cast to a base class.

    `offset`: bytes to add (a base class that is not the first).
    """

    place: Place
    offset: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class ConditionalPlace(Place):
    """`c ? a : b` where both are places and the result is used as one."""

    condition: Expression
    if_true: Place
    if_false: Place


@dataclass(frozen=True, slots=True, eq=False)
class EffectPlace(Place):
    """Do `effect` (an assignment, increment or the left side of a comma), then the place: `(a = b)`, `++a`, `(x,
    a)`."""

    effect: Expression
    place: Place


@dataclass(frozen=True, slots=True, eq=False)
class CallPlace(Place):
    """A call whose result is a reference."""

    call: Expression


@dataclass(frozen=True, slots=True, eq=False)
class This(Expression):
    """`this`: a pointer. An implicit member access is `Member(Dereference(This))`."""


@dataclass(frozen=True, slots=True, eq=False)
class UnknownPlace(Place):
    """A place that could not be made out; `parts` are still evaluated for what they do."""

    parts: tuple[Expression, ...]
    reason: str


# -- expressions -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Constant(Expression):
    """A literal, an enumerator, `sizeof`, or a constant expression that the compiler folded."""

    value: int | float


@dataclass(frozen=True, slots=True, eq=False)
class TemplateValue(Expression):
    """A non-type template parameter of a body that is analysed without instantiation."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Text(Expression):
    """A string literal."""

    value: str


@dataclass(frozen=True, slots=True, eq=False)
class FunctionValue(Expression):
    """A function used as a value (function pointers, kernels passed to launch helpers)."""

    function: str
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Load(Expression):
    """Read a place."""

    place: Place


@dataclass(frozen=True, slots=True, eq=False)
class AddressOf(Expression):
    """`&place`, or an array's decay to a pointer to its first element."""

    place: Place


@dataclass(frozen=True, slots=True, eq=False)
class Convert(Expression):
    """A conversion to `type`, implicit or written, of an arithmetic or pointer value."""

    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Unary(Expression):
    """`operator`: "-", "~", "!". The operand is already promoted."""

    operator: str
    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Expression):
    """Arithmetic on operands already converted to a common type (shifts: each promoted), or a comparison (type bool).

    `operator`: + - * / % << >> & | ^ < > <= >= == !=. Comparisons may compare pointers.
    """

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Logical(Expression):
    """`&&` and `||`, which may skip their right side."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class PointerAdd(Expression):
    """`pointer + index` or, with `negative`, `pointer - index`; `scale` bytes an element."""

    pointer: Expression
    index: Expression
    scale: int
    negative: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class PointerDifference(Expression):
    """`left - right` of two pointers, in elements of `scale` bytes."""

    left: Expression
    right: Expression
    scale: int


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Expression):
    """`place = value`; the value is already converted. Whole records too (the compiler's own operator=)."""

    place: Place
    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class CompoundAssign(Expression):
    """`place op= value`, computed in `compute` and converted back. For pointers (`+=`, `-=`) `scale` is the element
    size."""

    operator: str
    place: Place
    value: Expression
    compute: Type
    scale: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Increment(Expression):
    """`++`/`--`; `step` is 1 or -1, times `scale` bytes for pointers (scale 0: a number)."""

    place: Place
    step: int
    postfix: bool
    scale: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Conditional(Expression):
    """`condition ? if_true : if_false`."""

    condition: Expression
    if_true: Expression
    if_false: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Comma(Expression):
    """Do `first` for its effects, then yield `second`."""

    first: Expression
    second: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Initialise(Expression):
    """A braced list: (offset in bytes, value) pairs for an array or record of `type`; what is not named is zero."""

    parts: tuple[tuple[int, Expression], ...]


Argument = Expression | Place
"""A `Place` stands where the parameter is a reference."""


@dataclass(frozen=True, slots=True, eq=False)
class Call(Expression):
    """A call of a function that has a body in the unit (`function` is its key in `Unit.functions`).

    `this`: the object of a method call, a place; None for free and static functions.
    """

    function: str
    name: str
    arguments: tuple[Argument, ...]
    this: Place | None = None


@dataclass(frozen=True, slots=True, eq=False)
class CallValue(Expression):
    """A call through a value: a function pointer, or a closure whose type is not known (generic lambda, dependent
    callee)."""

    callee: Expression
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Intrinsic(Expression):
    """A call of a function without a body that counts: CUDA's built-ins, library functions, functions nobody defines.

    `name` is the plain name ("__shfl_xor_sync", "atomicAdd", "thread_rank", "operator+=", "load_matrix_sync"), `scope`
    the class
    or namespace it belongs to with its template arguments ("cooperative_groups::thread_block_tile<32>"; "" for none);
    `known`: declared by our own CUDA headers or a compiler built-in, False for a function that the sources declare or
    miss.
    `template_arguments`: integers where they are values, type spellings otherwise.
    Arguments are places where that is what was written (objects, arrays, references), otherwise values.
    """

    name: str
    scope: str
    arguments: tuple[Argument, ...]
    this: Place | None
    known: bool
    template_arguments: tuple[int | str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Construct(Expression):
    """An object of `type` made by the constructor `function` (None: no body known; then `arguments` still count).

    Copies and moves of plain records are a `Load` of the source place, not a `Construct`. `dim3(x, y, z)` has function
    None.
    """

    function: str | None
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Closure(Expression):
    """A lambda expression; `function` is its body. Captured variables keep their `Variable`: the body refers to the
    outer names.

    `by_copy`: keys of the variables captured by value.
    """

    function: str
    by_copy: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Launch(Expression):
    """`kernel<<<grid, block, shared, stream>>>(arguments)`, `cudaLaunchKernel(Ex)` written in full is an `Intrinsic`.

    `function` is the kernel's key (an instantiation where it is a template), or None with `callee` holding the value
    that is
    called (a function pointer) or `name` alone naming it. `grid` and `block` are values of type dim3.
    """

    function: str | None
    name: str
    callee: Expression | None
    grid: Expression
    block: Expression
    shared: Expression | None
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True, eq=False)
class New(Expression):
    """`new T[count]`: fresh memory."""

    count: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class UnknownValue(Expression):
    """A value that could not be made out; `parts` are still evaluated for what they do."""

    parts: tuple[Expression, ...]
    reason: str


# -- statements --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """Does something."""

    at: Position


@dataclass(frozen=True, slots=True, eq=False)
class Block(Statement):
    """`{ ... }`."""

    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Declare(Statement):
    """A variable comes to life. For a reference `binding` is what it is bound to; otherwise `initial` is its value.

    Shared variables are declared too (they keep their contents). A constructor call is a `Construct` as `initial`.
    """

    variable: Variable
    initial: Expression | None = None
    binding: Place | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Evaluate(Statement):
    """An expression for what it does."""

    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class If(Statement):
    """`before` is a C++17 init statement or condition variable. A discarded `if constexpr` branch is simply absent."""

    condition: Expression
    if_true: Statement | None
    if_false: Statement | None
    before: Statement | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Loop(Statement):
    """`for`, `while` and (`test_last`) `do`. `condition` None: forever.

    `unroll`: None without a pragma, 0 for a bare `#pragma unroll`, otherwise its factor.
    """

    before: Statement | None
    condition: Expression | None
    step: Expression | None
    body: Statement
    test_last: bool = False
    unroll: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Case(Statement):
    """A label inside a `Switch` body; `value` None is `default`."""

    value: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class Switch(Statement):
    """`body` holds `Case` labels and statements in their order."""

    value: Expression
    body: tuple[Statement, ...]
    before: Statement | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Return(Statement):
    """`value` is a place where the function returns a reference."""

    value: Expression | Place | None


@dataclass(frozen=True, slots=True, eq=False)
class Break(Statement):
    """`break`."""


@dataclass(frozen=True, slots=True, eq=False)
class Continue(Statement):
    """`continue`."""


@dataclass(frozen=True, slots=True, eq=False)
class Assembly(Statement):
    """`asm(text : outputs : inputs)`. An instruction that the front end cannot split has all operands in `inputs`."""

    text: str
    outputs: tuple[Place, ...]
    inputs: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class UnknownStatement(Statement):
    """`goto`, or a statement that could not be made out; `parts` are still done."""

    parts: tuple[Statement, ...]
    reason: str
