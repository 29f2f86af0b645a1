"""Reads the CSV that `ncu --page source --csv --print-source cuda,sass` prints.

The page has one section per kernel and source file: rows `File Path` and `Function Name` (older versions: `Kernel
Name`), a header with one column per counter, then rows of two kinds. A row with a line number sums up a source line;
the rows behind it without one are its machine instructions. Columns have display names, or with `--print-metric-name
name` those of the counters. Only the instructions are read, since a line's sums mix loads, stores and both memories. An
instruction that was inlined is listed under each line of its chain of calls. It counts once, at the first of these
lines; the others are kept as its calls, and any of them may be the one a prediction names.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cudalint.access import ATOMIC, GLOBAL, LOAD, SHARED, STORE

from ..measured import CannotMeasure, Launched, Line, Measured, Profile, summed

COLUMNS = {
    "executions": ("Instructions Executed", "inst_executed"),
    "threads": ("Predicated-On Thread Instructions Executed", "thread_inst_executed_true"),
    "space": ("Address Space", "memory_type"),
    "operation": ("Access Operation", "memory_access_type"),
    "bits": ("Access Size", "memory_access_size_type"),
    "sectors": ("L2 Theoretical Sectors Global", "memory_l2_theoretical_sectors_global"),
    "sectors_ideal": ("L2 Theoretical Sectors Global Ideal", "memory_l2_theoretical_sectors_global_ideal"),
    "wavefronts": ("L1 Wavefronts Shared", "memory_l1_wavefronts_shared"),
    "wavefronts_ideal": ("L1 Wavefronts Shared Ideal", "memory_l1_wavefronts_shared_ideal"),
}
_NEEDED = ("executions", "space")
"""The columns of a memory are missing in the section of a kernel that does not touch it."""
_LINE, _ADDRESS, _SOURCE = "Line No", "Address", "Source"
_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?(?:[eE][+-]?\d+)?$")
PREDICATE = re.compile(r"^@!?U?P\w+\s+")

OPCODES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "LDG": ((GLOBAL, LOAD),),
    "STG": ((GLOBAL, STORE),),
    "LD": ((GLOBAL, LOAD),),
    "ST": ((GLOBAL, STORE),),
    "ATOMG": ((GLOBAL, ATOMIC),),
    "ATOM": ((GLOBAL, ATOMIC),),
    "RED": ((GLOBAL, ATOMIC),),
    "REDG": ((GLOBAL, ATOMIC),),
    "LDS": ((SHARED, LOAD),),
    "LDSM": ((SHARED, LOAD),),
    "STS": ((SHARED, STORE),),
    "STSM": ((SHARED, STORE),),
    "ATOMS": ((SHARED, ATOMIC),),
    "LDGSTS": ((GLOBAL, LOAD), (SHARED, STORE)),
}
"""What a machine instruction does to which memory; LD and ST may go to either, as their counters say."""

_SUFFIX_BYTES = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16, "BYPASS": 16}


@dataclass(frozen=True, slots=True)
class _Instruction:
    """One row: a machine instruction with its counters, and the line it stands under."""

    kernel: str
    line: Line
    address: str
    text: str
    cells: Mapping[str, str]


def read(text: str, name: str) -> Profile:
    """The profile in a source page. `name`: of the file, for messages. Raises `CannotMeasure` for anything else."""
    instructions = list(_instructions(text, name))
    if not instructions:
        raise CannotMeasure(f"{name}: no machine instruction with a source line; was the program built with -lineinfo?")
    kernels = tuple(dict.fromkeys(i.kernel for i in instructions))
    rows = [row for chain in _chains(instructions) for row in _measured(chain)]
    return Profile(f"ncu report {name}", summed(rows), tuple(Launched(k) for k in kernels))


def _instructions(text: str, name: str) -> Iterator[_Instruction]:
    kernel = path = ""
    columns: dict[str, int] = {}
    line = 0
    places: tuple[int, int, int] | None = None
    for row in csv.reader(io.StringIO(text)):
        if len(row) >= 2 and row[0] in ("Function Name", "Kernel Name"):
            kernel, places = row[1], None
        elif len(row) >= 2 and row[0] == "File Path":
            path, places = row[1], None
        elif _ADDRESS in row and _SOURCE in row:
            places, columns = _header(row, name)
            line = 0
        elif places is not None and len(row) > max((*places, *columns.values())):
            number = row[places[0]].strip()
            if number.isdigit():
                line = int(number)
            address = row[places[1]].strip()
            if line and address.startswith("0x"):
                cells = {meaning: row[index].strip() for meaning, index in columns.items()}
                yield _Instruction(kernel, (path, line), address, row[places[2]].strip(), cells)


def _header(row: Sequence[str], name: str) -> tuple[tuple[int, int, int], dict[str, int]]:
    """Where line number, address and machine code stand, and the columns of the counters."""
    if _LINE not in row:
        raise CannotMeasure(f"{name}: a page of machine code only; print it with --print-source cuda,sass")
    address = row.index(_ADDRESS)
    columns: dict[str, int] = {}
    for meaning, names in COLUMNS.items():
        index = next((row.index(n) for n in names if n in row), None)
        if index is not None:
            columns[meaning] = index
    lacking = [COLUMNS[m][1] for m in _NEEDED if m not in columns]
    if lacking:
        raise CannotMeasure(f"{name}: no column for {', '.join(lacking)}; collect with --section SourceCounters")
    return (row.index(_LINE), address, row.index(_SOURCE, address)), columns


def _chains(instructions: Sequence[_Instruction]) -> Iterator[list[_Instruction]]:
    """The rows of each machine instruction: the first is where it counts, the others are calls.

    The same kernel profiled twice starts over: an address that comes again under the same line begins a new launch.
    """
    chains: dict[tuple[str, str, int], list[_Instruction]] = {}
    seen: dict[tuple[str, str, Line], int] = {}
    for instruction in instructions:
        here = (instruction.kernel, instruction.address, instruction.line)
        launch = seen.get(here, -1) + 1
        seen[here] = launch
        chains.setdefault((instruction.kernel, instruction.address, launch), []).append(instruction)
    yield from chains.values()


def _measured(chain: Sequence[_Instruction]) -> Iterator[Measured]:
    """The access or accesses of one machine instruction; nothing for arithmetic."""
    first = chain[0]
    opcode, *suffixes = PREDICATE.sub("", first.text).partition(" ")[0].split(".")
    executions = _number(first.cells["executions"])
    for space, kind in _effects(opcode, first.cells):
        unit = "sectors" if space == GLOBAL else "wavefronts"
        yield Measured(
            at=first.line,
            kernel=first.kernel,
            space=space,
            kind=kind,
            width=_width(first.cells.get("bits", ""), suffixes),
            executions=executions,
            threads=_number(first.cells.get("threads", "")),
            cost=_number(first.cells.get(unit, "")),
            ideal=_number(first.cells.get(f"{unit}_ideal", "")),
            via=tuple(i.line for i in chain[1:]),
            counted=not (space == SHARED and opcode == "LDGSTS" and "BYPASS" in suffixes),
        )


def _effects(opcode: str, cells: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    effects = OPCODES.get(opcode, ())
    generic = (
        opcode in ("LD", "ST", "ATOM")
        and _number(cells.get("wavefronts", ""))
        and not _number(cells.get("sectors", ""))
    )
    if generic:
        return tuple((SHARED, kind) for _, kind in effects)
    return effects


def _width(bits: str, suffixes: Sequence[str]) -> int:
    """Bytes a lane: as counted, or as the instruction's suffixes say (4 without any)."""
    counted = _number(bits)
    if counted:
        return counted // 8
    return next((_SUFFIX_BYTES[s] for s in suffixes if s in _SUFFIX_BYTES), 4)


def _number(cell: str) -> int:
    """A cell as an integer; 0 for an empty one, a dash, or words."""
    text = cell.strip()
    return round(float(text.replace(",", ""))) if _NUMBER.match(text) else 0
