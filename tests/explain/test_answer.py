"""What is said about a line, and in which form."""

from __future__ import annotations

import json
import re

import click
import pytest

from cudalint.access import Skipped
from cudalint.derivation import BLOCK, LANE, LOOP, UNIFORM, WARP
from cudalint.explain import Answer, as_json, explain_line, html, markdown, text
from cudalint.report.source import SourceLines
from tests.builders import global_access, report, shared_access
from tests.explain.sources import explained

TRANSPOSE = """__global__ void k(float* out, int n) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = n;
    __syncthreads();
    out[threadIdx.y * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; //!
}
int main() { k<<<4, dim3(32, 32)>>>(nullptr, 128); }
"""

REDUCTION = """__global__ void k(float* out) {
    __shared__ float part[256];
    part[threadIdx.x] = 1;
    for (int s = 1; s < 256; s *= 2) {
        __syncthreads();
        if (threadIdx.x % (2 * s) == 0)
            part[threadIdx.x] += part[threadIdx.x + s]; //!
    }
    out[blockIdx.x] = part[0];
}
int main() { k<<<64, 256>>>(nullptr); }
"""


def test_a_column_of_a_tile() -> None:
    store, load = explained(TRANSPOSE).explanations
    assert (store.kind, store.cost, store.closed_form[-12:]) == ("store", 4, "ctors of 32: 4"[-12:])
    assert (load.written, load.cost, load.ideal) == ("tile[threadIdx.x][threadIdx.y]", 32, 1)
    assert load.closed_form == "gcd(32 words, 32 banks) = 32"
    assert [(s.name, s.kind) for s in load.symbols] == [("threadIdx.x", LANE), ("threadIdx.y", WARP)]
    (picture,) = load.pictures
    assert [lane.banks for lane in picture.lanes] == [(0,)] * 32
    assert [lane.wavefront for lane in picture.lanes] == list(range(32))
    costs = {a.what: a.cost for a in load.alternatives}
    assert costs == {"tile[32][33]": 1, "tile[32][34]": 2, "tile[32][36]": 4, "tile[row][column ^ row]": 1}
    assert "gcd(33 words, 32 banks) = 1" in load.alternatives[0].note


def test_a_column_picks_the_access_that_is_written_there() -> None:
    assert [e.object.name for e in explained(TRANSPOSE, column=42).explanations] == ["tile"]
    assert [e.object.name for e in explained(TRANSPOSE, column=5).explanations] == ["out"]
    nothing = explained(TRANSPOSE, column=1)
    assert nothing.nothing == "nothing is accessed at column 1; on this line, column 5 and 42"


def test_rounds_that_cost_different_things() -> None:
    loads = explained(REDUCTION).explanations
    assert {e.kind for e in loads} == {"load and store", "load"}
    first = loads[0]
    assert [(c.iteration, c.cost) for c in first.costs] == []
    assert first.worst == 1


def test_rounds_are_named_by_the_loop_counter() -> None:
    source = REDUCTION.replace("threadIdx.x % (2 * s) == 0", "2 * s * threadIdx.x < 256").replace(
        "part[threadIdx.x] += part[threadIdx.x + s]", "part[2 * s * threadIdx.x] += part[2 * s * threadIdx.x + s]"
    )
    first = explained(source).explanations[0]
    assert [(c.iteration[0], c.cost) for c in first.costs] == [
        (("s", 1), 2),
        (("s", 2), 4),
        (("s", 4), 8),
        (("s", 8), 8),
        (("s", 16), 8),
        (("s", 32), 4),
        (("s", 64), 2),
        (("s", 128), 1),
    ]
    assert first.pictures[0].iteration == (("s", 4),)
    assert ("s", LOOP) in [(s.name, s.kind) for s in first.symbols]
    assert "by round: s = 1: 2; s = 2: 4; s = 4 to s = 16: 8; s = 32: 4" in click.unstyle(
        text.render(explained(source))
    )


def test_names_are_sorted_by_who_shares_them() -> None:
    source = """__global__ void k(float* a, int n) {
    a[(blockIdx.x * blockDim.x + threadIdx.x) * n] = 1; //!
}
int main() { k<<<64, 256>>>(nullptr, 40); }
"""
    (explanation,) = explained(source).explanations
    assert {s.name: (s.kind, s.value) for s in explanation.symbols} == {
        "threadIdx.x": (LANE, None),
        "blockIdx.x": (BLOCK, None),
        "blockDim.x": (UNIFORM, 256),
        "n": (UNIFORM, 40),
    }


def test_an_array_of_structs_as_an_array_per_member() -> None:
    source = """struct Point { float x, y, z, w; };
__global__ void k(Point* p) {
    p[blockIdx.x * blockDim.x + threadIdx.x].y = 1; //!
}
int main() { k<<<64, 256>>>(nullptr); }
"""
    (explanation,) = explained(source).explanations
    assert [(a.what, a.cost, a.ideal) for a in explanation.alternatives] == [("an array of its own for `y`", 4, 4)]


def test_wide_accesses_that_the_compiler_makes_are_shown_as_such() -> None:
    source = """__global__ void k(float4* out) {
    __shared__ float s[256];
    float4 v;
    int i = 4 * threadIdx.x;
    v.x = s[i]; v.y = s[i + 1]; v.z = s[i + 2]; v.w = s[i + 3]; //!
    out[threadIdx.x] = v;
}
int main() { k<<<64, 64>>>(nullptr); }
"""
    explanation = explained(source).explanations[0]
    (picture,) = explanation.pictures
    assert (picture.width, picture.cost, picture.ideal, len(picture.phases)) == (16, 4, 4, 4)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (1, "no access to global or shared memory here"),
        (99, "a.cu has no line 99"),
    ],
)
def test_nothing_to_say(line: int, reason: str) -> None:
    sources = SourceLines({"a.cu": b"\n" * 20})
    answer = explain_line(report(global_access()), line, sources=sources)
    assert answer.explanations == ()
    assert reason in answer.nothing
    assert reason in text.render(answer)
    assert as_json.as_dict(answer)["nothing"] == answer.nothing


