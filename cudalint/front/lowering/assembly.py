"""Inline assembly. Operands come from the tree; the text and their split only from the source."""

from __future__ import annotations

import re

from cudalint.front.lowering import kinds
from cudalint.front.lowering.clang_tree import Cursor
from cudalint.front.lowering.dispatch import Body, statements
from cudalint.front.lowering.macros import definition_used
from cudalint.ir.nodes import Assembly, Statement

_LITERAL = re.compile(rb'"((?:\\.|[^"\\])*)"')
_KEYWORD = re.compile(rb"\b(?:asm|__asm__|__asm)\b")
_NAMED = re.compile(rb"^\([^)]*\)")
_DEEPEST_MACRO = 4
_ESCAPES = {b"\\n": b"\n", b"\\t": b"\t", b"\\\\": b"\\", b'\\"': b'"'}


@statements(kinds.ASM_STMT)
def _assembly(body: Body, cursor: Cursor) -> Statement:
    operands = body.unit.tree.expressions(cursor)
    at = body.unit.positions.range(cursor)
    sections = _sections(_source(body, cursor))
    if sections is None:
        return Assembly(at, "", (), tuple(body.value(o) for o in operands))
    text, output_count = sections
    if output_count > len(operands):
        return Assembly(at, text, (), tuple(body.value(o) for o in operands))
    outputs = tuple(body.place(o) for o in operands[:output_count])
    return Assembly(at, text, outputs, tuple(body.value(o) for o in operands[output_count:]))


def _source(body: Body, cursor: Cursor) -> bytes:
    """The statement's text; that of a macro's definition where it stands in one."""
    text = body.unit.positions.text(cursor)
    for _ in range(_DEEPEST_MACRO):
        start = _KEYWORD.search(text)
        if start is not None:
            return text[start.start() :]
        text = _NAMED.sub(b"", definition_used(body.unit.macros, text))
    return b""


def _sections(source: bytes) -> tuple[str, int] | None:
    """The instructions, and how many outputs there are; None when the source cannot be read."""
    start = source.find(b"(")
    if start < 0:
        return None
    parts = _split(source[start + 1 :])
    instructions = b"".join(m.group(1) for m in _LITERAL.finditer(parts[0]))
    for escape, meaning in _ESCAPES.items():
        instructions = instructions.replace(escape, meaning)
    outputs = len(_LITERAL.findall(parts[1])) if len(parts) > 1 else 0
    return instructions.decode("utf-8", "replace"), outputs


def _split(text: bytes) -> list[bytes]:
    """The parts between colons, outside of string literals and parentheses, up to the closing parenthesis."""
    parts = [bytearray()]
    depth = position = 0
    while position < len(text):
        literal = _LITERAL.match(text, position)
        if literal is not None:
            parts[-1] += literal.group(0)
            position = literal.end()
            continue
        byte = text[position : position + 1]
        depth += (byte == b"(") - (byte == b")")
        if depth < 0:
            break
        if byte == b":" and depth == 0 and text[position : position + 2] == b"::":
            parts += [bytearray(), bytearray()]
            position += 2
            continue
        if byte == b":" and depth == 0:
            parts.append(bytearray())
        else:
            parts[-1] += byte
        position += 1
    return [bytes(p) for p in parts]
