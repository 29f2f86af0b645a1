"""What lies in the folder may be cut off, changed or swapped for something else: then it is as if it were not there."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path
from random import Random

import pytest

from cudalint.access import FileReport
from cudalint.cache.codec import Unfit, decoded_outcome, encoded_outcome
from cudalint.cache.folder import ANSWERS, DECLARATIONS, Distrusted, cache_folder, clean, opened, prune
from cudalint.cache.store import digest, read_entry, write_entry
from cudalint.lint import lint
from cudalint.report.bundle import Bundle
from cudalint.report.formats import FORMATS
from cudalint.report.source import SourceLines
from cudalint.rule import installed_rules
from tests.cache.support import Runs, write

ROOT = Path(__file__).parents[2]
KEY = "0" * 40
SOURCE = (ROOT / "fixtures" / "examples" / "transpose.cu").read_text()


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    found = opened(tmp_path / "folder")
    assert found is not None
    return found


def only_entry(runs: Runs) -> Path:
    """That of the one file; a small one beside it holds what this program is known by."""
    found = [p for p in runs.answers.iterdir() if ANSWERS.entry.fullmatch(p.name)]
    assert 1 <= len(found) <= 2
    return max(found, key=lambda p: p.stat().st_size)


def test_what_is_written_is_read(answers: Path) -> None:
    write_entry(answers, KEY, b"some\nthing")
    assert read_entry(answers, KEY) == b"some\nthing"
    assert read_entry(answers, "1" * 40) is None


def test_cut_off_anywhere(answers: Path) -> None:
    write_entry(answers, KEY, b"some\nthing")
    path = answers / f"{KEY}.json"
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert read_entry(answers, KEY) is None


def test_an_entry_under_another_name(answers: Path) -> None:
    write_entry(answers, KEY, b"thing")
    (answers / f"{KEY}.json").rename(answers / f"{'1' * 40}.json")
    assert read_entry(answers, "1" * 40) is None


def test_links_pipes_and_folders(answers: Path, tmp_path: Path) -> None:
    write_entry(answers, KEY, b"thing")
    path, elsewhere = answers / f"{KEY}.json", tmp_path / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    assert read_entry(answers, KEY) is None
    write_entry(answers, KEY, b"new")
    assert not path.is_symlink()
    assert b"thing" in elsewhere.read_bytes()
    path.unlink()
    os.mkfifo(path)
    assert read_entry(answers, KEY) is None
    path.unlink()
    path.mkdir()
    assert read_entry(answers, KEY) is None
    write_entry(answers, KEY, b"thing")
    assert read_entry(answers, KEY) is None


def test_a_folder_that_cannot_be_written_to(answers: Path) -> None:
    write_entry(answers / "missing", KEY, b"thing")
    assert read_entry(answers / "missing", KEY) is None


def sealed(key: str, content: bytes) -> bytes:
    return digest(key.encode(), content).encode() + b"\n" + content


def test_entries_made_up_of_anything(runs: Runs, project: Path) -> None:
    """Well sealed, but with other values in it: recomputed, or reported without a crash."""
    write(project, {"a.cu": SOURCE})
    file = project / "a.cu"
    (honest,) = runs(file, threshold=1.5)
    entry = only_entry(runs)
    key = entry.name.removesuffix(".json")
    parts = [json.loads(line) for line in entry.read_bytes().partition(b"\n")[2].split(b"\n")]
    random = Random(3)
    believed = 0
    for _ in range(40):
        changed = json.loads(json.dumps(parts))
        spoil(changed[random.choice((1, 2))], random)
        entry.write_bytes(sealed(key, b"\n".join(json.dumps(part).encode() for part in changed)))
        (report,) = runs(file, threshold=1.5)
        believed += not runs.worked
        render(report)
    assert believed < 40
    entry.write_bytes(sealed(key, b"[" * 100_000))
    assert runs(file, threshold=1.5) == [honest]


def spoil(data: object, random: Random) -> None:
    """Change one value somewhere inside."""
    while isinstance(data, list) and data:
        at = random.randrange(len(data))
        if not isinstance(data[at], list) or not data[at] or random.random() < 0.1:
            data[at] = random.choice((None, -1, 0, 10**30, 1.5, "", "\x1b[31m", "../../x", [], [[]], True, {}))
            return
        data = data[at]


def render(report: FileReport) -> None:
    sources = SourceLines()
    bundle = Bundle(lint([report], sources.text), sources, installed_rules(), str(ROOT), "0")
    for form in FORMATS.values():
        form.render(bundle)


def test_values_of_other_types_are_refused() -> None:
    from cudalint.analysis.outcome import FileOutcome

    data = encoded_outcome(FileOutcome(FileReport("a.cu", kernels=("k",))))
    assert decoded_outcome(data).report.kernels == ("k",)
    for wrong in ([1], "k", [["k"]], None, {"k": 1}):
        data[0][3] = wrong
        with pytest.raises(Unfit):
            decoded_outcome(data)


# -- the folder --------------------------------------------------------------------------------------------------------


def test_where_it_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CUDALINT_CACHE_DIR")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert cache_folder() == tmp_path / ".cache" / "cudalint"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder() == tmp_path / ".cache" / "cudalint"
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert cache_folder() == Path("/x/cudalint")
    monkeypatch.setenv("CUDALINT_CACHE_DIR", "/y")
    assert cache_folder() == Path("/y")
    assert cache_folder("/z") == Path("/z")
    monkeypatch.setenv("CUDALINT_CACHE_DIR", "")
    assert cache_folder() is None


def test_others_may_not_write_to_it(answers: Path) -> None:
    answers.chmod(0o777)
    with pytest.raises(Distrusted, match="others may write"):
        opened(answers.parent)


def test_a_repository_brings_none_along(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    answers = opened(folder)
    assert answers is not None
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    assert opened(folder) == answers
    (answers / f"{KEY}.json").write_text("poison")
    subprocess.run(["git", "add", "-f", "."], cwd=tmp_path, check=True)
    with pytest.raises(Distrusted, match="under version control"):
        opened(folder)


def test_a_link_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "target").mkdir()
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "answers").symlink_to(tmp_path / "target")
    with pytest.raises(Distrusted):
        opened(tmp_path / "cache")
    (tmp_path / "target" / f"{KEY}.json").write_text("x")
    assert clean(tmp_path / "cache").files == 0
    assert (tmp_path / "target" / f"{KEY}.json").exists()


def test_cleaning_removes_answers_and_nothing_else(answers: Path) -> None:
    write_entry(answers, KEY, b"thing")
    (answers / "mine.txt").write_text("x")
    removed = clean(answers.parent)
    assert (removed.files, read_entry(answers, KEY)) == (1, None)
    assert (answers / "mine.txt").exists()


def test_cleaning_removes_precompiled_declarations(answers: Path) -> None:
    folder = answers.parent / "declarations"
    folder.mkdir()
    names = [f"{KEY[:32]}.{'a' * 32}.pch", f".{KEY[:32]}.pch.{'0' * 16}-12.tmp", "mine.pch"]
    for name in names:
        (folder / name).write_bytes(bytes(10))
    removed = clean(answers.parent)
    assert (removed.files, removed.bytes) == (2, 20)
    assert [p.name for p in folder.iterdir()] == ["mine.pch"]


def test_precompiled_declarations_make_room_once_no_process_can_need_them(answers: Path) -> None:
    folder = answers.parent / "declarations"
    folder.mkdir()
    now = time.time()
    for number in range(10):
        path = folder / f"{number:032x}.{'0' * 32}.pch"
        path.write_bytes(bytes(1000))
        os.utime(path, (now - 86_400 * number,) * 2)
    prune(folder, DECLARATIONS, most=8000)
    assert sorted(int(p.name[:32], 16) for p in folder.iterdir()) == list(range(6))
    prune(folder, DECLARATIONS, most=1)
    assert sorted(int(p.name[:32], 16) for p in folder.iterdir()) == [0, 1, 2]


def test_the_oldest_make_room(answers: Path) -> None:
    for number in range(10):
        key = f"{number:040x}"
        write_entry(answers, key, bytes(1000))
        os.utime(answers / f"{key}.json", (number, number))
    prune(answers, most=8000)
    left = sorted(int(p.stem, 16) for p in answers.iterdir() if ANSWERS.entry.fullmatch(p.name))
    assert left == [5, 6, 7, 8, 9]


def test_what_a_killed_process_left_goes_after_a_while(answers: Path) -> None:
    old, new = answers / f".{KEY}.json.{'0' * 16}", answers / f".{KEY}.json.{'1' * 16}"
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (time.time() - 10_000,) * 2)
    prune(answers)
    assert (old.exists(), new.exists()) == (False, True)
