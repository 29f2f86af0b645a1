"""A history of 20 commits: after each, `--baseline` and `--diff-base` report exactly what the commit added."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.baseline.repository import Repository, repository

ROWS = """\
#include <cuda_runtime.h>

// Adds up rows.
__global__ void rows(const float* in, float* out, int n) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < n; ++i)
        sum += in[row * n + i];
    out[row] = sum;
}

__global__ void scale(float* data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[32 * i] = 2.0f * data[32 * i];
}

void run(const float* in, float* out, int n) {
    rows<<<64, 256>>>(in, out, n);
    scale<<<64, 256>>>(out);
}
"""
TILE = """\
#include <cuda_runtime.h>

__global__ void turn(const float* in, float* out) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[32 * threadIdx.y + threadIdx.x];
    __syncthreads();
    out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void turn_all(const float* in, float* out) {
    turn<<<1, dim3(32, 32)>>>(in, out);
}
"""
COPY = """\

__global__ void copy(const float* in, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[64 * i];
}

void run_copy(const float* in, float* out) {
    copy<<<64, 256>>>(in, out);
}
"""
Found = list[tuple[str, str, str]]


@dataclass(frozen=True)
class Step:
    """A commit. `new`: the findings that it brings; `touched`: those on lines that it added, where that differs."""

    what: str
    change: Callable[[Repository], None]
    new: Found = field(default_factory=list)
    touched: Found | None = None


def moved_kernel(repo: Repository) -> None:
    """`scale` goes above `rows`."""
    text = (repo.folder / "rows.cu").read_text()
    start, end = text.index("__global__ void scale"), text.index("void run(")
    kernel = text[start:end]
    without = text[:start] + text[end:]
    at = without.index("// Adds up rows")
    repo.write("rows.cu", without[:at] + kernel + without[at:])


def to_header(repo: Repository) -> None:
    """`copy` goes from its file into a header that the file includes."""
    text = (repo.folder / "lib/rows.cu").read_text()
    start, end = text.index("__global__ void copy"), text.index("void run_copy")
    repo.write("lib/copy.cuh", "#pragma once\n" + text[start:end])
    repo.write("lib/rows.cu", '#include "copy.cuh"\n' + text[:start] + text[end:])


def appended(path: str, text: str) -> Callable[[Repository], None]:
    return lambda repo: repo.write(path, (repo.folder / path).read_text() + text)


def edited(path: str, old: str, new: str) -> Callable[[Repository], None]:
    return lambda repo: repo.replace(path, old, new)


def reindented(repo: Repository) -> None:
    text = (repo.folder / "lib/rows.cu").read_text()
    repo.write("lib/rows.cu", text.replace("    ", "  "))


def crlf(repo: Repository) -> None:
    text = (repo.folder / "tile.cu").read_bytes()
    (repo.folder / "tile.cu").write_bytes(text.replace(b"\n", b"\r\n"))


def renamed(old: str, new: str) -> Callable[[Repository], None]:
    def step(repo: Repository) -> None:
        (repo.folder / new).parent.mkdir(exist_ok=True)
        repo.git("mv", old, new)

    return step


STORE = "data[32 * i] = 2.0f * data[32 * i];"
SUM = "sum += in[row * n + i] + in[row * n + 2 * i];"
TURN = "out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];"
PADDED, PLAIN = "__shared__ float tile[32][33];", "__shared__ float tile[32][32];"
STEPS = [
    Step("an unrelated file", lambda repo: repo.write("README.md", "text\n")),
    Step("lines above", edited("rows.cu", "// Adds up rows.", "// Adds up rows,\n// one a thread.\n")),
    Step("a neighbour is edited", edited("rows.cu", "float sum = 0;", "float sum = 0.0f;")),
    Step("a kernel moves within its file", moved_kernel),
    Step("a second kernel", appended("rows.cu", COPY), [("rows.cu", "G101", "out[i] = in[64 * i];")]),
    Step("nothing", lambda repo: None),
    Step("the file is renamed", renamed("rows.cu", "sums.cu")),
    Step("the file moves into a folder", renamed("sums.cu", "lib/rows.cu")),
    Step("indentation", reindented),
    Step("a harmless line", edited("lib/rows.cu", "in[64 * i];", "in[64 * i];\n  out[i] += 1.0f;")),
    Step(
        "the same finding once more",
        edited("lib/rows.cu", "  out[i] += 1.0f;", "  out[i] += 1.0f;\n  out[i + 8] = in[96 * i];"),
        [("lib/rows.cu", "G101", "out[i + 8] = in[96 * i];")],
    ),
    Step("a kernel moves into a header", to_header),
    Step("a new file", lambda repo: repo.write("tile.cu", TILE), [("tile.cu", "S202", TURN)]),
    Step("line ends", crlf),
    Step("a finding is mended", edited("tile.cu", PLAIN, PADDED)),
    Step("and comes back on an old line", edited("tile.cu", PADDED, PLAIN), [("tile.cu", "S202", TURN)], touched=[]),
    Step("a file goes", lambda repo: (repo.folder / "tile.cu").unlink()),
    Step(
        "a line with a finding gets another",
        edited("lib/rows.cu", "sum += in[row * n + i];", SUM),
        [("lib/rows.cu", "G101", SUM)],
        touched=[("lib/rows.cu", "G101", SUM)] * 2,
    ),
    Step(
        "a comment behind a line with findings",
        edited("lib/rows.cu", STORE, f"{STORE}  // in place"),
        touched=[("lib/rows.cu", "G101", f"{STORE}  // in place")] * 2,
    ),
    Step(
        "a new store",
        edited("lib/rows.cu", "out[row] = sum;", "out[row] = sum;\n  out[40 * row + 1] = sum;"),
        [("lib/rows.cu", "G101", "out[40 * row + 1] = sum;")],
    ),
]


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Found, Found]]:
    """(new by the baseline, new by --diff-base) of each commit."""
    repo = repository(tmp_path_factory.mktemp("history"))
    repo.write("rows.cu", ROWS)
    before = repo.commit("start")
    known = ("--baseline", ".git/baseline.json")
    assert repo.cudalint("baseline", ".", *known).out == ".git/baseline.json: 3 findings in 1 file\n"
    rows = []
    for step in STEPS:
        step.change(repo)
        rows.append((repo.findings(*known), repo.findings("--diff-base", before)))
        before = repo.commit(step.what)
        repo.cudalint("baseline", ".", *known)
    return rows


@pytest.mark.parametrize("number", range(len(STEPS)), ids=[step.what for step in STEPS])
def test_exactly_what_is_new(history: list[tuple[Found, Found]], number: int) -> None:
    step, (by_baseline, by_diff) = STEPS[number], history[number]
    assert by_baseline == step.new
    assert by_diff == (step.new if step.touched is None else step.touched)


def test_the_history_is_long_enough() -> None:
    assert len(STEPS) == 20


def test_a_file_name_that_git_quotes(tmp_path: Path) -> None:
    repo = repository(tmp_path)
    repo.commit("start")
    name = 'a "quoted"\\\té.cu'
    repo.write(name, ROWS)
    repo.commit("added")
    assert {path for path, _, _ in repo.findings("--diff-base", "HEAD~1")} == {name}
    assert repo.findings("--diff-base", "HEAD") == []


def test_from_a_subfolder_and_against_the_place_where_the_branch_left(tmp_path: Path) -> None:
    repo = repository(tmp_path)
    repo.write("sub/rows.cu", ROWS)
    repo.commit("start")
    repo.git("checkout", "-q", "-b", "change")
    repo.write("sub/rows.cu", ROWS + COPY)
    repo.commit("a finding")
    repo.git("checkout", "-q", "main")
    repo.write("sub/other.cu", TILE)
    repo.commit("elsewhere")
    repo.git("checkout", "-q", "change")
    inside = Repository(repo.folder / "sub")
    assert inside.findings("--diff-base", "main") == [("rows.cu", "G101", "out[i] = in[64 * i];")]


@pytest.mark.parametrize("revision", ["nothing", "--output=x", "HEAD:rows.cu"])
def test_a_revision_that_is_none_is_one_line(tmp_path: Path, revision: str) -> None:
    repo = repository(tmp_path)
    repo.write("rows.cu", ROWS)
    repo.commit("start")
    done = repo.cudalint("check", ".", f"--diff-base={revision}")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"cudalint: --diff-base {revision}: no such commit\n"
    assert not (repo.folder / "x").exists()


def test_outside_of_a_repository(tmp_path: Path) -> None:
    Repository(tmp_path).write("rows.cu", ROWS)
    done = Repository(tmp_path).cudalint("check", ".", "--diff-base", "HEAD")
    assert (done.code, done.err) == (2, "cudalint: --diff-base HEAD: not in a git repository\n")
