"""Host functions that need not be followed to find the launches."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.access import Access
from cudalint.analysis import Settings, analyse_files
from cudalint.front.lowering.quiet import quiet_names, written_through
from cudalint.ir.types import FLOAT, INT, Pointer, Reference

FUNCTIONS = {
    "timer": b"void timer() { clock(); }",
    "verify": b"bool verify(float *a) { timer(); return a[0] == 1; }",
    "launch": b"void launch() { k<<<1, 2>>>(); }",
    "twice": b"void twice() { launch(); launch(); }",
    "configure": b"void configure() { block = 64; }",
}


def quiet(**more: bytes) -> frozenset[str]:
    functions = [(name, "host", lambda text=text: text) for name, text in (FUNCTIONS | more).items()]
    return quiet_names(functions, lambda text: b"<<<" in text, frozenset({b"block"}))


def test_what_launches_or_names_a_variable_of_the_file_is_not_quiet() -> None:
    assert quiet() == {"timer", "verify"}


def test_a_launch_in_a_function_that_is_called_without_its_name_leaves_none_quiet() -> None:
    assert quiet(**{"operator+": b"{ launch(); }"}) == frozenset()


def test_through_what_a_function_may_write() -> None:
    parameters = (INT, Pointer(8, 8, FLOAT), Pointer(8, 8, FLOAT, pointee_const=True))
    references = (Reference(8, 8, INT), Reference(8, 8, INT, const=True))
    assert written_through((*parameters, *references)) == (1, 3)


KERNEL = "__global__ void k(float *a, int n) { a[threadIdx.x * n] = 1; }\n"


def stores(folder: Path, source: str) -> list[Access]:
    path = folder / "a.cu"
    path.write_text(KERNEL + source)
    return list(analyse_files([str(path)], Settings(jobs=1))[0].accesses)


def test_a_long_comparison_with_a_reference_does_not_hide_the_launch_behind_it(tmp_path: Path) -> None:
    rounds = "for (int i = 0; i < 40; ++i) { t += i; u += t; v += u; }" * 40
    source = f"""
    void reference(float *h) {{ int t = 0, u = 0, v = 0; for (int r = 0; r < 40; ++r) {{ {rounds} }} h[0] = v; }}
    int main() {{ float *a = 0, h[1]; float *p = new float[4]; for (int i = 0; i < 20; ++i) reference(p);
                  k<<<1, 64>>>(a, 2); }}
    """
    (row,) = stores(tmp_path, source)
    assert (row.block, row.cost) == ((64, 1, 1), 8.0)


@pytest.mark.parametrize("parameter", ["int *n", "int &n"])
def test_a_function_that_gives_something_back_is_followed(tmp_path: Path, parameter: str) -> None:
    given, place = ("&n", "*n") if "*" in parameter else ("n", "n")
    source = (
        f"void choose({parameter}) {{ {place} = 4; }}\nint main() {{ int n; choose({given}); k<<<1, 32>>>(0, n); }}"
    )
    (row,) = stores(tmp_path, source)
    assert (row.status, row.cost) == ("exact", 16.0)


def test_chevrons_in_a_string_are_no_launch(tmp_path: Path) -> None:
    source = 'void f() { printf(">>> see %s <<<"); }\nint main() { f(); k<<<1, 32>>>(0, 1); }'
    (row,) = stores(tmp_path, source)
    assert row.cost == 4.0
