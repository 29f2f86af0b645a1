"""Precompiled declarations: never another answer, and never in the way."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cudalint.analysis.file import analyse
from cudalint.analysis.settings import Settings
from cudalint.cache.folder import FOLDER_VARIABLE
from cudalint.front import precompiled
from cudalint.front.headers import DECLARATIONS
from cudalint.front.options import ParseOptions, flags
from cudalint.front.parse import parse
from cudalint.front.topics import ALWAYS, TOPICS, ordered

EXAMPLES = sorted(Path("fixtures").glob("*/*.cu"))
PROGRAM = """
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
  ~Failure() override {}
};
__global__ void strided(float* a) { a[8 * threadIdx.x] = 0; }
int main() {
  std::vector<float> host(8192);
  float* a = new float[8192];
  cudaMalloc(&a, host.size() * sizeof(float));
  strided<<<4, 256>>>(a);
  if (cudaDeviceSynchronize() != cudaSuccess) throw Failure("launch");
  delete[] a;
  std::string text = "done";
  printf("%s\\n", text.c_str());
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own, into which the first use already writes."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(precompiled, "USES_BEFORE_WRITING", 1)
    precompiled._wanted.clear()
    precompiled._kept.cache_clear()
    return tmp_path / "cache" / "declarations"


def _start(contents: tuple[str, ...], **options: tuple[str, ...]) -> list[str]:
    return precompiled.precompiled(flags(Path("/x/a.cu"), ParseOptions(**options), ()), contents)  # type: ignore[arg-type]


@pytest.mark.parametrize("path", EXAMPLES, ids=str)
def test_no_answer_depends_on_it(path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_it = analyse(str(path), Settings())
    monkeypatch.setenv(FOLDER_VARIABLE, "")
    assert with_it == analyse(str(path), Settings())


def test_what_needs_new_and_exceptions_is_parsed(tmp_path: Path, folder: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text(PROGRAM)
    report = analyse(str(source), Settings()).report
    assert [p.suffix for p in folder.iterdir()] == [".pch"]
    assert report.errors == ()
    assert report.diagnostics == 0
    assert [(a.cost, a.block) for a in report.accesses] == [(32.0, (256, 1, 1))]


@pytest.mark.parametrize("contents", precompiled.SETS)
def test_every_set_can_be_written_and_used(contents: tuple[str, ...], tmp_path: Path, folder: Path) -> None:
    start = _start(contents)
    assert start[0] == "-include-pch"
    source = tmp_path / "a.cu"
    source.write_text("struct A { virtual ~A(); }; void f(A* a) { delete a; new int[3]; }\n")
    assert parse(str(source), ParseOptions()).errors == 0


def test_the_largest_set_that_holds_nothing_else_is_taken(folder: Path) -> None:
    everything = _start(ordered(frozenset(t.content for t in TOPICS)))
    little = _start(ALWAYS)
    assert everything != little
    assert _start((*ALWAYS, "cuda/driver.h")) == little
    assert _start(("std/c_core.h",)) == []


def test_flags_have_their_own(folder: Path) -> None:
    plain = _start(ALWAYS)
    newer = precompiled.precompiled(flags(Path("/x/a.cu"), ParseOptions(standard="c++23"), ()), ALWAYS)
    other = precompiled.precompiled(flags(Path("/x/a.cu"), ParseOptions(arch="sm_80"), ()), ALWAYS)
    assert len({plain[1], newer[1], other[1]}) == 3
    assert _start(ALWAYS, defines=("N=3",), include_directories=("/y",)) == plain


def test_a_definition_that_our_declarations_use_stands_before_them(folder: Path) -> None:
    assert _start(ALWAYS, defines=("NULL=0",)) == []


def test_a_set_is_written_when_it_is_needed_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precompiled, "USES_BEFORE_WRITING", 2)
    assert _start(ALWAYS) == []
    assert _start(ALWAYS) != []


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners here")
def test_a_folder_that_others_can_write_to_is_not_used(folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    assert _start(ALWAYS) == []
    assert list(folder.iterdir()) == []


def test_a_repository_brings_none_along(folder: Path, tmp_path: Path) -> None:
    path = Path(_start(ALWAYS)[1])
    for command in (["init", "-q"], ["add", "-f", str(path)]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    precompiled._within.cache_clear()
    assert _start(ALWAYS) == []


def test_without_a_folder_there_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, "")
    assert _start(ALWAYS) == []
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file"))
    assert _start(ALWAYS) == []


def test_changed_declarations_have_another_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = precompiled._key(["-x"], ALWAYS)
    copy = folder.parent / "copy"
    shutil.copytree(DECLARATIONS, copy)
    monkeypatch.setattr(precompiled, "DECLARATIONS", copy)
    moved = precompiled._key(["-x"], ALWAYS)
    (copy / "cuda" / "language.h").write_text("// changed\n")
    assert len({before, moved, precompiled._key(["-x"], ALWAYS)}) == 3


@pytest.mark.parametrize("damage", [b"", b"x", None])
def test_a_damaged_one_is_written_again(damage: bytes | None, folder: Path) -> None:
    path = Path(_start(ALWAYS)[1])
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    precompiled._kept.cache_clear()
    precompiled._wanted.clear()
    assert _start(ALWAYS) == ["-include-pch", str(path)]
    assert hashlib.sha256(path.read_bytes()).hexdigest()[:32] in path.name
