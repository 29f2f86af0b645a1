"""From the text of a kernel to its accesses."""

import os
import signal
from pathlib import Path

import pytest

from cudalint.analysis import Settings, analyse_files, child
from cudalint.analysis.job import Job
from tests.analysis.seen import COLUMN, accesses


def test_a_row_that_a_warp_reads_is_exact_whichever_row_it_is(tmp_path: Path) -> None:
    source = """
    __global__ void k(const float *t, const int *i, float *o) {
        o[blockIdx.x * 32 + threadIdx.x] = t[i[blockIdx.x] * 32 + threadIdx.x];
    }
    void f(float *t, int *i, float *o) { k<<<64, 32>>>(t, i, o); }
    """
    row = next(a for a in accesses(tmp_path, source) if a.object.name == "t")
    assert (row.status, row.cost, row.ideal) == ("exact", 4.0, 4.0)


def test_a_gather_is_indirect_with_an_estimate(tmp_path: Path) -> None:
    source = """
    __global__ void k(const float *t, const int *i, float *o) { o[threadIdx.x] = t[i[threadIdx.x]]; }
    void f(float *t, int *i, float *o) { k<<<1, 64>>>(t, i, o); }
    """
    gather = next(a for a in accesses(tmp_path, source) if a.object.name == "t")
    assert (gather.status, gather.cost, gather.reason) == ("indirect", None, "the index is loaded data")
    assert gather.estimated_cost is not None
    assert gather.estimated_cost > 20


def test_calls_are_named_innermost_first(tmp_path: Path) -> None:
    source = """
    __device__ float inner(float *a) { return a[threadIdx.x]; }
    __device__ float outer(float *a) { return inner(a); }
    __global__ void k(float *a, float *b) { b[threadIdx.x] = outer(a); }
    """
    load = next(a for a in accesses(tmp_path, source) if a.kind == "load")
    assert [v.line for v in load.via] == [3, 4]


def test_the_order_of_answers_does_not_depend_on_the_workers(tmp_path: Path) -> None:
    paths = []
    for index in range(6):
        path = tmp_path / f"{index}.cu"
        path.write_text(COLUMN.replace("k(", f"k{index}("))
        paths.append(str(path))
    assert analyse_files(paths, Settings(jobs=1)) == analyse_files(paths, Settings(jobs=3))


def test_a_crash_costs_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [str(tmp_path / name) for name in ("a.cu", "crash.cu", "b.cu")]
    for path in paths:
        Path(path).write_text(COLUMN)
    honest = child.answered

    def run(job: Job) -> child.Answer:
        if job.path.endswith("crash.cu"):
            os.kill(os.getpid(), signal.SIGKILL)
        return honest(job)

    monkeypatch.setattr(child, "answered", run)
    first, crashed, last = analyse_files(paths, Settings(jobs=2))
    assert (len(first.accesses), len(last.accesses)) == (1, 1)
    assert crashed.errors == (f"{paths[1]}: the parser crashed (SIGKILL)",)


ROWS = """
__global__ void k(const float *a, float *o) {
    o[blockIdx.x * 32 + threadIdx.x] = a[blockIdx.x * %d + threadIdx.x];
}
void f(float *a, float *o) { k<<<1000, 32>>>(a, o); }
"""


@pytest.mark.parametrize(("pitch", "status"), [(64, "exact"), (8, "exact"), (34, "estimate"), (1, "estimate")])
def test_blocks_that_were_not_looked_at_may_be_aligned_otherwise(tmp_path: Path, pitch: int, status: str) -> None:
    (row,) = [a for a in accesses(tmp_path, ROWS % pitch) if a.kind == "load"]
    assert (row.status, row.ideal) == (status, 4.0)
    assert (row.cost == 4.0) == (status == "exact")


def test_where_the_alignment_of_a_block_does_not_matter_the_answer_is_exact(tmp_path: Path) -> None:
    source = (ROWS % 34).replace("+ threadIdx.x];", "];")
    (row,) = [a for a in accesses(tmp_path, source) if a.kind == "load"]
    assert (row.status, row.cost) == ("exact", 1.0)


