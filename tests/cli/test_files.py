"""Which files the given paths mean."""

from __future__ import annotations

import os
from pathlib import Path

import click
import pytest

from cudalint.cli.files import find_files


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    names = ["b.cu", "a.cuh", "sub/c.cu", "sub/d.cpp", "sub/.hidden.cu", ".git/x.cu", "build/y.cu", "build-x/z.cu"]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_folder_is_searched_in_a_stable_order_without_hidden_and_built_things(tree: Path) -> None:
    assert find_files(["."]) == ["a.cuh", "b.cu", "sub/c.cu"]
    assert find_files([]) == ["a.cuh", "b.cu", "sub/c.cu"]


def test_what_is_named_outright_is_taken_whatever_its_name(tree: Path) -> None:
    assert find_files(["sub/d.cpp", "build", ".git/x.cu"]) == ["sub/d.cpp", "build/y.cu", ".git/x.cu"]


def test_a_file_is_taken_once_however_it_is_spelt(tree: Path) -> None:
    (tree / "link.cu").symlink_to("b.cu")
    given = ["sub/c.cu", "./sub/../sub/c.cu", str(tree / "sub" / "c.cu"), "b.cu", "link.cu"]
    assert find_files(given) == ["sub/c.cu", "b.cu"]


def test_a_binary_in_a_folder_is_left_to_the_analysis(tree: Path) -> None:
    (tree / "sub" / "c.cu").write_bytes(b"\0")
    assert "sub/c.cu" in find_files(["sub"])
    with pytest.raises(click.UsageError, match="a binary file"):
        find_files(["sub/c.cu"])


def test_a_pipe_is_never_opened(tree: Path) -> None:
    os.mkfifo("sub/pipe.cu")
    assert find_files(["sub"]) == ["sub/c.cu"]
    with pytest.raises(click.UsageError, match="neither a file nor a folder"):
        find_files(["sub/pipe.cu"])


def test_a_link_that_leads_nowhere_is_not_passed_over(tree: Path) -> None:
    (tree / "sub" / "lost.cu").symlink_to("nowhere.cu")
    assert "sub/lost.cu" in find_files(["sub"])
    with pytest.raises(click.UsageError, match="no such file"):
        find_files(["sub/lost.cu"])
