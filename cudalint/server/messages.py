"""What the server and its workers say to each other, as pickles with their length in front."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from cudalint.config import Config
from cudalint.finding import Finding
from cudalint.frozen import frozen

LENGTH = struct.Struct("<Q")


@frozen
class Source:
    """A file to look at: its text as it is in the editor, those of other open files by real path, its configuration.

    `problem`: why there is no configuration, one line; "" if there is one.
    """

    path: str
    text: bytes
    config: Config
    overlays: Mapping[str, bytes] = field(default_factory=dict)
    problem: str = ""


@frozen
class Check:
    """Asks for the findings. `failure`: why the file cannot be analysed; then only that is reported."""

    source: Source
    failure: str = ""


@frozen
class Explain:
    """Asks for what there is to say about a place; `column` in bytes, both from 1."""

    source: Source
    line: int
    column: int


@frozen
class ProveFixes:
    """Asks for the findings with the fixes that can be proved."""

    source: Source


@frozen
class Forget:
    """Tells that files have come or gone: what was remembered about folders counts no more."""


Question = Check | Explain | ProveFixes | Forget


@frozen
class Cancel:
    """Tells that nobody waits for an answer any more."""

    number: int


@frozen
class Asked:
    """A question with a number that its answer will bear."""

    number: int
    question: Question


@frozen
class Hint:
    """A few words to show behind an access; line and column from 1, in bytes. `details`: lines for whoever asks."""

    line: int
    column: int
    label: str
    details: str


@frozen
class Checked:
    """The findings, also those in files that the source includes; hints are for the source itself. `included`: real
    paths of what it includes."""

    findings: tuple[Finding, ...]
    hints: tuple[Hint, ...] = ()
    included: tuple[str, ...] = ()


@frozen
class Answered:
    """`value`: a `Checked`, a text, findings, or None; `dropped`: the question was cancelled; `failure`: an internal
    error, one line."""

    number: int
    value: Any = None
    dropped: bool = False
    failure: str = ""


def packed(message: object) -> bytes:
    """A message with its length in front."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(data)) + data


def received(read: Callable[[int], bytes]) -> Any:
    """The next message from a blocking reader; raises `EOFError` at the end."""
    head = read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    data = read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)
