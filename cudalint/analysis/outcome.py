"""What the analysis of one file gives and takes, as data that travels between processes and into the cache."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from cudalint.access import FileReport
from cudalint.frozen import frozen

Extent = tuple[int | None, int | None, int | None]
"""Sizes along x, y and z, None where unknown."""


@frozen
class ForeignLaunch:
    """A launch seen in another file, in a form that can travel: arguments that are known integers, None for the
    others."""

    kernel: str
    grid: Extent
    block: Extent
    arguments: tuple[int | float | None, ...]


@frozen
class Foreign:
    """What other files know: launches by kernel name, files to read first since they define device functions, and files
    to read last since they call what launches kernels here."""

    launches: Mapping[str, ForeignLaunch]
    forced: tuple[str, ...] = ()
    callers: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[str, ...]:
        """All that is read with the file."""
        return (*self.forced, *self.callers)


NOTHING_FOREIGN = Foreign({})


@frozen
class Dependencies:
    """What an answer was read from besides the file itself, so that it can be told whether it still holds.

    `files`: other files that were read, or lie where one was looked for; `absent`: paths that were looked for in vain;
    `names`: (name, including file) of what was searched for in the whole repository; `includers`: the files found that
    include this one, None where they were not asked for. `complete`: nothing else was read. All paths are absolute.
    """

    files: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    includers: tuple[str, ...] | None = None
    complete: bool = True


@frozen
class FileOutcome:
    """A file's report, and what it has for and wants from others. `unlaunched`: kernels that it launches nowhere;
    `launchers`: host functions of which it is not known with what they are called, but would matter; `dependencies`:
    None where nobody asked."""

    report: FileReport
    launches: tuple[ForeignLaunch, ...] = ()
    unlaunched: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()
    defined: frozenset[str] = frozenset()
    launchers: frozenset[str] = frozenset()
    dependencies: Dependencies | None = field(default=None, compare=False)
