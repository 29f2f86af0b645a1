"""A shared array of structs whose elements are made a little longer, by a struct of its own for that array."""

from __future__ import annotations

import re

from cudalint.access import Object
from cudalint.fix.composed import WiderElements
from cudalint.fix.edits import TextEdit
from cudalint.fix.functions import function_around
from cudalint.fix.places import NotPatchable
from cudalint.fix.rewriting import Uses, element_text
from cudalint.source_text import code_of


def record_edits(text: bytes, array: Object, uses: Uses, layout: WiderElements) -> tuple[TextEdit, ...]:
    """The new struct in front of the kernel, and its name in the declaration. Raises `NotPatchable`."""
    code = code_of(text)
    element = element_text(text, uses)
    kernel = function_around(text, uses.declaration.start)
    if kernel is None:
        raise NotPatchable("it is declared outside of a function")
    after = code[uses.declaration.whole_end :].lstrip()
    if not after.startswith(b";"):
        raise NotPatchable("other variables are declared with it")
    if not re.fullmatch(rb"(?:struct\s+)?\w+", element):
        raise NotPatchable("its type is no plain struct")
    plain = element.split()[-1]
    wider = plain + b"_padded"
    if re.search(rb"\b" + wider + rb"\b", code):
        definition = b""
    else:
        definition = b"struct %s : %s {\n    using %s::operator=;\n    char padding[%d];\n};\n\n" % (
            wider,
            plain,
            plain,
            layout.extra,
        )
    start = code.rfind(element.split()[0], 0, uses.declaration.start)
    edits = [TextEdit(start, start + len(element), wider)]
    if definition:
        line = text.rfind(b"\n", 0, kernel.header) + 1
        edits.append(TextEdit(line, line, definition))
    return tuple(sorted(edits))
