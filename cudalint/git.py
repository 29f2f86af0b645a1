"""What git knows about the working tree; nothing is changed by asking."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class GitFailed(ValueError):
    """git is not there, or refuses; one line."""


def git(*arguments: str, folder: str = ".", index: str | None = None) -> bytes:
    """What git prints when it is run in a folder, with `index` in place of its own; raises `GitFailed`."""
    import subprocess

    environment = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_PAGER": "cat"}
    if index is not None:
        environment["GIT_INDEX_FILE"] = index
    try:
        done = subprocess.run(["git", "-C", folder, *arguments], capture_output=True, env=environment, check=False)
    except OSError as error:
        raise GitFailed(f"git: {(error.strerror or str(error)).lower()}") from None
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or [f"exit code {done.returncode}"]
        raise GitFailed(f"git: {lines[0]}")
    return done.stdout


def top_folder(folder: str = ".") -> str | None:
    """The root of the working tree around a folder, with links resolved; None outside of one."""
    here = Path(folder).resolve()
    return next((str(f) for f in (here, *here.parents) if (f / ".git").exists()), None)


@contextmanager
def index_with_untracked(top: str) -> Iterator[str]:
    """A copy of the index, for as long as it is needed, in which new files are announced: so that a diff shows them."""
    import shutil
    import tempfile

    with tempfile.TemporaryDirectory(prefix="cudalint-") as folder:
        copy = str(Path(folder, "index"))
        own = Path(top, os.fsdecode(git("rev-parse", "--git-path", "index", folder=top).rstrip(b"\n")))
        if own.exists():
            shutil.copyfile(own, copy)
        git("add", "--intent-to-add", ".", folder=top, index=copy)
        yield copy


def ignored_paths(folder: str) -> frozenset[str]:
    """What git ignores below a folder, relative to it, folders without their slash; empty outside of a working tree."""
    if top_folder(folder) is None:
        return frozenset()
    arguments = ("ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z")
    try:
        printed = git(*arguments, folder=folder)
    except GitFailed:
        return frozenset()
    return frozenset(os.fsdecode(name).rstrip("/") for name in printed.split(b"\0") if name)