def test_an_address_that_went_through_an_integer_is_still_one(tmp_path: Path) -> None:
    source = """
    __global__ void k(float *o) {
        __shared__ float tile[2048];
        unsigned address = (unsigned)__cvta_generic_to_shared(tile) + threadIdx.x * 128;
        float value;
        asm volatile("ld.shared.f32 %0, [%1+4];" : "=f"(value) : "r"(address));
        o[threadIdx.x] = value;
    }
    void f(float *o) { k<<<1, 32>>>(o); }
    """
    (row,) = [a for a in accesses(tmp_path, source) if a.space == "shared"]
    assert (row.object.name, row.kind, row.cost, row.lane_stride) == ("tile", "load", 32.0, 128)
    assert row.address == "4*(32*threadIdx.x + 1)"


def test_blocks_that_an_assumed_size_leaves_without_work_are_no_guess(tmp_path: Path) -> None:
    source = """
    __global__ void k(long tiles, float *o) {
        __shared__ float tile[2048];
        for (long t = blockIdx.x; t < tiles; t += gridDim.x)
            for (int d = 256; d > 0; d >>= 1)
                if (threadIdx.x < d) tile[threadIdx.x * 4] = o[t];
    }
    int main(int argc, char **argv) { long n = atol(argv[1]); k<<<2000, 256>>>(n / 1024, 0); }
    """
    (row,) = [a for a in accesses(tmp_path, source) if a.space == "shared"]
    assert row.status == "estimate"
    assert row.assumptions == ("tiles = 1",)
    requests = [8, 4, 2, 1, 1, 1, 1, 1, 1]
    costs = [4, 4, 4, 4, 2, 1, 1, 1, 1]
    assert row.cost == pytest.approx(sum(n * c for n, c in zip(requests, costs, strict=True)) / sum(requests))


def test_what_an_early_return_hides_is_looked_at_all_the_same(tmp_path: Path) -> None:
    source = """
    __global__ void k(float *a, int width, int from) {
        int x = threadIdx.x + from;
        if (x >= width) return;
        a[2 * threadIdx.x] = 1;
    }
    """
    (row,) = accesses(tmp_path, source)
    assert (row.cost, row.status) == (8.0, "estimate")
    assert row.assumptions[-1] == "the guard in front of it is taken"


def test_an_assumed_choice_from_a_table_of_sizes_gives_one_of_them(tmp_path: Path) -> None:
    source = """
    __global__ void k(float *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = n; }
    int main(int argc, char **argv) {
        int sizes[3] = {64, 128, 256};
        int n = sizes[atoi(argv[1]) - 1];
        k<<<(n + 31) / 32, 32>>>(0, n);
    }
    """
    (row,) = accesses(tmp_path, source)
    assert (row.cost, row.executions, row.grid) == (4.0, 2, None)


def test_a_kernel_of_which_nothing_is_reached_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    path.write_text("__global__ void k(float *a) { if (blockDim.x == 7) a[0] = 1; }\nvoid f() { k<<<1, 32>>>(0); }\n")
    (report,) = analyse_files([str(path)], Settings(jobs=1))
    assert report.accesses or [s.kernel for s in report.skipped] == ["k"]


def test_large_unsigned_constants_meet_lanes_in_64_bits(tmp_path: Path) -> None:
    source = """
    __global__ void k(unsigned long long *a) {
        unsigned long long h = (threadIdx.x + 1) * 0x87c37b91114253d5ull;
        h ^= h >> 33;
        h = 0xffffffffffffffffull - h;
        a[threadIdx.x] = h;
    }
    void f(unsigned long long *a) { k<<<1, 32>>>(a); }
    """
    (row,) = accesses(tmp_path, source)
    assert (row.cost, row.status) == (8.0, "exact")


def test_nothing_is_silent_when_the_steps_run_out(tmp_path: Path) -> None:
    nest = "for (int a = 0; a < n; a++) for (int b = 0; b < n; b++) for (int c = 0; c < n; c++) s += x[(a + b) * n + c]"
    loops = "\n".join(f"if (kind == {k}) {nest};" for k in range(12))
    source = f"""
    __global__ void k(const float *x, float *out, int n, int kind) {{
        float s = 0;
        {loops}
        out[threadIdx.x] = s;
    }}
    """
    found = accesses(tmp_path, source)
    assert {a.at.line for a in found if a.kind == "load"} == set(range(4, 16))
    assert [a.cost for a in found if a.kind == "store"] == [4.0]


