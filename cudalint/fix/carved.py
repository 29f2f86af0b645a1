"""Arrays inside of an array: what one pointer reaches in memory that a kernel has carved into several.

The analysis knows the memory, `extern __shared__ char all[]`; the text knows the pointers, `float* a = (float*)all`.
A window is the part of the memory that one pointer's accesses touch and no other's.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy

from cudalint.access import Access, Object
from cudalint.fix.functions import Function, between_commas, calls_of, function_around, functions, parameter_name
from cudalint.fix.layouts import Layout
from cudalint.fix.source import NAME, Range, offset_of
from cudalint.frozen import frozen
from cudalint.hardware.warp import Integers
from cudalint.requests import INACTIVE, Requests
from cudalint.rule import BAD_RATIO
from cudalint.source_text import code_of

DEEPEST = 8
"""Calls through which a pointer is followed."""


@frozen
class Windowed:
    """A layout for `array` alone, which lies `base` bytes into another one; what lies behind it moves by `room` bytes,
    the rest stays where it is."""

    base: int
    array: Object
    inner: Layout
    room: int = 0

    def suits(self, array: Object) -> bool:
        """Whether the inner layout suits the part."""
        return self.inner.suits(self.array)

    def moved(self, array: Object, offsets: Integers) -> Integers:
        """Bytes of the part are moved in it."""
        length = self.array.shape[0] * self.array.element_size
        inside = (offsets >= self.base) & (offsets < self.base + length)
        local = numpy.where(inside, offsets - self.base, 0)
        rest = numpy.where(offsets >= self.base + length, offsets + self.room, offsets)
        moved: Integers = numpy.where(inside, self.base + self.inner.moved(self.array, local), rest)
        return moved

    def added(self, array: Object) -> int:
        """What the part grows by."""
        return max(self.inner.added(self.array), self.room)


@frozen
class Window:
    """What is reached through the pointer `name` of `function`: `accesses` with offsets counted from its first byte, as
    to an array of one dimension; `base`: that byte in the whole. `alone`: nothing else reaches the memory."""

    name: str
    function: Function
    base: int
    accesses: tuple[Access, ...]
    alone: bool

    @property
    def array(self) -> Object:
        """The part as an array of its own."""
        return self.accesses[0].object


def windows(text: bytes, path: str, accesses: Sequence[Access]) -> tuple[tuple[Window, ...], tuple[str, ...]]:
    """The windows of one memory, by its accesses, and why there are no others where wavefronts are wasted: those that
    overlap with anything else are left out."""
    by_pointer: dict[tuple[Function, bytes], list[Access]] = defaultdict(list)
    unknown: list[Access] = []
    for access in accesses:
        key = _pointer_at(text, access) if access.at.path == path else None
        if key is None or not access.requests:
            unknown.append(access)
        else:
            by_pointer[key].append(access)
    blind = next((a for a in unknown if not a.requests), None)
    if blind is not None:
        return (), (f"where the {blind.kind} at line {blind.at.line} goes is not known, and it may be any part",)
    spans = {key: _span(theirs) for key, theirs in by_pointer.items()}
    others = [_span([a]) for a in unknown]
    found = []
    nameless = next((a for a in unknown if a.waste >= BAD_RATIO), None)
    reasons: list[str] = []
    if nameless is not None:
        where = f"the {nameless.kind} at line {nameless.at.line}"
        reasons.append(f"{where} does not name the pointer whose element it takes")
    for (function, name), theirs in by_pointer.items():
        span = spans[function, name]
        rest = [s for key, s in spans.items() if key != (function, name) and key[0] == function]
        local = tuple(_local(theirs, name.decode(), span))
        reason = ""
        if any(a[0] < span[1] and span[0] < a[1] for a in (*rest, *others)):
            reason = "something else reaches what"
        elif not _same_start(theirs, span):
            reason = "launches differ in where that begins which"
        elif not local:
            reason = "accesses of several widths go to what"
        if not reason:
            found.append(Window(name.decode(), function, span[0], local, not rest and not others))
        elif any(a.waste >= BAD_RATIO for a in theirs):
            reasons.append(f"{reason} `{name.decode()}` reaches")
    return tuple(found), tuple(dict.fromkeys(reasons))


def _span(accesses: Sequence[Access]) -> tuple[int, int]:
    """First byte and end of what is touched."""
    low, high = 1 << 40, 0
    for requests in (r for a in accesses for r in a.requests):
        touched = requests.addresses[requests.active]
        if len(touched):
            low, high = min(low, int(touched.min())), max(high, int(touched.max()) + requests.width)
    return low, high


def _same_start(accesses: Sequence[Access], span: tuple[int, int]) -> bool:
    """Whether the part begins at the same byte in every shape of the launch."""
    shapes = {(a.block, a.grid) for a in accesses}
    return all(_span([a for a in accesses if (a.block, a.grid) == shape])[0] == span[0] for shape in shapes)


def _local(accesses: Sequence[Access], name: str, span: tuple[int, int]) -> Iterator[Access]:
    """The accesses as to an array that begins where the part does; none if they are not all of one element."""
    sizes = {a.width for a in accesses if not any(r.fixed for r in a.requests)}
    if len(sizes) != 1:
        return
    size = sizes.pop()
    length = -(-(span[1] - span[0]) // size)
    for access in accesses:
        array = replace(access.object, name=name, element_size=size, shape=(length,), record="", member="")
        moved = tuple(_shifted(r, span[0]) for r in access.requests)
        yield replace(access, object=array, requests=moved)


def _shifted(requests: Requests, base: int) -> Requests:
    offsets = numpy.where(requests.active, requests.offsets - base, INACTIVE).astype(numpy.int32)
    return replace(requests, offsets=offsets)


def _pointer_at(text: bytes, access: Access) -> tuple[Function, bytes] | None:
    """The pointer through which an access goes, in the kernel where it comes from."""
    try:
        offset = offset_of(text, access.at)
    except ValueError:
        return None
    code = code_of(text)
    match = re.compile(rb"[&(\s]*([A-Za-z_]\w*)\s*\[").match(code, offset)
    function = function_around(text, offset)
    if match is None or function is None:
        return None
    name = match[1]
    for _ in range(DEEPEST):
        names = [parameter_name(text, p) for p in function.parameters]
        if name not in names or function.name == access.kernel.encode():
            return (function, name) if function.name == access.kernel.encode() else None
        origin = _passed(text, function, names.index(name))
        if origin is None:
            return None
        function, name = origin
    return None


def _passed(text: bytes, function: Function, index: int) -> tuple[Function, bytes] | None:
    """The one name that all calls pass for a parameter, and the function that they stand in."""
    code = code_of(text)
    found: set[tuple[Function, bytes]] = set()
    for call in calls_of(text, function.name):
        caller = function_around(text, call.start)
        if caller is None or len(call.arguments) <= index:
            return None
        argument = code[slice(*call.arguments[index])]
        if not NAME.fullmatch(argument):
            return None
        found.add((caller, argument))
    return found.pop() if len(found) == 1 else None


_LAUNCH = rb"(?<![\w:])%s\s*(?:<[^;(){}]*?>\s*)?<<<"
_ATTRIBUTE = rb"cudaFuncSetAttribute\s*\(\s*(?:\([^()]*\)\s*)?&?%s\s*(?:<[^;(){}]*?>\s*)?,\s*[\w:]+\s*,"


def launch_sizes(text: bytes, kernel: bytes) -> tuple[tuple[int, int], ...]:
    """Where the launches of a kernel in this file say how many bytes of shared memory it gets, and where its attribute
    does; () where some launch does not, or something else is done with the kernel."""
    code = code_of(text)
    found: list[tuple[int, int]] = []
    ends: list[int] = []
    for match in re.finditer(_LAUNCH % re.escape(kernel), code):
        end = code.find(b">>>", match.end())
        parts = _parts(code, match.end(), end)
        if end < 0 or len(parts) < 3:
            return ()
        found.append(parts[2])
        ends.append(match.start())
    launches = len(found)
    for match in re.finditer(_ATTRIBUTE % re.escape(kernel), code):
        end = code.find(b")", match.end())
        found.append(_parts(code, match.end(), end)[0])
        ends.append(code.index(kernel, match.start()))
    mentioned = {m.start() for m in re.finditer(rb"(?<![\w])" + re.escape(kernel) + rb"(?!\w)", code)}
    defined = sum(f.name == kernel for f in functions(text))
    return tuple(found) if launches and len(mentioned - set(ends)) == defined else ()


def has_attribute(text: bytes, kernel: bytes) -> bool:
    """Whether the file asks for more shared memory for a kernel than there is by default."""
    return re.search(_ATTRIBUTE % re.escape(kernel), code_of(text)) is not None


def _parts(code: bytes, start: int, end: int) -> list[Range]:
    return [part for part in between_commas(code, (start, end)) if part[0] < part[1]]
