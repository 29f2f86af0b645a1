import pickle
from pathlib import Path

from cudalint.front.includes import resolve_includes
from cudalint.front.index import source_index
from cudalint.front.options import ParseOptions
from cudalint.front.parse import parse
from tests.front.support import messages, parsed


def tree(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def test_the_index_leaves_out_hidden_folders_and_links_and_can_be_sent(tmp_path: Path) -> None:
    tree(tmp_path, "a/x.h", "b/x.h", ".cache/x.h", "node_modules/x.h", "a/notes.txt")
    (tmp_path / "a" / "loop").symlink_to(tmp_path, target_is_directory=True)
    index = source_index(str(tmp_path))
    assert dict(index.by_name) == {"x.h": (f"{tmp_path}/a/x.h", f"{tmp_path}/b/x.h")}
    assert pickle.loads(pickle.dumps(index)) == index


def test_a_shared_folder_above_is_found(tmp_path: Path) -> None:
    tree(tmp_path, "Common/helper_cuda.h", "Samples/one/a.cu")
    (tmp_path / "Common/helper_cuda.h").write_text('#include "helper_string.h"\nconstexpr int helped = text;\n')
    (tmp_path / "Common/helper_string.h").write_text("constexpr int text = 3;\n")
    result = parsed(tmp_path, "#include <helper_cuda.h>\nstatic_assert(helped == 3);\n", "Samples/one/a.cu")
    assert messages(result) == []
    assert set(result.included) == {f"{tmp_path}/Common/helper_cuda.h", f"{tmp_path}/Common/helper_string.h"}


def test_the_folder_next_door_wins_over_one_far_away(tmp_path: Path) -> None:
    tree(tmp_path, "src/sort-cuda/main.cu", "src/sort-sycl/reference.h", "old/reference.h")
    found = resolve_includes(tmp_path / "src/sort-cuda/main.cu", b'#include "reference.h"\n', tmp_path, ())
    assert found.files == (f"{tmp_path}/src/sort-sycl/reference.h",)


def test_our_headers_win_over_a_project_file_of_the_same_name_elsewhere(tmp_path: Path) -> None:
    tree(tmp_path, "third_party/thing/vector", "third_party/math.h", "torch/torch.h", "a.cu")
    text = b"#include <vector>\n#include <math.h>\n#include <torch/torch.h>\n"
    found = resolve_includes(tmp_path / "a.cu", text, tmp_path, ())
    assert found.ours == ("vector", "math.h")
    assert found.files == (f"{tmp_path}/torch/torch.h",)


def test_a_header_that_wraps_one_of_ours_under_its_own_name(tmp_path: Path) -> None:
    tree(tmp_path, "vendors/cuda.h", "one/a.cu")
    (tmp_path / "vendors/cuda.h").write_text("#pragma once\n#include <cuda.h>\n#define WRAPPED 1\n")
    source = '#include "../vendors/cuda.h"\nstatic_assert(WRAPPED && sizeof(CUdeviceptr) == 8);\n'
    assert messages(parsed(tmp_path, source, "one/a.cu")) == []


def test_files_outside_of_the_project_are_not_opened(tmp_path: Path) -> None:
    project = tmp_path / "project"
    tree(project, "a.cu")
    (tmp_path / "secret.h").write_text("constexpr int secret = 3;\n")
    (project / "linked.h").symlink_to(tmp_path / "secret.h")
    for name in ("../secret.h", f"{tmp_path}/secret.h", "linked.h"):
        result = parsed(project, f'#include "{name}"\nint x = secret;\n')
        assert result.invented or messages(result), name
        assert not any(e.endswith("not found") for e in messages(result)), name


def test_without_a_repository_relative_includes_may_go_anywhere(tmp_path: Path) -> None:
    tree(tmp_path, "bin/a.cu")
    (tmp_path / "sizes.h").write_text("constexpr int size = 3;\n")
    (tmp_path / "bin/a.cu").write_text('#include "../sizes.h"\nstatic_assert(size == 3);\n')
    assert messages(parse(str(tmp_path / "bin/a.cu"), ParseOptions())) == []


def test_a_missing_header_hides_nothing(tmp_path: Path) -> None:
    source = '#include "gone.h"\ntemplate <int N> __global__ void k(int *p) { p[N] = UNKNOWN; }\nauto *f = k<3>;\n'
    result = parsed(tmp_path, source)
    assert messages(result) == ["1: 'gone.h' file not found"]
    assert result.invented == 1


def test_has_include_knows_our_headers(tmp_path: Path) -> None:
    source = "#if !__has_include(<cuda_fp16.h>) || __has_include(<nowhere.h>)\n#error wrong\n#endif\n"
    assert messages(parsed(tmp_path, source)) == []


def test_forced_files_come_first(tmp_path: Path) -> None:
    (tmp_path / "b.cu").write_text("__device__ float twice(float x) { return 2 * x; }\n")
    path = tmp_path / "a.cu"
    path.write_text("__device__ float twice(float x);\n__global__ void k(float *p) { p[0] = twice(p[1]); }\n")
    result = parse(str(path), ParseOptions(root=str(tmp_path)), forced=(str(tmp_path / "b.cu"),))
    assert (messages(result), result.included) == ([], (str(tmp_path / "b.cu"),))


def test_of_equally_near_headers_the_one_of_the_sibling_with_the_similar_name_wins(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    for folder in ("abacus", "scan-sycl", "scan-cuda"):
        (tmp_path / folder).mkdir()
    (tmp_path / "abacus" / "util.h").write_text("#error another program's\n")
    (tmp_path / "scan-sycl" / "util.h").write_text("#define TILE 32\n")
    source = tmp_path / "scan-cuda" / "main.cu"
    found = resolve_includes(source, b'#include "util.h"\n', tmp_path, ())
    assert found.directories == (str(tmp_path / "scan-sycl"),)
