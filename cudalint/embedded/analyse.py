"""Python files through the analysis: each CUDA source in them is one, with positions in the Python file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cudalint.access import FileReport, Skipped
from cudalint.analysis.cached import run_cached
from cudalint.analysis.job import Job
from cudalint.analysis.outcome import FileOutcome, Foreign, ForeignLaunch
from cudalint.analysis.settings import Settings
from cudalint.checks import spoken_of
from cudalint.embedded.find import TAKERS, Snippet, find_cuda
from cudalint.embedded.mapped import LineTable, PositionMap
from cudalint.finding import Spoken
from cudalint.front.compile_commands import translate
from cudalint.front.parse import UnreadableFile, check_source, read_source
from cudalint.frozen import frozen
from cudalint.relocate import relocated
from cudalint.rule import installed_rules

_WORDS = tuple(name.encode() for name in TAKERS)


@frozen
class _PythonFile:
    """`report`: what is known before the analysis; `text`: what positions count in."""

    report: FileReport
    text: bytes = b""
    snippets: tuple[Snippet, ...] = ()


def analyse_python(
    paths: Sequence[str],
    settings: Settings,
    progress: Callable[[int, int], None] | None = None,
    sources: Mapping[str, bytes] | None = None,
    run: Callable[[Sequence[Job]], list[FileOutcome]] | None = None,
) -> list[FileReport]:
    """A report per Python file, in their order. `sources` holds text that is not on disk; `run` does the jobs, worker
    processes by default."""
    files = [_read(path, (sources or {}).get(path)) for path in paths]
    jobs = [_job(file, snippet, settings) for file in files for snippet in file.snippets]
    tell = (lambda done: progress(done, len(jobs))) if progress is not None else None
    outcomes = iter(run(jobs) if run is not None else run_cached(jobs, settings.jobs or os.cpu_count() or 1, tell))
    reports = []
    for file in files:
        parts = [relocated(next(outcomes).report, _move(file, snippet)) for snippet in file.snippets]
        merged = _merged(file.report, parts)
        reports.append(merged if settings.threshold is None else replace(merged, spoken=_spoken(file.report, parts)))
    return reports


def _spoken(report: FileReport, parts: Sequence[FileReport]) -> tuple[Spoken, ...]:
    """What the rules say about the file as a whole and about each source in it."""
    about_file = spoken_of(replace(report, accesses=()), installed_rules())
    return (*about_file, *(spoken for part in parts for spoken in part.spoken or spoken_of(part, installed_rules())))


def _read(path: str, given: bytes | None) -> _PythonFile:
    try:
        text = given if given is not None else read_source(Path(path))
        check_source(Path(path), text)
    except UnreadableFile as error:
        return _PythonFile(FileReport(path, errors=(str(error),)))
    if not any(word in text for word in _WORDS):
        return _PythonFile(FileReport(path))
    try:
        text.decode("utf-8")
        found = find_cuda(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        where = f" (line {line})" if line else ""
        return _PythonFile(FileReport(path, errors=(f"{path}: not Python in UTF-8{where}",)))
    skipped = tuple(Skipped(path, unread.line, "", unread.reason) for unread in found.unread)
    return _PythonFile(FileReport(path, skipped=skipped), text, found.snippets)


def _job(file: _PythonFile, snippet: Snippet, settings: Settings) -> Job:
    path = file.report.path
    options = translate(list(snippet.flags), str(Path(path).absolute().parent))
    launches: dict[str, ForeignLaunch] = {}
    for launch in snippet.launches:
        known = launches.get(launch.kernel)
        if known is None or (None in known.block and None not in launch.block):
            launches[launch.kernel] = ForeignLaunch(launch.kernel, launch.grid, launch.block, launch.arguments)
    own = replace(
        settings,
        include_directories=(*options.include_directories, *settings.include_directories),
        defines=(*options.defines, *settings.defines),
        undefines=(*options.undefines, *settings.undefines),
        standard=settings.standard or options.standard,
        compile_commands=None,
    )
    return Job(path, own, Foreign(launches), snippet.text.data)


def _move(file: _PythonFile, snippet: Snippet) -> PositionMap:
    return PositionMap(snippet.text, file.report.path, LineTable(file.text))


def _merged(report: FileReport, parts: Sequence[FileReport]) -> FileReport:
    return replace(
        report,
        accesses=tuple(access for part in parts for access in part.accesses),
        skipped=(*report.skipped, *(skipped for part in parts for skipped in part.skipped)),
        kernels=tuple(kernel for part in parts for kernel in part.kernels),
        errors=(*report.errors, *dict.fromkeys(error for part in parts for error in part.errors)),
        included=tuple(dict.fromkeys(path for part in parts for path in part.included if path != report.path)),
    )
