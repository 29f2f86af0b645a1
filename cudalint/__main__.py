"""python -m cudalint."""

from cudalint.cli import main

main()
