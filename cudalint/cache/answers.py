"""Outcomes of jobs, kept and found again."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cudalint.analysis.job import Slot
from cudalint.analysis.options import parse_options
from cudalint.analysis.outcome import FileOutcome, Foreign
from cudalint.analysis.settings import Settings
from cudalint.cache.codec import (
    Unfit,
    decoded_accesses,
    decoded_dependencies,
    decoded_outcome,
    encoded_accesses,
    encoded_dependencies,
    encoded_outcome,
)
from cudalint.cache.fingerprint import fingerprint
from cudalint.cache.state import CLOCK_SECONDS, State
from cudalint.cache.store import digest, read_entry, write_entry
from cudalint.front.index import absolute_path, is_repository, source_root


def key_of(
    path: str, text: bytes, settings: Settings, foreign: Foreign, given: bool, overlays: Mapping[str, bytes]
) -> str:
    """Of everything that decides an outcome and can be told without reading further files.

    `given`: the text is not what is on disk.
    """
    absolute, root = _places(path, settings)
    launches = [repr(foreign.launches[name]) for name in sorted(foreign.launches)]
    plain = replace(settings, jobs=0, seconds=0, memory=0, findings_only=False, cache=None, only=None)
    facts = [path, str(absolute), str(root), is_repository(root), given, repr(plain)]
    facts += [repr(parse_options(settings, path)), launches, foreign.forced, foreign.callers]
    texts = [part for name in sorted(overlays) for part in (os.fsencode(name), overlays[name])]
    own = fingerprint(Path(settings.cache) if settings.cache is not None else None)
    return digest(own, json.dumps(facts).encode(), text, *texts)


def found(answers: Path, key: str, path: str, settings: Settings, state: State) -> FileOutcome | None:
    """What was kept under a key, if it still holds; with `findings_only` without the accesses."""
    content = read_entry(answers, key)
    if content is None:
        return None
    try:
        head, _, rest = content.partition(b"\n")
        described, known = json.loads(head)
        dependencies = decoded_dependencies(described)
        if state.digest(dependencies, *_places(path, settings)) != known:
            return None
        short, _, whole = rest.partition(b"\n")
        outcome = decoded_outcome(json.loads(short))
        if not settings.findings_only:
            report = replace(outcome.report, accesses=decoded_accesses(json.loads(whole)))
            outcome = replace(outcome, report=report)
    except (Unfit, ValueError, TypeError, RecursionError):
        return None
    return outcome if outcome.report.path == path and not outcome.report.errors else None


def keep(slot: Slot, path: str, settings: Settings, outcome: FileOutcome, short: FileOutcome) -> None:
    """Keep the outcome of a job, if it is one that a later run may believe: without errors, and of files that did not
    change while they were read. `short`: the outcome without its accesses."""
    dependencies = outcome.dependencies
    if dependencies is None or not dependencies.complete or outcome.report.errors:
        return
    state = State()
    absolute, root = _places(path, settings)
    if state.last_change(dependencies, absolute) >= slot.began - CLOCK_SECONDS:
        return
    parts: list[Any] = [
        [encoded_dependencies(dependencies), state.digest(dependencies, absolute, root)],
        encoded_outcome(short),
        encoded_accesses(outcome.report.accesses),
    ]
    content = b"\n".join(json.dumps(part, separators=(",", ":")).encode() for part in parts)
    write_entry(Path(slot.folder), slot.key, content)


def _places(path: str, settings: Settings) -> tuple[Path, Path]:
    absolute = absolute_path(path)
    return absolute, source_root(absolute, settings.root)
