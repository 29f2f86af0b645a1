from pathlib import Path

import pytest

from cudalint.analysis import Settings, analyse_files
from cudalint.analysis.file import analyse
from cudalint.front.fragments import includers
from cudalint.front.inactive import text_kernels
from cudalint.front.includes import resolve_includes
from cudalint.front.options import ParseOptions, architecture_flags
from cudalint.front.parse import UnreadableFile, parse


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_cuh", ".cuh").replace("_cu", ".cu").replace("_h", ".h")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_kernels_are_found_in_the_text_whatever_the_preprocessor_says() -> None:
    text = """
    // __global__ void comment() {}
    #define KERNEL __global__ void macro() {}
    __global__ void declared(int *x);
    template <int N> __global__ __launch_bounds__(128) void real(int *x) { x[0] = N; }
    """
    assert list(text_kernels(text)) == [("real", 5)]


def test_a_kernel_in_an_inactive_branch_is_named(tmp_path: Path) -> None:
    write(
        tmp_path,
        a_cu="#if 0\n__global__ void off(int *x) { x[0] = 1; }\n#endif\n__global__ void on(int *x) { x[0] = 1; }\n",
    )
    report = analyse_files([str(tmp_path / "a.cu")], Settings(jobs=1))[0]
    assert report.kernels == ("on",)
    assert [(s.kernel, s.line, s.reason) for s in report.skipped] == [("off", 2, "in an inactive #if branch")]


def test_headers_are_found_by_their_trailing_path_nearest_first(tmp_path: Path) -> None:
    write(tmp_path, near__common__sizes_h="#define N 3\n", far__common__sizes_h="#define N 4\n")
    (tmp_path / ".git").mkdir()
    source = tmp_path / "near" / "src" / "a.cu"
    source.parent.mkdir()
    text = b'#include "common/sizes.h"\n#include "nowhere.h"\n'
    source.write_bytes(text)
    found = resolve_includes(source, text, tmp_path, ())
    assert found.directories == (str(tmp_path / "near"),)
    assert found.missing == ("nowhere.h",)


def test_an_undeclared_name_does_not_lose_the_kernel(tmp_path: Path) -> None:
    write(tmp_path, a_cu="__global__ void k(float *x, float *y) { x[threadIdx.x] = MYSTERY * y[threadIdx.x]; }\n")
    report = analyse_files([str(tmp_path / "a.cu")], Settings(jobs=1))[0]
    assert {(a.object.name, a.kind, a.cost) for a in report.accesses} == {("x", "store", 4.0), ("y", "load", 4.0)}


def test_a_fragment_is_read_through_the_file_that_includes_it(tmp_path: Path) -> None:
    write(
        tmp_path,
        kernel_cu="__global__ void k(Pair *p) { p[threadIdx.x].a = SIZE; }\n",
        main_cu="struct Pair { float a, b; };\n#define SIZE 3\n"
        '#include "kernel.cu"\nvoid f(Pair *p) { k<<<1, 64>>>(p); }\n',
    )
    fragment = tmp_path / "kernel.cu"
    assert list(includers(fragment, tmp_path)) == [str(tmp_path / "main.cu")]
    (access,) = analyse(str(fragment), Settings(root=str(tmp_path))).report.accesses
    assert (access.cost, access.ideal, access.block, access.object.record) == (8.0, 4.0, (64, 1, 1), "Pair")


def test_both_given_the_fragment_is_only_reported_once(tmp_path: Path) -> None:
    write(
        tmp_path,
        kernel_cu="__global__ void k(float *p) { p[threadIdx.x] = 1; }\n",
        main_cu='#include "kernel.cu"\nvoid f(float *p) { k<<<1, 64>>>(p); }\n',
    )
    paths = [str(tmp_path / "kernel.cu"), str(tmp_path / "main.cu")]
    reports = analyse_files(paths, Settings(jobs=1))
    assert [len(r.accesses) for r in reports] == [0, 1]
    assert Path(reports[1].accesses[0].at.path).name == "kernel.cu"


@pytest.mark.parametrize("content", [b"int x;\0", b"x" * ((4 << 20) + 1)])
def test_what_is_no_source_text_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.cu"
    path.write_bytes(content)
    with pytest.raises(UnreadableFile) as error:
        parse(str(path), ParseOptions())
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)


def test_newer_architectures_than_libclang_knows_set_the_macro() -> None:
    assert architecture_flags("sm_80") == ["--cuda-gpu-arch=sm_80"]
    assert architecture_flags("sm_100") == ["--cuda-gpu-arch=sm_90", "-U__CUDA_ARCH__", "-D__CUDA_ARCH__=1000"]
