"""Text in memory: characters that somebody wrote, one after the other, up to a zero."""

from __future__ import annotations

from collections.abc import Sequence

from cudalint.simt.memory import LOCAL, Memory
from cudalint.simt.values import ASSUMED, KNOWN, UNIFORM, Number, Pointer, Value, is_varying

LONGEST = 64
"""Characters of a text that are kept."""


def written(text: str, taint: int = KNOWN) -> Memory:
    """Memory that holds a text, as sure as `taint`; a long one without its characters."""
    memory = Memory(LOCAL, "text")
    memory.content_taint = UNIFORM
    if len(text) <= LONGEST:
        memory.cells = {at: Number(code, taint) for at, code in enumerate((*text.encode("latin-1", "replace"), 0))}
    return memory


def text_of(value: Value) -> tuple[str | None, int]:
    """The text that a pointer leads to, and how sure it is; None where a character is not known."""
    if not isinstance(value, Pointer) or value.taint > ASSUMED or is_varying(value.offset):
        return None, UNIFORM
    found = bytearray()
    taint = value.taint
    offset = int(value.offset)
    while isinstance(cell := value.memory.cells.get(offset), Number) and cell.taint <= ASSUMED:
        taint = max(taint, cell.taint)
        if is_varying(cell.data) or not 0 <= cell.data < 256:
            break
        if not cell.data:
            return found.decode("latin-1"), taint
        found.append(int(cell.data))
        offset += 1
    return None, UNIFORM


def command_line(arguments: Sequence[str | None]) -> tuple[Number, Pointer]:
    """`argc` and `argv` of a program that is run like this; assumed, since it can be run otherwise."""
    memory = Memory(LOCAL, "argv")
    memory.content_taint = UNIFORM
    texts = enumerate(("program", *arguments))
    memory.cells = {8 * at: Pointer(written(text, ASSUMED)) for at, text in texts if text is not None}
    return Number(len(arguments) + 1, ASSUMED), Pointer(memory)
