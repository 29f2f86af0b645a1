"""Both versions of a kernel on a GPU: counters under ncu, then outputs and time in a child of their own."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..child import Limits, run
from ..fix.trial import Compared, Pair, Ran, Runner, Tell, Times, Version
from ..measured import CannotMeasure, Profile
from ..ncu.commands import find_ncu
from ..ncu.failures import explain
from .measure import ORIGIN, Compiled, compiled_file, count_kernel, job_of, require_cupy
from .symbols import UnknownKernel


def gpu_runner(seconds: float) -> Runner:
    """Runs on the GPU; each child may take so long. Raises `CannotMeasure` where something is not installed."""
    ncu = find_ncu()
    require_cupy()

    def runner(before: Version, after: Version, pairs: Sequence[Pair], tell: Tell) -> Iterator[Ran]:
        with tempfile.TemporaryDirectory(prefix="cudalint-") as folder:
            tell(f"compiling {before.path} for {before.settings.arch}, before and after")
            compiled: list[Compiled] = []
            try:
                for number, version in enumerate((before, after)):
                    scratch = Path(folder, str(number))
                    scratch.mkdir()
                    plans = [pair[number] for pair in pairs]
                    compiled.append(compiled_file(version.path, plans, version.settings, scratch, version.included))
            except CannotMeasure as error:
                yield from (Ran(one.kernel, Profile(ORIGIN), Profile(ORIGIN), why=str(error)) for one, _ in pairs)
                return
            for pair in pairs:
                tell(f"running {pair[0].expression} on the GPU, before and after")
                yield _both(ncu, compiled, pair, seconds, Path(folder))

    return runner


def _both(ncu: str, compiled: Sequence[Compiled], pair: Pair, seconds: float, scratch: Path) -> Ran:
    profiles: list[Profile] = []
    old, new = pair
    files: list[str] = []
    try:
        for built, plan in zip(compiled, (old, new), strict=True):
            profiles.append(count_kernel(ncu, built, plan, seconds, scratch))
            file = scratch / f"job{len(files)}.json"
            file.write_text(job_of(built, plan).to_json(), "utf-8")
            files.append(str(file))
    except UnknownKernel as error:
        return Ran(old.kernel, Profile(ORIGIN), Profile(ORIGIN), why=str(error))
    result = scratch / "result.json"
    result.unlink(missing_ok=True)
    command = [sys.executable, "-m", f"{__package__}.compare", *files, str(result)]
    outcome = run(command, scratch, Limits(seconds))
    if outcome.code != 0 or not result.exists():
        return Ran(old.kernel, profiles[0], profiles[1], why=explain(outcome))
    found = json.loads(result.read_text("utf-8"))
    why = "" if found["repeats"] else "its outputs differ from run to run on the same inputs"
    arrays = tuple(Compared(a["name"], a["size"], a["different"], a["first"]) for a in found["arrays"])
    times = Times(tuple(found["before"]), tuple(found["after"]))
    return Ran(old.kernel, profiles[0], profiles[1], arrays, times, why)
