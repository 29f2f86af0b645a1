"""Expressions: what yields a value."""

from __future__ import annotations

from cudalint.frozen import frozen
from cudalint.ir.nodes.base import Argument, Expression, Place
from cudalint.ir.types import Type


@frozen(eq=False)
class This(Expression):
    """`this`: a pointer. An implicit member access is `Member(Dereference(This))`."""


@frozen(eq=False)
class Constant(Expression):
    """A literal, an enumerator, `sizeof`, or a constant expression that the compiler folded."""

    value: int | float


@frozen(eq=False)
class TemplateValue(Expression):
    """A non-type template parameter of a body that is analysed without instantiation."""

    name: str


@frozen(eq=False)
class Text(Expression):
    """A string literal."""

    value: str


@frozen(eq=False)
class FunctionValue(Expression):
    """A function used as a value (function pointers, kernels passed to launch helpers)."""

    function: str
    name: str


@frozen(eq=False)
class Load(Expression):
    """Read a place."""

    place: Place


@frozen(eq=False)
class AddressOf(Expression):
    """`&place`, or an array's decay to a pointer to its first element."""

    place: Place


@frozen(eq=False)
class Convert(Expression):
    """A conversion to `type`, implicit or written, of an arithmetic or pointer value."""

    value: Expression


@frozen(eq=False)
class Unary(Expression):
    """`operator`: "-", "~", "!". The operand is already promoted."""

    operator: str
    value: Expression


@frozen(eq=False)
class Binary(Expression):
    """Arithmetic on operands already converted to a common type (shifts: each promoted), or a comparison (type bool).

    `operator`: + - * / % << >> & | ^ < > <= >= == !=. Comparisons may compare pointers.
    """

    operator: str
    left: Expression
    right: Expression


@frozen(eq=False)
class Logical(Expression):
    """`&&` and `||`, which may skip their right side."""

    operator: str
    left: Expression
    right: Expression


@frozen(eq=False)
class PointerAdd(Expression):
    """`pointer + index` or, with `negative`, `pointer - index`; `scale` bytes an element."""

    pointer: Expression
    index: Expression
    scale: int
    negative: bool = False


@frozen(eq=False)
class PointerDifference(Expression):
    """`left - right` of two pointers, in elements of `scale` bytes."""

    left: Expression
    right: Expression
    scale: int


@frozen(eq=False)
class Assign(Expression):
    """`place = value`; the value is already converted. Whole records too (the compiler's own operator=)."""

    place: Place
    value: Expression


@frozen(eq=False)
class CompoundAssign(Expression):
    """`place op= value`, computed in `compute` and converted back. For pointers (`+=`, `-=`) `scale` is the element
    size."""

    operator: str
    place: Place
    value: Expression
    compute: Type
    scale: int = 0


@frozen(eq=False)
class Increment(Expression):
    """`++`/`--`; `step` is 1 or -1, times `scale` bytes for pointers (scale 0: a number)."""

    place: Place
    step: int
    postfix: bool
    scale: int = 0


@frozen(eq=False)
class Conditional(Expression):
    """`condition ? if_true : if_false`."""

    condition: Expression
    if_true: Expression
    if_false: Expression


@frozen(eq=False)
class Comma(Expression):
    """Do `first` for its effects, then yield `second`."""

    first: Expression
    second: Expression


@frozen(eq=False)
class Initialise(Expression):
    """A braced list: (offset in bytes, value) pairs for an array or record of `type`; what is not named is zero."""

    parts: tuple[tuple[int, Expression], ...]


@frozen(eq=False)
class Call(Expression):
    """A call of a function that has a body in the unit (`function` is its key in `Unit.functions`).

    `this`: the object of a method call, a place; None for free and static functions. `written`: indices of the
    arguments through which alone the host function has effects; None where it may launch or have others.
    """

    function: str
    name: str
    arguments: tuple[Argument, ...]
    this: Place | None = None
    written: tuple[int, ...] | None = None


@frozen(eq=False)
class CallValue(Expression):
    """A call through a value: a function pointer, or a closure whose type is not known (generic lambda, dependent
    callee)."""

    callee: Expression
    arguments: tuple[Argument, ...]


@frozen(eq=False)
class Intrinsic(Expression):
    """A call of a function without a body that counts: CUDA's built-ins, library functions, functions nobody defines.

    `name` is the plain name ("__shfl_xor_sync", "atomicAdd", "thread_rank", "operator+=", "load_matrix_sync"), `scope`
    the class or namespace it belongs to with its template arguments ("cooperative_groups::thread_block_tile<32>"; ""
    for none); `known`: declared by our own CUDA headers or a compiler built-in, False for a function that the sources
    declare or miss. `template_arguments`: integers where they are values, type spellings otherwise. Arguments are
    places where that is what was written (objects, arrays, references), otherwise values. `discarded`: nobody uses the
    result.
    """

    name: str
    scope: str
    arguments: tuple[Argument, ...]
    this: Place | None
    known: bool
    template_arguments: tuple[int | str, ...] = ()
    discarded: bool = False


@frozen(eq=False)
class Construct(Expression):
    """An object of `type` made by the constructor `function` (None: no body known; then `arguments` still count).

    Copies and moves of plain records are a `Load` of the source place, not a `Construct`. `dim3(x, y, z)` has function
    None.
    """

    function: str | None
    arguments: tuple[Argument, ...]


@frozen(eq=False)
class Closure(Expression):
    """A lambda expression; `function` is its body. Captured variables keep their `Variable`: the body refers to the
    outer names.

    `by_copy`: keys of the variables captured by value.
    """

    function: str
    by_copy: tuple[str, ...] = ()


@frozen(eq=False)
class Launch(Expression):
    """`kernel<<<grid, block, shared, stream>>>(arguments)`, `cudaLaunchKernel(Ex)` written in full is an `Intrinsic`.

    `function` is the kernel's key (an instantiation where it is a template), or None with `callee` holding the value
    that is called (a function pointer) or `name` alone naming it. `grid` and `block` are values of type dim3.
    """

    function: str | None
    name: str
    callee: Expression | None
    grid: Expression
    block: Expression
    shared: Expression | None
    arguments: tuple[Argument, ...]


@frozen(eq=False)
class New(Expression):
    """`new T[count]`: fresh memory."""

    count: Expression | None


@frozen(eq=False)
class UnknownValue(Expression):
    """A value that could not be made out; `parts` are still evaluated for what they do."""

    parts: tuple[Expression, ...]
    reason: str
