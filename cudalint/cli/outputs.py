"""Where reports go: `--output FORMAT[:FILE]`, several in one run, and `--format` for standard output."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cudalint.cli.options import suggestion
from cudalint.frozen import frozen

if TYPE_CHECKING:
    from cudalint.report.bundle import Bundle

FORMAT_NAMES = ("text", "concise", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "html")
DOCUMENTS = frozenset(("json", "sarif", "gitlab", "junit", "checkstyle", "html"))
STEP_SUMMARY = "GITHUB_STEP_SUMMARY"
"""The variable in which GitHub names the file for a step's summary."""


@frozen
class Output:
    """A report to write. `path`: None for standard output."""

    format: str
    path: str | None


def outputs_from(format_: str | None, given: Sequence[str]) -> tuple[Output, ...]:
    """The reports that the options ask for, text if none; raises `click.UsageError`."""
    specified = [_parsed(text) for text in given]
    if format_ is not None:
        specified.append(Output(format_, None))
    outputs = tuple(dict.fromkeys(specified)) or (Output("text", None),)
    printed = [o.format for o in outputs if o.path is None]
    document = next((name for name in printed if name in DOCUMENTS), None)
    if document is not None and len(printed) > 1:
        raise click.UsageError(f"{document} has standard output for itself: write it to a file, {document}:FILE")
    files = [o.path for o in outputs if o.path is not None]
    twice = next((path for path in files if files.count(path) > 1), None)
    if twice is not None:
        raise click.UsageError(f"--output: {twice} is to be written twice")
    return outputs


def _parsed(text: str) -> Output:
    name, colon, path = text.partition(":")
    if name not in FORMAT_NAMES:
        raise click.UsageError(f"--output {text!r}: unknown format{suggestion(name, list(FORMAT_NAMES))}")
    if not colon or path == "-":
        return Output(name, None)
    if not path:
        raise click.UsageError(f"--output {text!r}: the file is missing")
    if Path(path).is_symlink():
        raise click.UsageError(f"--output: {path} is a link: name the file itself, or leave it out for standard output")
    if Path(path).is_dir() or not Path(path).absolute().parent.is_dir():
        raise click.UsageError(f"--output: {path} is no file in a folder that exists")
    return Output(name, path)


def takes_standard_output(outputs: Sequence[Output]) -> bool:
    """Whether standard output is one document, so that nothing else may be printed there."""
    return any(o.path is None and o.format in DOCUMENTS for o in outputs)


def write(outputs: Sequence[Output], bundle: Bundle, *, colour: bool) -> None:
    """Write every report; raises `click.ClickException` for a file that cannot be written."""
    from cudalint.report.formats import FORMATS

    for output in outputs:
        report = FORMATS[output.format].render(bundle)
        if output.path is not None:
            plain = click.unstyle(report)
            write_file(output.path, f"{plain}\n" if plain else "")
        elif report:
            click.echo(report, color=colour)
        if output.format == "github" and os.environ.get(STEP_SUMMARY):
            from cudalint.report.github import summary

            _append(os.environ[STEP_SUMMARY], summary(bundle))


def write_file(path: str, text: str) -> None:
    """Write a file at once, so that whoever reads it meanwhile sees the old one; a device or a pipe as it is.

    Raises `click.ClickException`.
    """
    target = Path(path)
    data = text.encode("utf-8", "replace")
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        temporary = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
        with temporary.open("xb") as file:
            file.write(data)
        temporary.replace(target)
    except OSError as error:
        raise click.ClickException(f"{path}: {(error.strerror or str(error)).lower()}") from None


def _append(path: str, text: str) -> None:
    try:
        with Path(path).open("ab") as file:
            file.write(text.encode("utf-8", "replace"))
    except OSError as error:
        raise click.ClickException(f"{path}: {(error.strerror or str(error)).lower()}") from None
