"""What git knows about the working tree; nothing is changed by asking."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


class GitFailed(ValueError):
    """git is not there, or refuses; one line."""


def git(*arguments: str, folder: str = ".") -> bytes:
    """What git prints when it is run in a folder; raises `GitFailed`."""
    environment = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_PAGER": "cat"}
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
