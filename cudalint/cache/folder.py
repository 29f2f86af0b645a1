"""Where answers are kept, and whether what lies there may be believed."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from cudalint.frozen import frozen
from cudalint.git import GitFailed, git, top_folder

FOLDER_VARIABLE = "CUDALINT_CACHE_DIR"
"""Environment variable for the cache folder; empty: keep nothing."""


@frozen
class Part:
    """A folder in the cache folder. `entry`, `left_over`: how the files are called that it holds, and those that a
    process leaves that is killed while writing; `most`: bytes it may take; `spared`: seconds in which what was used is
    not removed for want of room, because a running process may rely on it."""

    name: str
    entry: re.Pattern[str]
    left_over: re.Pattern[str]
    most: int
    spared: float = 0.0


ANSWERS = Part(
    "answers", re.compile(r"[0-9a-f]{40}\.json"), re.compile(r"\.[0-9a-f]{40}\.json\.[0-9a-f]{16}"), 512 << 20
)
DECLARATIONS = Part(
    "declarations",
    re.compile(r"[0-9a-f]{32}\.[0-9a-f]{32}\.pch"),
    re.compile(r"\.[0-9a-f]{32}\.pch\.[0-9a-f]{16}.*"),
    96 << 20,
    spared=3 * 86_400.0,
)
"""Precompiled headers of three megabytes each; one for every set of declarations and flags, and for every release."""

SHARE_KEPT = 0.75
"""Of what a part may take, when its oldest files are removed."""

STALE_SECONDS = 3600.0
_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# Answers of cudalint; they can be removed at any time.\n"
"""https://bford.info/cachedir/: so that backups leave the folder out."""


class Distrusted(ValueError):
    """A folder whose content may come from somebody else; the message is one line."""


@frozen
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
    answers = trusted(folder, ANSWERS.name)
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


def prune(inner: Path, part: Part = ANSWERS, most: int | None = None) -> None:
    """Remove from a part's folder what was not used for the longest time, once there is too much, and what killed
    processes left. `most`: bytes, instead of the part's own."""
    entries = list(_ours(inner, part))
    now = time.time()
    for entry in entries:
        if not part.entry.fullmatch(entry.name) and now - entry.used > STALE_SECONDS:
            _remove(inner, entry.name)
    most = part.most if most is None else most
    total = sum(entry.size for entry in entries)
    if total <= most:
        return
    for entry in sorted(entries, key=lambda e: e.used):
        if now - entry.used < part.spared:
            return
        _remove(inner, entry.name)
        total -= entry.size
        if total <= SHARE_KEPT * most:
            return


def clean(folder: Path) -> Cleaned:
    """Remove all answers and precompiled headers, and nothing else."""
    files = size = 0
    for part in (ANSWERS, DECLARATIONS):
        inner = Path(os.path.realpath(folder)) / part.name
        if inner.is_symlink():
            continue
        for entry in list(_ours(inner, part)):
            _remove(inner, entry.name)
            files += 1
            size += entry.size
    return Cleaned(files, size)


@frozen
class _Entry:
    name: str
    size: int
    used: float


def _ours(inner: Path, part: Part) -> Iterator[_Entry]:
    try:
        with os.scandir(inner) as found:
            for entry in found:
                if part.entry.fullmatch(entry.name) or part.left_over.fullmatch(entry.name):
                    with suppress(OSError):
                        state = entry.stat(follow_symlinks=False)
                        yield _Entry(entry.name, state.st_size, state.st_mtime)
    except OSError:
        return


def _remove(inner: Path, name: str) -> None:
    with suppress(OSError):
        (inner / name).unlink()
