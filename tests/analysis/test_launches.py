"""Launches: where shapes and arguments come from."""

from pathlib import Path

import pytest

from cudalint.access import SHARED
from cudalint.analysis import Settings, analyse_file, analyse_files
from cudalint.analysis.project import analyse_project
from tests.analysis.seen import COLUMN, accesses


def test_a_launch_gives_shape_and_arguments(tmp_path: Path) -> None:
    (access,) = accesses(tmp_path, COLUMN + "void f(float *a) { k<<<2, dim3(64)>>>(a, 8); }\n")
    assert (access.block, access.cost, access.ideal, access.status) == ((64, 1, 1), 32.0, 4.0, "exact")
    assert access.address == "4*n*threadIdx.x"
    assert (access.strides[0].formula, access.strides[0].bytes) == ("4*n", 32)


TEMPLATE = """
template <int size> __global__ void k(float* a) { a[threadIdx.x * size] = 1; }
template <int size> void go(float* a) { constexpr int half = size / 2; k<half><<<4, half>>>(a); }
template <int size> void twice(float* a) { go<2 * size>(a); }
"""


def test_a_template_is_launched_as_its_callers_make_it(tmp_path: Path) -> None:
    callers = "void run(float* a) { go<16>(a); }\nvoid outer(float* a) { twice<32>(a); }\n"
    rows = accesses(tmp_path, TEMPLATE + callers)
    assert [(a.block, a.lane_stride, a.status) for a in rows] == [((8, 1, 1), 32, "exact"), ((32, 1, 1), 128, "exact")]


def test_a_template_that_nobody_makes_is_launched_with_assumed_parameters(tmp_path: Path) -> None:
    (access,) = accesses(tmp_path, TEMPLATE + "void run(float* a) { a[0] = 1; }\n")
    assert (access.block, access.status) == (None, "estimate")
    assert "size = 16" in access.assumptions
    assert access.address == "4*size*threadIdx.x"


POINTERS = """
struct Buffers { float4* in; float4* peers[8]; int rank; };
__global__ void k(const Buffers b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4* peer = b.peers[b.rank ^ 1];
  peer[i] = b.in[i];
  b.peers[b.rank][i] = b.in[i];
}
void run(Buffers b) { k<<<64, 256>>>(b); }
"""


def test_pointers_in_a_table_that_is_passed_by_value_are_followed(tmp_path: Path) -> None:
    stores = [a for a in accesses(tmp_path, POINTERS) if a.kind == "store"]
    assert [(a.at.line, a.cost, a.ideal, a.object.name) for a in stores] == [
        (6, 16.0, 16.0, "b[...]"),
        (7, 16.0, 16.0, "b[...]"),
    ]


def test_without_a_launch_the_assumption_is_stated(tmp_path: Path) -> None:
    (access,) = accesses(tmp_path, COLUMN)
    assert (access.block, access.status) == (None, "estimate")
    assert access.assumptions == ("block 256x1x1", "n = 1024")


def test_the_user_can_state_block_and_sizes(tmp_path: Path) -> None:
    settings = Settings(jobs=1, blocks=((None, (32, 1, 1)),), assumptions=("n == 2",))
    (access,) = accesses(tmp_path, COLUMN, settings)
    assert (access.cost, access.assumptions) == (8.0, ())


def test_launch_bounds_shape_the_assumed_block(tmp_path: Path) -> None:
    source = "__global__ void __launch_bounds__(64) k(float *a) { a[threadIdx.x] = blockDim.x; }\n"
    (access,) = accesses(tmp_path, source)
    assert access.assumptions[0] == "block 64x1x1"


def test_a_launch_in_another_file_counts(tmp_path: Path) -> None:
    (tmp_path / "kernel.cu").write_text(COLUMN)
    (tmp_path / "host.cu").write_text(
        "__global__ void k(float *a, int n);\nvoid f(float *a) { k<<<4, 128>>>(a, 2); }\n"
    )
    reports = analyse_files([str(tmp_path / n) for n in ("host.cu", "kernel.cu")], Settings(jobs=1))
    (access,) = reports[1].accesses
    assert (access.block, access.cost) == ((128, 1, 1), 8.0)


