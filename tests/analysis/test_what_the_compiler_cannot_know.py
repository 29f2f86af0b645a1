"""What only holds because of values that the compiler does not see, or may not rely on, does not make it merge, drop or
decide anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.access import EXACT, INDIRECT, LOAD, SHARED, STORE, Access
from tests.analysis.seen import accesses


def from_table(folder: Path, source: str) -> list[Access]:
    """The accesses of a kernel's array of that name."""
    return [a for a in accesses(folder, source) if a.object.name == "table"]


PAIRS = """
__global__ void pairs(float* out, int size) {
    __shared__ float s[1024];
    int left = 2 * threadIdx.x;
    s[left] = 0;
    s[left + DISTANCE] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
void run(float* out) { pairs<<<8, 256>>>(out, 1); }
"""


@pytest.mark.parametrize(
    ("distance", "cost", "ideal"),
    [("1", 2, 2), ("size", 2, 1), ("(size - size + 1)", 2, 2), ("blockDim.x / 256", 2, 1)],
)
def test_neighbours_are_merged_where_their_distance_is_a_constant(
    tmp_path: Path, distance: str, cost: float, ideal: float
) -> None:
    """Eight bytes a lane in one store, or two stores of four with a conflict each (in NVIDIA's scan, whose sizes are
    arguments, each was measured with 2 wavefronts where 1 would do)."""
    found = accesses(tmp_path, PAIRS.replace("DISTANCE", distance))
    stores = [a for a in found if (a.space, a.kind) == (SHARED, STORE)]
    assert [(a.cost, a.ideal) for a in stores] == [(cost, ideal)] * 2


FOLDED = """
__device__ void fold(QUALIFIER float* s) {
    s[2 * threadIdx.x] = s[threadIdx.x];
    s[2 * threadIdx.x + 1] = s[threadIdx.x];
}
__global__ void folds(const float* in, float* out) {
    __shared__ float s[512];
    s[threadIdx.x] = in[threadIdx.x];
    s[threadIdx.x + 256] = in[threadIdx.x + 256];
    __syncthreads();
    fold(s);
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
void run(const float* in, float* out) { folds<<<8, 256>>>(in, out); }
"""


def test_what_is_reached_through_a_pointer_to_volatile_is_left_alone(tmp_path: Path) -> None:
    found = [a for a in accesses(tmp_path, FOLDED.replace("QUALIFIER", "volatile")) if a.space == SHARED and a.via]
    requests = sorted((a.kind, a.ideal, a.executions) for a in found)
    assert requests == [(LOAD, 1, 64), (LOAD, 1, 64), (STORE, 1, 64), (STORE, 1, 64)]


def test_a_load_behind_a_store_through_a_pointer_to_volatile_is_made_again(tmp_path: Path) -> None:
    body = "float x = s[t]; {} float y = s[t]; out[t] = x + y;"
    kernel = "__global__ void k(float* out) {{ __shared__ float s[64]; int t = threadIdx.x; {} }}\n"
    launch = "void run(float* out) { k<<<4, 64>>>(out); }\n"

    def loads(between: str) -> int:
        found = accesses(tmp_path, kernel.format(body.format(between)) + launch)
        return sum(a.executions for a in found if (a.space, a.kind) == (SHARED, LOAD))

    assert (loads(""), loads("((volatile float*)s)[63 - t] = 1;")) == (8, 16)


SEARCH = """
__global__ void search(const TYPE* keys, const float* table, float* out, TYPE wanted) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    TYPE key = KEY;
    int low = 0, high = 1000;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (keys[middle] <= key) low = middle; else high = middle;
    }
    out[thread] = table[low];
}
void run(const TYPE* keys, const float* table, float* out) { search<<<64, 256>>>(keys, table, out, 5); }
"""


@pytest.mark.parametrize("number", ["int", "double"])
def test_lanes_that_look_for_different_values_part(tmp_path: Path, number: str) -> None:
    """The first round is the same for all; then each lane goes where the data send it."""
    found = accesses(tmp_path, SEARCH.replace("TYPE", number).replace("KEY", "thread"))
    assert [a.status for a in found if a.object.name in ("keys", "table")] == [INDIRECT, INDIRECT]


PARTED = """
__global__ void parted(const int* data, const float* table, float* out) {
    int thread = threadIdx.x, chosen = 0;
    int word = data[blockIdx.x];
    STATEMENT
    out[thread] = table[chosen * 64];
}
void run(const int* data, const float* table, float* out) { parted<<<64, 256>>>(data, table, out); }
"""


@pytest.mark.parametrize(
    "statement",
    [
        "if (word & (1 << thread % 32)) chosen = 1;",
        "if (thread / (word & 1023)) chosen = 1;",
        "if (thread / word == 1) chosen = 1;",
        "chosen = word > thread ? 1 : 0;",
        "chosen = word > thread;",
        "switch (word ^ thread) { case 1: chosen = 1; break; default: chosen = 2; }",
        "while (chosen < 5) { if (word == thread) break; ++chosen; }",
        "for (; chosen < 5; ++chosen) { if ((word >> thread % 32) & 1) break; }",
    ],
)
def test_one_loaded_word_may_part_the_lanes(tmp_path: Path, statement: str) -> None:
    """All lanes know the same word, but each asks something else of it."""
    assert [a.status != EXACT for a in from_table(tmp_path, PARTED.replace("STATEMENT", statement))] == [True]


