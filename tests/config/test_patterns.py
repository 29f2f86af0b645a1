"""Patterns of paths, compared with what git itself ignores."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from cudalint.config.patterns import matches

PATHS = [
    "a.cu",
    "sub/a.cu",
    "sub/deep/a.cu",
    "third_party/x/a.cu",
    "x/third_party/b.cuh",
    "gen_a.cu",
    "sub/gen_b.cu",
    "[x].cu",
]
PATTERNS = [
    "a.cu",
    "/a.cu",
    "*.cu",
    "sub",
    "sub/",
    "/sub",
    "sub/*.cu",
    "sub/**",
    "**/deep",
    "sub/**/a.cu",
    "third_party",
    "x/third_party",
    "gen_?.cu",
    "gen_[ab].cu",
    "gen_[!a].cu",
    "\\[x\\].cu",
    "deep/a.cu",
]


@pytest.mark.parametrize("pattern", [p for p in PATTERNS if "\\" not in p])
def test_patterns_mean_what_they_mean_to_git(tmp_path: Path, pattern: str) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / ".gitignore").write_text(pattern + "\n")
    done = subprocess.run(
        ["git", "-C", str(tmp_path), "check-ignore", "--no-index", "--stdin"],
        input="\n".join(PATHS),
        capture_output=True,
        text=True,
        check=False,
    )
    ignored = set(done.stdout.split())
    assert {p for p in PATHS if matches(pattern, str(tmp_path / p), str(tmp_path))} == ignored


def test_a_pattern_says_nothing_about_what_lies_outside() -> None:
    assert not matches("*.cu", "/other/a.cu", "/project")