def test_a_device_lambda_from_the_host_brings_its_pointers(tmp_path: Path) -> None:
    source = """
    template <class F> __global__ void each(int n, F f) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) f(i);
    }
    void apply(const float *in, float *out, int pitch) {
        auto copy = [=] __device__ (int i) { out[i] = in[pitch * i]; };
        each<<<4, 64>>>(256, copy);
    }
    int main() {
        float *in, *out;
        cudaMalloc(&in, 4096); cudaMalloc(&out, 1024);
        apply(in, out, 4);
    }
    """
    load, store = sorted(accesses(tmp_path, source), key=lambda a: a.kind)
    assert (load.object.name, load.cost, load.status) == ("in", 16.0, "exact")
    assert (store.object.name, store.cost, store.status) == ("out", 4.0, "exact")
    assert [v.line for v in load.via] == [4]


def test_a_kernel_of_the_same_name_in_another_program_is_another(tmp_path: Path) -> None:
    launch = "__global__ void k(float *a, int n);\nvoid f(float *a) { k<<<4, 128>>>(a, %d); }\n"
    for folder, text in (("one", launch % 2), ("two", launch % 4), ("three", "")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "kernel.cu").write_text(COLUMN)
        (tmp_path / folder / "host.cu").write_text(text)
    paths = [str(tmp_path / f / n) for f in ("one", "two", "three") for n in ("host.cu", "kernel.cu")]
    reports = analyse_files(paths, Settings(jobs=1))
    costs = [r.accesses[0].cost for r in reports if r.accesses]
    assert costs == [8.0, 16.0, 32.0]


def test_a_file_that_launches_its_kernels_itself_is_read_once(tmp_path: Path) -> None:
    kernel = "__global__ void scale(float* a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }\n"
    (tmp_path / "own.cu").write_text(
        kernel + "void run(float* a, int n, int threads) { scale<<<n / threads, threads>>>(a, n); }\n"
    )
    (tmp_path / "kernel.cu").write_text(kernel.replace("scale", "shift"))
    (tmp_path / "main.cu").write_text(
        "__global__ void shift(float*, int);\nint main() { shift<<<8, 128>>>((float*)0, 1); }\n"
    )
    paths = sorted(str(p) for p in tmp_path.iterdir())
    project = analyse_project(paths, Settings(), 1, None, {})
    assert [Path(p).name for p in project.foreign] == ["kernel.cu"]
    assert {a.kernel: a.block for r in project.reports for a in r.accesses} == {"scale": None, "shift": (128, 1, 1)}


