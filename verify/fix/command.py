"""What `cudalint verify --fix` does: the fixes that `check --fix --unsafe-fixes` makes, measured, not written."""

from __future__ import annotations

import os
from typing import Any

import click

from ..request import Request
from .measure import Fixed, try_fixes
from .trial import NOT_MEASURED, REFUSED, Runner, Tell, Trial


def verify_fixes(request: Request, given: dict[str, Any], tell: Tell) -> int:
    """Print a report of every kernel that a fix changes; 1 if one is refused, 2 if none could be measured.

    Raises `CannotMeasure`.
    """
    from cudalint.cli.run import choose, wants_colour

    from ..plan.kernels import Shape
    from ..reports import fixes

    runner = runner_of(request)
    shape = Shape(request.grids, request.scalars)
    trials: list[Trial] = []
    chosen = choose(given)
    for group in chosen.groups:
        settings, files = fixed_files(group, chosen, given)
        kernels = frozenset(k for f in files for k in f.before.kernels) if request.everything else None
        kernels = frozenset(request.kernels) if request.kernels else kernels
        trials += try_fixes(files, kernels, settings, shape, runner, tell)
    render = fixes.as_json if given["format_"] == "json" else fixes.as_text
    origin = "on the CPU, without time" if request.on_cpu else "on the GPU"
    click.echo(render(trials, origin), color=wants_colour(given["color"]))
    if any(t.label in REFUSED for t in trials):
        return 1
    return 2 if trials and all(t.label == NOT_MEASURED for t in trials) else 0


def fixed_files(group: Any, chosen: Any, given: dict[str, Any]) -> tuple[Any, list[Fixed]]:
    """The settings, and every file that fixes change, directly or in what it includes."""
    from cudalint.analysis import analyse_texts
    from cudalint.cli.fix import fixed
    from cudalint.cli.judge import Judge
    from cudalint.cli.run import analyse_group

    analysed = analyse_group(group, chosen, given, judged=True, touched=True)
    texts = fixed(analysed, Judge.of(group.config), chosen.sources, unsafe=True).texts
    changed = {os.path.realpath(path) for path in texts}
    affected = [
        r for r in analysed.reports if r.kernels and not changed.isdisjoint({os.path.realpath(r.path), *r.included})
    ]
    again = analyse_texts([(r.path, texts) for r in affected], analysed.settings, analysed.project)
    return analysed.settings, [Fixed(old, new, texts) for old, new in zip(affected, again, strict=True)]


def runner_of(request: Request) -> Runner:
    """How kernels are run. Raises `CannotMeasure` where that is not possible here."""
    if request.on_cpu:
        from ..cpu.emulate import Budget
        from ..cpu.trials import cpu_runner

        return cpu_runner(Budget(request.seconds, request.memory_bytes, request.blocks))
    from ..gpu.trials import gpu_runner

    return gpu_runner(request.seconds)
