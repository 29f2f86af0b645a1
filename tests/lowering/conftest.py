"""Small sources turned into the IR."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from cudalint.front.lowering import lower
from cudalint.front.options import ParseOptions
from cudalint.front.parse import parse
from cudalint.ir.show import show
from cudalint.ir.unit import Function, Unit

Lower = Callable[[str], Unit]
Show = Callable[..., str]


@pytest.fixture
def lowered(tmp_path: Path) -> Lower:
    """The unit of a source text."""

    def run(source: str) -> Unit:
        path = tmp_path / "source.cu"
        path.write_text(textwrap.dedent(source))
        return lower(parse(str(path), ParseOptions(root=str(tmp_path))))

    return run


@pytest.fixture
def shown(lowered: Lower) -> Show:
    """The body of a function (a kernel "k" unless named otherwise), one statement a line, without line numbers."""

    def run(source: str, name: str = "k") -> str:
        text = show(function_named(lowered(source), name))
        return "\n".join(line[5:] for line in text.splitlines()[1:])

    return run


def function_named(unit: Unit, name: str) -> Function:
    """The function of that name that the kernels and hosts reach: an instantiation rather than the template."""
    for key in (*unit.kernels, *unit.hosts):
        if unit.functions[key].name == name:
            return unit.functions[key]
    found = [unit.functions[key] for key in list(unit.functions) if unit.functions[key].name == name]
    return min(found, key=lambda function: function.is_template)
