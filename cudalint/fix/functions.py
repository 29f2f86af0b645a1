"""Functions in the text of a file: where they begin, what their parameters are, and what calls pass for them."""

from __future__ import annotations

import re
from functools import lru_cache

from cudalint.fix.source import Range, closing, defines, trimmed
from cudalint.frozen import frozen
from cudalint.source_text import code_of

_NOT_FUNCTIONS = frozenset(
    (b"if", b"for", b"while", b"switch", b"return", b"catch", b"sizeof", b"alignas", b"decltype")
)
_NAME_BEFORE = re.compile(rb"([A-Za-z_]\w*)\s*$")
_QUALIFIERS = re.compile(rb"(?:\b(?:const|noexcept|override|final|volatile)\b\s*)+$")
_TEMPLATE = re.compile(rb"\s*template\s*<")
_LAST_NAME = re.compile(rb"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?:=.*)?$", re.DOTALL)


@frozen
class Function:
    """A function with a body. `header`: where its first word stands, `template` included; `parameters`: the text of
    each; `template`: inside of its template parameter list, None where it has none; `body`: inside of the braces."""

    name: bytes
    header: int
    parameters: tuple[Range, ...]
    template: Range | None
    body: Range


@lru_cache(maxsize=16)
def functions(text: bytes) -> tuple[Function, ...]:
    """All functions that are defined in the file, also in namespaces and classes."""
    code = _without_defines(text)
    found: list[Function] = []
    offset = code.find(b"{")
    while offset >= 0:
        function = _function_with_body(code, offset)
        if function is not None:
            found.append(function)
            offset = code.find(b"{", function.body[1])
        else:
            offset = code.find(b"{", offset + 1)
    return tuple(found)


def function_around(text: bytes, offset: int) -> Function | None:
    """The function in whose body an offset lies."""
    return next((f for f in functions(text) if f.body[0] <= offset < f.body[1]), None)


def only_function(text: bytes, name: bytes) -> Function | None:
    """The function of that name, None where there are several or none."""
    named = [f for f in functions(text) if f.name == name]
    return named[0] if len(named) == 1 else None


def reached_from(text: bytes, function: Function) -> list[Function]:
    """The function, and those of the file that it calls, directly or not: each whose name stands before a bracket."""
    code = code_of(text)
    reached, waiting = {function.name: function}, [function]
    while waiting:
        body = code[slice(*waiting.pop().body)]
        for other in functions(text):
            if other.name not in reached and re.search(rb"\b" + other.name + rb"\s*[(<]", body):
                reached[other.name] = other
                waiting.append(other)
    return list(reached.values())


def parameter_name(text: bytes, parameter: Range) -> bytes:
    """The name that a parameter has, b"" for none."""
    match = _LAST_NAME.search(code_of(text)[parameter[0] : parameter[1]])
    return match[1] if match is not None else b""


@frozen
class Call:
    """A call: the called name, where it stands, and the text of each argument."""

    name: bytes
    start: int
    arguments: tuple[Range, ...]


def call_around(text: bytes, offset: int) -> Call | None:
    """The innermost call one of whose arguments an offset lies in; None where brackets are something else."""
    code = code_of(text)
    depth = 0
    for index in range(offset - 1, -1, -1):
        byte = code[index : index + 1]
        if byte in b")]}":
            depth += 1
        elif byte in b"([{":
            if depth == 0:
                return _call(code, index) if byte == b"(" else None
            depth -= 1
        elif byte == b";" and depth == 0:
            return None
    return None


def calls_of(text: bytes, name: bytes) -> list[Call]:
    """Every call of a function, by its name; its definition is none."""
    code = code_of(text)
    defined = {f.parameters[0][0] if f.parameters else -1 for f in functions(text) if f.name == name}
    found = []
    for match in re.finditer(rb"(?<![\w.>])" + re.escape(name) + rb"\s*(?:<[^;(){}]*>\s*)?\(", code):
        call = _call(code, match.end() - 1)
        if call is not None and call.arguments and call.arguments[0][0] not in defined:
            found.append(call)
    return found


def _without_defines(text: bytes) -> bytes:
    code = bytearray(code_of(text))
    for start, end in defines(text):
        code[start:end] = b" " * (end - start)
    return bytes(code)


def _function_with_body(code: bytes, brace: int) -> Function | None:
    end = len(_QUALIFIERS.sub(b"", code[:brace].rstrip()).rstrip())
    if code[end - 1 : end] != b")":
        return None
    opening = _opening(code, end - 1)
    if opening is None:
        return None
    name = _NAME_BEFORE.search(code, max(0, opening - 200), opening)
    closed = closing(code, brace)
    if name is None or name[1] in _NOT_FUNCTIONS or closed is None:
        return None
    header = _header(code, name.start())
    return Function(name[1], header, _split(code, opening), _template(code, header), (brace + 1, closed))


def _opening(code: bytes, closing_at: int) -> int | None:
    depth = 0
    for index in range(closing_at, -1, -1):
        depth += (code[index] == ord(")")) - (code[index] == ord("("))
        if depth == 0:
            return index
    return None


def _header(code: bytes, name: int) -> int:
    """The first word of the declaration that a name belongs to."""
    start = max(code.rfind(b, 0, name) for b in (b";", b"}", b"{")) + 1
    line = start
    for match in re.finditer(rb"^[ \t]*#(?:\\\r?\n|[^\n])*", code[start:name], re.MULTILINE):
        line = start + match.end()
    return trimmed(code, (line, name))[0]


def _template(code: bytes, header: int) -> Range | None:
    match = _TEMPLATE.match(code, header)
    if match is None:
        return None
    depth = 1
    for index in range(match.end(), len(code)):
        depth += (code[index] == ord("<")) - (code[index] == ord(">"))
        if depth == 0:
            return match.end(), index
    return None


def _call(code: bytes, opening: int) -> Call | None:
    before = code[max(0, opening - 200) : opening].rstrip()
    if before.endswith(b">"):
        before = before[: before.rfind(b"<")].rstrip()
    name = _NAME_BEFORE.search(before)
    if name is None or name[1] in _NOT_FUNCTIONS:
        return None
    return Call(name[1], opening, _split(code, opening))


def _split(code: bytes, opening: int) -> tuple[Range, ...]:
    """What stands between the commas of a bracket."""
    end = closing(code, opening)
    return between_commas(code, (opening + 1, end)) if end is not None else ()


def between_commas(code: bytes, within: Range) -> tuple[Range, ...]:
    """The parts of a list, trimmed; commas inside of brackets divide nothing. None of a list that is empty."""
    parts: list[Range] = []
    depth, (start, end) = 0, within
    for index in range(start, end):
        byte = code[index]
        depth += (byte in b"([{") - (byte in b")]}")
        if byte == ord(",") and depth == 0:
            parts.append(trimmed(code, (start, index)))
            start = index + 1
    last = trimmed(code, (start, end))
    return (*parts, last) if parts or last[0] < last[1] else ()
