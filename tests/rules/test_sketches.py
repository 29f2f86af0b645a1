"""Code in findings: in names that the source has, and only where it would be better."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.analysis import Settings, analyse_files
from cudalint.finding import Finding
from cudalint.lint import lint

FRAME = """
struct Box {{ float* values; int* others; }};
__global__ void k(const float* a, float* out, const int* start, Box box, int n, int m, int step) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
{body}
}}
void launch(const float* a, float* out, const int* s, Box box, int n, int m, int step) {{
    k<<<64, {block}>>>(a, out, s, box, n, m, step);
}}
"""


def findings(tmp_path: Path, body: str, block: str = "256") -> list[Finding]:
    path = tmp_path / "a.cu"
    path.write_text(FRAME.format(body=body, block=block))
    return lint(analyse_files([str(path)], Settings(jobs=1)), lambda p: Path(p).read_bytes())


def sketch_of(found: list[Finding], code: str) -> str:
    return "\n".join(next(f for f in found if f.code == code).sketch)


def test_one_element_of_a_row_per_thread_wants_the_array_the_other_way_round(tmp_path: Path) -> None:
    found = findings(tmp_path, "out[i] = a[i * n];")
    sketch = sketch_of(found, "G101")
    assert "a[column * rows + row]" in sketch and "__shfl" not in sketch
    assert findings(tmp_path, sketch + "\nout[i] = value;") == []


def test_members_of_arguments_are_named_as_the_source_names_them(tmp_path: Path) -> None:
    sketch = sketch_of(findings(tmp_path, "out[i] = box.values[i * n];"), "G101")
    assert "box.values[column * rows + row]" in sketch
    assert findings(tmp_path, sketch + "\nout[i] = value;") == []


@pytest.mark.parametrize(
    "body",
    [
        "out[i] = a[i + step];",
        "out[i] = a[4 * i + step];",
        "out[i] = a[start[0] * 7 + 5 * i];",
        "out[i] = a[(i + 1) * n % m];",
    ],
)
def test_no_code_is_shown_that_would_leave_out_a_part_of_the_index(tmp_path: Path, body: str) -> None:
    for finding in findings(tmp_path, body):
        assert finding.sketch == ()


def test_a_piece_that_begins_inside_a_sector_is_moved(tmp_path: Path) -> None:
    found = findings(tmp_path, "out[i] = a[i + 3];")
    assert "constexpr int LEAD = 8;  // a sector instead of 3 in front" in sketch_of(found, "G104")


@pytest.mark.parametrize(
    ("body", "block"),
    [
        ("out[i] = a[i] + a[i + 1] + a[i + 2];", "256"),
        ("out[y * 1024 + i] = a[y * 1024 + i] + a[y * 1024 + i + 1];", "dim3(32, 8)"),
    ],
)
def test_neighbours_in_a_stencil_are_not_aligned_by_an_offset(tmp_path: Path, body: str, block: str) -> None:
    found = [f for f in findings(tmp_path, body, block) if f.code == "G104"]
    assert found
    for finding in found:
        assert finding.sketch == () and finding.help.startswith("of neighbours only some can be aligned")
