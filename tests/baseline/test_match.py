"""Entries answer for findings one to one, the surest match first."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from cudalint.baseline.entry import Entry
from cudalint.baseline.match import match

words = st.sampled_from(["a", "b", "c"])
entries = st.lists(st.builds(Entry, *[words] * 6), max_size=8)
KNOWN = Entry("a.cu", "G101", "k", "x[i] = 0;", "x[i]", "0123")


@given(entries)
def test_what_is_written_down_is_known(known: list[Entry]) -> None:
    assert match(list(reversed(known)), known) == ([], [])


@given(entries, entries)
def test_an_entry_answers_for_one_finding(found: list[Entry], known: list[Entry]) -> None:
    new, left = match(found, known)
    assert len(found) - len(new) == len(known) - len(left)
    assert new == sorted(set(new))


@given(entries, entries)
def test_what_is_added_to_known_findings_is_what_is_new(known: list[Entry], more: list[Entry]) -> None:
    new, left = match([*known, *more], known)
    assert left == []
    assert len(new) == len(more)


@given(entries, words)
def test_a_renamed_file_is_known(known: list[Entry], other: str) -> None:
    moved = [replace(entry, path=f"{other}/{entry.path}") for entry in known]
    assert match(moved, known) == ([], [])


@given(entries)
def test_another_rule_is_never_known(known: list[Entry]) -> None:
    assert match([replace(e, code="other") for e in known], known) == (list(range(len(known))), known)


def test_the_surest_match_comes_first() -> None:
    elsewhere, here = replace(KNOWN, path="b.cu", around="9"), KNOWN
    assert match([elsewhere, here], [KNOWN]) == ([0], [])
    assert match([replace(KNOWN, around="1"), KNOWN], [KNOWN]) == ([0], [])


def test_a_line_may_be_edited_around_its_access() -> None:
    assert match([replace(KNOWN, line="x[i] = 1;")], [KNOWN]) == ([], [])
    assert match([replace(KNOWN, line="x[i] = 1;", kernel="other")], [KNOWN]) == ([0], [KNOWN])
    assert match([replace(KNOWN, line="x[j] = 0;", access="x[j]")], [KNOWN]) == ([0], [KNOWN])
