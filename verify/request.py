"""What the user asked to be verified, and how."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

Grid = tuple[int, int, int]
_GRID = re.compile(r"^(?:(?P<kernel>[^=]+)=)?(?P<x>\d+)(?:[,x](?P<y>\d+))?(?:[,x](?P<z>\d+))?$")
_SET = re.compile(r"^(?P<name>[A-Za-z_][\w.]*)=(?P<value>[^=]+)$")
CUDA_SUFFIXES = (".cu", ".cuh")


@dataclass(frozen=True, slots=True)
class Request:
    """`report`: a profile to read. `app`: the user's program and its arguments, None for single kernels. `on_cpu`:
    without a GPU. `kernels`: the only ones to verify; `everything`: those without findings too. `grids`, `scalars`: as
    given for planned launches. `seconds`, `memory_bytes`, `blocks`: what a run may take. `fix`: try fixes instead of
    judging predictions."""

    report: str | None = None
    app: tuple[str, ...] | None = None
    on_cpu: bool = False
    kernels: tuple[str, ...] = ()
    everything: bool = False
    grids: tuple[tuple[str | None, Grid], ...] = ()
    scalars: tuple[tuple[str, float], ...] = ()
    seconds: float = 120
    memory_bytes: int = 8 << 30
    blocks: int = 128
    fix: bool = False

    @classmethod
    def from_options(cls, given: Mapping[str, Any]) -> Request:
        """The request that the options make. Raises `click.UsageError`."""
        app = given["app"]
        if given["report"] is not None and (app is not None or given["on_cpu"]):
            raise click.UsageError("--report judges by a profile; it does not go with --app or --on-cpu")
        if given["fix"] and (given["report"] is not None or app is not None or given["format_"] == "sarif"):
            raise click.UsageError("--fix runs single kernels; it does not go with --report, --app or --format sarif")
        words = None if app is None else tuple(_words(app))
        return cls(
            report=given["report"],
            app=words,
            on_cpu=given["on_cpu"],
            kernels=given["kernels"],
            everything=given["everything"],
            grids=tuple(parse_grid(text) for text in given["grids"]),
            scalars=tuple(parse_set(text) for text in given["scalars"]),
            seconds=given["seconds"],
            memory_bytes=given["memory"] << 20,
            blocks=given["sample"],
            fix=given["fix"],
        )

    @property
    def runs_kernels(self) -> bool:
        """Whether kernels have to be run one by one, so that it matters how many there are."""
        return self.report is None and self.app is None

    def paths(self, given: Sequence[str]) -> tuple[str, ...]:
        """The files named, with the one that `--on-cpu --app 'FILE ARGUMENTS'` names."""
        if self.on_cpu and self.app and Path(self.app[0]).suffix in CUDA_SUFFIXES:
            return tuple(dict.fromkeys((self.app[0], *given)))
        return tuple(given)


def _words(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise click.UsageError(f"--app {text!r}: {error}") from None
    if not words:
        raise click.UsageError("--app: no program given")
    return words


def parse_grid(text: str) -> tuple[str | None, Grid]:
    """[KERNEL=]X[,Y[,Z]]; raises `click.UsageError`."""
    match = _GRID.match(text)
    sizes = [int(match[axis] or 1) for axis in "xyz"] if match is not None else [0]
    if match is None or 0 in sizes:
        raise click.UsageError(f"--grid {text!r}: expected [KERNEL=]X[,Y[,Z]]")
    return match["kernel"], (sizes[0], sizes[1], sizes[2])


def parse_set(text: str) -> tuple[str, float]:
    """NAME=VALUE; raises `click.UsageError`."""
    match = _SET.match(text)
    if match is None:
        raise click.UsageError(f"--set {text!r}: expected NAME=VALUE")
    try:
        value = float(int(match["value"], 0))
    except ValueError:
        try:
            value = float(match["value"])
        except ValueError:
            raise click.UsageError(f"--set {text!r}: {match['value']!r} is no number") from None
    return match["name"], value
