"""Suppression comments: what they cover, which are unused, and the change that removes those."""

from __future__ import annotations

import pytest

from cudalint.access import UNKNOWN, Skipped
from cudalint.finding import Finding, Severity
from cudalint.ir.position import Position
from cudalint.lint import lint
from tests.builders import global_access, report, shared_access

BAD = "bad();"
"""Stands for a strided access in the texts below."""


def linted(text: str, *, path: str = "a.cu", included: str = "", **changes: object) -> list[Finding]:
    """The findings in a text with a strided access at every `bad();`."""
    texts = {path: text.encode(), "k.cuh": included.encode()}
    accesses = [global_access(at=at) for name in texts for at in places(texts[name].decode(), name)]
    made = report(*accesses, path=path, included=("k.cuh",), **changes)
    return lint([made], lambda p: texts[p], frozenset({"G101", "X901"}))


def places(text: str, path: str) -> list[Position]:
    return [
        Position(path, number, line.index(BAD) + 1, number, line.index(BAD) + 1 + len(BAD))
        for number, line in enumerate(text.splitlines(), 1)
        if BAD in line and "#define" not in line
    ]


def found(text: str, **changes: object) -> list[tuple[str, int]]:
    return [(f.code, f.at.line) for f in linted(text, **changes)]


COVERED = {
    "own line": "bad();  // cudalint: ignore[G101] once",
    "block comment": "bad();  /* cudalint: ignore[G101] */",
    "before the code": "/* cudalint: ignore[G101] */ bad();",
    "line above": "// cudalint: ignore[G101] once\nbad();",
    "next code line": "// cudalint: ignore[G101]\n\n// why\n/* and\n how */\nbad();",
    "several codes": "bad();  // cudalint: ignore[G102,G101]",
    "lower case": "bad();  // cudalint: ignore[g101]",
    "file": "bad();\n// cudalint: file-ignore[G101] generated\nbad();",
    "block": "// cudalint: disable[G101]\nbad();\nx();\nbad();\n// cudalint: enable[G101]",
    "block without an end": "// cudalint: disable[G101]\nbad();",
    "NOLINT": "bad();  // NOLINT(cudalint-G101)",
    "NOLINT among others": "bad();  // NOLINT(readability-magic-numbers, cudalint-G101)",
    "NOLINTNEXTLINE": "// NOLINTNEXTLINE(cudalint-G101)\nbad();",
    "NOLINTBEGIN": "// NOLINTBEGIN(cudalint-G101)\nbad();\n// NOLINTEND(cudalint-G101)",
    "quotes in numbers": "x(1'000'000); bad();  // cudalint: ignore[G101] it's fine",
    "behind a raw string": 'x(R"(")"); bad();  // cudalint: ignore[G101]',
    "behind a raw string with a prefix": 'x(u8R"a(" // )a"); bad();  // cudalint: ignore[G101]',
}


@pytest.mark.parametrize("text", COVERED.values(), ids=COVERED.keys())
def test_what_is_covered_is_silent(text: str) -> None:
    assert [f for f in found(text) if f[0] == "G101"] == []


NOT_COVERED = {
    "another line": "bad();\nx();  // cudalint: ignore[G101]\n",
    "the line above, behind code": "x();  // cudalint: ignore[G101]\nbad();",
    "another code": "bad();  // cudalint: ignore[S202]",
    "no code": "bad();  // cudalint: ignore",
    "empty list": "bad();  // cudalint: ignore[]",
    "after the end": "// cudalint: disable[G101]\n// cudalint: enable[G101]\nbad();",
    "another code ends": "// cudalint: disable[S202]\nbad();\n// cudalint: enable[S202]",
    "in a string": 'bad("// cudalint: ignore[G101]"); bad();',
    "in a raw string": 'x(R"(\n// cudalint: file-ignore[G101]\n)"); bad();',
    "NOLINT of others": "bad();  // NOLINT(G101)",
    "bare NOLINT": "bad();  // NOLINT",
    "NOLINTNEXTLINE is the very next": "// NOLINTNEXTLINE(cudalint-G101)\n\nbad();",
}


@pytest.mark.parametrize("text", NOT_COVERED.values(), ids=NOT_COVERED.keys())
def test_what_is_not_covered_is_reported(text: str) -> None:
    assert len([f for f in found(text) if f[0] == "G101"]) == 1


def test_in_a_macro_both_places_count() -> None:
    definition = "#define AT(i) bad()"
    commented = "#define AT(i) /* cudalint: ignore[G101] */ bad()"
    multi = "#define AT(i) \\\n  /* cudalint: ignore[G101] */ \\\n  bad()"
    above = "// cudalint: ignore[G101] by design\n#define AT(i) bad()"
    used = "\nAT(1); bad();"

    def at_use(text: str, line: int, included: str = "") -> list[str]:
        texts = {"a.cu": text.encode(), "k.cuh": included.encode()}
        made = report(global_access(at=Position("a.cu", line, 1, line, 6)), included=("k.cuh",))
        return [f.code for f in lint([made], lambda p: texts[p], frozenset({"G101", "X901"}))]

    assert at_use(definition + used, 2) == ["G101"]
    assert at_use(definition + "\nAT(1);  // cudalint: ignore[G101]", 2) == []
    assert at_use(commented + used, 2) == []
    assert at_use(multi + used, 4) == []
    assert at_use(above + used, 3) == []
    assert at_use("#define OUTER(i) AT(i)\n" + commented + "\nOUTER(1);", 3) == []
    assert at_use('#include "k.cuh"' + used, 2, commented) == []
    assert at_use(commented + "\nOTHER(1);", 2) == ["X901", "G101"]