def test_an_index_by_made_up_numbers_that_are_all_alike_is_named_without_an_estimate(tmp_path: Path) -> None:
    table = ", ".join(f"0.{k}f" for k in range(10, 110))
    source = f"""
    __global__ void k(const unsigned char *f, float *o, int n) {{
        const float moved[] = {{{table}}};
        const int i = blockIdx.x * 64 + threadIdx.x;
        o[i] = f[(int)floorf(i * moved[i % 97])];
    }}
    void g(unsigned char *f, float *o) {{ k<<<8, 64>>>(f, o, 4); }}
    """
    row = next(a for a in accesses(tmp_path, source) if a.object.name == "f")
    assert (row.status, row.cost, row.estimated_cost) == ("indirect", None, None)


def test_a_compacting_store_is_indirect(tmp_path: Path) -> None:
    source = """
    __global__ void k(const float *in, const int *sums, float *out, float pivot) {
        __shared__ int from[128];
        from[threadIdx.x] = sums[threadIdx.x];
        __syncthreads();
        int at = from[threadIdx.x ^ 1];
        for (int i = threadIdx.x; i < 4096; i += 128)
            if (in[i] < pivot) out[at++] = in[i];
    }
    void f(float *in, int *from, float *out) { k<<<4, 128>>>(in, from, out, 0.5f); }
    """
    assert {a.status for a in accesses(tmp_path, source) if a.kind == "store" and a.object.name == "out"} == {
        "indirect"
    }


FAST_DIVISION = """
__device__ unsigned divided(unsigned n, uint3 by) { return (__umulhi(n, by.x) + n) >> by.y; }
__device__ uint2 both(unsigned n, uint3 by) { return make_uint2(divided(n, by), n - divided(n, by) * by.z); }
__global__ void k(float* a, const int* first, uint3 by) {
  a[both(threadIdx.x, by).y] = 1;
  int row = first[both(blockIdx.x, by).x + 1];
  a[row + threadIdx.x] = 2;
}
void run(float* a, int* first, uint3 by) { k<<<64, 256>>>(a, first, by); }
"""


def test_division_by_a_number_that_was_made_ready_on_the_host(tmp_path: Path) -> None:
    rows = accesses(tmp_path, FAST_DIVISION)
    assert [(a.at.line, a.kind, a.status, a.lane_stride) for a in rows] == [
        (5, "store", "estimate", 4),
        (6, "load", "exact", 0),
        (7, "store", "estimate", 4),
    ]


def test_made_vectors_hold_what_they_are_made_of(tmp_path: Path) -> None:
    body = "int4 p = make_int4(threadIdx.x, n, 2, 3); a[p.x * 8 + p.w] = make_float2(p.y, 1).x;"
    (access,) = accesses(
        tmp_path, f"__global__ void k(float* a, int n) {{ {body} }}\nvoid f(float* a) {{ k<<<1, 32>>>(a, 3); }}\n"
    )
    assert (access.address, access.status) == ("4*(8*threadIdx.x + 3)", "exact")


def test_a_type_that_nobody_filled_in_is_stated_and_nothing_is_exact(tmp_path: Path) -> None:
    source = "template <class T> __global__ void k(T* a) { a[8 * threadIdx.x] = 1; }\n"
    (access,) = accesses(tmp_path, source + "template <class T> void go(T* a) { k<T><<<4, 64>>>(a); }\n")
    assert (access.block, access.status, access.assumptions) == (
        (64, 1, 1),
        "estimate",
        ("an element takes 4 bytes",),
    )


def test_a_loop_over_a_class_that_is_an_array(tmp_path: Path) -> None:
    body = "std::array<int, 4> t = {1, 2, 3, 4}; for (int x : t) a[8 * threadIdx.x + x] = 1;"
    source = f"#include <array>\n__global__ void k(float* a) {{ {body} }}\nvoid f(float* a) {{ k<<<1, 32>>>(a); }}\n"
    (access,) = accesses(tmp_path, source)
    assert (access.lane_stride, access.cost, access.executions) == (32, 32.0, 4)


def test_what_made_up_types_give_back_has_no_size_either(tmp_path: Path) -> None:
    source = "__global__ void k(absent_t* a, const absent_t* b) { a[threadIdx.x] += b[threadIdx.x]; }\n"
    rows = accesses(tmp_path, source + "void f(absent_t* a) { k<<<4, 64>>>(a, a); }\n")
    assert sorted(a.kind for a in rows) == ["load", "load", "store"]
    assert {(a.width, a.cost, a.ideal, a.status) for a in rows} == {(4, 4.0, 4.0, "estimate")}


