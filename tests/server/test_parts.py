"""Positions, documents, comments and options of the language server, without a server."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cudalint.server.documents import Document
from cudalint.server.ignore import ignore
from cudalint.server.options import Options
from cudalint.server.positions import UTF_8, UTF_16, UTF_32, Lines
from cudalint.suppress.comments import Text
from cudalint.suppress.directives import directives

TEXTS = st.text(st.sampled_from("ab\t é漢😀\n\r\f\v\u2028"), max_size=40)
ENCODINGS = st.sampled_from((UTF_8, UTF_16, UTF_32))


@given(TEXTS, ENCODINGS, st.data())
def test_positions_there_and_back(text: str, encoding: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    offset = len(text[:at].encode())
    lines = Lines(text.encode(), encoding)
    line, character = lines.position_of(offset)
    if text[at - 1 : at + 1] != "\r\n":
        assert lines.offset(line, character) == offset
        assert lines.theirs(*lines.ours(line, character)) == (line, character)
    widths = {UTF_8: lambda s: len(s.encode()), UTF_16: lambda s: len(s.encode("utf-16-le")) // 2, UTF_32: len}
    before = text[:at].replace("\r\n", "\n").replace("\r", "\n").rpartition("\n")[2]
    if text[at - 1 : at + 1] != "\r\n":
        assert character == widths[encoding](before)


@given(TEXTS, TEXTS, ENCODINGS, st.data())
def test_a_change_is_what_it_says(text: str, new: str, encoding: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    if any(text[at - 1 : at + 1] == "\r\n" for at in (start, end)):
        return
    lines = Lines(text.encode(), encoding)
    places = [lines.position_of(len(text[:at].encode())) for at in (start, end)]
    document = Document("file:///a.cu", "/a.cu", "cuda", 1, text.encode())
    changed = document.changed(2, [(places[0], places[1], new)], encoding)
    assert changed.text == (text[:start] + new + text[end:]).encode()
    assert changed.version == 2
    assert document.changed(3, [new], encoding).text == new.encode()


def silenced(text: bytes, path: str, line: int, code: str = "S202") -> str:
    """The text with a comment for a line, which must name the code and cover the line."""
    start = Lines(text, UTF_8).offset(line - 1, 0)
    insertion = ignore(text, path, start, code)
    after = text[: insertion.offset] + insertion.text + text[insertion.offset :]
    found = [d for d in directives(Text(path, after.decode("latin-1"))) if code in d.codes]
    assert len(found) == 1
    assert not found[0].problem
    return after.decode()


def test_where_a_comment_goes() -> None:
    path = "a.cu"
    assert silenced(b"a;\nb;  \nc;\n", path, 2) == "a;\nb;  // cudalint: ignore[S202]   \nc;\n"
    assert silenced(b"a;\nb;", path, 2) == "a;\nb;  // cudalint: ignore[S202] "
    assert silenced(b"a;\r\n  b; // why\r\n", path, 2) == "a;\r\n  // cudalint: ignore[S202] \r\n  b; // why\r\n"
    assert silenced(b"#define A \\\n  b[i] \\\n  c\n", path, 2) == (
        "#define A \\\n  b[i] /* cudalint: ignore[S202] */ \\\n  c\n"
    )
    assert silenced(b"b; // cudalint: ignore[G101] data\n", path, 1) == "b; // cudalint: ignore[G101, S202] data\n"


def test_where_a_comment_goes_in_python() -> None:
    inside = b"k = RawKernel(r'''\na[i];\n''', 'k')\n"
    assert silenced(inside, "a.py", 2) == "k = RawKernel(r'''\na[i];  // cudalint: ignore[S202] \n''', 'k')\n"
    whole = b"k = RawKernel('a[i];', 'k')\n"
    assert silenced(whole, "a.py", 1) == "k = RawKernel('a[i];', 'k')  # cudalint: ignore[S202] \n"


def test_options() -> None:
    options, problems = Options().updated({"inlayHints": True, "debounce": 50, "timeout": 2})
    assert options == Options(True, 50, 2)
    assert not problems
    options, problems = Options().updated({"inlayHints": 1, "debounce": True, "timeout": 0, "hints": True})
    assert options == Options()
    assert len(problems) == 4
    assert Options().updated(None) == (Options(), [])
    assert Options().updated([])[1]


def test_what_is_analysed() -> None:
    def analysed(path: str, text: bytes, language: str = "") -> bool:
        return Document(f"file://{path}", path, language, 1, text).is_analysed

    assert analysed("/a.cu", b"")
    assert analysed("/a.cuh", b"")
    assert analysed("/a.h", b"__device__ int f();")
    assert not analysed("/a.h", b"int f();")
    assert analysed("/a.inc", b"", "cuda-cpp")
    assert analysed("/a.py", b"cupy.RawKernel('')")
    assert not analysed("/a.py", b"print()")
