"""The user's files with changed texts, at the same places below another folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path

from cudalint.access import FileReport
from cudalint.analysis.settings import Settings

from ..measured import Line, Profile
from .trial import Version


def changed_version(report: FileReport, texts: Mapping[str, bytes], settings: Settings, root: Path) -> Version:
    """A file and the project's headers that it includes, written below `root`, with the new texts where there are any.

    What it includes besides is still found in the folders of the originals.
    """
    new = {os.path.realpath(path): text for path, text in texts.items()}
    files = dict.fromkeys(os.path.realpath(p) for p in (report.path, *report.included, *texts))
    for file in files:
        target = below(file, root)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(new.get(file) or Path(file).read_bytes())
    given = [os.path.realpath(d) for d in settings.include_directories]
    folders = [str(f) for d in given if (f := below(d, root)).is_dir()]
    original = str(Path(os.path.realpath(report.path)).parent)
    included = tuple(str(below(os.path.realpath(p), root)) for p in report.included)
    settings = replace(settings, include_directories=(*folders, *given, original))
    return Version(str(below(os.path.realpath(report.path), root)), included, settings, str(root))


def below(path: str, root: Path) -> Path:
    """Where an absolute path lies below the folder."""
    return root / Path(path).relative_to("/")


def as_original(profile: Profile, root: str) -> Profile:
    """The profile with the user's own paths for those below `root`."""
    if not root:
        return profile

    def own(line: Line) -> Line:
        return line[0].removeprefix(root), line[1]

    rows = tuple(replace(r, at=own(r.at), via=tuple(map(own, r.via))) for r in profile.rows)
    return replace(profile, rows=rows)


def lines_before(before: bytes, after: bytes) -> dict[int, int]:
    """By line number of the new text the line of the old one that it comes from."""
    old, new = (text.decode("utf-8", "replace").splitlines() for text in (before, after))
    found: dict[int, int] = {}
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal" or (tag == "replace" and i2 - i1 == j2 - j1):
            found |= {j1 + k + 1: i1 + k + 1 for k in range(j2 - j1)}
        elif tag == "replace":
            found |= {j + 1: min(i1 + j - j1, i2 - 1) + 1 for j in range(j1, j2)}
    return found
