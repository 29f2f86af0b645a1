"""Where the parts of a carved memory begin, as the text says it: `float* b = a + n;`, `(int*)&all[64]`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from cudalint.fix.edits import TextEdit
from cudalint.fix.expressions import NAME, operand, what_it_does
from cudalint.fix.functions import Function, between_commas, call_around, reached_from
from cudalint.fix.layouts import IndexPadding
from cudalint.fix.places import SIZES, NotPatchable
from cudalint.fix.source import Range, closing, mentions, trimmed
from cudalint.frozen import frozen
from cudalint.source_text import code_of

_DEFINITION = re.compile(
    rb"(?:(?<=[;{}])|^)\s*(?:const\s+)?(?:([A-Za-z_]\w*(?:\s+(?:int|char|short|long))*)\s*\*\s*|auto\s*\*?\s*)"
    rb"(?:const\s+|__restrict__\s+)*([A-Za-z_]\w*)\s*=(?!=)"
)
_CAST = re.compile(
    rb"\(\s*(?:const\s+)?([A-Za-z_]\w*(?:\s+(?:int|char|short|long))*)\s*\*\s*\)\s*"
    rb"|reinterpret_cast\s*<\s*(?:const\s+)?([A-Za-z_]\w*(?:\s+(?:int|char|short|long))*)\s*\*\s*>\s*(?=\()"
)
_ROOT = re.compile(rb"([A-Za-z_]\w*)()")
_PLAIN = re.compile(rb"\(\s*([A-Za-z_]\w*)\s*\)(?=\s*\+)|([A-Za-z_]\w*)(?=\s*\+)")


@frozen
class Start:
    """A pointer into the memory: `root` + `offset` steps of `unit` bytes. `offset`: where it is in the text, None for
    none; `statement`: the whole definition."""

    name: str
    root: str
    unit: int
    offset: Range | None
    statement: Range = (0, 0)


def starts(text: bytes, function: Function, memory: str, element_size: int) -> dict[str, Start]:
    """The pointers of a function into a memory, by name. Raises `NotPatchable` where one begins in another way."""
    code = code_of(text)
    units = {memory: element_size}
    found: dict[str, Start] = {}
    position = function.body[0]
    while match := _DEFINITION.search(code, position, function.body[1]):
        position = end = code.find(b";", match.end())
        if end < 0 or end > function.body[1]:
            break
        value = trimmed(code, (match.end(), end))
        named = {word.decode() for word, _ in _ROOT.findall(code[slice(*value)])}
        if not named & units.keys():
            continue
        name = match[2].decode()
        if name in found or len(between_commas(code, value)) != 1:
            raise NotPatchable(f"`{name}` is more than one thing")
        start, own = _start(code, name, value, units)
        if match[1] is not None:
            own = SIZES.get(b" ".join(match[1].split()), 0)
        found[name] = replace(start, statement=(match.start(), end))
        units[name] = own
    return found


def _start(code: bytes, name: str, value: Range, units: Mapping[str, int]) -> tuple[Start, int]:
    """Casts and parentheses from the outside in, then `root`, `root + offset` or `&root[offset]`."""
    unknown = NotPatchable(f"where `{name}` begins is not understood")
    inside, cast = value, 0
    while True:
        match = _CAST.match(code, *inside)
        if match is not None:
            cast = cast or SIZES.get(b" ".join((match[1] or match[2]).split()), 0)
            rest = trimmed(code, (match.end(), inside[1]))
            plain = _PLAIN.match(code, *rest)
            if plain is not None and plain.end() < rest[1]:
                size = SIZES.get(b" ".join((match[1] or match[2]).split()), 0)
                return _sum(code, name, plain, rest, size, unknown), cast
            inside = rest
        elif code[inside[0] : inside[0] + 1] == b"(" and closing(code, inside[0]) == inside[1] - 1:
            inside = trimmed(code, (inside[0] + 1, inside[1] - 1))
        else:
            break
    address = code[inside[0] : inside[0] + 1] == b"&"
    first = trimmed(code, (inside[0] + address, inside[1]))
    root = _ROOT.match(code, *first)
    if root is None or root[0].decode() not in units:
        raise unknown
    unit = units[root[0].decode()]
    if address:
        opening = trimmed(code, (root.end(), first[1]))[0]
        if code[opening : opening + 1] != b"[" or closing(code, opening) != first[1] - 1:
            raise unknown
        return Start(name, root[0].decode(), unit, trimmed(code, (opening + 1, first[1] - 1))), cast or unit
    if root.end() == first[1]:
        return Start(name, root[0].decode(), unit, None), cast or unit
    return _sum(code, name, root, first, unit, unknown), cast or unit


def _sum(code: bytes, name: str, root: re.Match[bytes], within: Range, unit: int, unknown: NotPatchable) -> Start:
    plus = trimmed(code, (root.end(), within[1]))
    if code[plus[0] : plus[0] + 1] != b"+" or code[plus[0] + 1 : plus[0] + 2] == b"+":
        raise unknown
    return Start(name, (root[1] or root[2]).decode(), unit, trimmed(code, (plus[0] + 1, plus[1])))


_EXTERN = re.compile(rb"\bextern\s+__shared__[^;{}()]*?([A-Za-z_]\w*)\s*\[\s*\]")


def only_view(text: bytes, function: Function, memory: str) -> bool:
    """Whether nothing else in a kernel, or in what it calls, names the memory that the launch adds: all declarations of
    it begin at one byte."""
    code = code_of(text)
    declared = {match[1] for match in _EXTERN.finditer(code)}
    named = [
        (f, name)
        for f in reached_from(text, function)
        for name in declared
        if re.search(_WHOLE % name, code[slice(*f.body)])
    ]
    return named == [(function, memory.encode())]


_WHOLE = rb"(?<![\w.])%s(?!\w)"


def _loose_end(text: bytes, function: Function, known: Mapping[str, Start], names: Iterable[str]) -> str:
    """A pointer among these that is used for more than its elements, the beginnings of parts, and arguments; "" for
    none."""
    code = code_of(text)
    for name in names:
        for mention in mentions(text, name, function.body):
            inside = any(s.statement[0] <= mention.start < s.statement[1] for s in known.values())
            if inside or mention.is_member or (mention.subscripts and not mention.before.endswith(b"&")):
                continue
            call = call_around(text, mention.start)
            passed = call is not None and (mention.start, mention.end) in call.arguments
            if not passed and not _EXTERN_BEFORE.search(code[max(0, mention.start - 200) : mention.start]):
                return name
    return ""


_EXTERN_BEFORE = re.compile(rb"__shared__[^;={}]*$")


def shifted(
    text: bytes,
    function: Function,
    known: Mapping[str, Start],
    bases: Mapping[str, int],
    part: str,
    size: int,
    layout: IndexPadding,
    alignment: int,
    *,
    sure: bool,
) -> tuple[tuple[TextEdit, ...], int]:
    """The edits that make room behind a part whose elements (of `size` bytes) get gaps, and by how many bytes what lies
    behind moves. `bases`: bytes from the start of the memory to each pointer; `alignment`: bytes that what lies behind
    must stay aligned to; `sure`: every launch is known, and with it the order of the parts. Raises `NotPatchable`."""
    behind = sorted((base, name) for name, base in bases.items() if base > bases[part])
    if not behind:
        return (), 0
    places = _bases(known, bases)
    loose = _loose_end(text, function, known, (n for n, base in places.items() if base <= bases[part] and n != part))
    if loose:
        raise NotPatchable(f"what is done with `{loose}` is not understood")
    length = _length(text, known, part, behind[0][1], size)
    problem = what_it_does(length, frozenset())
    if problem or _is_assigned(text, function, length):
        raise NotPatchable(f"how long `{part}` is may change on the way")
    times = max(alignment // size, 1)
    step = 1 << layout.distance
    gaps = f"{operand(length)} / {step}" + (f" * {layout.gap}" if layout.gap > 1 else "")
    amount = ((behind[0][0] - bases[part]) // size >> layout.distance) * layout.gap
    if times > 1:
        gaps, amount = f"({gaps} + {times - 1}) / {times} * {times}", -(-amount // times) * times
    edits = []
    for start in known.values():
        if start.name == part or places[start.name] <= bases[part] or places[start.root] > bases[part]:
            continue
        if start.offset is None or not start.unit or size % start.unit:
            raise NotPatchable(f"`{start.name}` cannot be moved in steps of its type")
        if not sure and start.name != behind[0][1]:
            raise NotPatchable("the order of its parts is not known for every launch")
        more = gaps if size == start.unit else f"({gaps}) * {size // start.unit}"
        begin, end = start.offset
        offset = operand(_text(text[begin:end]))
        edits.append(TextEdit(begin, end, f"{offset} + {more}".encode("utf-8", "surrogateescape")))
    return tuple(edits), amount * size


def _bases(known: Mapping[str, Start], bases: Mapping[str, int]) -> dict[str, int]:
    """Where each pointer points to; raises `NotPatchable` where nobody has seen it."""
    found = dict(bases)
    for start in known.values():
        if start.name not in found and start.offset is None and start.root in found:
            found[start.name] = found[start.root]
        if start.name not in found or start.root not in found:
            raise NotPatchable(f"where `{start.name}` points to was not seen")
    return found


def _length(text: bytes, known: Mapping[str, Start], part: str, following: str, size: int) -> str:
    """Elements from a part to what follows, as the text has it."""
    behind, own = known.get(following), known.get(part)
    if behind is None or behind.offset is None or not behind.unit or size % behind.unit:
        raise NotPatchable(f"where `{following}` begins is not understood")
    end = _text(text[slice(*behind.offset)])
    origin = own.root if own is not None else part
    before = _text(text[slice(*own.offset)]) if own is not None and own.offset is not None else ""
    if behind.root == part or (behind.root == origin and not before):
        length = end
    elif behind.root == origin and own is not None and own.unit == behind.unit:
        length = f"{operand(end)} - {operand(before)}"
    else:
        raise NotPatchable(f"`{following}` does not begin where `{part}` ends")
    return length if behind.unit == size else f"{operand(length)} / {size // behind.unit}"


def _is_assigned(text: bytes, function: Function, expression: str) -> bool:
    """Whether a variable of an expression gets another value somewhere in the function."""
    body = code_of(text)[slice(*function.body)]
    for name in set(NAME.findall(expression)):
        word = re.escape(name.encode())
        changes = re.findall(rb"(?<![\w.])" + word + rb"\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)", body)
        changes += re.findall(rb"(?:\+\+|--|&)\s*" + word + rb"\b", body)
        declared = re.findall(rb"[\w>&*]\s+" + word + rb"\s*=(?!=)", body)
        if len(changes) > len(declared[:1]):
            return True
    return False


def _text(code: bytes) -> str:
    return b" ".join(code.replace(b"\\", b" ").split()).decode("utf-8", "surrogateescape")
