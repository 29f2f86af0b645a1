"""Host functions that another file calls: it decides their sizes."""

from pathlib import Path

import pytest

from cudalint.access import Access
from cudalint.analysis import Settings, analyse_files
from cudalint.analysis.project import analyse_project

KERNELS = """
#define ROWS 4
__global__ void k(float *a, int n) { a[threadIdx.x * n] = 1; }
extern "C" void launch(float *a, int n) { k<<<ROWS, 64>>>(a, n); }
"""
DRIVER = """
#include <cstdio>
#define ROWS broken
extern "C" void launch(float *a, int n);
int main() { float *a = nullptr; launch(a, %s); return 0; }
"""


def written(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("_", ".")
        path.write_text(text)
    return folder / "a.cu"


def rows(path: Path, *others: Path) -> list[Access]:
    reports = analyse_files([str(p) for p in (path, *others)], Settings(jobs=1))
    assert all(not report.errors for report in reports)
    return list(reports[0].accesses)


@pytest.mark.parametrize("name", ["main_cpp", "main_cc", "main_c", "main_cxx"])
def test_plain_code_beside_it_says_what_is_passed(tmp_path: Path, name: str) -> None:
    (access,) = rows(written(tmp_path, a_cu=KERNELS, **{name: DRIVER % 2}))
    assert (access.cost, access.status, access.assumptions) == (8.0, "exact", ())


def test_cuda_code_beside_it_does_too_and_keeps_its_own_kernels(tmp_path: Path) -> None:
    own = "__global__ void own(float *a) { a[2 * threadIdx.x] = 1; }\n" + DRIVER % 2
    path = written(tmp_path, a_cu=KERNELS, b_cu=own)
    first, second = analyse_files([str(path), str(tmp_path / "b.cu")], Settings(jobs=1))
    assert [(a.kernel, a.cost, a.status) for a in first.accesses] == [("k", 8.0, "exact")]
    assert [a.kernel for a in second.accesses] == ["own"]
    assert str(tmp_path / "b.cu") not in first.included


def test_through_a_function_that_launches_nothing_itself(tmp_path: Path) -> None:
    outer = 'extern "C" void twice(float *a, int n) { launch(a, 2 * n); }\n'
    driver = (DRIVER % 4).replace("launch", "twice")
    (access,) = rows(written(tmp_path, a_cu=KERNELS + outer, main_cpp=driver))
    assert (access.cost, access.ideal, access.status) == (32.0, 4.0, "exact")


def test_sizes_of_a_loop_are_only_assumed(tmp_path: Path) -> None:
    loop = "int main() { for (int n = 2; n <= 64; n *= 2) launch(0, n); }\n"
    (access,) = rows(written(tmp_path, a_cu=KERNELS, main_cpp='extern "C" void launch(float *a, int n);\n' + loop))
    assert (access.cost, access.status) == (8.0, "estimate")
    assert any(text.startswith("n = 2") for text in access.assumptions)


def test_of_two_programs_none_is_believed(tmp_path: Path) -> None:
    path = written(tmp_path, a_cu=KERNELS, main_cpp=DRIVER % 2, other_cpp=DRIVER % 8)
    assert [a.status for a in rows(path)] == ["estimate"]


def test_a_comment_is_no_call(tmp_path: Path) -> None:
    path = written(tmp_path, a_cu=KERNELS, main_cpp=DRIVER % 2, other_cpp="// launch()\nint main() {}\n")
    assert [a.status for a in rows(path)] == ["exact"]


def test_a_caller_that_is_broken_harms_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, a_cu=KERNELS, main_cpp='#include "nowhere.h"\nNowhere x; }}}\n' + DRIVER % 2)
    (access,) = rows(path)
    assert access.cost == 8.0 or access.status == "estimate"


def test_a_known_size_needs_no_caller(tmp_path: Path) -> None:
    known = KERNELS.replace("(float *a, int n) { k<<<ROWS, 64>>>(a, n)", "(float *a) { k<<<ROWS, 64>>>(a, 4)")
    path = written(tmp_path, a_cu=known, main_cpp=DRIVER % 2)
    found = analyse_project([str(path)], Settings(jobs=1), 1, None, {})
    assert found.foreign == {}
    assert [a.cost for a in found.reports[0].accesses] == [16.0]
