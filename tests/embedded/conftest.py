"""The command line, run as in its own tests."""

from tests.cli.conftest import run

__all__ = ["run"]
