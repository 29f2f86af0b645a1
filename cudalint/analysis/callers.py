"""Which other file calls the host functions that launch the kernels of a file, and so decides their sizes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
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


def callers_of(outcomes: Mapping[str, FileOutcome], real: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """For each file that has launching host functions, the one file with a `main` that names one of them, real path; of
    several programs none is taken, since each may mean other sizes.

    Looked at are the other files of the run and the plain C++ files of the folder and of the one above. `real`: each
    path of the run without links."""
    waiting = [path for path, outcome in outcomes.items() if outcome.launchers]
    if not waiting:
        return {}
    programs = _Programs([real[path] for path in outcomes if path.endswith(".cu")])
    return {path: programs.calling(real[path], outcomes[path]) for path in waiting}


class _Programs:
    """Files that may hold a `main`, each looked at once. `sources`: CUDA sources of the run, real paths."""

    def __init__(self, sources: Iterable[str]) -> None:
        self._by_folder: dict[Path, list[str]] = {}
        for source in sources:
            self._by_folder.setdefault(Path(source).parent, []).append(source)
        self._plain: dict[Path, list[str]] = {}
        self._words: dict[str, frozenset[bytes]] = {}

    def calling(self, path: str, outcome: FileOutcome) -> tuple[str, ...]:
        wanted = {name.encode() for name in outcome.launchers}
        own = {path, *outcome.report.included}
        found = [
            other
            for other in dict.fromkeys(self._candidates(Path(path).parent))
            if other not in own and not wanted.isdisjoint(self._words_of(other))
        ]
        return tuple(found) if len(found) == 1 else ()

    def _candidates(self, folder: Path) -> Iterator[str]:
        places = (folder, folder.parent)
        yield from (source for place in places for source in self._by_folder.get(place, ()))
        for place in places:
            if place not in self._plain:
                self._plain[place] = _plain_files(place)
            yield from self._plain[place]

    def _words_of(self, path: str) -> frozenset[bytes]:
        if path not in self._words:
            self._words[path] = _words_beside_main(path)
        return self._words[path]


def _plain_files(folder: Path) -> list[str]:
    try:
        found = sorted(entry.path for entry in os.scandir(folder) if Path(entry.name).suffix in PLAIN_SUFFIXES)
    except OSError:
        return []
    return [os.path.realpath(path) for path in found[:MOST_LOOKED_AT] if os.path.isfile(path)]  # noqa: PTH113


def _words_beside_main(path: str) -> frozenset[bytes]:
    """The words in the code of a file that has a `main`; none for any other file."""
    try:
        if os.stat(path).st_size > LARGEST_CALLER:  # noqa: PTH116
            return frozenset()
        text = Path(path).read_bytes()
    except OSError:
        return frozenset()
    if b"main" not in text:
        return frozenset()
    code = code_of(text)
    return frozenset(WORD.findall(code)) if _MAIN.search(code) is not None else frozenset()
