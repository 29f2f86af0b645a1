"""Builds a program for the CPU in a scratch folder."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from ..child import Limits, Outcome, run
from ..measured import CannotMeasure
from .rewrite import rewritten
from .toolchain import (
    Options,
    engine_command,
    find_compiler,
    host_command,
    kernel_command,
    link_command,
    mirrored,
)

CUDA_SUFFIXES = (".cu", ".cuh")
ABSENT = "absent"
"""The folder of empty headers inside the scratch folder, in place of those that are missing."""

COMPILE_LIMITS = Limits(180, 6 << 30)
_ERROR = re.compile(r"^(?P<where>[^\n:]+:\d+):\d+: (?:fatal )?error: (?P<what>[^\n]+)$", re.MULTILINE)


class DoesNotCompile(CannotMeasure):
    """What the compiler did not take; `output`: all that it said."""

    def __init__(self, message: str, output: str) -> None:
        super().__init__(message)
        self.output = output


def write_mirror(files: Iterable[str], mirror: Path, replaced: Callable[[str], str] = lambda text: text) -> None:
    """Rewritten copies of the files at the same places below `mirror`; `replaced` edits each before."""
    for file in dict.fromkeys(str(Path(f).resolve()) for f in files):
        target = mirrored(file, mirror)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = Path(file).read_text("utf-8-sig", "replace")
        target.write_text(rewritten(replaced(text), file), "utf-8")


def build(
    sources: Sequence[Path],
    hosts: Sequence[str],
    mirror: Path,
    scratch: Path,
    options: Options,
    *,
    incomplete: bool = False,
) -> Path:
    """Compile rewritten `sources` below `mirror` and untouched `hosts`, link them with the engine; returns the program.

    `incomplete`: functions of other files may be missing. Raises `CannotMeasure` with the compiler's first error.
    """
    compiler = find_compiler()
    commands: list[tuple[str, Path, list[str]]] = []
    folders = list(dict.fromkeys(Path("/", f.parent.relative_to(mirror)) for f in mirror.rglob("*.*") if f.is_file()))
    for number, source in enumerate(sources):
        built = scratch / f"kernel{number}.o"
        command = kernel_command(compiler, source, built, mirror, folders, options, scratch / ABSENT)
        commands.append((source.name, built, command))
    for number, host in enumerate(hosts):
        built = scratch / f"host{number}.o"
        commands.append((Path(host).name, built, host_command(compiler, Path(host).resolve(), built, options)))
    with ThreadPoolExecutor(max_workers=2) as pool:
        engine_object = pool.submit(_engine, compiler)
        outcomes = list(pool.map(lambda c: run(c[2], scratch, COMPILE_LIMITS), commands))
    for (name, _, _), outcome in zip(commands, outcomes, strict=True):
        if outcome.code != 0:
            raise DoesNotCompile(f"{name} does not compile for the CPU: {first_error(outcome)}", outcome.errors)
    engine, program = scratch / "engine.o", scratch / "program"
    engine.write_bytes(engine_object.result())
    objects = [engine, *(built for _, built, _ in commands)]
    linked = run(link_command(compiler, objects, program, incomplete=incomplete), scratch, COMPILE_LIMITS)
    if linked.code != 0:
        raise CannotMeasure(f"the program does not link for the CPU: {_link_error(linked)}")
    return program


@cache
def _engine(compiler: str) -> bytes:
    """The engine as an object file, compiled once a run. Raises `CannotMeasure`."""
    with tempfile.TemporaryDirectory(prefix="cudalint-") as folder:
        built = Path(folder) / "engine.o"
        outcome = run(engine_command(compiler, built), Path(folder), COMPILE_LIMITS)
        if outcome.code != 0:
            raise CannotMeasure(f"the engine does not compile: {first_error(outcome)}")
        return built.read_bytes()


def first_error(outcome: Outcome) -> str:
    """The compiler's first error in one line."""
    match = _ERROR.search(outcome.errors)
    return f"{match['where']}: {match['what']}" if match is not None else outcome.last_line()


def _link_error(outcome: Outcome) -> str:
    undefined = re.search(r"undefined reference to [^\n]+", outcome.errors)
    return undefined[0] if undefined is not None else outcome.last_line()


def edited(path: str, edit: Callable[[str], str | None], mirror: Path) -> bool:
    """Change the rewritten copy of a file: its text from line 1 of the original on. False where `edit` refuses, or
    there is no copy."""
    copy = mirrored(path, mirror)
    if not copy.is_file():
        return False
    before, mark, text = copy.read_text("utf-8").partition(f'#line 1 "{Path(path).resolve()}"\n')
    changed = edit(text) if mark else None
    if changed is None:
        return False
    copy.write_text(before + mark + changed, "utf-8")
    return True
