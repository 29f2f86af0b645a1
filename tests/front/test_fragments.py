from pathlib import Path

from cudalint.front.fragments import includers
from cudalint.front.options import ParseOptions
from cudalint.front.parse import parse
from tests.front.support import messages

MAIN = 'typedef float fp;\n#define SIZE 3\n#include "kernel.cu"\nint main() { k<<<1, 64>>>(nullptr); }\n'
KERNEL = "__global__ void k(fp *p) { p[threadIdx.x + SIZE] = 1; }\n"


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_cu", ".cu").replace("_h", ".h")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_a_fragment_is_read_through_its_includer(tmp_path: Path) -> None:
    write(tmp_path, kernel_cu=KERNEL, main_cu=MAIN)
    fragment = str(tmp_path / "kernel.cu")
    result = parse(fragment, ParseOptions(root=str(tmp_path)))
    assert (result.path, result.fragment, result.text) == (str(tmp_path / "main.cu"), fragment, MAIN.encode())
    assert (messages(result), result.invented, result.included) == ([], 0, (fragment,))


def test_unsaved_text_of_a_fragment_is_used(tmp_path: Path) -> None:
    write(tmp_path, kernel_cu="", main_cu=MAIN)
    result = parse(str(tmp_path / "kernel.cu"), ParseOptions(root=str(tmp_path)), source=KERNEL.encode())
    assert (result.path, messages(result)) == (str(tmp_path / "main.cu"), [])


def test_a_file_that_stands_alone_is_read_alone(tmp_path: Path) -> None:
    write(tmp_path, kernel_cu="__global__ void k(float *p) { p[0] = 1; }\n", main_cu=MAIN)
    result = parse(str(tmp_path / "kernel.cu"), ParseOptions(root=str(tmp_path)))
    assert (result.path, result.fragment) == (str(tmp_path / "kernel.cu"), None)


def test_an_includer_that_explains_nothing_is_not_taken(tmp_path: Path) -> None:
    write(tmp_path, kernel_cu=KERNEL, main_cu='#include "kernel.cu"\n')
    result = parse(str(tmp_path / "kernel.cu"), ParseOptions(root=str(tmp_path)))
    assert result.path == str(tmp_path / "kernel.cu")


def test_includers_are_followed_through_headers_nearest_first(tmp_path: Path) -> None:
    write(
        tmp_path,
        kernels__k_cu=KERNEL,
        kernels__all_h='#include "k.cu"\n',
        main_cu='#include "kernels/all.h"\n',
        other__main_cu='#include "../kernels/all.h"\n',
        kernels__near_cu='#include "all.h"\n#include "missing/k.cu"\n',
    )
    found = list(includers(tmp_path / "kernels/k.cu", tmp_path))
    assert found == [str(tmp_path / "kernels/near.cu"), str(tmp_path / "main.cu")]


def test_a_file_that_includes_itself_ends(tmp_path: Path) -> None:
    write(tmp_path, a_cu='#ifndef A\n#define A\n#include "a.cu"\n#endif\nint x = missing_type_here;\n')
    assert list(includers(tmp_path / "a.cu", tmp_path)) == []
