"""Python files through the whole: positions, launches, suppressions, errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cudalint.analysis.settings import Settings
from cudalint.embedded import analyse_python
from tests.cli.conftest import Run

KERNEL = 'extern "C" __global__ void k(float* a, int n) { a[n * threadIdx.x] = 1; }'


def at(source: str, tmp_path: Path) -> list[tuple[int, str]]:
    """(line, the text in the file) of each access in a Python file."""
    path = tmp_path / "model.py"
    path.write_text(source)
    (report,) = analyse_python([str(path)], Settings(jobs=1))
    assert report.errors == ()
    lines = path.read_bytes().splitlines()
    spans = []
    for access in report.accesses:
        assert access.at.path == str(path)
        start, end = access.at, access.at.end_column - 1
        assert start.end_line == start.line
        spans.append((start.line, lines[start.line - 1][start.column - 1 : end].decode()))
    return spans


ACCESS = "a[n * threadIdx.x]"
PLACES = {
    "raw, on lines": (f"import cupy\nk = cupy.RawKernel(r'''\n{KERNEL}\n''', 'k')", (3, ACCESS)),
    "one line": (f"cupy.RawKernel('// \\t\\u00e4\\n{KERNEL}', 'k')", (1, ACCESS)),
    "side by side": (
        "cupy.RawKernel(\n  '__global__ void k(float* a, int n) {'\n  # why\n  ' a[n * threadIdx.x] = 1; }', 'k')",
        (4, ACCESS),
    ),
    "behind a constant": (
        f"HEAD = '''#define UNUSED 1\n// more\n'''\nBODY = r'''{KERNEL}'''\ncupy.RawKernel(HEAD + BODY, 'k')",
        (4, ACCESS),
    ),
    "f-string": (
        "T = 'float'\ncupy.RawKernel(f'''\n__global__ void k({T}* a, int n) {{ a[n * threadIdx.x] = 1; }}''', 'k')",
        (3, ACCESS),
    ),
    "field in the access": (
        "N = 8\ncupy.RawKernel(f'''\n__global__ void k(float* a) {{ a[{N} * threadIdx.x] = 1; }}''', 'k')",
        (3, "a[{N} * threadIdx.x]"),
    ),
    "a name that nobody declares": (
        "cupy.RawKernel('__global__ void k(%s* a, int n) { a[n * threadIdx.x] = 1; }' % dtype, 'k')",
        (1, ACCESS),
    ),
    "line ends of Windows": (f"\r\ncupy.RawKernel('''\r\n{KERNEL}\r\n''', 'k')\r\n", (3, ACCESS)),
    "byte order mark": (f"\ufeffimport cupy\ncupy.RawKernel('''\n{KERNEL}''', 'k')", (3, ACCESS)),
    "letters before it": (f"é = '日本'; cupy.RawKernel('''{KERNEL}''', 'k')", (1, ACCESS)),
}


@pytest.mark.parametrize(("source", "place"), PLACES.values(), ids=PLACES.keys())
def test_accesses_are_where_they_stand_in_the_python_file(source: str, place: tuple[int, str], tmp_path: Path) -> None:
    assert at(source, tmp_path) == [place]


def test_the_launch_comes_from_python(tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text(f"k = cupy.RawKernel(r'''{KERNEL}''', 'k')\nk((4,), (64,), (a, cupy.int32(8)))\n")
    (report,) = analyse_python([str(path)], Settings(jobs=1))
    (access,) = report.accesses
    assert (access.block, access.grid, access.status, access.cost) == ((64, 1, 1), (4, 1, 1), "exact", 32.0)


def test_flags_of_the_call_count(tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    body = "__global__ void k(float* a) { a[STEP * threadIdx.x] = 1; }"
    path.write_text(f"k = cupy.RawKernel('{body}', 'k', options=('-DSTEP=2',))\nk((1,), (64,), (a,))\n")
    (report,) = analyse_python([str(path)], Settings(jobs=1))
    assert [a.cost for a in report.accesses] == [8.0]


def test_the_command_line_finds_silences_and_counts(run: Run) -> None:
    bad = "a[32 * threadIdx.x] = 1;"
    Path("lib").mkdir()
    Path("lib/other.py").write_text("x = 1\n")
    Path("lib/model.py").write_text(
        f'import cupy\nk = cupy.RawKernel(r"""\nextern "C" __global__ void k(float* a) {{\n  {bad}\n'
        f'  {bad}  // cudalint: ignore[G101] once\n}}\n""", "k")\ncupy.RawKernel(f(), "z")\n'
    )
    outcome = run("check", ".", "--format", "json", "--extend-select", "X")
    rows = json.loads(outcome.out)["findings"]
    assert outcome.code == 1
    assert [(r["path"], r["line"], r["code"]) for r in rows] == [
        ("lib/model.py", 4, "G101"),
        ("lib/model.py", 8, "X903"),
    ]
    outcome = run("check", "lib/other.py")
    assert (outcome.code, outcome.out) == (0, "All checks passed.\n")
    outcome = run(
        "check", "-", "--stdin-filename", "m.py", "--format", "concise", stdin=Path("lib/model.py").read_bytes()
    )
    assert outcome.out.startswith("m.py:4:3: warning: G101")


@pytest.mark.parametrize(
    "source", [b"RawKernel(", b"RawKernel = '\xff'", b"# -*- coding: latin-1 -*-\nRawKernel('\xe4')"]
)
def test_what_is_no_python_is_an_error(source: bytes, run: Run) -> None:
    Path("m.py").write_bytes(source)
    outcome = run("check", "m.py", "--format", "concise")
    assert outcome.code == 1
    assert outcome.out.startswith("m.py:1:1: error: X902 file is not analysed: not Python in UTF-8")


def test_nothing_is_executed(run: Run) -> None:
    Path("m.py").write_text(
        "open('hacked', 'w')\nk = cupy.RawKernel(f'{open(\"hacked\", \"w\")} ' '{}'.format(exec('1')), 'k')\n"
    )
    run("check", "m.py")
    assert not Path("hacked").exists()
