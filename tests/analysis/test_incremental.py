"""A file analysed again after an edit gives what it gives from scratch."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudalint.analysis.deep_stack import on_deep_stack
from cudalint.analysis.file import analyse
from cudalint.analysis.incremental import Memory
from cudalint.analysis.incremental.moves import Lost, changes
from cudalint.analysis.incremental.scan import scan, tokens_of_lines
from cudalint.analysis.job import Job
from cudalint.analysis.outcome import NOTHING_FOREIGN, FileOutcome
from cudalint.analysis.settings import Settings
from cudalint.ir.position import Position
from cudalint.lint import lint

ROOT = Path(__file__).parents[2]
SETTINGS = Settings(jobs=1, every_formula=False)
EDITS = 10
FILES = ("fixtures/examples/transpose.cu", "rules/S201_bank_conflict/bad.cu", "rules/G103_array_of_structs/bad.cu")
TOKEN = re.compile(r"[A-Za-z_]\w*|\d+|[-+*/%<>=;(){}\[\]]")

TWO = """\
#define SIZE 32
struct Pair { float a; float b; };
__device__ float twice(const float* p, int i) {
    return 2 * p[i * 2];
}
__global__ void one(float* out, const float* in) {
    out[threadIdx.x] = twice(in, threadIdx.x);
}
__global__ void other(Pair* out) {
    out[threadIdx.x].a = 1;
}
void launch(float* a, Pair* p) {
    one<<<4, 64>>>(a, a);
    other<<<4, 128>>>(p);
}
"""


def edited(choose: random.Random, text: str) -> str:
    """A text as it may look after somebody typed something."""
    lines = text.split("\n")
    at = choose.randrange(len(lines))
    kind = choose.random()
    if kind < 0.15:
        return "\n".join([*lines[:at], choose.choice(["", "// note", "    /* a */"]), *lines[at:]])
    if kind < 0.3:
        return "\n".join([*lines[:at], *lines[at + 1 :]])
    if kind < 0.4:
        return "\n".join([*lines[: at + 1], *lines[at:]])
    tokens = list(TOKEN.finditer(text))
    token = choose.choice(tokens)
    new = {
        True: choose.choice(["0", "1", "2", "16", "33", f"{token[0]}7"]),
        False: choose.choice([token[0][:-1], f"{token[0]}x", choose.choice(tokens)[0], "threadIdx.x", "foo(1)"]),
    }[token[0].isdigit()]
    return text[: token.start()] + new + text[token.end() :]


def both(memory: Memory, path: str, text: str) -> FileOutcome:
    """The outcome with the memory, which must be that without, and so must what follows from it."""
    source = text.encode()
    again = memory.analyse(Job(path, SETTINGS, NOTHING_FOREIGN, source))
    fresh = analyse(path, SETTINGS, NOTHING_FOREIGN, source)
    assert again == fresh
    assert lint([again.report], lambda _: source) == lint([fresh.report], lambda _: source)
    return again


@pytest.mark.parametrize("name", FILES)
def test_random_edits(name: str) -> None:
    choose = random.Random(name)
    path = str(ROOT / name)
    original = Path(path).read_text()

    def work() -> None:
        memory = Memory()
        texts = [original]
        both(memory, path, original)
        for number in range(EDITS):
            text = original if number % 4 == 3 else edited(choose, choose.choice(texts[-3:]))
            texts.append(text)
            both(memory, path, text)
        assert memory.kept

    on_deep_stack(work)


@pytest.mark.parametrize(
    ("old", "new", "executed"),
    [
        ("    return 2", "    // twice\n    return 2", 0),
        ("a = 1", "a = 2", 1),
        ("p[i * 2]", "p[i * 3]", 1),
        ("one<<<4, 64>>>", "one<<<4, 32>>>", 1),
        ("other<<<4, 128>>>(p)", "other<<<4, 128>>>(p + 0)", 0),
        ("float b;", "float b, c;", 2),
        ("SIZE 32", "SIZE 33", 2),
        ("a = 1", "a = unknown", 1),
    ],
)
def test_only_what_an_edit_reaches_is_executed_again(tmp_path: Path, old: str, new: str, executed: int) -> None:
    def work() -> None:
        memory = Memory()
        path = str(tmp_path / "a.cu")
        both(memory, path, TWO)
        assert memory.executed == 2
        both(memory, path, TWO.replace(old, new))
        assert memory.executed == 2 + executed
        both(memory, path, TWO)

    on_deep_stack(work)


def test_an_instance_of_a_template_is_found_again(tmp_path: Path) -> None:
    text = """\
