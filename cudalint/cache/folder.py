"""Where answers are kept, and whether what lies there may be believed."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cudalint.git import GitFailed, git, top_folder

FOLDER_VARIABLE = "CUDALINT_CACHE_DIR"
"""Environment variable for the cache folder; empty: keep nothing."""

ANSWERS = "answers"
ENTRY = re.compile(r"[0-9a-f]{40}\.json")
LEFT_OVER = re.compile(r"\.[0-9a-f]{40}\.json\.[0-9a-f]{16}")
"""What a process that was killed while writing leaves behind."""

MOST_BYTES = 512 << 20
SHARE_KEPT = 0.75
"""Of `MOST_BYTES`, when old answers are removed."""

STALE_SECONDS = 3600.0
_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# Answers of cudalint; they can be removed at any time.\n"
"""https://bford.info/cachedir/: so that backups leave the folder out."""


class Distrusted(ValueError):
    """A folder whose content may come from somebody else; the message is one line."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    """What was removed."""

    files: int
    bytes: int


def cache_folder(given: str | None = None) -> Path | None:
    """The folder named, else that of the environment, else the user's; None for none."""
    if given is None:
        given = os.environ.get(FOLDER_VARIABLE)
    if given is not None:
        return Path(given).absolute() if given else None
    base = os.environ.get("XDG_CACHE_HOME", "")
    if Path(base).is_absolute():
        return Path(base, "cudalint")
    try:
        return Path.home() / ".cache" / "cudalint"
    except RuntimeError:
        return None


def opened(folder: Path) -> Path | None:
    """The folder with the answers in it, made if it is not there; None where that is not possible.

    Raises `Distrusted` for one that others may write to, or that holds files under version control: what a repository
    brings along is not believed.
    """
    answers = trusted(folder, ANSWERS)
    if answers is None:
        return None
    tag = answers.parent / "CACHEDIR.TAG"
    if not tag.exists():
        with suppress(OSError):
            tag.write_text(_TAG, "ascii")
            (answers / ".gitignore").write_text("*\n", "ascii")
    return answers


def trusted(folder: Path, part: str) -> Path | None:
    """A folder in the cache folder, made if it is not there; None where that is not possible. Raises `Distrusted` as
    `opened` does."""
    inner = Path(os.path.realpath(folder)) / part
    try:
        inner.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = inner.lstat()
    except OSError:
        return None
    if hasattr(os, "getuid") and (state.st_uid != os.getuid() or state.st_mode & 0o022):
        raise Distrusted(f"{inner}: others may write to this folder, so it is not used")
    if inner.is_symlink():
        raise Distrusted(f"{inner}: a link, so it is not used")
    if _under_version_control(inner):
        raise Distrusted(f"{inner}: holds files under version control, so it is not used")
    return inner


def _under_version_control(folder: Path) -> bool:
    if top_folder(str(folder)) is None:
        return False
    try:
        return bool(git("ls-files", "-z", ".", folder=str(folder)))
    except GitFailed:
        return True


def prune(answers: Path, most: int = MOST_BYTES) -> None:
    """Remove what was not asked for the longest time, once there is too much, and what killed processes left."""
    entries = list(_ours(answers))
    now = time.time()
    for entry in entries:
        if not ENTRY.fullmatch(entry.name) and now - entry.used > STALE_SECONDS:
            _remove(answers, entry.name)
    total = sum(entry.size for entry in entries)
    if total <= most:
        return
    for entry in sorted(entries, key=lambda e: e.used):
        _remove(answers, entry.name)
        total -= entry.size
        if total <= SHARE_KEPT * most:
            return


def clean(folder: Path) -> Cleaned:
    """Remove all answers, and nothing else."""
    answers = Path(os.path.realpath(folder)) / ANSWERS
    if answers.is_symlink():
        return Cleaned(0, 0)
    entries = list(_ours(answers))
    for entry in entries:
        _remove(answers, entry.name)
    return Cleaned(len(entries), sum(entry.size for entry in entries))


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    size: int
    used: float


def _ours(answers: Path) -> Iterator[_Entry]:
    try:
        with os.scandir(answers) as found:
            for entry in found:
                if ENTRY.fullmatch(entry.name) or LEFT_OVER.fullmatch(entry.name):
                    with suppress(OSError):
                        state = entry.stat(follow_symlinks=False)
                        yield _Entry(entry.name, state.st_size, state.st_mtime)
    except OSError:
        return


def _remove(answers: Path, name: str) -> None:
    with suppress(OSError):
        (answers / name).unlink()
