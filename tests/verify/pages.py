"""Source pages of ncu, in the form of version 2025.3: the columns that matter, with their neighbours."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

DISPLAY = (
    "Line No", "Source", "Address", "Source", "Warp Stall Sampling (All Samples)", "# Samples",
    "Instructions Executed", "Thread Instructions Executed", "Predicated-On Thread Instructions Executed",
    "Address Space", "Access Operation", "Access Size", "L1 Tag Requests Global", "L1 Conflicts Shared N-Way",
    "L1 Wavefronts Shared Excessive", "L1 Wavefronts Shared", "L1 Wavefronts Shared Ideal",
    "L2 Theoretical Sectors Global Excessive", "L2 Theoretical Sectors Global", "L2 Theoretical Sectors Global Ideal",
)  # fmt: skip

COUNTERS = {
    "Instructions Executed": "inst_executed",
    "Predicated-On Thread Instructions Executed": "thread_inst_executed_true",
    "Address Space": "memory_type",
    "Access Operation": "memory_access_type",
    "Access Size": "memory_access_size_type",
    "L1 Wavefronts Shared": "memory_l1_wavefronts_shared",
    "L1 Wavefronts Shared Ideal": "memory_l1_wavefronts_shared_ideal",
    "L2 Theoretical Sectors Global": "memory_l2_theoretical_sectors_global",
    "L2 Theoretical Sectors Global Ideal": "memory_l2_theoretical_sectors_global_ideal",
}


def instruction(address: int, text: str, executed: int, **cells: object) -> dict[str, object]:
    """A machine instruction; cells by display name with `_` for blanks."""
    named = {name.replace("_", " "): value for name, value in cells.items()}
    return {"Address": hex(address), "SASS": text, "Instructions Executed": executed, **named}


def memory(address: int, text: str, executed: int, cost: int, ideal: int, bits: int = 32) -> dict[str, object]:
    """An access to global or shared memory, as its opcode says, by all 32 lanes."""
    shared = "S" in re.sub(r"^@!?P\d ", "", text).split(".")[0].split()[0][2:]
    unit = "L1 Wavefronts Shared" if shared else "L2 Theoretical Sectors Global"
    space = "Shared" if shared else "Global"
    row = instruction(address, text, executed)
    return {
        **row,
        "Predicated-On Thread Instructions Executed": 32 * executed,
        "Address Space": space,
        "Access Size": bits,
        unit: cost,
        f"{unit} Ideal": ideal,
    }


def section(
    path: str, kernel: str, lines: dict[int, Sequence[dict[str, object]]], *, internal_names: bool = False
) -> str:
    """One section: its source lines with their instructions."""
    out = io.StringIO()
    write = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n").writerow
    write(["File Path", path])
    write(["Function Name", kernel])
    write([COUNTERS.get(name, name) if internal_names else name for name in DISPLAY])
    for number, instructions in lines.items():
        executed = sum(int(str(i["Instructions Executed"])) for i in instructions)
        write([number, "source text", "-", "-", 0, 0, executed, *["0"] * (len(DISPLAY) - 7)])
        for row in instructions:
            cells = [row.get(name, "" if name == "Address Space" else 0) for name in DISPLAY[4:]]
            write(["", "", row["Address"], row["SASS"], *cells])
    return out.getvalue()
