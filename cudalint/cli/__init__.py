"""The command line. Everything heavy is imported by the command that needs it."""

from __future__ import annotations

import sys
from typing import Any

from cudalint import __version__

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> Any:
    """The console script; ends the process with the exit code."""
    if (sys.argv[1:] if arguments is None else arguments) == ["--version"]:
        # Asked by every editor and hook, and half done before the options of a command line are even loaded.
        try:
            print(f"cudalint {__version__}", flush=True)
        except OSError:
            sys.stderr.close()
            sys.exit(2)
        sys.exit(0)
    from cudalint.cli.main import main as run

    return run(arguments)