def test_a_launch_in_a_branch_that_main_does_not_take_still_gives_the_shape(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    path.write_text("""
template <int N> __global__ void one(float* out) {
    __shared__ float tile[N][N];
    tile[threadIdx.y][threadIdx.x] = 1;
    out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
template <int N> __global__ void other(float* out) {
    __shared__ float tile[N][N];
    tile[threadIdx.y][threadIdx.x] = 1;
    out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void run(int which, float* out) {
    dim3 block(32, 8);
    switch (which) {
        case 0: one<32><<<4, block>>>(out); break;
        default: other<32><<<4, block>>>(out); break;
    }
}
int main() { float* out = nullptr; run(0, out); }
""")
    found = analyse_file(str(path)).accesses
    assert {(a.kernel, a.block, a.object.shape) for a in found if a.space == SHARED} == {
        (kernel, (32, 8, 1), (32, 32)) for kernel in ("one", "other")
    }


TYPED = """
template <class T> struct SharedMemory {
    __device__ operator T *() { extern __shared__ int raw[]; return (T *)raw; }
};
template <class T> __global__ void k(const T *in, T *out) {
    T *tile = SharedMemory<T>();
    tile[threadIdx.x * 2] = in[threadIdx.x];
}
template <class T> void start(const T *in, T *out) { k<T><<<4, 64, 1024>>>(in, out); }
"""


@pytest.mark.parametrize(
    "asked",
    [
        "template void start<double>(const double *in, double *out);\n",
        "void f(const double *in, double *out) { start(in, out); }\n",
        "template <class T> void more(const T *in, T *out) { start(in, out); }\n"
        "namespace n { void f(const double *in, double *out) { more<double>(in, out); } }\n",
    ],
)
def test_a_template_that_launches_is_followed_from_what_asks_for_it(tmp_path: Path, asked: str) -> None:
    found = accesses(tmp_path, TYPED + asked)
    assert {(a.space, a.kind, a.width, a.cost, a.status) for a in found} == {
        ("global", "load", 8, 8.0, "exact"),
        ("shared", "store", 8, 4.0, "exact"),
    }


def test_an_instance_of_a_kernel_that_nobody_launches_is_looked_at(tmp_path: Path) -> None:
    kernel = "template <class T> __global__ void k(T *a) { a[threadIdx.x] = 1; }\n"
    (access,) = accesses(tmp_path, kernel + "template __global__ void k<double>(double *a);\n")
    assert (access.width, access.cost, access.assumptions) == (8, 8.0, ("block 256x1x1",))


def test_of_very_many_instances_some_are_looked_at(tmp_path: Path) -> None:
    kernel = "template <int N> __global__ void k(float *a) { a[threadIdx.x * N] = 1; }\n"
    launches = "".join(f"k<{n}><<<1, 32>>>(a);" for n in range(1, 31))
    found = accesses(tmp_path, kernel + "void f(float *a) {" + launches + "}\n")
    strides = [a.strides[0].bytes for a in found]
    assert (len(strides), strides[0], strides[-1]) == (12, 4, 120)


@pytest.mark.parametrize(
    ("second", "status"), [("k<<<2, 64>>>(a, 1);", "exact"), ("k<<<2, 64>>>(a, 32);", "estimate"), ("", "exact")]
)
def test_what_launches_of_one_block_pass_differently_is_only_assumed(second: str, status: str, tmp_path: Path) -> None:
    (access,) = accesses(tmp_path, COLUMN + "void f(float *a) { k<<<2, 64>>>(a, 1); " + second + " }\n")
    assert (access.cost, access.status) == (4.0, status)
    assert access.assumptions == (("n = 1",) if status == "estimate" else ())


@pytest.mark.parametrize(
    ("values", "status"),
    [((32, 64), "exact"), ((33, 65), "exact"), ((32, 36), "estimate"), ((1 << 30, 1 << 34), "exact")],
)
def test_what_all_launches_have_in_common_counts(values: tuple[int, int], status: str, tmp_path: Path) -> None:
    kernel = "__global__ void k(float *a, int n) { a[n * blockIdx.x + threadIdx.x] = 1; }\n"
    if values[0] % 2:
        kernel = kernel.replace("n * blockIdx.x", "(n - 1) * blockIdx.x")
    launches = "".join(f"k<<<2, 64>>>(a, {n});" for n in values)
    (access,) = accesses(tmp_path, f"{kernel}void f(float *a) {{ {launches} }}\n")
    assert (access.cost, access.status) == (4.0, status)


def test_a_parameter_without_a_name_has_no_size_to_speak_of(tmp_path: Path) -> None:
    kernel = "__global__ void k(float *a, int) { a[threadIdx.x] = 1; }\n"
    rows = accesses(tmp_path, kernel + "void f(float *a) { k<<<2, 64>>>(a, 8); k<<<2, 64>>>(a, 16); }\n")
    assert [a.cost for a in rows] == [4.0]


def test_a_limit_beyond_all_integers_is_a_limit(tmp_path: Path) -> None:
    kernel = (
        "__global__ void k(float *a) {\n"
        "  for (unsigned long i = threadIdx.x; i < 0xfffffffffffffff0UL; i += 0x100000000000000UL) a[i % 64] = 1;\n}\n"
    )
    rows = accesses(tmp_path, kernel + "void f(float *a) { k<<<2, 64>>>(a); }\n")
    assert [a.kind for a in rows] == ["store"]


def test_a_loop_around_a_function_that_launches_is_followed(tmp_path: Path) -> None:
    host = "void one(float *a, int n) { if (n > 100) k<<<2, 64>>>(a, 2); }\n"
    loop = "int main() { for (int n = 8; n < 2000; n *= 2) one(0, n); }\n"
    (access,) = accesses(tmp_path, COLUMN + host + loop)
    assert (access.cost, access.status) == (8.0, "exact")
