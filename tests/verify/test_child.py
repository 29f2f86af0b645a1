from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from cudalint.verify.child import Limits, from_a_fork, run, scrubbed_environment

PLENTY = Limits(20)


def test_output_errors_and_code(tmp_path: Path) -> None:
    code = "import sys, os; print(os.getcwd()); print('x', file=sys.stderr); sys.exit(3)"
    outcome = run([sys.executable, "-c", code], tmp_path, PLENTY)
    assert (outcome.code, outcome.output.strip(), outcome.errors) == (3, str(tmp_path.resolve()), "x\n")


def test_secrets_are_kept_from_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_TOKEN", "hush-hush")
    outcome = run([sys.executable, "-c", "import os; print(dict(os.environ))"], tmp_path, PLENTY)
    assert "hush-hush" not in outcome.output
    assert scrubbed_environment(tmp_path, {"PATH": "/bin", "SOME_TOKEN": "s"}) == {
        "PATH": "/bin",
        "HOME": str(tmp_path),
    }


def test_it_and_its_children_end_with_the_time(tmp_path: Path) -> None:
    started = time.monotonic()
    outcome = run(["/bin/sh", "-c", "sleep 60 & sleep 60"], tmp_path, Limits(0.5))
    assert outcome.timed_out
    assert outcome.ending() == "it ran out of time"
    assert time.monotonic() - started < 10


def test_memory_is_limited(tmp_path: Path) -> None:
    outcome = run([sys.executable, "-c", "x = bytearray(1 << 30)"], tmp_path, Limits(20, 512 << 20))
    assert "MemoryError" in outcome.last_line()


def test_signals_are_named(tmp_path: Path) -> None:
    assert run(["/bin/sh", "-c", "kill -SEGV $$"], tmp_path, PLENTY).ending() == "SIGSEGV"


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    outcome = run(["/nowhere/ncu"], tmp_path, PLENTY)
    assert (outcome.code, outcome.last_line()) == (127, "/nowhere/ncu: No such file or directory")


def github(head: str, base: str) -> dict[str, object]:
    return {"pull_request": {"head": {"repo": {"full_name": head}}, "base": {"repo": {"full_name": base}}}}


@pytest.mark.parametrize(
    ("environment", "event", "fork"),
    [
        ({}, None, False),
        ({"GITHUB_EVENT_NAME": "push"}, None, False),
        ({"GITHUB_EVENT_NAME": "pull_request"}, github("a/x", "a/x"), False),
        ({"GITHUB_EVENT_NAME": "pull_request"}, github("b/x", "a/x"), True),
        ({"GITHUB_EVENT_NAME": "pull_request_target"}, github("b/x", "a/x"), True),
        ({"GITHUB_EVENT_NAME": "pull_request"}, None, True),
        ({"GITHUB_EVENT_NAME": "pull_request"}, {"pull_request": {"head": {"repo": None}}}, True),
        (
            {
                "CI_MERGE_REQUEST_ID": "1",
                "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "2",
                "CI_MERGE_REQUEST_PROJECT_ID": "3",
            },
            None,
            True,
        ),
        (
            {
                "CI_MERGE_REQUEST_ID": "1",
                "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "3",
                "CI_MERGE_REQUEST_PROJECT_ID": "3",
            },
            None,
            False,
        ),
    ],
)
def test_forks(environment: dict[str, str], event: dict[str, object] | None, fork: bool) -> None:
    assert from_a_fork(environment, event) == fork
