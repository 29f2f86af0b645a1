"""Whatever is wrong with the command: one clear line on stderr, and exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from cudalint.address.assumptions import BadAssumption
from tests.cli.conftest import FakeAnalysis, Run

WRONG = {
    "no such file": (["nope.cu"], "cudalint: nope.cu: no such file or folder"),
    "folder without CUDA files": (["empty"], "cudalint: empty: no .cu or .cuh file in this folder"),
    "binary file": (["binary.cu"], "cudalint: binary.cu: a binary file, not CUDA source"),
    "unknown rule": (["--select", "G1O1", "a.cu"], "cudalint: unknown rule 'G1O1', did you mean G101?"),
    "unknown rule, nothing close": (["--ignore", "??", "a.cu"], "cudalint: unknown rule '??'; known are G101, "),
    "assumption is no C": (["--assume", "N %% 32", "a.cu"], "cudalint: --assume 'N %% 32'"),
    "unknown architecture": (["--arch", "sm_1", "a.cu"], "cudalint: unknown architecture 'sm_1'"),
    "architecture without facts": (["--arch", "sm_35", "a.cu"], "cudalint: sm_35 is older than sm_70"),
    "block is no block": (["--block", "8*8", "a.cu"], "cudalint: --block '8*8': expected [KERNEL=]X[,Y[,Z]]"),
    "block is too large": (["--block", "k=64,64", "a.cu"], "cudalint: --block 'k=64,64': a block has 1 to 1024"),
    "block is empty": (["--block", "0", "a.cu"], "cudalint: --block '0': a block has 1 to 1024 threads"),
    "unknown option": (["--slect", "G101", "a.cu"], "cudalint: No such option '--slect'"),
    "unknown format": (["--format", "xml", "a.cu"], "cudalint: Invalid value for '--format'"),
    "unknown rule's page": (["rule", "G999"], "cudalint: unknown rule 'G999'"),
    "stdin among others": (["-", "a.cu"], "cudalint: -: standard input cannot be mixed with other paths"),
    "name without stdin": (["--stdin-filename", "x.cu", "a.cu"], "cudalint: --stdin-filename goes with the path -"),
    "no compile database": (["-p", "empty", "a.cu"], "cudalint: empty/compile_commands.json: no such file"),
    "compile database is no JSON": (["-p", "a.cu", "a.cu"], "cudalint: a.cu: not JSON"),
    "flags of what is not there": (["--show-flags", "nope.cu"], "cudalint: nope.cu: no such file"),
}


@pytest.mark.parametrize(("arguments", "line"), WRONG.values(), ids=WRONG.keys())
@pytest.mark.parametrize("exit_zero", [False, True])
def test_one_line_and_exit_code_2(
    run: Run, analysis: FakeAnalysis, arguments: list[str], line: str, exit_zero: bool
) -> None:
    Path("a.cu").touch()
    Path("empty").mkdir()
    Path("binary.cu").write_bytes(b"\x7fELF\0\1")
    if exit_zero and arguments[0] != "rule":
        arguments = [*arguments, "--exit-zero"]
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(line)
    assert outcome.err.count("\n") == 1
    assert analysis.paths == []


def test_an_assumption_found_wrong_during_the_analysis(run: Run, analysis: FakeAnalysis) -> None:
    Path("a.cu").touch()
    analysis.failure = BadAssumption("--assume 'N > N': no value of N satisfies it")
    outcome = run("a.cu")
    assert (outcome.code, outcome.err) == (2, "cudalint: --assume 'N > N': no value of N satisfies it\n")


def test_an_internal_error_is_one_line_and_a_traceback_on_request(
    run: Run, analysis: FakeAnalysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("a.cu").touch()
    analysis.failure = KeyError("lost")
    outcome = run("a.cu")
    assert (outcome.code, outcome.err) == (2, "cudalint: internal error: KeyError: 'lost'\n")
    monkeypatch.setenv("CUDALINT_DEBUG", "1")
    assert "Traceback" in run("a.cu").err
