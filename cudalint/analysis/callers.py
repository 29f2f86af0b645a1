"""Which other file calls the host functions that launch the kernels of a file, and so decides their sizes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from cudalint.analysis.outcome import FileOutcome
from cudalint.source_text import WORD, code_of

PLAIN_SUFFIXES = frozenset((".cpp", ".cc", ".cxx", ".c"))
"""Host code that is not CUDA source: files that nobody asked to look at."""

LARGEST_CALLER = 1 << 18
"""Bytes; a larger file is not the driver of a program."""

MOST_LOOKED_AT = 200
"""Files of a folder that are read in search of a caller."""

_MAIN = re.compile(rb"\bmain\s*\(")


def callers_of(path: str, outcomes: Mapping[str, FileOutcome]) -> tuple[str, ...]:
    """The one file with a `main` that names a host function of this file, real path; of several programs none is
    taken, since each may mean other sizes.

    Looked at are the other files of the run and the plain C++ files of the folder and of the one above."""
    wanted = {name.encode() for name in outcomes[path].launchers}
    own = {os.path.realpath(path), *outcomes[path].report.included}
    calling = [
        other for other in dict.fromkeys(_candidates(path, outcomes)) if other not in own and _calls(other, wanted)
    ]
    return tuple(calling) if len(calling) == 1 else ()


def _candidates(path: str, outcomes: Mapping[str, FileOutcome]) -> Iterator[str]:
    folder = Path(os.path.realpath(path)).parent
    places = (folder, folder.parent)
    for other in outcomes:
        real = os.path.realpath(other)
        if other.endswith(".cu") and Path(real).parent in places:
            yield real
    for place in places:
        yield from _plain_files(place)


def _plain_files(folder: Path) -> list[str]:
    try:
        found = sorted(entry.path for entry in os.scandir(folder) if Path(entry.name).suffix in PLAIN_SUFFIXES)
    except OSError:
        return []
    return [os.path.realpath(path) for path in found[:MOST_LOOKED_AT] if os.path.isfile(path)]  # noqa: PTH113


def _calls(path: str, wanted: set[bytes]) -> bool:
    try:
        if os.stat(path).st_size > LARGEST_CALLER:  # noqa: PTH116
            return False
        text = Path(path).read_bytes()
    except OSError:
        return False
    if b"main" not in text or not any(name in text for name in wanted):
        return False
    code = code_of(text)
    return _MAIN.search(code) is not None and not wanted.isdisjoint(WORD.findall(code))
