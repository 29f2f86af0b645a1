"""Places: what C calls lvalues, something with an address."""

from __future__ import annotations

from cudalint.frozen import frozen
from cudalint.ir.nodes.base import Expression, Place, Variable


@frozen(eq=False)
class VariablePlace(Place):
    """A variable. For a variable of reference type this is what it is bound to: `type` is then the referent.

    An array *parameter* (`float a[4]` in a parameter list, also where an instantiation shows the array type) is a
    pointer.
    """

    variable: Variable


@frozen(eq=False)
class Dereference(Place):
    """`*pointer`."""

    pointer: Expression


@frozen(eq=False)
class Element(Place):
    """`base[index]`; `base` is a pointer value (a decayed array: `AddressOf` of the array's place).

    `scale`: bytes from one element to the next (0 when unknown).
    """

    base: Expression
    index: Expression
    scale: int


@frozen(eq=False)
class Member(Place):
    """`record.name` at `offset` bytes; `p->name` has `Dereference(p)` as its record.

    `vector` is the alignment (8 or 16) of a vector type such as float4 that the member belongs to, otherwise 0: the
    compiler fetches such neighbours together. `reference`: the member is itself a reference, the place is what it is
    bound to.
    """

    record: Place
    name: str
    offset: int
    vector: int = 0
    reference: bool = False
    bits: int | None = None


@frozen(eq=False)
class Temporary(Place):
    """A value given a place of its own, so that a reference can bind to it or a member can be taken."""

    value: Expression


@frozen(eq=False)
class Reinterpret(Place):
    """The same place seen as another type: `reinterpret_cast<T&>(x)`, a reference cast, a cast to a base class.

    `offset`: bytes to add (a base class that is not the first).
    """

    place: Place
    offset: int = 0


@frozen(eq=False)
class ConditionalPlace(Place):
    """`c ? a : b` where both are places and the result is used as one."""

    condition: Expression
    if_true: Place
    if_false: Place


@frozen(eq=False)
class EffectPlace(Place):
    """Do `effect` (an assignment, increment or the left side of a comma), then the place: `(a = b)`, `++a`, `(x,
    a)`."""

    effect: Expression
    place: Place


@frozen(eq=False)
class CallPlace(Place):
    """A call whose result is a reference."""

    call: Expression


@frozen(eq=False)
class UnknownPlace(Place):
    """A place that could not be made out; `parts` are still evaluated for what they do."""

    parts: tuple[Expression, ...]
    reason: str
