"""`accesses`, `rule`, `--version`, `--show-flags`; and `check` with the real analysis."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cudalint import __version__
from cudalint.rule import installed_rules
from tests.builders import global_access, report
from tests.cli.conftest import FakeAnalysis, Run

HEAVY = ("clang", "sympy", "pycparser", "cudalint.analysis")


def test_accesses_as_a_table_and_as_json(run: Run, analysis: FakeAnalysis) -> None:
    Path("a.cu").touch()
    analysis.reports["a.cu"] = report(global_access())
    outcome = run("accesses", "a.cu")
    assert (outcome.code, outcome.err) == (0, "")
    assert "a.cu:3:5" in outcome.out
    document = json.loads(run("accesses", "a.cu", "--format", "json").out)
    assert [row["cost"] for row in document["accesses"]] == [32.0]


def test_accesses_of_a_file_that_could_not_be_read(run: Run, analysis: FakeAnalysis) -> None:
    Path("a.cu").touch()
    analysis.reports["a.cu"] = report(errors=("a.cu: crashed",))
    outcome = run("accesses", "a.cu", "--format", "json")
    assert (outcome.code, outcome.err) == (1, "cudalint: a.cu: crashed\n")
    assert json.loads(outcome.out)["accesses"] == []


def test_rule_lists_all_rules_and_prints_a_page(run: Run) -> None:
    listed = run("rule")
    assert listed.code == 0
    assert [line.split()[0] for line in listed.out.splitlines()] == [r.rule.code for r in installed_rules()]
    page = run("rule", "s202")
    assert (page.code, page.out.splitlines()[0]) == (0, "# S202 column-access")
    assert run("rule", "column-access") == page


def test_rules_as_json(run: Run) -> None:
    (row,) = json.loads(run("rule", "X903", "--format", "json").out)
    assert (row["code"], row["name"], row["severity"], row["on"]) == ("X903", "not-analysed", "note", False)
    assert len(json.loads(run("rule", "--format", "json").out)) == len(installed_rules())


@pytest.mark.parametrize("arguments", [("--help",), ("check", "--help"), ("-h",), ()])
def test_help(run: Run, arguments: tuple[str, ...]) -> None:
    outcome = run(*arguments)
    assert outcome.code == 0
    assert outcome.out.startswith("Usage:")


@pytest.mark.parametrize("arguments", [["--version"], ["rule"], ["check", "--help"]])
def test_what_analyses_nothing_loads_nothing_heavy(arguments: list[str]) -> None:
    script = (
        "import sys; from cudalint.cli import main\n"
        f"try: main({arguments!r})\n"
        f"except SystemExit: sys.stderr.write(' '.join(m for m in {HEAVY!r} if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout
    assert done.stderr == ""


def test_the_version(run: Run) -> None:
    assert run("--version").out == f"cudalint {__version__}\n"


def test_show_flags_prints_what_libclang_gets(run: Run) -> None:
    Path("a.cu").write_text("__global__ void k() {}\n")
    outcome = run("check", "--show-flags", "a.cu", "-D", "N=4", "-std", "c++17", "--arch", "sm_80")
    flags = outcome.out.splitlines()
    assert outcome.code == 0
    assert {"-DN=4", "-std=c++17", "--cuda-gpu-arch=sm_80", "-nostdinc"} <= set(flags)


def test_show_flags_with_a_compile_database(run: Run) -> None:
    Path("a.cu").write_text("__global__ void k() {}\n")
    entry = {
        "directory": ".",
        "file": "a.cu",
        "arguments": ["nvcc", "-DFROM_DATABASE=1", "-Xcompiler", "-fPIC", "a.cu"],
    }
    Path("compile_commands.json").write_text(json.dumps([entry]))
    flags = run("check", "--show-flags", "a.cu", "-p", ".").out.splitlines()
    assert "-DFROM_DATABASE=1" in flags
    assert "-fPIC" not in flags


def test_the_real_analysis_behind_the_command(run: Run) -> None:
    Path("a.cu").write_text("__global__ void k(float* a) { a[32 * threadIdx.x] = 1; }\n")
    Path("b.cu").write_bytes(b"int \0;")
    outcome = run("check", ".", "--format", "concise", "-j", "1")
    first, second = outcome.out.splitlines()
    assert outcome.code == 1
    assert first.startswith("a.cu:1:31: warning: G101 strided store to `a` takes 32 sectors where 4 would do")
    assert second.startswith("b.cu:1:1: error: X902 file is not analysed: ")
