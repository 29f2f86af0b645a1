"""python -m cudalint."""

import sys

if not sys.flags.safe_path and sys.path:
    # Python puts the working folder first; what lies there is a stranger's, and may be called json.py.
    del sys.path[0]

from cudalint.cli import main

main()
