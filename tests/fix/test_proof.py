"""Patches through the whole analysis: kept where the second look proves them, refused where it does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from cudalint.access import FileReport
from cudalint.analysis import Settings, analyse_all, analyse_texts
from cudalint.checks import findings_of
from cudalint.fix.edits import applied
from cudalint.fix.engine import Project, Refused, Solved, solve, together
from cudalint.hardware.architecture import architecture
from cudalint.rule import installed_rules

SETTINGS = Settings(jobs=1, every_formula=False)
CODES = frozenset(r.rule.code for r in installed_rules())

TRANSPOSE = """
__global__ void k(const float* in, float* out) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    USE
}
void launch(const float* in, float* out) { k<<<1, dim3(32, 32)>>>(in, out); }
"""


def answers(tmp_path: Path, text: str) -> tuple[list[Solved | Refused], str]:
    """What the engine says, and the text with every fix in it."""
    path = str(tmp_path / "a.cu")
    Path(path).write_text(text)
    analysed = analyse_all([path], SETTINGS)
    findings = findings_of(analysed.reports, installed_rules(), CODES)

    def again(changed: Sequence[tuple[str, Mapping[str, bytes]]]) -> list[FileReport]:
        return analyse_texts(changed, SETTINGS, analysed)

    project = Project(analysed.reports, {path: text.encode()}, again)
    found = solve(project, findings, architecture("sm_90"))
    _, edits = together(project, [a for a in found if isinstance(a, Solved)])
    return found, applied(text.encode(), edits.get(path, ())).decode()


def test_a_tile_is_padded(tmp_path: Path) -> None:
    text = TRANSPOSE.replace("USE", "out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];")
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Solved)
    assert (found[0].proof.before, found[0].proof.after) == (33 * 32, 2 * 32)
    assert after == text.replace("[32][32]", "[32][32 + 1]")


def test_what_uses_the_layout_otherwise_is_refused(tmp_path: Path) -> None:
    use = "float* p = &tile[0][0]; out[threadIdx.y * 32 + threadIdx.x] = p[32 * threadIdx.x + threadIdx.y];"
    found, after = answers(tmp_path, TRANSPOSE.replace("USE", use))
    assert isinstance(found[0], Refused)
    assert any("does not follow its array" in r for r in found[0].reasons), found[0].reasons
    assert after == TRANSPOSE.replace("USE", use)


def test_rows_passed_on_by_pointer_may_be_padded(tmp_path: Path) -> None:
    use = "const float* r = tile[threadIdx.x]; out[threadIdx.y * 32 + threadIdx.x] = r[threadIdx.y];"
    found, after = answers(tmp_path, TRANSPOSE.replace("USE", use))
    assert isinstance(found[0], Solved)
    assert "[32][32 + 1]" in after


def test_two_arrays_are_fixed_together(tmp_path: Path) -> None:
    text = """
template <int N> __global__ void k(const float* in, float* out) {
    __shared__ float a[N][N], b[N][N];
    int x = threadIdx.x, y = threadIdx.y;
    a[y][x] = in[y * N + x];
    b[x][y] = in[y * N + x];
    __syncthreads();
    out[y * N + x] = a[x][y] + b[y][x];
}
void launch(const float* in, float* out) { k<32><<<1, dim3(32, 32)>>>(in, out); }
"""
    found, after = answers(tmp_path, text)
    assert all(isinstance(a, Solved) for a in found)
    assert "float a[N][N + 1], b[N][N + 1];" in after


def test_memory_that_is_full_is_swizzled_instead(tmp_path: Path) -> None:
    text = """
__global__ void k(const float* in, float* out) {
    __shared__ float t[3][64][64];
    int x = threadIdx.x, y = threadIdx.y;
    t[0][y][x] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = t[0][x][y];
}
void launch(const float* in, float* out) { k<<<1, dim3(32, 32)>>>(in, out); }
"""
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Solved), found
    assert "t[0][y][x ^ " in after and "[64][64]" in after


def test_code_that_is_not_compiled_here_is_rewritten_too(tmp_path: Path) -> None:
    text = """
__global__ void k(const float* in, float* out) {
    __shared__ float s[256];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
#ifdef CAREFUL
    if (s[threadIdx.x] < 0) return;
#endif
    out[threadIdx.x] = threadIdx.x < 32 ? s[8 * threadIdx.x] : 0;
}
void launch(const float* in, float* out) { k<<<1, 256>>>(in, out); }
"""
    found, after = answers(tmp_path, text)
    assert isinstance(found[0], Solved), found
    assert "if (s[threadIdx.x ^ (threadIdx.x >> 5)] < 0) return;" in after
