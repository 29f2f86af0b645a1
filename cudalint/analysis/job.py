"""One file to analyse, as it is handed to the cache and to a worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from cudalint.analysis.outcome import Foreign
from cudalint.analysis.settings import Settings
from cudalint.frozen import frozen


@frozen
class Slot:
    """Where the outcome of a job is to be kept: `folder`, `key`. `began`: when its text was read, in seconds since the
    epoch."""

    folder: str
    key: str
    began: float


@frozen
class Job:
    """One file to analyse. `source`, `overlays`: its text, and by real path that of files that it includes, where these
    are not as on disk. `slot`: where to keep the outcome."""

    path: str
    settings: Settings
    foreign: Foreign
    source: bytes | None = None
    overlays: Mapping[str, bytes] = field(default_factory=dict)
    slot: Slot | None = None
