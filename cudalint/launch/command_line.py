"""How a program is run, as its makefile, its run script or its tests say: the usual sizes where `main` reads them from
the command line.

What is found is one way of running it among others: sizes from here are assumptions, never facts.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
SCRIPTS = ("run", "run.sh")
TESTS = ("CMakeLists.txt",)

LARGEST_FILE = 1 << 18
"""Bytes of such a file that are read."""

MOST_ARGUMENTS = 64

_TARGET = re.compile(r"^([\w./$(){} -]+?)\s*::?(?!=)")
_RUNS = re.compile(r"run|test|check|bench|exec", re.IGNORECASE)
_ADD_TEST = re.compile(r"\badd_test\s*\(\s*NAME\s+\S+\s+COMMAND\s+([^()]*)\)", re.IGNORECASE)
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=\S*$")
_VARIABLE = re.compile(r"\$[({]\w+[)}]$")
_PROGRAM = re.compile(r"(?:\.{1,2}/|(?:[\w.-]+/)+)[\w./-]*(?P<name>\$[({]\w+[)}]|[\w+-][\w.+-]*)$")
_NO_PROGRAM = (".sh", ".py", ".pl", ".txt", ".cmake", "/configure")
_WRAPPERS = frozenset(("time", "sudo", "nohup", "exec", "env", "mpirun", "mpiexec", "srun", "nvprof", "ncu", "nsys"))
_END = re.compile(r"[|<>&#]|\d>")


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A command that runs a program: its arguments, None for one that only a build knows; `path` and `line` say where
    it stands."""

    arguments: tuple[str | None, ...]
    path: str
    line: int

    @property
    def place(self) -> str:
        """File and line, for a message."""
        return f"{self.path.rpartition('/')[2]}:{self.line}"


@dataclass(frozen=True, slots=True)
class _Command:
    program: str
    line: CommandLine


def places(main: str) -> tuple[str, ...]:
    """Where it may be said how the program is run whose `main` stands in this file: in its folder and the one above."""
    folder = Path(os.path.realpath(main)).parent
    return tuple(str(place / name) for place in (folder, folder.parent) for name in (*MAKEFILES, *SCRIPTS, *TESTS))


def command_line(main: str) -> CommandLine | None:
    """How the program is run whose `main` stands in this file: the first command that names it, or the only one."""
    for path in places(main):
        commands = list(_commands_in(path))
        if commands:
            chosen = _of(commands, Path(main))
            if chosen is not None:
                return chosen
    return None


def _of(commands: list[_Command], main: Path) -> CommandLine | None:
    names = (main.stem, "main", main.parent.name)
    for name in names:
        named = next((c.line for c in commands if c.program.partition(".")[0] == name), None)
        if named is not None:
            return named
    return commands[0].line if len({c.program for c in commands}) == 1 else None


def _commands_in(path: str) -> Iterator[_Command]:
    try:
        if not os.path.isfile(path) or os.stat(path).st_size > LARGEST_FILE:  # noqa: PTH113, PTH116
            return
        text = Path(path).read_text("utf-8", "replace")
    except OSError:
        return
    name = path.rpartition("/")[2]
    if name in TESTS:
        for test in _ADD_TEST.finditer(text):
            words = test[1].split()
            if words:
                yield _Command(words[0], _line(words[1:], path, text.count("\n", 0, test.start()) + 1))
        return
    running = name in SCRIPTS
    for number, line in _whole_lines(text):
        if name in MAKEFILES and not line.startswith("\t"):
            target = _TARGET.match(line)
            running = target is not None and _RUNS.search(target[1]) is not None
        elif running:
            for part in re.split(r"&&|\|\||;", line):
                found = _program(_words(part.strip().lstrip("@-")))
                if found is not None:
                    program, given = found
                    yield _Command(program, _line(given, path, number))


def _whole_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with those that continue them, by the number of the first."""
    begun, parts = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        begun = begun or number
        if line.endswith("\\"):
            parts += line[:-1] + " "
            continue
        yield begun, parts + line
        begun, parts = 0, ""


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command, comments=True)
    except ValueError:
        return command.split()


def _program(words: list[str]) -> tuple[str, list[str]] | None:
    """The program that a command runs, told by the folder before its name, and what is given to it."""
    wrapped = False
    for at, word in enumerate(words):
        program = _PROGRAM.match(word)
        if program is not None and not word.endswith(_NO_PROGRAM):
            return program["name"], words[at + 1 :]
        option = wrapped and (word.startswith("-") or word.isdigit())
        if not (option or word in _WRAPPERS or _ASSIGNMENT.match(word) or _VARIABLE.match(word)):
            return None
        wrapped = wrapped or word in _WRAPPERS
    return None


def _line(words: list[str], path: str, number: int) -> CommandLine:
    given: list[str | None] = []
    for word in words[:MOST_ARGUMENTS]:
        if _END.match(word):
            break
        given.append(None if "$" in word or "`" in word else word)
    return CommandLine(tuple(given), path, number)
