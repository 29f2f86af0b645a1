"""One run cut into several, and put together again: each analyses its share of the files, the last judges the whole."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from cudalint import __version__
from cudalint.access import FileReport
from cudalint.frozen import frozen

SCHEMA = 1
_SHARD = re.compile(r"(\d{1,4})/(\d{1,4})")


@frozen
class Shard:
    """Number `index` (from 1) of `count`."""

    index: int
    count: int

    @classmethod
    def parsed(cls, text: str) -> Shard:
        """I/N; raises `click.UsageError`."""
        match = _SHARD.fullmatch(text)
        shard = cls(int(match[1]), int(match[2])) if match is not None else None
        if shard is None or not 1 <= shard.index <= shard.count:
            raise click.UsageError(f"--shard {text!r}: expected I/N, such as 1/4")
        return shard

    def share(self, paths: Sequence[str]) -> frozenset[str]:
        """The paths of this shard: the largest file first, each to the shard that has least by then. Depends on nothing
        but the paths and the sizes of the files."""
        loads = [0] * self.count
        mine: set[str] = set()
        for size, path in sorted(((_size(p), p) for p in paths), key=lambda pair: (-pair[0], pair[1])):
            lightest = loads.index(min(loads))
            loads[lightest] += size + 1
            if lightest == self.index - 1:
                mine.add(path)
        return frozenset(mine)


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


def save(
    path: str, shard: Shard, paths: Sequence[str], reports: Iterable[FileReport], thresholds: Sequence[float]
) -> None:
    """Write what a shard found, as JSON; raises `click.ClickException`."""
    from cudalint.cache.codec import encoded_reports
    from cudalint.cli.outputs import write_file

    document = {
        "schema_version": SCHEMA,
        "cudalint": __version__,
        "shard": [shard.index, shard.count],
        "thresholds": list(thresholds),
        "paths": list(paths),
        "reports": encoded_reports(tuple(reports)),
    }
    write_file(path, json.dumps(document, separators=(",", ":")) + "\n")


def merged(files: Sequence[str], paths: Sequence[str], thresholds: Sequence[float]) -> dict[str, FileReport]:
    """The reports of all paths by path. Raises `click.UsageError` unless the files are all shards of one run over these
    paths."""
    found: dict[str, FileReport] = {}
    seen: set[int] = set()
    count = 0
    for file in files:
        index, count, reports = _read(file, paths, thresholds, count)
        if index in seen:
            raise click.UsageError(f"--merge {file}: shard {index} of {count} is there twice")
        seen.add(index)
        found.update((report.path, report) for report in reports)
    missing = sorted(set(range(1, count + 1)) - seen)
    if missing:
        raise click.UsageError(f"--merge: shard {missing[0]} of {count} is missing")
    # A header is analysed where it is included, and only judged as a file.
    return {path: found.get(path, FileReport(path, spoken=())) for path in paths}


def _read(
    file: str, paths: Sequence[str], thresholds: Sequence[float], count: int
) -> tuple[int, int, tuple[FileReport, ...]]:
    from cudalint.cache.codec import Unfit, decoded_reports

    try:
        document: Any = json.loads(Path(file).read_bytes())
        if document["schema_version"] != SCHEMA or document["cudalint"] != __version__:
            raise click.UsageError(f"--merge {file}: written by another version of cudalint")
        index, of = document["shard"]
        reports = decoded_reports(document["reports"])
        same_paths, same_thresholds = document["paths"] == list(paths), document["thresholds"] == list(thresholds)
        if type(index) is not int or type(of) is not int or not 1 <= index <= of:
            raise Unfit("no shard")
    except OSError as error:
        raise click.UsageError(f"--merge {file}: {(error.strerror or str(error)).lower()}") from None
    except (Unfit, ValueError, TypeError, KeyError, RecursionError):
        raise click.UsageError(f"--merge {file}: not what --save-shard writes") from None
    if count not in (0, of):
        raise click.UsageError(f"--merge {file}: a shard of {of}, not of {count}")
    if not same_paths:
        raise click.UsageError(f"--merge {file}: a shard of other files than these")
    if not same_thresholds:
        raise click.UsageError(f"--merge {file}: a shard of a run with another --threshold")
    return index, of, reports