def test_kernels_that_were_not_analysed_are_named() -> None:
    sources = SourceLines({"a.cu": b"\n" * 20})
    skipped = report(global_access(), skipped=(Skipped("a.cu", 10, "other", "inline assembly"),))
    assert explain_line(skipped, 12, sources=sources).nothing == (
        "kernel `other` (line 10) was not analysed: inline assembly"
    )
    failed = report(errors=("a.cu: crashed",))
    assert explain_line(failed, 3, sources=sources).nothing == "the file was not analysed: a.cu: crashed"


def test_without_a_derivation_the_dearest_request_is_the_picture() -> None:
    sources = SourceLines({"a.cu": b"\n" * 20})
    (explanation,) = explain_line(report(shared_access()), 3, sources=sources).explanations
    assert [p.cost for p in explanation.pictures] == [32]
    assert [(s.name, s.kind) for s in explanation.symbols] == [("threadIdx.x", LANE)]


def test_other_kernels_are_instances() -> None:
    sources = SourceLines({"a.cu": b"\n" * 20})
    twice = report(global_access(), global_access(kernel="other", cost=8.0))
    (explanation,) = explain_line(twice, 3, sources=sources).explanations
    assert (explanation.kernel, explanation.cost) == ("k", 32.0)
    assert [(o.kernel, o.cost) for o in explanation.others] == [("other", 8.0)]
    assert "store" not in text.render(Answer("a.cu", 3, None, (explanation,)))


def every_answer() -> list[Answer]:
    return [explained(TRANSPOSE), explained(REDUCTION), explained(TRANSPOSE, column=1)]


@pytest.mark.parametrize("answer", every_answer(), ids=["transpose", "reduction", "nothing"])
def test_every_format_says_the_same(answer: Answer) -> None:
    plain, marked, document = click.unstyle(text.render(answer)), markdown.render(answer), as_json.as_dict(answer)
    page = html.page(answer)
    assert json.loads(as_json.render(answer)) == json.loads(json.dumps(document))
    assert len(document["explanations"]) == len(answer.explanations)
    for explanation in answer.explanations:
        assert explanation.address in plain
        assert explanation.address in marked
        assert explanation.address in page
        assert f"{explanation.cost:.0f}" in plain
    assert "http" not in re.sub(r"<meta[^>]*>", "", page)


def test_hostile_text_stays_text() -> None:
    access = global_access(address="4*a`<script>alert(1)</script>\x1b[31m", kernel="<b>k</b>")
    answer = explain_line(report(access), 3, sources=SourceLines({"a.cu": b"\n\n    `<img src=x>`\x1b;\n"}))
    assert "\x1b" not in click.unstyle(text.render(answer))
    assert "<script>alert" not in html.page(answer)
    assert "<img" not in html.page(answer)
    outside_of_code = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", markdown.render(answer), flags=re.DOTALL)
    assert "<" not in outside_of_code.replace("\\<", "")


def test_inner_loops_that_start_again_have_one_formula() -> None:
    source = """__global__ void k(float* out, int n) {
    __shared__ float tile[16][16];
    for (int i = 0; i < 15; i++)
        for (int j = 0; j < i; j++)
            out[0] += tile[threadIdx.x][j]; //!
}
int main() { k<<<1, 16>>>(nullptr, 128); }
"""
    load = explained(source).explanations[-1]
    assert load.address == "4*(16*threadIdx.x + j)"


def test_a_record_in_pieces_has_the_formula_of_the_first() -> None:
    source = """__global__ void k(double4* p, double4* q) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    q[i] = p[i]; //!
}
int main() { k<<<64, 256>>>(nullptr, nullptr); }
"""
    answer = explained(source)
    assert {e.address for e in answer.explanations} == {"32*(blockIdx.x*blockDim.x + threadIdx.x)"}
    assert "a `double4` of 32 bytes is moved in 2 instructions like this one" in click.unstyle(text.render(answer))


def test_a_size_that_is_not_known_has_a_closed_form_of_its_own() -> None:
    source = """__global__ void k(float* a, int pitch) {
    a[(blockIdx.x * 32 + threadIdx.x) * pitch] = 1; //!
}
"""
    (explanation,) = explained(source).explanations
    assert explanation.closed_form == ("4*pitch >= 32 bytes for every pitch >= 8: a sector for each of 32 lanes")


def test_the_dearest_instance_is_explained_whatever_its_width() -> None:
    source = """template <typename T> __global__ void k(T* a) {
    a[16 * threadIdx.x] = 1; //!
    a[threadIdx.x] = 1;
}
int main() { k<float><<<4, 32>>>(nullptr); k<char><<<4, 32>>>(nullptr); }
"""
    (explanation,) = explained(source).explanations
    assert (explanation.width, explanation.cost) == (4, 32)
    assert [(o.width, o.cost) for o in explanation.others] == [(1, 16)]


def test_a_rounded_coordinate_is_named_as_one() -> None:
    (access,) = explained(
        "__global__ void k(const float *in, float *out, float s) {\n"
        "  const int i = blockIdx.x * 64 + threadIdx.x;\n"
        "  out[i] = in[(int)(i * s)];  //!\n"
        "}\n",
        column=12,
    ).explanations
    assert (access.status, access.reason) == ("indirect", "the index is rounded from a number that is not known")
    assert [(s.name, s.kind) for s in access.symbols] == [("rounded", "rounded")]
