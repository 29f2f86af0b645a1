"""Literals against Python itself, and each byte against the place where it is written."""

from __future__ import annotations

import ast
import warnings

from hypothesis import assume, example, given
from hypothesis import strategies as st

from cudalint.embedded.literals import literal_text
from cudalint.embedded.mapped import MappedText

PLAIN = ["a", "ä", "🎉", " ", "\n", "\r\n", "#", "'", '"', "__global__"]
ESCAPES = ["\\n", "\\\\", "\\", "\\'", '\\"', "\\\n", "\\x41", "\\101", "\\u00e4", "\\q", "\\N{BULLET}", "\\0"]
FIELDS = ["{{", "}}", "{N}", "{N!r}", "{N:>3}", "{ N }", "{N + 1}", "{T[0]}"]
PIECES = st.sampled_from(PLAIN + ESCAPES + FIELDS)
LITERALS = st.tuples(
    st.sampled_from(["", "r", "R", "u", "f", "rf", "Rf", "F"]),
    st.sampled_from(['"', "'", '"""', "'''"]),
    st.lists(PIECES, max_size=8),
).map(lambda parts: f"{parts[0]}{parts[1]}{''.join(parts[2])}{parts[1]}")
NAMES = {"N": 5, "T": ["x", "y"], "BULLET": "*"}


def value_of(source: str) -> MappedText:
    """Our reading of a file that consists of literals; `{N!r}` and its like are read as `{N}`."""
    data = source.encode()
    return literal_text(data, 0, len(data), lambda text: str(eval(text, {}, NAMES)).encode())


@given(st.lists(LITERALS, min_size=1, max_size=3))
@example(['"""a\\\nb"""'])
@example(['f"\\{{"'])
@example(['r"""\\\r\n"""'])
def test_the_value_is_that_of_python(literals: list[str]) -> None:
    source = " ".join(literals)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(source, mode="eval")
        except (SyntaxError, ValueError):
            assume(False)
        expected = eval(compile(tree, "x", "eval"), {}, NAMES)
    assume("{N:" not in source)
    assert value_of(source).data.decode("utf-8", "surrogatepass") == expected


@given(st.lists(LITERALS, min_size=1, max_size=3))
def test_every_byte_knows_where_it_is_written(literals: list[str]) -> None:
    source = " ".join(literals)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(source, mode="eval")
        except (SyntaxError, ValueError):
            assume(False)
    text, data = value_of(source), source.encode()
    assert len(text.data) == len(text.starts) == len(text.ends)
    for byte, start, end in zip(text.data, text.starts, text.ends, strict=True):
        assert 0 <= start < end <= len(data)
        if end - start == 1:
            assert data[start] == byte
        else:
            assert data[start : start + 1] in (b"\\", b"\r", b"{", b"}")
    assert list(text.starts) == sorted(text.starts)


def test_comments_and_brackets_between_literals() -> None:
    source = b"""("a"  # 'no' literal\n 'b')"""
    text = literal_text(source, 0, len(source), lambda _: b"")
    assert (text.data, text.starts) == (b"ab", (2, source.index(b"b')")))
