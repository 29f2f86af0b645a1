"""Writes fixtures/textbook_h200.jsonl from profiles of the textbook cases.

    python -m tests.textbook.record FOLDER > fixtures/textbook_h200.jsonl

FOLDER holds NAME.csv for each case, as `ncu --import NAME.ncu-rep --page source --csv --print-source cuda,sass` prints
it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cudalint.verify.ncu.source_page import read


def rows(folder: Path) -> Iterator[dict[str, Any]]:
    """One row per line, kernel, space, kind and width that touched memory."""
    for page in sorted(folder.glob("*.csv")):
        for row in read(page.read_text("utf-8"), page.name).rows:
            if row.ideal:
                lines = [line for path, line in (row.at, *row.via) if path.endswith(f"/{page.stem}.cu")]
                yield {
                    "file": f"{page.stem}.cu",
                    "lines": lines,
                    "kernel": row.kernel.partition("(")[0],
                    "space": row.space,
                    "kind": row.kind,
                    "width": row.width,
                    "executions": row.executions,
                    "threads": row.threads,
                    "cost": row.cost,
                    "ideal": row.ideal,
                }


if __name__ == "__main__":
    for row in rows(Path(sys.argv[1])):
        print(json.dumps(row))
