"""A git repository made for a test, and cudalint run in it as users run it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from cudalint.cli import main
from tests.cli.conftest import Outcome

ENVIRONMENT = {
    **os.environ,
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.com",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}


@dataclass(frozen=True)
class Repository:
    """A working tree."""

    folder: Path

    def git(self, *arguments: str) -> str:
        """Run git, and give what it prints."""
        done = subprocess.run(
            ["git", *arguments], cwd=self.folder, env=ENVIRONMENT, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    def commit(self, message: str) -> str:
        """Commit everything; the hash."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def write(self, path: str, text: str) -> None:
        """Write a file."""
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(text)

    def replace(self, path: str, old: str, new: str) -> None:
        """Edit a file at one place."""
        text = (self.folder / path).read_text()
        assert text.count(old) == 1, (path, old)
        self.write(path, text.replace(old, new))

    def cudalint(self, *arguments: str) -> Outcome:
        """Run the command line in the folder."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                main(list(arguments))
            except SystemExit as end:
                return Outcome(int(end.code or 0), out.getvalue(), err.getvalue())
        raise AssertionError("the command line always exits")

    def findings(self, *arguments: str) -> list[tuple[str, str, str]]:
        """(path, code, source line) of what `check` finds."""
        done = self.cudalint("check", ".", "--format", "json", *arguments)
        assert done.code in (0, 1), done.err
        found = json.loads(done.out)["findings"]
        assert done.code == bool(found)
        return [(f["path"], f["code"], self.line(f["path"], f["line"])) for f in found]

    def line(self, path: str, number: int) -> str:
        """A line of a file without its indentation."""
        return (self.folder / path).read_text().splitlines()[number - 1].strip()


def repository(folder: Path) -> Repository:
    """A new one."""
    made = Repository(folder)
    made.git("init", "-q", "-b", "main")
    return made
