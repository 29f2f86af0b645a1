"""Arguments for kernel templates that a file only defines: types become float, sizes the side of the block."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from cudalint.ir.unit import Function
from cudalint.source_text import code_of

from ..measured import Block

_HEAD = r"\btemplate\s*<([^<>]*)>\s*(?:[^;{}()]|\([^()]*\))*?\b__global__\b(?:[^;{}()]|\([^()]*\))*?\b%s\s*\("
_TYPE = re.compile(r"^(?:typename|class)\s+\w+$")
_VALUE = re.compile(r"^(?:const\s+)?(?:unsigned|signed|int|long|short|char|size_t|u?int\d+_t|uint|bool)\b[\w\s]*$")
GRID = 64
SHARED_BYTES = 48 << 10
"""Dynamic shared memory where no launch tells: as much as any kernel gets without asking."""

ANYTHING = "struct cudalint_anything { template <class T> operator T() const; };"


def launches_of_templates(path: str, templates: Sequence[tuple[Function, Block]]) -> str | None:
    """Host code that launches each template once, in the blocks given, to be added to the file; None if there is none
    whose arguments can be chosen."""
    lines: list[str] = []
    for function, block in templates:
        text = code_of(Path(function.at.path or path).read_text("utf-8", "replace"))
        arguments = chosen_arguments(text, function.name, block)
        if arguments is not None:
            passed = ", ".join(["cudalint_anything()"] * len(function.parameters))
            shape = f"<<<{GRID}, dim3({', '.join(map(str, block))}), {SHARED_BYTES}>>>"
            call = f"{function.qualified_name}<{', '.join(arguments)}>{shape}({passed})"
            lines.append(f"void cudalint_launch_{len(lines)}() {{ {call}; }}")
    return "\n".join(["", ANYTHING, *lines, ""]) if lines else None


def chosen_arguments(code: str, kernel: str, block: Block) -> list[str] | None:
    """One argument for each parameter of a kernel template that has no default; None where a parameter is of another
    kind. `code`: without comments and literals."""
    match = re.search(_HEAD % re.escape(kernel), code)
    if match is None:
        return None
    chosen: list[str] = []
    for parameter in filter(None, (p.strip() for p in match[1].split(","))):
        declared, default, _ = parameter.partition("=")
        if default:
            break
        declared = " ".join(declared.split())
        if _TYPE.match(declared):
            chosen.append("float")
        elif _VALUE.match(declared):
            chosen.append("true" if declared.startswith("bool") else str(block[0]))
        else:
            return None
    return chosen