template <class T> __global__ void scale(T* p, T by) {
    p[2 * threadIdx.x] *= by;
}
void launch(double* p) {
    scale<double><<<4, 64>>>(p, 2.0);
}
"""

    def work() -> None:
        memory = Memory()
        for factor in (2, 3, 4):
            found = both(memory, str(tmp_path / "a.cu"), text.replace("2 * t", f"{factor} * t"))
            assert {a.width for a in found.report.accesses} == {8}

    on_deep_stack(work)


def test_a_header_counts(tmp_path: Path) -> None:
    def work() -> None:
        memory = Memory()
        header = tmp_path / "pitch.h"
        source = '#include "pitch.h"\n' + TWO.replace("i * 2", "i * PITCH")
        for pitch in (2, 3, 2):
            header.write_text(f"#define PITCH {pitch}\n")
            both(memory, str(tmp_path / "a.cu"), source)
        assert memory.executed == 4
        assert memory.kept == 2

    on_deep_stack(work)


def test_bodies_are_those_of_functions_that_others_see_by_their_declaration_alone() -> None:
    text = b"""\
namespace n {
struct S { int f() { return 1; } };
constexpr int size() { return 32; }
auto deduced() { return 1; }
__global__ void kernel(int* p) {
    p[0] = '{' + "}"[0];
}
}
extern "C" {
int values[] = { 1, 2 };
template <class T> __device__ T twice(T x) { return 2 * x; }
void host() {
#if 1
    kernel<<<1, 1>>>(0);
#endif
}
}
int one() { return 1; } int two() { return 2; }
"""
    found = scan(text)
    starts = [found.places[body.start][0] for body in found.bodies]
    assert starts == [5, 11, 18]
    assert [body.on_device for body in found.bodies] == [True, True, False]
    assert found.body_words(0)[-2:] == (b";", b"\n}")


def test_positions_move_with_the_lines() -> None:
    before, after = scan(TWO.encode()), scan(TWO.replace("    return 2", "\n    return 3").encode())
    found = changes({"a.cu": before}, {"a.cu": after})
    assert found is not None and found.bodies == {("a.cu", 0)} and not found.still
    assert found(Position("a.cu", 7, 5, 7, 8)) == Position("a.cu", 8, 5, 8, 8)
    assert found(Position("a.cu", 2, 1)) == Position("a.cu", 2, 1)
    assert found(Position("other.cu", 7, 5)) == Position("other.cu", 7, 5)
    assert found.line("a.cu", 9) == 10
    with pytest.raises(Lost):
        found(Position("a.cu", 4, 5))
    assert changes({"a.cu": before}, {"a.cu": scan(TWO.replace("SIZE 32", "SIZE 33").encode())}) is None


MARKS = ("{", "}", '"', "'", "/*", "*/", "//", "\n", "#", "\\\n", 'R"(', ')"', "\r\n", "x", "/", "#if 1\n", "__LINE__")


@given(st.lists(st.tuples(st.integers(0, len(TWO)), st.sampled_from(MARKS)), max_size=6))
def test_tokens_found_line_by_line_are_those_of_the_whole_text(insertions: list[tuple[int, str]]) -> None:
    text = TWO
    for at, mark in insertions:
        text = text[:at] + mark + text[at:]
    whole, found = tokens_of_lines(text.encode()), scan(text.encode())
    assert (found.words, found.lengths) == (whole.words, whole.lengths)
    assert found.places == tuple((line + 1, column) for line, column in whole.places)


def test_what_cannot_be_read_for_a_moment_is_not_forgotten(tmp_path: Path) -> None:
    def work() -> None:
        memory = Memory()
        path = str(tmp_path / "a.cu")
        both(memory, path, TWO)
        both(memory, path, TWO.replace("a = 1;", "a = 1; } {"))
        executed = memory.executed
        both(memory, path, TWO.replace("a = 1;", "a = 2;"))
        assert memory.executed == executed + 1

    on_deep_stack(work)


def test_a_made_up_name_that_is_part_of_another_changes_nothing_elsewhere(tmp_path: Path) -> None:
    def work() -> None:
        memory = Memory()
        path = str(tmp_path / "a.cu")
        both(memory, path, TWO)
        both(memory, path, TWO.replace("a = 1;", "a = thread;"))
        assert memory.executed == 3
        both(memory, path, TWO.replace("a = 1;", "a = in;"))
        assert memory.executed == 5

    on_deep_stack(work)
