"""Child processes: limits on time and memory, an environment without secrets, output that is kept short."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

KEPT_VARIABLES = (
    "PATH",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "CUDA_HOME",
    "CUDA_PATH",
    "CUDA_VISIBLE_DEVICES",
    "LD_LIBRARY_PATH",
    "VIRTUAL_ENV",
)
"""All that a child gets to see of the environment: what finding programs and GPUs needs, and no secret."""

MOST_OUTPUT_BYTES = 256 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may use. `memory_bytes`: address space; 0 for no limit, as a GPU's driver maps far more than it
    uses."""

    seconds: float
    memory_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a child ended. `code`: its exit code, minus the signal's number where one ended it."""

    code: int
    output: str
    errors: str
    timed_out: bool = False

    def last_line(self) -> str:
        """The last line that it printed: most programs say there what went wrong."""
        lines = [line.strip() for line in (self.errors + "\n" + self.output).splitlines() if line.strip()]
        return lines[-1] if lines else self.ending()

    def ending(self) -> str:
        """'exit code 3', 'SIGSEGV', 'ran out of time'."""
        if self.timed_out:
            return "it ran out of time"
        if self.code < 0:
            try:
                return signal.Signals(-self.code).name
            except ValueError:
                return f"signal {-self.code}"
        return f"exit code {self.code}"


def scrubbed_environment(scratch: Path, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables that a child gets: a few by name, and a home folder of its own."""
    kept = {name: environment[name] for name in KEPT_VARIABLES if name in environment}
    return {**kept, "HOME": str(scratch)}


def from_a_fork(environment: Mapping[str, str] = os.environ, event: Mapping[str, object] | None = None) -> bool:
    """Whether this is a pull request in CI whose source comes from another repository than the one it goes to.

    `event`: the event's data as GitHub writes it; without it every pull request counts as one from a fork. GitLab tells
    the two projects apart by variables of its own.
    """
    if environment.get("CI_MERGE_REQUEST_ID"):
        from_project = environment.get("CI_MERGE_REQUEST_SOURCE_PROJECT_ID")
        return from_project != environment.get("CI_MERGE_REQUEST_PROJECT_ID")
    if not environment.get("GITHUB_EVENT_NAME", "").startswith("pull_request"):
        return False
    source, target = _repository(event, "head"), _repository(event, "base")
    return source is None or source != target


def _repository(event: Mapping[str, object] | None, side: str) -> object:
    found: object = event
    for key in ("pull_request", side, "repo", "full_name"):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def run(command: Sequence[str], scratch: Path, limits: Limits, *, folder: Path | None = None) -> Outcome:
    """Run a command to its end, or until it exceeds a limit; then it and all that it started are killed.

    `scratch`: its home and place for files; `folder`: where it starts, `scratch` by default.
    """

    def restrict() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if limits.memory_bytes:
            resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))

    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(
                command,
                cwd=folder or scratch,
                env=scrubbed_environment(scratch),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                start_new_session=True,
                preexec_fn=restrict,
            )
        except OSError as error:
            return Outcome(127, "", f"{command[0]}: {error.strerror or error}")
        timed_out = False
        try:
            process.wait(limits.seconds)
        except subprocess.TimeoutExpired:
            timed_out = True
        finally:
            _kill_group(process)
        return Outcome(process.returncode, _text(output), _text(errors), timed_out)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """End the child's whole session, so that nothing outlives it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(MOST_OUTPUT_BYTES).decode("utf-8", "replace")
