"""Several files together: who includes whom, who launches whose kernels, who defines whose device functions."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cudalint.access import FileReport
from cudalint.analysis.cached import run_cached
from cudalint.analysis.callers import callers_of
from cudalint.analysis.job import Job
from cudalint.analysis.outcome import NOTHING_FOREIGN, FileOutcome, Foreign, ForeignLaunch
from cudalint.analysis.settings import Settings
from cudalint.front.include_names import included_names
from cudalint.frozen import frozen

MOST_FORCED = 3
"""Other files that are read first for their device functions."""

Progress = Callable[[int, int], None]


@frozen
class ProjectReport:
    """A report per path, and per path what its analysis knew of the other files."""

    reports: list[FileReport]
    foreign: Mapping[str, Foreign]


def analyse_project(
    paths: Sequence[str], settings: Settings, workers: int, progress: Progress | None, sources: Mapping[str, bytes]
) -> ProjectReport:
    """All files. One that another one includes is analysed there: its own report is then empty."""
    inside = _included_by_others(paths)
    own = [p for p in paths if p not in inside]
    if not own:
        own = list(paths)
    mine = [p for p in own if settings.only is None or p in settings.only]
    total = len(mine)
    first = _run(mine, settings, workers, {}, sources, progress, total, 0)
    if settings.only is not None:
        first = _with_helpers(first, own, settings, workers, sources)
    again = {path: foreign for path, foreign in _second_round(first).items() if path in set(mine)}
    second = _run(list(again), settings, workers, again, sources, None, total, total) if again else {}
    outcomes = {**first, **second}
    reported = [p for p in paths if settings.only is None or (p in settings.only and p in outcomes)]
    return ProjectReport([outcomes[p].report if p in outcomes else FileReport(p) for p in reported], again)


def _with_helpers(
    first: Mapping[str, FileOutcome],
    own: Sequence[str],
    settings: Settings,
    workers: int,
    sources: Mapping[str, bytes],
) -> dict[str, FileOutcome]:
    """Together with those of the other files that may launch a kernel, or define a device function, that these lack:
    whatever names one of them, in the order of all files."""
    from cudalint.front.mentions import may_name

    wanted = {name for outcome in first.values() for name in (*outcome.unlaunched, *outcome.missing)}
    others = [path for path in own if path not in first and wanted and may_name(path, wanted, settings)]
    helpers = _run(others, settings, workers, {}, sources, None, len(others), 0)
    both = {**first, **helpers}
    return {path: both[path] for path in own if path in both}


def analyse_alone(job: Job, run: Callable[[Job], FileOutcome]) -> FileOutcome:
    """One file as `analyse_project` would analyse it on its own, by a function that does one job."""
    first = run(job)
    foreign = _second_round({job.path: first}).get(job.path)
    return first if foreign is None else run(replace(job, foreign=foreign))


def _run(
    paths: Sequence[str],
    settings: Settings,
    workers: int,
    foreign: Mapping[str, Foreign],
    sources: Mapping[str, bytes],
    progress: Progress | None,
    total: int,
    before: int,
) -> dict[str, FileOutcome]:
    jobs = [Job(p, settings, foreign.get(p, NOTHING_FOREIGN), sources.get(p)) for p in paths]
    tell = (lambda done: progress(before + done, total)) if progress is not None else None
    return dict(zip(paths, run_cached(jobs, workers, tell), strict=True))


def _included_by_others(paths: Sequence[str]) -> set[str]:
    """Given files that another given file includes by a path relative to itself."""
    real = {os.path.realpath(p): p for p in paths}
    found: set[str] = set()
    for path in paths:
        try:
            text = Path(path).read_bytes()
        except OSError:
            continue
        folder = os.path.dirname(path) or os.curdir  # noqa: PTH120
        for name in included_names(text):
            beside = f"{folder}/{name}"
            if not os.path.exists(beside):  # noqa: PTH110  (one question instead of one for each folder)
                continue
            target = os.path.realpath(beside)
            if target in real and real[target] != path:
                found.add(real[target])
    return found


def _second_round(first: Mapping[str, FileOutcome]) -> dict[str, Foreign]:
    """Files that another file can help: with the launch of a kernel, or the body of a device function."""
    launches: dict[str, list[tuple[str, ForeignLaunch]]] = {}
    defining: dict[str, list[str]] = {}
    for path, outcome in first.items():
        for launch in outcome.launches:
            launches.setdefault(launch.kernel, []).append((path, launch))
        if path.endswith(".cu"):
            for name in outcome.defined:
                defining.setdefault(name, []).append(path)
    real = {path: os.path.realpath(path) for path in first}
    folders = {path: _folder(real[path]) for path in first}
    places = {path: place for place, path in enumerate(first)}
    callers = callers_of(first, real)
    again: dict[str, Foreign] = {}
    for path, outcome in first.items():
        chosen = {
            name: _launch_for(path, launches[name], folders) for name in sorted(outcome.unlaunched) if name in launches
        }
        useful = {name: launch for name, launch in chosen.items() if launch is not None}
        helping = {other for name in outcome.missing for other in defining.get(name, ()) if other != path}
        forced = tuple(
            real[other]
            for other in sorted(helping, key=places.__getitem__)
            if _near(folders[path], folders[other])
            and real[path] not in callers.get(other, ())
            and real[other] not in outcome.report.included
        )[:MOST_FORCED]
        calling = callers.get(path, ())
        if useful or forced or calling:
            again[path] = Foreign(useful, forced, calling)
    return again


def _launch_for(
    path: str, found: Sequence[tuple[str, ForeignLaunch]], folders: Mapping[str, str]
) -> ForeignLaunch | None:
    """The launch of a kernel in `path` among those of that name: one from its neighbourhood, else the only folder's;
    None where several programs launch a kernel of that name. One with a known block wins."""
    near = [launch for other, launch in found if _near(folders[path], folders[other])]
    if not near and len({Path(other).parent for other, _ in found}) > 1:
        return None
    candidates = near or [launch for _, launch in found]
    return next((launch for launch in candidates if None not in launch.block), candidates[0])


def _near(one: str, other: str) -> bool:
    """Whether two folders, each with a slash at its end, are one or lie one above the other."""
    return one.startswith(other) or other.startswith(one)


def _folder(real: str) -> str:
    """Of a file, with a slash at its end."""
    return f"{os.path.dirname(real).rstrip('/')}/"  # noqa: PTH120  (as paths without links are, and often)
