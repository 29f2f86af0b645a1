"""Workflow commands as the runner reads them, and the summary of a step."""

from __future__ import annotations

import html
import re
from dataclasses import replace

from cudalint.finding import Severity
from cudalint.ir.position import Position
from cudalint.report import github
from cudalint.report.escape import printable
from tests.report.hostile import NAMES, bundle, everywhere, found


def read_by_runner(text: str) -> list[tuple[str, dict[str, str], str]]:
    """(command, properties, data) of each command, by the rules of actions/runner: a line whose first word starts with
    `::`, or that holds `##[` anywhere, is a command unless commands are stopped."""
    commands = []
    stopped = ""
    for line in re.split(r"\r\n|\r|\n", text):
        start = line.lstrip()
        if stopped:
            stopped = "" if start == f"::{stopped}::" else stopped
            continue
        assert start.startswith("::") or "##[" not in line
        if not start.startswith("::"):
            continue
        head, separator, data = start[2:].partition("::")
        assert separator
        command, _, written = head.partition(" ")
        if command == "stop-commands":
            stopped = data
            continue
        properties = dict(pair.split("=", 1) for pair in written.split(",") if pair)
        commands.append((command, {k: unescaped(v, ":,") for k, v in properties.items()}, unescaped(data, "")))
    assert not stopped
    return commands


def unescaped(text: str, more: str) -> str:
    for character in ("\r", "\n", *more, "%"):
        text = text.replace(f"%{ord(character):02X}", character)
    return text


def test_a_finding_is_one_command() -> None:
    source = b"x\ny\n    a[threadIdx.x] = 0;\n"
    ((command, properties, data),) = read_by_runner(github.render(bundle(found(), sources={"a.cu": source})))
    assert command == "warning"
    assert properties == {
        "title": "cudalint (G101)",
        "file": "a.cu",
        "line": "3",
        "col": "5",
        "endLine": "3",
        "endColumn": "9",
    }
    assert data.startswith("a.cu:3:5: G101 strided load from `a` takes 32 sectors where 4 would do")
    assert "\nhelp: " in data


def test_columns_are_left_out_where_a_finding_spans_lines() -> None:
    ((_, properties, _),) = read_by_runner(github.render(bundle(found(at=Position("a.cu", 3, 5, 4, 2)))))
    assert {"line", "endLine"} <= properties.keys()
    assert not {"col", "endColumn"} & properties.keys()


def test_hostile_names_stay_in_their_property() -> None:
    for name in NAMES:
        ((command, properties, _),) = read_by_runner(github.render(bundle(found(at=Position(name, 1, 1, 1, 2)))))
        assert command == "warning"
        shown = name.replace("\udcff", "�")
        assert properties["file"] == "".join(c if c in "\r\n" else printable(c) for c in shown)


def test_hostile_names_beyond_the_limit_start_no_command_either() -> None:
    commands = read_by_runner(github.render(bundle(*everywhere(), *everywhere())))
    assert {command for command, _, _ in commands} == {"error", "warning", "notice"}
    assert len(commands) <= 3 * github.MOST_ANNOTATIONS


def test_ten_a_kind_the_worst_first_and_the_rest_behind_them() -> None:
    small = [found(at=Position("a.cu", n, 1, n, 2), cost=8.0) for n in range(1, 13)]
    worst = found(at=Position("z.cu", 9, 1, 9, 2))
    notes = [f for f in everywhere() if f.severity is Severity.NOTE]
    text = github.render(bundle(*small, worst, *notes))
    commands = read_by_runner(text)
    kinds = [c for c, _, _ in commands]
    assert kinds.count("warning") == github.MOST_ANNOTATIONS
    assert kinds.count("notice") == 1
    assert commands[0][1]["file"] == "z.cu"
    assert commands[-1][2] == "3 further findings, of less waste: in the log of this step and in its summary"
    assert [line for line in text.splitlines() if line.startswith("warning: a.cu:")] == [
        line for line in text.splitlines() if re.match(r"warning: a\.cu:1[0-2]:1: G101 ", line)
    ]
    assert len([line for line in text.splitlines() if line.startswith("warning: ")]) == 3


def test_ten_notes_need_no_further_notice() -> None:
    notes = [found(at=Position("a.cu", n, 1)) for n in range(1, 11)]
    commands = read_by_runner(github.render(bundle(*notes)))
    assert [c for c, _, _ in commands] == ["warning"] * 10


def test_the_summary_is_a_table_that_no_name_breaks() -> None:
    text = github.summary(bundle(*everywhere()))
    rows = [line for line in text.splitlines() if line.startswith("| ") and "|---" not in line][1:]
    assert len(rows) == len(everywhere())
    for row in rows:
        assert row.count("|") == 5
        assert not set(row) & set("<`[]*")
    assert "| table | `code` [link](http:x).cu:1" in html.unescape(text)
    assert text.splitlines()[2].startswith("Found ")


def test_the_summary_ends_before_the_limit_and_says_so() -> None:
    first = found()
    many = [replace(first, at=Position("a.cu", n, 1)) for n in range(1, 20_000)]
    text = github.summary(bundle(*many))
    assert len(text.encode()) < 1 << 20
    shown = len(re.findall(r"^\| warning ", text, re.MULTILINE))
    assert text.endswith(f"\n{len(many) - shown} more are in the log of the step.\n")


def test_nothing_found_is_no_command() -> None:
    assert github.render(bundle()) == ""
    assert "All checks passed." in github.summary(bundle())
