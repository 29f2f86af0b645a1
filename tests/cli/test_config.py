"""Configuration and the command line together."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.builders import global_access, report, shared_access
from tests.cli.conftest import FakeAnalysis, Run


@pytest.fixture
def bad(analysis: FakeAnalysis, run: Run) -> FakeAnalysis:
    Path("a.cu").write_text("\n\n    a[threadIdx.x * N] = 0;\n")
    analysis.reports["a.cu"] = report(global_access(), shared_access())
    return analysis


def configure(text: str, path: str = ".cudalint.toml") -> None:
    Path(path).parent.mkdir(exist_ok=True, parents=True)
    Path(path).write_text(text)


def codes(run: Run, *options: str) -> list[str]:
    outcome = run("check", ".", "--format", "json", *options)
    assert outcome.code in (0, 1), outcome.err
    return [f["code"] for f in json.loads(outcome.out)["findings"]]


def test_rules_come_from_the_file_and_the_command_line_stands_over_it(run: Run, bad: FakeAnalysis) -> None:
    configure("select = ['S']")
    assert codes(run) == ["S202"]
    assert codes(run, "--extend-select", "G101") == ["G101", "S202"]
    assert codes(run, "--ignore", "S202") == []
    configure("ignore = ['S202']")
    assert codes(run) == ["G101"]
    assert codes(run, "--select", "S202") == ["S202"]
    assert codes(run, "--isolated") == ["G101", "S202"]
    configure("ignore = ['G']", "other.toml")
    assert codes(run, "--config", "other.toml") == ["S202"]


def test_per_file_ignores_and_threshold(run: Run, bad: FakeAnalysis) -> None:
    configure("per-file-ignores = { 'a.*' = ['strided-access'], 'b/**' = ['ALL'] }")
    assert codes(run) == ["S202"]
    configure("threshold = 10.0")
    assert codes(run) == ["S202"]
    assert codes(run, "--threshold", "2") == ["G101", "S202"]


def test_fail_on(run: Run, bad: FakeAnalysis) -> None:
    configure("fail-on = 'error'")
    assert run("check", "a.cu").code == 0
    assert run("check", "a.cu", "--fail-on", "warning").code == 1


def test_settings_of_the_analysis(run: Run, bad: FakeAnalysis) -> None:
    configure(
        "arch = 'sm_80'\nstd = 'c++17'\nassume = ['N > 8']\ndefine = ['A=1']\nundefine = ['B']\n"
        "include-directories = ['inc']\nblock = { '*' = 64, k = [8, 8] }\n"
    )
    run("check", "a.cu", "--assume", "M > 8", "-D", "C", "--block", "k=16", "-I", "more", "-U", "D")
    settings = bad.settings
    assert (settings.arch, settings.standard) == ("sm_80", "c++17")
    assert (settings.assumptions, settings.defines, settings.undefines) == (
        ("N > 8", "M > 8"),
        ("A=1", "C"),
        ("B", "D"),
    )
    assert settings.include_directories == (str(Path.cwd() / "inc"), "more")
    assert (settings.block_for("k"), settings.block_for("other")) == ((16, 1, 1), (64, 1, 1))
    run("check", "a.cu", "--arch", "sm_90", "-std", "c++20")
    assert (bad.settings.arch, bad.settings.standard) == ("sm_90", "c++20")


def test_each_file_has_the_nearest_configuration(run: Run, analysis: FakeAnalysis) -> None:
    for path in ("a.cu", "sub/a.cu"):
        configure("", path)
        analysis.reports[path] = report(global_access(), shared_access())
    configure("select = ['G']", "sub/.cudalint.toml")
    configure("[tool.cudalint]\nselect = ['S']", "pyproject.toml")
    analysis.reports["sub/a.cu"] = report(global_access(), path="sub/a.cu")
    assert codes(run) == ["G101", "S202"]


def test_excluded_files_are_left_out_of_folders_and_on_request_altogether(run: Run, analysis: FakeAnalysis) -> None:
    for path in ("a.cu", "gen/b.cu", "third/party/c.cu", "third/own.cu"):
        configure("", path)
    configure("exclude = ['gen', 'third/party']")
    run("check", ".")
    assert analysis.paths == ["a.cu", "third/own.cu"]
    run("check", "gen/b.cu", "a.cu")
    assert analysis.paths == ["gen/b.cu", "a.cu"]
    run("check", "gen/b.cu", "a.cu", "--force-exclude")
    assert analysis.paths == ["a.cu"]
    run("check", ".", "--exclude", "a.cu")
    assert analysis.paths == ["third/own.cu"]
    configure("exclude = ['gen']\nforce-exclude = true")
    run("check", "gen/b.cu", "a.cu")
    assert analysis.paths == ["a.cu"]
    run("check", "-", "--stdin-filename", "third/x.cu", stdin=b"x")
    assert analysis.paths == ["third/x.cu"]
    analysis.paths = []
    outcome = run("check", "-", "--stdin-filename", "gen/x.cu", stdin=b"x")
    assert (outcome.code, analysis.paths) == (0, [])


def test_when_everything_is_excluded_that_is_said_and_no_failure(run: Run, analysis: FakeAnalysis) -> None:
    configure("", "gen/b.cu")
    configure("exclude = ['gen']")
    for arguments in (["."], ["gen/b.cu", "--force-exclude"], ["gen"]):
        outcome = run("check", *arguments)
        assert outcome.code == 0
        assert outcome.err == "cudalint: nothing to analyse: every file is excluded\n"
        assert analysis.paths == []


def test_what_git_ignores_is_left_out_of_folders(run: Run, analysis: FakeAnalysis) -> None:
    for path in ("a.cu", "out/b.cu", "sub/gen.cu", "sub/kept.cu"):
        configure("", path)
    configure("/out/\ngen.cu\n", ".gitignore")
    subprocess.run(["git", "init", "-q"], check=True)
    run("check", ".")
    assert analysis.paths == ["a.cu", "sub/kept.cu"]
    run("check", "sub")
    assert analysis.paths == ["sub/kept.cu"]
    run("check", "sub/gen.cu")
    assert analysis.paths == ["sub/gen.cu"]
    configure("respect-gitignore = false")
    run("check", ".")
    assert analysis.paths == ["a.cu", "out/b.cu", "sub/gen.cu", "sub/kept.cu"]


def test_show_settings_is_toml_that_says_where_it_comes_from(run: Run) -> None:
    configure("", "a.cu")
    configure("arch = 'sm_80'")
    outcome = run("check", "a.cu", "--show-settings", "--ignore", "G105")
    assert outcome.code == 0
    assert outcome.out.startswith("# .cudalint.toml, for a.cu\n")
    shown = tomllib.loads(outcome.out)
    assert (shown["arch"], shown["ignore"], shown["fail-on"]) == ("sm_80", ["G105"], "warning")


def test_show_flags_knows_the_configuration(run: Run) -> None:
    configure("__global__ void k() {}\n", "a.cu")
    configure("define = ['FROM_FILE=1']\narch = 'sm_80'")
    flags = run("check", "--show-flags", "a.cu").out.splitlines()
    assert {"-DFROM_FILE=1", "--cuda-gpu-arch=sm_80"} <= set(flags)


WRONG = {
    "selct = ['G101']": ".cudalint.toml: unknown key 'selct', did you mean 'select'?",
    "select = ['G1O1']": ".cudalint.toml: unknown rule 'G1O1', did you mean G101?",
    "per-file-ignores = { a = ['G1O1'] }": ".cudalint.toml: unknown rule 'G1O1', did you mean G101?",
    "arch = 'sm_1'": "unknown architecture 'sm_1'",
    "compile-commands = 'none'": "none: no such file or directory",
    "assume = ['N %% 2']": "'N %% 2'",
}


@pytest.mark.parametrize(("text", "line"), WRONG.items())
@pytest.mark.parametrize("command", [("check", "a.cu"), ("config", "verify"), ("config", "verify", ".cudalint.toml")])
def test_a_wrong_configuration_is_one_line_and_exit_code_2(
    run: Run, analysis: FakeAnalysis, text: str, line: str, command: tuple[str, ...]
) -> None:
    configure("", "a.cu")
    configure(text)
    outcome = run(*command)
    assert (outcome.code, outcome.out) == (2, "")
    assert line in outcome.err
    assert outcome.err.count("\n") == 1
    assert analysis.paths == []


def test_config_and_isolated_contradict_each_other(run: Run) -> None:
    configure("", "a.cu")
    assert run("check", "a.cu", "--isolated", "--config", "x.toml").code == 2
    outcome = run("check", "a.cu", "--config", "x.toml")
    assert (outcome.code, outcome.err) == (2, "cudalint: x.toml: no such file or directory\n")


def test_config_lists_keys_prints_the_schema_and_verifies(run: Run) -> None:
    assert "per-file-ignores" in run("config").out
    assert json.loads(run("config", "schema").out)["additionalProperties"] is False
    assert run("config", "verify").out == "no configuration file\n"
    configure("ignore = ['G105']")
    assert run("config", "verify").out == ".cudalint.toml: well formed\n"
    assert run("config", "schema", "x").code == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(run: Run, shell: str) -> None:
    outcome = run("completion", shell)
    assert outcome.code == 0
    assert f"_CUDALINT_COMPLETE={shell}_complete" in outcome.out


@pytest.mark.parametrize(
    ("words", "offered"),
    [("cudalint ac", "accesses"), ("cudalint check --sel", "--select"), ("cudalint check --fail-on e", "error")],
)
def test_completion_offers_commands_options_and_values(words: str, offered: str) -> None:
    program = str(Path(sys.executable).parent / "cudalint")
    environment = {**os.environ, "_CUDALINT_COMPLETE": "bash_complete", "COMP_WORDS": words}
    environment["COMP_CWORD"] = str(len(words.split()) - 1)
    done = subprocess.run([program], env=environment, capture_output=True, text=True, check=False)
    assert f"plain,{offered}" in done.stdout.splitlines()
