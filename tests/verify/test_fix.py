"""Fixes tried: on the CPU for real, the labels, and what is compared."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cudalint.analysis.settings import Settings
from cudalint.verify.cpu.trials import compared_files
from cudalint.verify.fix.overlay import below, changed_version, lines_before
from cudalint.verify.fix.trial import (
    AS_FAST,
    COSTS_LESS,
    COSTS_MORE,
    COSTS_THE_SAME,
    FASTER,
    NOT_MEASURED,
    OTHER_OUTPUT,
    SLOWER,
    Compared,
    Ran,
    Times,
    Totals,
    label,
)
from cudalint.verify.measured import Launched, Measured, Profile
from tests.builders import report
from tests.cli.conftest import Run, run

__all__ = ["run"]

FIXES = Path(__file__).parents[2] / "fixtures" / "fixes"
needs_compiler = pytest.mark.skipif(
    shutil.which("g++") is None or shutil.which("addr2line") is None, reason="needs g++ and the GNU binutils"
)


def profile(wavefronts: int, *, store: bool = True) -> Profile:
    rows = [Measured(("a.cu", 3), "k", "shared", "load", 4, 1, 32, wavefronts, 1)]
    rows += [Measured(("a.cu", 4), "k", "global", "store", 4, 1, 32, 4, 4)] * store
    return Profile("test", tuple(rows), (Launched("k", (32, 1, 1), (4, 1, 1)),))


SAME = (Compared("out", 4096),)


@pytest.mark.parametrize(
    ("ran", "expected"),
    [
        (Ran("k", profile(32), profile(1), SAME), COSTS_LESS),
        (Ran("k", profile(32), profile(32), SAME), COSTS_THE_SAME),
        (Ran("k", profile(1), profile(32), SAME), COSTS_MORE),
        (Ran("k", profile(32), profile(1), (*SAME, Compared("in", 8, 3, 4))), OTHER_OUTPUT),
        (Ran("k", profile(32, store=False), profile(1, store=False), SAME), NOT_MEASURED),
        (Ran("k", profile(32), profile(1), SAME, why="it hung"), NOT_MEASURED),
        (Ran("k", profile(32), profile(1), SAME, Times((10.0,) * 5, (11.0,) * 5)), SLOWER),
        (Ran("k", profile(1), profile(32), SAME, Times((10.0,) * 5, (9.0,) * 5)), FASTER),
        (Ran("k", profile(32), profile(1), SAME, Times((10.0,) * 5, (10.2,) * 5)), AS_FAST),
        (Ran("k", profile(32), profile(1), SAME, Times((10.0,) * 5, (9.0, 9.0, 11.0, 12.0, 12.0))), AS_FAST),
    ],
)
def test_labels(ran: Ran, expected: str) -> None:
    assert label(ran, Totals.of(ran.before), Totals.of(ran.after))[0] == expected


def test_blocks_that_were_not_counted_cost_what_the_others_do() -> None:
    sampled = Profile("test", profile(32).rows, (Launched("k", (32, 1, 1), (4, 1, 1), 2),))
    assert Totals.of(sampled) == Totals(8.0, 64.0)


def test_arrays_are_compared_byte_by_byte(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(bytes(5) + b"\1\2\3")
    other.write_bytes(bytes(5) + b"\1\4\3" + bytes(4))
    assert compared_files("a", 20, one, other) == Compared("a", 20, 1, 6)
    other.write_bytes(bytes(5) + b"\1\2\3" + bytes(4) + b"\1")
    assert compared_files("a", 20, one, other) == Compared("a", 20, 1, 12)
    other.write_bytes(one.read_bytes() + bytes(3))
    assert compared_files("a", 20, one, other) == Compared("a", 20)


def test_lines_are_followed_through_a_change() -> None:
    before, after = b"a\nb\nc\nd\n", b"new\na\nB\nc\nnew\nd\n"
    assert lines_before(before, after) == {2: 1, 3: 2, 4: 3, 6: 4}


def test_changed_files_lie_below_another_root(tmp_path: Path) -> None:
    source, folder = tmp_path / "a.cu", tmp_path / "inc"
    folder.mkdir()
    source.write_text("old\n")
    (folder / "h.cuh").write_text("header\n")
    given = report(path=str(source), included=(str(folder / "h.cuh"),))
    root = tmp_path / "other"
    version = changed_version(given, {str(source): b"new\n"}, Settings(include_directories=(str(folder),)), root)
    assert Path(version.path).read_bytes() == b"new\n"
    assert [Path(p).read_text() for p in version.included] == ["header\n"]
    assert version.settings.include_directories == (str(below(str(folder), root)), str(folder), str(tmp_path))
    assert source.read_text() == "old\n"


@needs_compiler
@pytest.mark.parametrize(
    ("folder", "grid", "unit"),
    [
        ("transpose_float", "4", "wavefronts"),
        ("gap_at_launch", "4", "wavefronts"),
        ("swapped_indices", "2,8", "sectors"),
        ("pointers_into_runs", "4", "wavefronts"),
    ],
)
def test_fixes_cost_less_and_compute_the_same(run: Run, folder: str, grid: str, unit: str) -> None:
    text = (FIXES / folder / "before.cu").read_text()
    Path("measure.cuh").write_text((FIXES / "measure.cuh").read_text())
    Path("a.cu").write_text(text.replace("../measure.cuh", "measure.cuh"))
    outcome = run("verify", "--fix", "--on-cpu", "-q", "--grid", grid, "--format", "json", "a.cu")
    assert outcome.code == 0, outcome.err
    data = json.loads(outcome.out)
    assert data["fixes"]
    for fix in data["fixes"]:
        assert fix["label"] == COSTS_LESS
        assert fix[unit]["after"] < fix[unit]["before"]
        assert sum(o["bytes"] for o in fix["outputs"]) > 0
        assert {o["different_bytes"] for o in fix["outputs"]} == {0}
    assert Path("a.cu").read_text() == text.replace("../measure.cuh", "measure.cuh")
    improved = [
        a
        for fix in data["fixes"]
        for a in fix["accesses"]
        if a["before"] and a["after"] and a["after"]["cost"] < a["before"]["cost"]
    ]
    assert improved


@needs_compiler
def test_a_change_that_computes_something_else_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (FIXES / "transpose_float" / "before.cu").read_bytes()
    Path("a.cu").write_bytes(text)
    from cudalint.cli import fix

    def wrong(*_: object, **__: object) -> fix.Fixed:
        changed = text.replace(b"tile[32][32]", b"tile[32][33]").replace(b"tile[threadIdx.x][threadIdx.y];", b"1;")
        return fix.Fixed({"a.cu": changed}, 1, 0)

    monkeypatch.setattr(fix, "fixed", wrong)
    outcome = run("verify", "--fix", "--on-cpu", "-q", "--grid", "4", "a.cu")
    assert outcome.code == 1
    assert "a.cu: turn: not the same output (`out` differs in " in outcome.out


def test_there_may_be_nothing_to_try(run: Run) -> None:
    Path("a.cu").write_text("__global__ void k(float* o) { o[threadIdx.x] = 1; }\nvoid f() { k<<<1, 32>>>(0); }\n")
    outcome = run("verify", "--fix", "--on-cpu", "a.cu")
    assert (outcome.code, outcome.out) == (0, "No proved fix to measure (on the CPU, without time).\n")
    outcome = run("verify", "--fix", "--report", "x.csv", "a.cu")
    assert (outcome.code, "does not go with" in outcome.err) == (2, True)
