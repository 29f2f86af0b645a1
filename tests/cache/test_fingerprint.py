"""What the program is known by follows its text, whether it is read or remembered."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cudalint.cache import fingerprint as module
from cudalint.cache.folder import opened

LONG_AGO = 1_000_000_000


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that stands for the program's own files, none of them changed just now."""
    folder = tmp_path / "program"
    (folder / "inner").mkdir(parents=True)
    for name in ("a.py", "inner/b.h", "inner/c.txt"):
        (folder / name).write_text(name)
    monkeypatch.setattr(module, "_own_folders", lambda: [str(folder)])
    monkeypatch.setattr(module, "SETTLED_NANOSECONDS", -(10**18))
    yield folder
    module.fingerprint.cache_clear()


def asked(answers: Path | None) -> bytes:
    module.fingerprint.cache_clear()
    return module.fingerprint(answers)


def test_it_is_the_same_remembered_and_read(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = opened(tmp_path / "cache")
    first = asked(answers)
    assert first == asked(None)
    monkeypatch.setattr(module, "_content", lambda path: pytest.fail(path))
    assert asked(answers) == first


@pytest.mark.parametrize("keeps_its_time", [False, True])
def test_it_follows_every_file(own: Path, tmp_path: Path, keeps_its_time: bool) -> None:
    answers = opened(tmp_path / "cache")
    seen = {asked(answers)}
    for name in ("a.py", "inner/b.h"):
        path = own / name
        path.write_bytes(path.read_bytes().swapcase())
        if keeps_its_time:
            os.utime(path, ns=(LONG_AGO, LONG_AGO))
        seen.add(asked(answers))
        assert asked(answers) == asked(None)
    (own / "d.py").touch()
    seen.add(asked(answers))
    assert len(seen) == 4


def test_what_has_just_changed_is_read(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SETTLED_NANOSECONDS", 10**12)
    answers = opened(tmp_path / "cache")
    assert answers is not None
    assert asked(answers) == asked(None)
    assert not list(answers.glob("*.json"))
