"""Types of the target machine (64-bit pointers, `long` of 8 bytes). Sizes, alignments and offsets are in bytes."""

from cudalint.frozen import frozen


@frozen
class Type:
    """Any type; `size` is 0 where none is known."""

    size: int
    align: int


@frozen
class Void(Type):
    """`void`; pointers to it step by one byte, as in GNU C."""

    size: int = 1
    align: int = 1


@frozen
class Boolean(Type):
    """`bool`."""

    size: int = 1
    align: int = 1


@frozen
class Integer(Type):
    """Integers, characters and enumerations."""

    signed: bool


@frozen
class Floating(Type):
    """float, double, and the 16-bit built-in kinds."""


@frozen
class Pointer(Type):
    """A pointer. A record inside its own definition is pointed to as a `Record` without fields."""

    pointee: Type
    restrict: bool = False
    pointee_const: bool = False
    pointee_volatile: bool = False


@frozen
class Reference(Type):
    """An lvalue or rvalue reference: a parameter, a variable or a member that is bound rather than copied."""

    referent: Type
    const: bool = False


@frozen
class Array(Type):
    """`count` elements; None for `extern __shared__ float s[]` and for sizes that depend on a template parameter, which
    `bound` then holds as it is written."""

    element: Type
    count: int | None
    bound: str = ""


@frozen
class Field:
    """A data member (or, without a name, a base class) at `offset` bytes from the start of its record."""

    name: str
    offset: int
    type: Type
    bits: int | None = None


@frozen
class Record(Type):
    """A struct, class or union. `lambda_` marks a closure type."""

    name: str
    fields: tuple[Field, ...] = ()
    lambda_: bool = False


@frozen
class FunctionType(Type):
    """What a function pointer points to."""


@frozen
class Unknown(Type):
    """A type that the front end could not make out: dependent, missing, or made up to repair a file."""

    spelling: str = ""


VOID = Void()
BOOL = Boolean()
INT = Integer(4, 4, True)
UNSIGNED = Integer(4, 4, False)
LONG = Integer(8, 8, True)
SIZE = Integer(8, 8, False)
FLOAT = Floating(4, 4)
DOUBLE = Floating(8, 8)
UNKNOWN = Unknown(0, 1)
