"""The file of known findings: JSON, sorted, an entry a line, so that it reads and merges well."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path

from cudalint.baseline.entry import Entry

SCHEMA_VERSION = 1
DEFAULT_FILE = "cudalint-baseline.json"
_FIELDS = tuple(f.name for f in fields(Entry))


class BadBaseline(ValueError):
    """The file cannot be used; one line."""


def read_baseline(path: str) -> list[Entry]:
    """The entries of a file; raises `BadBaseline`."""
    try:
        content = json.loads(Path(path).read_bytes())
    except OSError as error:
        raise BadBaseline(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise BadBaseline(f"{path}: not JSON: {error}") from None
    version = content.get("schema_version") if isinstance(content, dict) else None
    if not isinstance(content, dict) or version is None:
        raise BadBaseline(f"{path}: not a baseline of cudalint")
    if version != SCHEMA_VERSION:
        raise BadBaseline(f"{path}: version {version} of the form, {SCHEMA_VERSION} is known: write it again")
    rows = content.get("findings")
    if not isinstance(rows, list) or not all(map(_is_entry, rows)):
        raise BadBaseline(f"{path}: an entry is not as `cudalint baseline` writes it")
    return [Entry(**row) for row in rows]


def _is_entry(row: object) -> bool:
    return isinstance(row, dict) and set(row) == set(_FIELDS) and all(isinstance(v, str) for v in row.values())


def as_text(entries: Sequence[Entry]) -> str:
    """What the file holds."""
    rows = [json.dumps(asdict(entry), ensure_ascii=False) for entry in sorted(entries)]
    listed = "\n  " + ",\n  ".join(rows) + "\n " if rows else ""
    return f'{{\n "schema_version": {SCHEMA_VERSION},\n "findings": [{listed}]\n}}\n'
