"""The GitHub Action: its form by the schema of actions, its steps run as the runner runs them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.baseline.repository import ENVIRONMENT, Repository, repository

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
BAD = """\
#include <cuda_runtime.h>
__global__ void k(float* a) { a[32 * threadIdx.x] = 1; }
void run(float* a) { k<<<1, 256>>>(a); }
"""
FAKE_PYTHON = """\
#!/bin/sh
echo "python $@"
mkdir -p "$3/bin"
for name in pip cudalint; do
  printf '#!/bin/sh\\necho "%s $@"\\n' $name > "$3/bin/$name"
  chmod +x "$3/bin/$name"
done
"""
GOOD = BAD.replace("32 * ", "")


@dataclass(frozen=True)
class Ran:
    """What a run of the lint step left behind."""

    code: int
    log: str
    outputs: dict[str, str]
    summary: str


@dataclass(frozen=True)
class Workspace:
    """A checkout, and a runner's folders beside it."""

    repo: Repository
    runner: Path

    def lint(self, **given: str) -> Ran:
        """Run the step that lints, with some inputs given."""
        for name in ("output", "summary"):
            (self.runner / name).write_text("")
        (step,) = [s for s in ACTION["runs"]["steps"] if s.get("id") == "lint"]
        done = run_step(step, given, self.repo.folder, self.runner)
        lines = (self.runner / "output").read_text().splitlines()
        outputs = dict(line.split("=", 1) for line in lines)
        return Ran(done.returncode, done.stdout + done.stderr, outputs, (self.runner / "summary").read_text())


def run_step(
    step: dict[str, Any], given: dict[str, str], folder: Path, runner: Path
) -> subprocess.CompletedProcess[str]:
    """A step of a composite action with its expressions filled in; bash is called as the runner calls it."""
    inputs = {name: about.get("default", "") for name, about in ACTION["inputs"].items()}
    inputs |= {name.replace("_", "-"): value for name, value in given.items()}

    def filled(match: re.Match[str]) -> str:
        expression = match[1].strip()
        if expression == "github.action_path":
            return str(ROOT)
        return inputs[expression.removeprefix("inputs.")]

    environment = {
        **ENVIRONMENT,
        "RUNNER_TEMP": str(runner),
        "GITHUB_OUTPUT": str(runner / "output"),
        "GITHUB_STEP_SUMMARY": str(runner / "summary"),
        **{name: re.sub(r"\$\{\{(.*?)\}\}", filled, value) for name, value in step["env"].items()},
    }
    assert "${{" not in step["run"]
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A repository with a good file, and cudalint where the action installs it: the one under test."""
    made = Workspace(repository_in(tmp_path / "checkout"), tmp_path / "runner")
    installed = made.runner / "cudalint" / "bin"
    installed.mkdir(parents=True)
    for name, module in (("python", ""), ("cudalint", "-m cudalint ")):
        (installed / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {module}"$@"\n')
        (installed / name).chmod(0o755)
    made.repo.write("a.cu", GOOD)
    made.repo.commit("start")
    return made


def repository_in(folder: Path) -> Repository:
    folder.mkdir()
    return repository(folder)


def test_the_action_is_well_formed() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions"]
    done = subprocess.run([*command, str(ROOT / "action.yml")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_inputs_reach_the_shell_by_the_environment_only() -> None:
    for step in ACTION["runs"]["steps"]:
        assert step["shell"] == "bash"
        assert "${{" not in step["run"]
        assert "uses" not in step
    named = {name for step in ACTION["runs"]["steps"] for name in re.findall(r"inputs\.([\w-]+)", json.dumps(step))}
    assert named == set(ACTION["inputs"])


def test_the_readme_documents_every_input_and_output() -> None:
    readme = (ROOT / "README.md").read_text()
    for name in (*ACTION["inputs"], *ACTION["outputs"]):
        assert f"| `{name}` |" in readme


def test_nothing_found_passes(workspace: Workspace) -> None:
    ran = workspace.lint()
    assert (ran.code, ran.outputs) == (0, {"findings": "0"})
    assert "All checks passed." in ran.summary


def test_findings_fail_the_step_and_annotate(workspace: Workspace) -> None:
    workspace.repo.write("a.cu", BAD)
    ran = workspace.lint(sarif_file="out.sarif")
    assert (ran.code, ran.outputs) == (1, {"findings": "1", "sarif": "out.sarif"})
    assert ran.log.startswith("::warning title=cudalint (G101),file=a.cu,line=2,")
    assert "| warning | G101" in ran.summary
    sarif = json.loads((workspace.repo.folder / "out.sarif").read_text())
    assert len(sarif["runs"][0]["results"]) == 1


def test_neither_annotations_nor_summary_on_request(workspace: Workspace) -> None:
    workspace.repo.write("a.cu", BAD)
    ran = workspace.lint(annotate="false", step_summary="false", fail_on="never")
    assert (ran.code, ran.summary) == (0, "")
    assert ran.log.startswith("a.cu:2:31: warning: G101")


def test_only_what_is_new(workspace: Workspace) -> None:
    workspace.repo.write("a.cu", BAD)
    workspace.repo.commit("a finding")
    assert workspace.lint(diff_base="HEAD").code == 0
    assert workspace.lint(diff_base="HEAD~1").code == 1
    workspace.repo.cudalint("baseline", ".")
    assert workspace.lint(baseline="cudalint-baseline.json").outputs == {"findings": "0"}


def test_paths_are_lines_and_arguments_are_words(workspace: Workspace) -> None:
    workspace.repo.write("two words/a.cu", BAD)
    workspace.repo.write("-x.cu", BAD)
    assert workspace.lint(paths="two words\n-x.cu\n").outputs == {"findings": "2"}
    assert workspace.lint(paths="two words", args="--select S  --quiet").outputs == {"findings": "0"}
    assert workspace.lint(fail_on="error").code == 0


@pytest.mark.parametrize("hostile", ["$(touch hacked)", "`touch hacked`", "; touch hacked", '" && touch hacked "'])
def test_inputs_are_never_run(workspace: Workspace, hostile: str) -> None:
    for name in ("paths", "args", "diff_base", "baseline", "fail_on", "sarif_file"):
        workspace.lint(**{name: hostile})
        assert not (workspace.repo.folder / "hacked").exists(), name


def test_wrong_use_fails_with_2_and_counts_nothing(workspace: Workspace) -> None:
    ran = workspace.lint(paths="nope.cu")
    assert (ran.code, ran.outputs) == (2, {"findings": ""})
    assert "no such file or folder" in ran.log


def test_the_step_that_installs(tmp_path: Path) -> None:
    """With a Python and a pip that only say what they were asked for: the download is the registry's matter."""
    runner = tmp_path / "runner"
    fake = tmp_path / "python"
    fake.write_text(FAKE_PYTHON)
    fake.chmod(0o755)
    step = ACTION["runs"]["steps"][0]
    for version, installed in (("", str(ROOT)), ("cudalint==1.2", "cudalint==1.2")):
        done = run_step(step, {"version": version, "python": str(fake)}, tmp_path, runner)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines() == [
            f"python -m venv {runner}/cudalint",
            f"pip install --quiet --disable-pip-version-check {installed}",
            "cudalint --version",
        ]
