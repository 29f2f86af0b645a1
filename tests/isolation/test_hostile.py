"""Sources, databases and folders of a stranger: nothing outside of the project is read, written or run, and nothing is
printed that drives a terminal or a service."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cudalint.cli.outputs import FORMAT_NAMES

SECRET = "SECRET_OF_ANOTHER_FOLDER"
KERNEL = "__global__ void k(float* a) { a[8 * threadIdx.x] = 1; }\nvoid run(float* a) { k<<<4, 64>>>(a); }\n"


def lint(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "cudalint", *arguments],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        check=False,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "outside.h").write_text(f"#error {SECRET}\n#define PITCH 1\n__device__ int {SECRET};\n")
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.mark.parametrize("way", ["absolute", "relative", "link to a file", "link to a folder", "macro", "etc"])
def test_includes_stay_in_the_project(project: Path, way: str) -> None:
    outside = project.parent / "outside.h"
    if way == "link to a file":
        (project / "inside.h").symlink_to(outside)
    if way == "link to a folder":
        (project / "sub").symlink_to(project.parent)
    included = {
        "absolute": f'#include "{outside}"',
        "relative": '#include "../outside.h"',
        "link to a file": '#include "inside.h"',
        "link to a folder": '#include "sub/outside.h"',
        "macro": f'#define NAME "{outside}"\n#include NAME',
        "etc": '#include "/etc/passwd"',
    }[way]
    (project / "a.cu").write_text(
        f"{included}\n#ifndef PITCH\n#define PITCH 8\n#endif\n{KERNEL.replace('8 *', 'PITCH *')}"
    )
    done = lint(project, "check", ".", "--output", f"json:{project}/out.json", "--extend-select", "ALL", "--no-cache")
    everything = done.stdout + done.stderr + (project / "out.json").read_text()
    assert SECRET not in everything
    assert "root:" not in everything
    if way != "macro":
        assert "G101" in everything


def test_a_database_names_no_program_to_run(project: Path) -> None:
    (project / "a.cu").write_text(KERNEL)
    trap = project / "nvcc"
    trap.write_text(f"#!/bin/sh\ntouch {project}/sprung\n")
    trap.chmod(0o755)
    flags = f"-fplugin={trap} -load {trap} -Xclang -load -Xclang {trap} -ccbin {trap} -fpass-plugin={trap} -B{project}"
    commands = [{"directory": str(project), "file": "a.cu", "command": f"{trap} {flags} -o {project}/sprung a.cu"}]
    (project / "compile_commands.json").write_text(json.dumps(commands))
    assert "G101" in lint(project, "check", "a.cu", "-p", ".").stdout
    assert not (project / "sprung").exists()
    shown = lint(project, "check", "-p", ".", "--show-flags", "a.cu").stdout
    assert str(trap) not in shown


HOSTILE_NAMES = (
    "esc\x1b[2J\x1b]0;title\x07.cu",
    "line\n::error::injected.cu",
    "cr\r##[command]x.cu",
    "bidi\u202e.cu",
    "<x>&\"'.cu",
    "bell\x07\x01.cu",
    os.fsdecode(b"bytes\xff.cu"),
)


def test_names_and_lines_are_escaped_in_every_format(project: Path) -> None:
    line = "    a[8 * threadIdx.x] = 1;  // \x1b[31m \x07 \u202e ]]> ::error:: \x9b31m\n"
    for name in HOSTILE_NAMES:
        (project / name).write_text(f"__global__ void k(float* a) {{\n{line}}}\n", "utf-8")
    for form in FORMAT_NAMES:
        done = lint(project, "check", ".", "--format", form, "--color", "never")
        assert done.returncode == 1, done.stderr
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", done.stdout), form
        if form in ("json", "sarif", "gitlab"):
            json.loads(done.stdout)
        if form in ("junit", "checkstyle"):
            ElementTree.fromstring(done.stdout)
        if form in ("github", "concise"):
            assert not re.search(r"^(?!::(?:notice|warning|error) )(?:::|##\[)", done.stdout, re.MULTILINE)
    for arguments in (("accesses", "."), ("check", ".", "--statistics", "-q"), ("check", "missing\x1b[2J.cu")):
        done = lint(project, *arguments)
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", done.stdout + done.stderr), arguments


def test_a_fix_follows_no_link_out_of_the_project(project: Path) -> None:
    text = (Path(__file__).parents[2] / "fixtures" / "fixes" / "transpose_float" / "before.cu").read_text()
    outside = project.parent / "outside.cu"
    outside.write_text(text)
    (project / "a.cu").symlink_to(outside)
    lint(project, "check", "a.cu", "--fix", "--unsafe-fixes")
    assert outside.read_text() == text
    (project / "b.cu").write_text(f'#include "../outside.cu"\n{KERNEL}')
    lint(project, "check", "b.cu", "--fix", "--unsafe-fixes")
    assert outside.read_text() == text


def test_reports_follow_no_link(project: Path) -> None:
    (project / "a.cu").write_text(KERNEL)
    target = project.parent / "target"
    target.write_text("mine")
    (project / "out.json").symlink_to(target)
    assert lint(project, "check", ".", "--output", "json:out.json").returncode == 2
    (project / "cudalint-baseline.json").symlink_to(target)
    lint(project, "baseline", ".")
    assert target.read_text() == "mine"