UNUSED = {
    "nothing there": ("x();  // cudalint: ignore[G101] why", "x();"),
    "alone on its line": ("  // cudalint: ignore[G101]\nx();", "x();"),
    "one of two": ("bad();  // cudalint: ignore[G101, S202] why", "bad();  // cudalint: ignore[G101] why"),
    "first of two": ("bad();  // cudalint: ignore[S202,G101]", "bad();  // cudalint: ignore[G101]"),
    "behind other words": ("x();  // hot. cudalint: ignore[G101] why", "x();  // hot. "),
    "block comment": ("x(); /* cudalint: ignore[G101] */ y();", "x(); y();"),
    "inside a block comment": ("x(); /* hot; cudalint: ignore[G101] */ y();", "x(); /* hot; */ y();"),
    "file": ("// cudalint: file-ignore[S202]\r\nx();", "x();"),
    "clang-tidy's others stay": ("x();  // NOLINT(bugprone-a, cudalint-G101)", "x();  // NOLINT(bugprone-a)"),
    "clang-tidy's others behind": ("x();  // NOLINT(cudalint-G101, bugprone-a)", "x();  // NOLINT(bugprone-a)"),
    "NOLINT alone": ("x();  // NOLINT(cudalint-G101)", "x();"),
}


@pytest.mark.parametrize(("text", "without"), UNUSED.values(), ids=UNUSED.keys())
def test_unused_ones_are_notes_with_the_change_that_removes_them(text: str, without: str) -> None:
    (finding,) = [f for f in linted(text) if f.code == "X901"]
    assert finding.severity is Severity.NOTE
    assert applied(text, finding) == without
    assert [f for f in linted(without) if f.code == "X901"] == []


def applied(text: str, finding: Finding) -> str:
    assert finding.fix is not None
    (edit,) = finding.fix.edits
    lines = [*text.splitlines(keepends=True), ""]
    before = "".join(lines[: edit.at.line - 1]) + lines[edit.at.line - 1][: edit.at.column - 1]
    after = lines[edit.at.end_line - 1][edit.at.end_column - 1 :] + "".join(lines[edit.at.end_line :])
    return before + edit.text + after


WRONG = {
    "x();  // cudalint: ignore": "suppression silences nothing: it names no rule",
    "x();  // cudalint: ignore[G999]": "suppression silences nothing: there is no rule G999",
    "x();  // cudalint: ignroe[G101]": "suppression silences nothing: `ignroe` is none of ignore, ",
    "x();  // cudalint: enable[G101]": "suppression silences nothing: nothing is disabled before it",
}


@pytest.mark.parametrize(("text", "message"), WRONG.items())
def test_what_can_silence_nothing_is_a_warning(text: str, message: str) -> None:
    (finding,) = linted(text)
    assert (finding.code, finding.severity) == ("X901", Severity.WARNING)
    assert finding.message.startswith(message)
    assert applied(text, finding) == "x();"


def test_other_words_about_cudalint_are_not_instructions() -> None:
    assert found("// cudalint: the linter\nx();  // cudalint: assume(N > 1)\n") == []


def test_whether_a_comment_is_used_does_not_depend_on_the_selection() -> None:
    made = report(shared_access(at=Position("a.cu", 1, 1, 1, 5)))
    text = b"bad();  // cudalint: ignore[S202] small"
    assert lint([made], lambda _: text, frozenset({"G101", "X901"})) == []


def test_nothing_follows_where_something_was_not_analysed() -> None:
    text = "x();  // cudalint: ignore[G101]\ny();\nx();  // cudalint: ignore[G101]"
    assert found(text, skipped=(Skipped("a.cu", 2, "k", "lost"),)) == [("X901", 1)]
    assert found(text, errors=("a.cu: crashed",)) == []
    unknown = global_access(at=Position("a.cu", 1, 1), status=UNKNOWN, reason="virtual call")
    made = report(unknown)
    assert [f.at.line for f in lint([made], lambda _: text.encode(), frozenset({"X901"}))] == [3]


def test_a_suppression_of_x901_silences_it_and_is_not_judged() -> None:
    assert found("// cudalint: file-ignore[X901] kept for the next step\nx();  // cudalint: ignore[G101]") == []


def test_python_comments_count_inside_and_outside_of_strings() -> None:
    text = 'k = RawKernel(r"""\nbad();  // cudalint: ignore[G101]\n""")  # cudalint: ignore[G101]\n'
    assert found(text, path="model.py") == [("X901", 3)]
    assert found("# cudalint: file-ignore[G101]\nbad();", path="model.py") == []