def test_a_kernel_of_which_nothing_is_understood_is_not_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    undefined = "__device__ void fill(float*, int); __global__ void calls(float* a, int n) { fill(a, n); }\n"
    path.write_text(f"__global__ void k(int n) {{ absent::work<4>(n); }}\n{undefined}__global__ void empty() {{}}\n")
    (report,) = analyse_files([str(path)], Settings(jobs=1))
    assert [s.kernel for s in report.skipped] == ["k", "calls"]
    assert "not understood" in report.skipped[0].reason


@pytest.mark.parametrize(
    "index",
    [
        "(int)(i * scale)",
        "lroundf((i + 0.5f) * scale)",
        "(int)fmaxf(-i * scale, 0.0f)",
        "min((int)floorf(i / scale), 99)",
    ],
)
def test_a_coordinate_scaled_by_what_nobody_knows_is_open(tmp_path: Path, index: str) -> None:
    source = f"""
    __global__ void k(const float *in, float *out, float scale) {{
        const int i = blockIdx.x * 128 + threadIdx.x;
        out[i] = in[{index}];
    }}
    """
    row = next(a for a in accesses(tmp_path, source) if a.object.name == "in")
    assert (row.status, row.cost, row.estimated_cost) == ("indirect", None, None)
    assert row.reason == "the index is rounded from a number that is not known"


def test_a_coordinate_scaled_by_a_constant_is_worked_out(tmp_path: Path) -> None:
    source = """
    __global__ void k(const float *in, float *out) { out[threadIdx.x] = in[(int)(threadIdx.x * 4.0f)]; }
    void f(float *in, float *out) { k<<<1, 64>>>(in, out); }
    """
    row = next(a for a in accesses(tmp_path, source) if a.object.name == "in")
    assert (row.status, row.cost, row.ideal) == ("exact", 16.0, 4.0)


def test_groups_of_lanes_that_share_a_loaded_row_are_judged(tmp_path: Path) -> None:
    source = (
        "__global__ void k(float *a, const int *rows, float *out) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  out[i] = a[rows[i / 16] * 64 + i % 16];\n}\n"
        "void f(float *a, int *r, float *o) { k<<<64, 256>>>(a, r, o); }\n"
    )
    row = next(a for a in accesses(tmp_path, source) if a.object.name == "a")
    assert (row.cost, row.ideal, row.status) == (4.0, 4.0, "estimate")
    assert row.assumptions == ("rows[...] is the same for many lanes",)


BISECTION = """
__device__ int below(const float *a, int n, float v) {
  int low = 0;
  for (int step = n; step > 0; step >>= 1) {
    int next = min(low + step, n);
    if (a[next - 1] < v) low = next;
  }
  return low;
}
__global__ void k(const float *a, const float *v, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = below(ARRAY, 4096, v[i]);
}
void f(const float *a, const float *v, int *o) { k<<<64, 256>>>(a, v, o); }
"""


@pytest.mark.parametrize("array", ["a", "a + 8192 * i"])
def test_a_search_is_not_judged_by_its_first_round(tmp_path: Path, array: str) -> None:
    row = next(a for a in accesses(tmp_path, BISECTION.replace("ARRAY", array)) if a.at.line == 6)
    assert (row.status, row.cost) in (("indirect", None), ("estimate", 32.0))
    assert row.status == ("indirect" if array == "a" else "estimate")


def test_pointers_moved_beyond_all_addresses_wrap_around(tmp_path: Path) -> None:
    source = (
        "__global__ void k(float *a, const int *index, long n) {\n"
        "  float *p = a + 0x7fffffffffffffffL;\n"
        "  p[threadIdx.x + 1] = 1;\n"
        "  a[index[0] * 0x4000000000000000L + threadIdx.x * 0x2000000000000000L] = 2;\n"
        "  float *q = a + threadIdx.x;\n"
        "  q += 0x7fffffffffffffffL; q += 0x7fffffffffffffffL; q[2] = 3;\n}\n"
        "void f(float *a, int *i, long n) { k<<<4, 128>>>(a, i, n); }\n"
    )
    stores = {a.at.line: a for a in accesses(tmp_path, source) if a.kind == "store"}
    assert (stores[3].cost, stores[6].cost) == (4.0, 4.0)
