"""cudalint verify."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cudalint.cli.options import analysis_options, suggestion

if TYPE_CHECKING:
    from cudalint.access import FileReport
    from cudalint.analysis.settings import Settings
    from cudalint.finding import Finding

    from .judge import Judgement
    from .measured import Profile
    from .plan.kernels import Shape
    from .request import Request


@click.command()
@analysis_options
@click.option("--report", metavar="FILE", help="Judge by a profile made elsewhere: .ncu-rep, or the CSV of its source.")
@click.option("--on-cpu", is_flag=True, help="Run kernels on the CPU; needs g++ and no GPU.")
@click.option(
    "--app", metavar="'PROGRAM ARGS'", help="Profile this program; with --on-cpu PROGRAM is a source file to build."
)
@click.option("--fix", is_flag=True, help="Measure kernels before and after their fixes; nothing is written.")
@click.option("--kernel", "kernels", multiple=True, metavar="NAME", help="Only this kernel; may be repeated.")
@click.option("--all", "everything", is_flag=True, help="Every kernel, not only those with findings.")
@click.option("--grid", "grids", multiple=True, metavar="[KERNEL=]X[,Y[,Z]]", help="Grid to launch with --block.")
@click.option("--set", "scalars", multiple=True, metavar="NAME=VALUE", help="Value of a kernel's parameter.")
@click.option("--time-limit", "seconds", type=click.FloatRange(1), default=120, show_default=True, metavar="SECONDS")
@click.option("--memory-limit", "memory", type=click.IntRange(256), default=8192, show_default=True, metavar="MIB")
@click.option(
    "--sample", type=click.IntRange(1), default=128, show_default=True, help="Blocks of a grid to count on the CPU."
)
@click.option("--format", "format_", type=click.Choice(["text", "json", "sarif"]), default="text", show_default=True)
def verify(**given: Any) -> int:
    """Measure what was predicted, and label it: confirmed, refuted, not executed or not measured."""
    from .measured import CannotMeasure
    from .request import Request

    request = Request.from_options(given)
    try:
        return _verify(request, given)
    except CannotMeasure as error:
        raise click.ClickException(str(error)) from None


def _verify(request: Request, given: dict[str, Any]) -> int:
    from cudalint.checks import findings_of
    from cudalint.cli.run import analyse_group, choose, wants_colour
    from cudalint.rule import installed_rules

    from .judge import REFUTED, judge

    if not request.paths(given["paths"]):
        raise click.UsageError("no FILE to verify")
    if request.report is None:
        refuse_forks()
    wanted = {**given, "paths": tuple(p for p in request.paths(given["paths"]) if is_cuda(p))}
    if request.fix:
        from .fix.command import verify_fixes

        return verify_fixes(request, wanted, _teller(given["quiet"]))
    chosen = choose(wanted)
    analysed = [analyse_group(group, chosen, given) for group in chosen.groups]
    if not analysed:
        raise click.UsageError("no FILE to verify")
    reports = [report for group in analysed for report in group.reports]
    failed = [error for report in reports for error in report.errors]
    for error in failed:
        click.echo(f"cudalint: {error}", err=True)
    codes = frozenset(r.rule.code for r in installed_rules() if r.rule.on)
    findings = findings_of(reports, installed_rules(), codes)
    kernels = chosen_kernels(reports, findings, request)
    files = request.paths(given["paths"])
    profile = measure(request, files, analysed[0].settings, reports, kernels, _teller(given["quiet"]))
    judgement = judge(reports, findings, profile, kernels)
    click.echo(_rendered(judgement, findings, given["format_"]), color=wants_colour(given["color"]))
    if failed or not profile.launches:
        return 2
    return 1 if judgement.count(REFUTED) else 0


def chosen_kernels(
    reports: Sequence[FileReport], findings: Sequence[Finding], request: Request
) -> frozenset[str] | None:
    """The kernels to verify: those named, or those with findings; None for all. Raises `click.UsageError`."""
    known = {k for r in reports for k in r.kernels}
    if request.kernels:
        for name in request.kernels:
            if name not in known:
                raise click.UsageError(f"--kernel {name}: no such kernel{suggestion(name, sorted(known))}")
        return frozenset(request.kernels)
    if request.everything or not request.runs_kernels:
        return None
    return frozenset(f.kernel for f in findings if f.kernel)


def is_cuda(path: str) -> bool:
    """Whether a path is linted: host files only take part in building a program."""
    return not path.endswith((".cpp", ".cc", ".cxx", ".c"))


def measure(
    request: Request,
    files: Sequence[str],
    settings: Settings,
    reports: Sequence[FileReport],
    kernels: frozenset[str] | None,
    tell: Callable[[str], None],
) -> Profile:
    """Counters from wherever they were asked for. Raises `CannotMeasure`."""
    from .ncu.report_file import read_report
    from .plan.kernels import Shape

    if request.report is not None:
        return read_report(request.report)
    shape = Shape(request.grids, request.scalars)
    if not request.on_cpu:
        return _on_gpu(request, reports, kernels, settings, shape, tell)
    from .cpu.emulate import Budget
    from .cpu.measure import measure_application, measure_kernels

    budget = Budget(request.seconds, request.memory_bytes, request.blocks)
    if request.app is None:
        return measure_kernels(reports, kernels, settings, shape, budget, tell)
    return measure_application(files, request.app[1:], reports, settings, budget, tell)


def _on_gpu(
    request: Request,
    reports: Sequence[FileReport],
    kernels: frozenset[str] | None,
    settings: Settings,
    shape: Shape,
    tell: Callable[[str], None],
) -> Profile:
    from .gpu.measure import measure_application, measure_kernels

    if request.app is None:
        return measure_kernels(reports, kernels, settings, shape, request.seconds, tell)
    names = sorted(kernels if kernels is not None else {k for r in reports for k in r.kernels})
    return measure_application(request.app, names, request.seconds, tell)


def _rendered(judgement: Judgement, findings: Sequence[Finding], format_: str) -> str:
    from .reports import json_report, sarif, text

    if format_ == "json":
        return json_report.render(judgement)
    if format_ == "sarif":
        return sarif.render(judgement, findings)
    return text.render(judgement)


def _teller(quiet: bool) -> Callable[[str], None]:
    """Says what is being done, on standard error."""

    def tell(text: str) -> None:
        if not quiet:
            click.echo(f"cudalint: {text}", err=True)

    return tell


def refuse_forks() -> None:
    """Never run a stranger's code in CI. Raises `CannotMeasure`."""
    from .child import from_a_fork
    from .measured import CannotMeasure

    if from_a_fork(os.environ, _event(os.environ.get("GITHUB_EVENT_PATH"))):
        raise CannotMeasure("this is a pull request from a fork: its code is not run; --report judges by a profile")


def _event(path: str | None) -> dict[str, object] | None:
    try:
        event = json.loads(Path(path or os.devnull).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return event if isinstance(event, dict) else None
