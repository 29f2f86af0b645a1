"""From addresses in a program to source lines, with the functions inlined there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..child import Limits, run
from ..measured import CannotMeasure, Line
from .toolchain import MIRROR, RUNTIME, find_tool

_WHERE = re.compile(r"^(?P<path>.+):(?P<line>\d+|\?)(?: \(discriminator \d+\))?$")
_GUARD = re.compile(r"^([0-9a-f]+) [bBdD] _ZGV", re.MULTILINE)
_LIMITS = Limits(120)


@dataclass(frozen=True, slots=True)
class Place:
    """Source lines of an address, innermost first, without those of our own headers; `function`: the outermost one."""

    lines: tuple[Line, ...]
    function: str


NOWHERE = Place((), "")


def places(program: Path, addresses: Iterable[int], scratch: Path) -> Mapping[int, Place]:
    """Where the instructions at these addresses come from. Raises `CannotMeasure`."""
    mirror = scratch / MIRROR
    wanted = sorted(set(addresses))
    if not wanted:
        return {}
    listing = scratch / "addresses"
    listing.write_text("".join(f"{address:#x}\n" for address in wanted))
    command = [find_tool("addr2line"), "-e", str(program), "-a", "-f", "-C", "-i", f"@{listing}"]
    outcome = run(command, scratch, _LIMITS)
    if outcome.code != 0:
        raise CannotMeasure(f"addr2line failed: {outcome.last_line()}")
    return parsed(outcome.output, str(RUNTIME), str(mirror))


def guard_offsets(program: Path, scratch: Path) -> tuple[int, ...]:
    """Where in thread-local storage the compiler keeps guards of arrays of classes. Raises `CannotMeasure`."""
    outcome = run([find_tool("nm"), str(program)], scratch, _LIMITS)
    if outcome.code != 0:
        raise CannotMeasure(f"nm failed: {outcome.last_line()}")
    return tuple(int(m[1], 16) for m in _GUARD.finditer(outcome.output))


def parsed(output: str, own: str, mirror: str) -> dict[int, Place]:
    """The output of addr2line: an address, then a function and a place per inlined level. `own`: folder left out;
    `mirror`: where rewritten copies lie, which go by the names of their originals."""
    found: dict[int, Place] = {}
    address, functions, lines = -1, [""], list[Line]()
    expects_function = True
    for text in [*output.splitlines(), "0x0"]:
        if expects_function and re.fullmatch(r"0x[0-9a-f]+", text):
            if address >= 0:
                found[address] = Place(tuple(lines), functions[-1])
            address, functions, lines = int(text, 16), [""], []
        elif expects_function:
            functions.append(text)
            expects_function = False
        else:
            expects_function = True
            match = _WHERE.match(text)
            if match is not None and match["line"] not in ("?", "0") and not match["path"].startswith(own):
                lines.append((match["path"].removeprefix(mirror), int(match["line"])))
    return found
