"""What is left out so that a file compiles: host functions, kernels nobody asked for, headers that are missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.verify.mending import EMPTIED, mended, repairs_for, without_bodies, without_declarations

SOURCE = """#include <absent.h>
namespace deep { struct S {
    int method() { return absent(1); }
}; }
__device__ int helper(int a) { return a; }
__global__ void one(int* p) { p[0] = helper(1); }
#define SIZE 4
int host(int a) {
#ifdef WANTED
    absent(a);
#define LATER 3
#endif
    return absent(a + 1);
}
template <class T> __global__ void two(T* p) { p[0] = absent(2); }
int table[] = {absent(3)};
"""


def lines_with(text: str) -> list[int]:
    return [n for n, line in enumerate(SOURCE.splitlines(), 1) if text in line]


def test_errors_of_both_compilers_are_read() -> None:
    errors = (
        "/a/k.cu: In function 'int f()':\n/a/k.cu:12:5: error: 'x' was not declared\n"
        '/a/k.cu:13:1: warning: nothing\n/a/h.h(7): error: identifier "y" is undefined\n'
        "/a/k.cu:1:10: fatal error: GL/glew.h: No such file or directory\n"
    )
    repairs = repairs_for(errors)
    assert repairs.headers == ("GL/glew.h",)
    assert repairs.lines == {"/a/k.cu": [12], "/a/h.h": [7]}


def test_host_functions_lose_their_bodies_and_nothing_else() -> None:
    changed = without_bodies(SOURCE, [*lines_with("absent(a"), *lines_with("absent(1)")], ["one", "two"])
    assert changed is not None
    assert changed.count(EMPTIED) == 2
    assert "absent(a" not in changed
    assert "absent(1)" not in changed
    assert "absent(2)" in changed
    assert "#define LATER 3" in changed
    assert [line for line in changed.splitlines() if line.startswith("#")] == [
        line for line in SOURCE.splitlines() if line.startswith("#")
    ]
    where = changed.splitlines().index("int table[] = {absent(3)};")
    assert where == SOURCE.splitlines().index("int table[] = {absent(3)};")


@pytest.mark.parametrize("text", ["helper(int", "absent(3)", "absent(2)"])
def test_what_is_needed_stays(text: str) -> None:
    assert without_bodies(SOURCE, lines_with(text), ["one", "two"]) is None


def test_an_emptied_function_that_is_wrong_still_is_taken_out() -> None:
    once = without_bodies(SOURCE, lines_with("absent(1)"))
    assert once is not None
    assert "method" in once
    twice = without_bodies(once, lines_with("absent(1)"))
    assert twice is not None
    assert "method" not in twice
    assert twice.count("\n") == SOURCE.count("\n")
    assert without_bodies(twice, lines_with("absent(1)")) is None


def test_kernels_go_last_and_are_named(tmp_path: Path) -> None:
    texts = {"/k.cu": SOURCE}

    def edit(path: str, change: object) -> bool:
        changed = change(texts[path]) if callable(change) and path in texts else None
        texts[path] = changed or texts.get(path, "")
        return changed is not None

    host, kernel = (f"/k.cu:{lines_with(text)[0]}:1: error: no\n" for text in ("absent(a + 1)", "absent(2)"))
    said, lacking = mended(host + kernel, tmp_path, edit, {"one", "two"})
    assert "k.cu" in said
    assert not lacking
    assert mended(kernel, tmp_path, edit, {"one", "two"}) == ("without two", frozenset({"two"}))
    assert mended("/other.h:3:1: error: no\n", tmp_path, edit, {"one"}) == ("", frozenset())


def test_missing_headers_are_empty_and_stay_inside_the_folder(tmp_path: Path) -> None:
    error = "/k.cu:1:10: fatal error: {}: No such file or directory\n"
    said, _ = mended(error.format("GL/glew.h"), tmp_path / "absent", lambda *_: False, ())
    assert said == "without GL/glew.h, which is missing"
    assert (tmp_path / "absent" / "GL" / "glew.h").read_text() == ""
    assert mended(error.format("GL/glew.h"), tmp_path / "absent", lambda *_: False, ())[0] == ""
    assert mended(error.format("../../x.h"), tmp_path / "absent", lambda *_: False, ())[0] == ""
    assert not (tmp_path.parent / "x.h").exists()


HOST = """\
#include <timeb.h>
class Timer {
  public:
    struct timeval begun;
    virtual ~Timer() { stop(); }
};
typedef nowhere_t other;
__device__ nowhere_t table[4];
__global__ void k(float* a) {
    nowhere_t x = 1;
    a[0] = x;
}
"""


@pytest.mark.parametrize(
    ("line", "gone"),
    [
        (4, "struct timeval begun;"),
        (7, "typedef nowhere_t other;"),
        (2, HOST[HOST.index("class") : HOST.index("};") + 2]),
    ],
)
def test_declarations_of_the_host_are_left_out(line: int, gone: str) -> None:
    left = without_declarations(HOST, [line])
    assert left is not None
    assert left.count("\n") == HOST.count("\n")
    assert "".join(left.split()) == "".join(HOST.replace(gone, "").split())


@pytest.mark.parametrize("line", [8, 9, 10, 11, 99])
def test_nothing_of_device_code_is(line: int) -> None:
    assert without_declarations(HOST, [line]) is None
