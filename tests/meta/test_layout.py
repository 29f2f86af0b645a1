"""How the project hangs together: what may import what, sizes, and that the README says what is so."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cudalint.rule import installed_rules

ROOT = Path(__file__).parents[2]
PACKAGES = ("cudalint", "rules", "verify")
MODULES = sorted(p for package in PACKAGES for p in (ROOT / package).rglob("*.py"))
LONGEST_MODULE = 400


def imported(path: Path) -> Iterator[str]:
    """Full names of the modules that a module imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module)


def importers(prefix: str) -> set[str]:
    return {
        path.relative_to(ROOT).as_posix()
        for path in MODULES
        if any(name == prefix or name.startswith(f"{prefix}.") for name in imported(path))
    }


def test_only_the_front_end_imports_clang() -> None:
    found = importers("clang")
    assert found
    assert all(path.startswith("cudalint/front/") for path in found)


@pytest.mark.parametrize("package", ["ir", "hardware"])
def test_the_lowest_layers_import_nothing_else_of_ours(package: str) -> None:
    for path in (ROOT / "cudalint" / package).rglob("*.py"):
        ours = {name for name in imported(path) if name.startswith("cudalint")} - {"cudalint.frozen"}
        assert all(name.startswith(f"cudalint.{package}") for name in ours), path


def test_rules_see_accesses_and_findings_but_no_front_end_or_execution() -> None:
    hidden = ("front", "simt", "launch", "analysis", "address", "report", "cli")
    for path in (ROOT / "rules").rglob("*.py"):
        assert not [n for n in imported(path) for h in hidden if n.startswith(f"cudalint.{h}")], path


def test_core_never_names_a_rule() -> None:
    assert not importers("cudalint.rules") | importers("cudalint.verify")


@pytest.mark.parametrize("name", [p.relative_to(ROOT).as_posix() for p in MODULES])
def test_modules_are_short(name: str) -> None:
    assert len((ROOT / name).read_text("utf-8").splitlines()) <= LONGEST_MODULE


def test_the_test_command_of_the_readme_is_the_one_that_ci_runs() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    command = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/python -m pytest"
    assert f"\n{command}\n" in readme
    assert f"\n{command}\n" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_the_readme_lists_every_rule() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for installed in installed_rules():
        assert f"| {installed.rule.code} | {installed.rule.name} |" in readme


@pytest.mark.parametrize(
    "arguments", ["check fixtures/examples/transpose.cu --select S202", "explain fixtures/examples/transpose.cu:22:37"]
)
def test_the_output_in_the_readme_is_what_the_command_prints(arguments: str) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = readme.partition(f"`cudalint {arguments}` prints:\n\n```\n")[2].partition("```")[0]
    done = subprocess.run(
        [sys.executable, "-m", "cudalint", *arguments.split()], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert shown == done.stdout
