"""`cudalint check --diff`, `--fix` and edits in JSON, on real files."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run

BAD = b"""__global__ void k(const float* in, float* out) {\r
    __shared__ float tile[32][32];\r
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];\r
    __syncthreads();\r
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];\r
}\r
void launch(const float* in, float* out) { k<<<1, dim3(32, 32)>>>(in, out); }  // caf\xe9"""
GOOD = BAD.replace(b"[32][32]", b"[32][32 + 1]")


@pytest.fixture
def bad(run: Run) -> Path:
    path = Path("a.cu")
    path.write_bytes(BAD)
    return path


def test_diff_shows_nothing_unsafe_unless_asked(run: Run, bad: Path) -> None:
    outcome = run("check", "--diff", "a.cu")
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err == "Would apply 0 fixes; 1 fix more with --unsafe-fixes.\n"


def test_diff_is_a_patch_and_changes_nothing(run: Run, bad: Path) -> None:
    outcome = run("check", "--diff", "--unsafe-fixes", "a.cu")
    assert outcome.code == 1
    assert "+    __shared__ float tile[32][32 + 1];" in outcome.out
    assert bad.read_bytes() == BAD


def test_the_diff_applies_with_git(bad: Path) -> None:
    import sys

    command = [sys.executable, "-m", "cudalint", "check", "--diff", "--unsafe-fixes", "-q", "a.cu"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 1, done.stderr
    subprocess.run(["git", "apply", "-"], input=done.stdout, check=True)
    assert bad.read_bytes() == GOOD


def test_fix_keeps_line_ends_encoding_and_mode(run: Run, bad: Path) -> None:
    bad.chmod(0o640)
    outcome = run("check", "--fix", "--unsafe-fixes", "a.cu")
    assert (outcome.code, outcome.out) == (0, "All checks passed.\n")
    assert outcome.err == "Applied 1 fix to 1 file.\n"
    assert bad.read_bytes() == GOOD
    assert bad.stat().st_mode & 0o777 == 0o640
    assert list(Path().iterdir()) == [bad]


def test_fix_alone_leaves_shared_memory_as_it_is(run: Run, bad: Path) -> None:
    assert run("check", "--fix", "a.cu").code == 1
    assert bad.read_bytes() == BAD


def test_standard_input_is_fixed_to_standard_output(run: Run) -> None:
    outcome = run(
        "check", "--fix", "--unsafe-fixes", "-q", "-", stdin=GOOD.replace(b"\xe9", b"e").replace(b" + 1", b"")
    )
    assert outcome.out.replace("\r\n", "\n") == GOOD.replace(b"\xe9", b"e").replace(b"\r\n", b"\n").decode()


def test_the_proof_says_what_the_fix_takes_and_what_a_block_may_have(run: Run, bad: Path) -> None:
    (finding,) = json.loads(run("check", "--format", "json", "a.cu").out)["findings"]
    assert finding["fix"]["proof"].endswith("; 128 bytes more of shared memory, 4224 of the 49152 of a block")


def test_a_refusal_says_why_beside_the_diff_and_in_json(run: Run, bad: Path) -> None:
    bad.write_bytes(BAD.replace(b"tile[threadIdx.x][threadIdx.y]", b"(&tile[0][0])[32 * threadIdx.x + threadIdx.y]"))
    reason = "the load at line 5 does not follow its array to the new places"
    outcome = run("check", "--diff", "--unsafe-fixes", "a.cu")
    assert outcome.err.startswith(f"cudalint: a.cu:2: `tile` stays as it is: {reason}")
    (finding,) = json.loads(run("check", "--format", "json", "a.cu").out)["findings"]
    assert finding["notes"][-1].startswith(f"no fix was proved: {reason}")


def test_links_that_lead_out_of_the_project_are_not_written(run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "real.cu"
    outside.write_bytes(BAD)
    Path("a.cu").symlink_to(outside)
    outcome = run("check", "--fix", "--unsafe-fixes", "a.cu")
    refused = "cudalint: a.cu:2: `tile` stays as it is: it is declared in a file that is not to be changed\n"
    assert (outcome.code, outcome.err) == (1, refused + "Applied 0 fixes.\n")
    assert outside.read_bytes() == BAD


def test_diff_and_fix_exclude_each_other(run: Run, bad: Path) -> None:
    assert run("check", "--fix", "--diff", "a.cu").code == 2


def test_json_carries_the_edits(run: Run, bad: Path) -> None:
    (finding,) = json.loads(run("check", "--format", "json", "a.cu").out)["findings"]
    fix = finding["fix"]
    assert fix["applicability"] == "unsafe"
    assert "1056 wavefronts become 64" in fix["proof"]
    (edit,) = fix["edits"]
    assert (edit["line"], edit["column"], edit["end_column"], edit["content"]) == (2, 31, 33, "32 + 1")


def test_an_array_in_a_header_is_fixed_there_and_proved_in_every_file_that_includes_it(run: Run) -> None:
    header = BAD.replace(b"\r\n", b"\n").replace(b"\xe9", b"e").split(b"void launch")[0]
    Path("tile.cuh").write_bytes(header)
    for name in ("a.cu", "b.cu"):
        use = b'#include "tile.cuh"\nvoid go(const float* in, float* out) { k<<<1, dim3(32, 32)>>>(in, out); }\n'
        Path(name).write_bytes(use)
    outcome = run("check", "--fix", "--unsafe-fixes", ".")
    assert outcome.code == 0, outcome
    assert outcome.err == "Applied 1 fix to 1 file.\n"
    assert Path("tile.cuh").read_bytes() == header.replace(b"[32][32]", b"[32][32 + 1]")
