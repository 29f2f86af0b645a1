"""Profiles made elsewhere: the CSV of a source page, or an .ncu-rep that ncu turns into one."""

from __future__ import annotations

from pathlib import Path

from ..child import Limits, run
from ..measured import CannotMeasure, Profile
from .commands import find_ncu, import_command
from .source_page import read

_ENCODINGS = ("utf-8-sig", "utf-16")
IMPORT_LIMITS = Limits(seconds=300, memory_bytes=16 << 30)


def read_report(path: str) -> Profile:
    """The profile in a file. Raises `CannotMeasure`."""
    file = Path(path)
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise CannotMeasure(f"{path}: {error.strerror or error}") from None
    if file.suffix in (".ncu-rep", ".nsight-cuprof-report"):
        return read(_imported(file), file.name)
    return read(_decoded(raw, path), file.name)


def _imported(file: Path) -> str:
    outcome = run(import_command(find_ncu(), file), Path.cwd(), IMPORT_LIMITS)
    if outcome.code != 0:
        raise CannotMeasure(f"{file.name}: ncu --import failed: {outcome.last_line()}")
    return outcome.output


def _decoded(raw: bytes, path: str) -> str:
    for encoding in _ENCODINGS:
        try:
            return raw.decode(encoding)
        except UnicodeError:
            continue
    raise CannotMeasure(f"{path}: not a text file; a report of ncu is named .ncu-rep")