@pytest.mark.parametrize(
    "statement",
    [
        "chosen = word ? 7 : thread;",
        "chosen = word ? thread : 7;",
        "if (word) chosen = thread;",
        "chosen = thread; if (word) chosen = 7;",
        "if (word) chosen = thread; else chosen = 7;",
        "if (word) chosen = 7; else chosen = thread;",
        "if (word) { if (word > 5) chosen = thread; else chosen = 3; } else chosen = 7;",
        "switch (word) { case 0: chosen = thread; break; case 1: chosen = 7; break; }",
        "switch (word) { case 0: case 1: chosen = thread; break; default: chosen = 7; }",
        "chosen = thread; for (int k = 0; k < 5; ++k) { if (word == k) break; chosen = 7; }",
        "chosen = thread; while (word > 3) { word /= 2; chosen = 7; }",
        "const float* at = table; if (word) at = table + 64 * thread; out[thread + 256] = *at;",
        "const float* at = table + 64 * thread; if (word) at = table; out[thread + 256] = *at;",
        "out[thread + 256] = *(word ? table : table + thread);",
    ],
)
def test_a_loaded_word_decides_whether_lanes_differ(tmp_path: Path, statement: str) -> None:
    """They all go one way, but nobody knows which, and on one of the ways each has a place of its own."""
    source = PARTED.replace("STATEMENT", statement)
    line = source[: source.index(statement if "256" in statement else "out[thread] =")].count("\n") + 1
    loads = [a for a in from_table(tmp_path, source) if a.at.line == line]
    assert [a.status != EXACT for a in loads] == [True]


@pytest.mark.parametrize("statement", ["if (word & 1) chosen = 1;", "if (word > (int)blockIdx.x) chosen = 1;"])
def test_one_loaded_word_sends_all_lanes_one_way(tmp_path: Path, statement: str) -> None:
    found = from_table(tmp_path, PARTED.replace("STATEMENT", statement))
    assert [(a.status, a.cost) for a in found] == [(EXACT, 1)]


def test_lanes_that_look_for_one_value_stay_together(tmp_path: Path) -> None:
    found = accesses(tmp_path, SEARCH.replace("TYPE", "int").replace("KEY", "wanted"))
    table = [a for a in found if a.object.name in ("keys", "table")]
    assert [(a.status, a.cost) for a in table] == [(EXACT, 1), (EXACT, 1)]


def test_a_guard_that_parts_the_lanes_is_not_forced(tmp_path: Path) -> None:
    """Where some lanes go either way, both sides are reached as they are, also to look behind a guard that none
    passes: 8 + 4 sectors in one warp, 8 in the other, which share theirs."""
    source = """
__global__ void k(const float* a, float* out, int mode) {
    int place = threadIdx.x;
    if (threadIdx.x % 2) place += 64; else place *= 2;
    if (mode == 3) out[threadIdx.x] = a[place];
}
void run(const float* a, float* out, char** argv) { k<<<4, 64>>>(a, out, atoi(argv[1])); }
"""
    (load,) = [a for a in accesses(tmp_path, source) if a.object.name == "a"]
    assert (load.status, load.cost, load.ideal) == ("estimate", 10.0, 4.0)


EQUAL = """
__global__ void k(const float* table, float* out, int n, int m) {
    int t = threadIdx.x;
    STATEMENT
}
int main(int argc, char** argv) { float* a; k<<<4, 64>>>(a, a + 4096, atoi(argv[1]), atoi(argv[2])); }
"""


@pytest.mark.parametrize(
    "statement",
    [
        "out[t] = table[(t % 2 ? m : n) * 32];",
        "int x = n; if (t % 2) x = m; out[t] = table[x * 32];",
        "int x; if (t % 2) x = m; else x = n; out[t] = table[x * 32];",
        "int x = n; for (int i = 0; i < t % 2; ++i) x = m; out[t] = table[x * 32];",
        "int x[2] = {n, m}; out[t] = table[x[t % 2] * 32];",
        "const float* p = table + n; if (t % 2) p = table + m; out[t] = *p;",
        "const float* p = t % 2 ? table + n : table + m; out[t] = *p;",
    ],
)
def test_two_sizes_are_not_one_because_the_same_number_stands_for_both(tmp_path: Path, statement: str) -> None:
    assert [a.status != EXACT for a in from_table(tmp_path, EQUAL.replace("STATEMENT", statement))] == [True]


def test_one_size_is_one_whichever_way_a_lane_goes(tmp_path: Path) -> None:
    found = from_table(tmp_path, EQUAL.replace("STATEMENT", "int x = n; if (t % 2) x = n; out[t] = table[x * 32];"))
    assert [(a.status, a.cost) for a in found] == [(EXACT, 1)]
