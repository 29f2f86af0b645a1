"""How long a keystroke takes: `python -m tests.benchmarks.typing [FILE...]`, run by hand.

A real server is driven by a real client. In each file some statements are typed character by character into the middle
of kernels and of host code, then taken away again; measured is the time from sending the change to receiving the
diagnostics of that version. Without a file one of about 500 lines is put together from the examples of the rules.
"""

from __future__ import annotations

import asyncio
import random
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

from lsprotocol import types

from cudalint.rule import installed_rules
from tests.benchmarks.budgets import KEYSTROKE
from tests.server.editor import Editor

LINES = 500
PLACES = 6
TYPED = ("    int extra = threadIdx.x * 2 + 1;", "    // a remark", "    if (threadIdx.x > 7) return;")
SLOWEST = 0.9


def put_together() -> str:
    """The examples of the rules one after the other, each with names of its own."""
    parts: list[str] = []
    for number, path in enumerate(sorted(p for r in installed_rules() for p in r.folder.glob("*.cu"))):
        text = path.read_text()
        names = set(re.findall(r"\b(\w+)\s*\(", text)) & set(
            re.findall(r"^[\w\s*<>:,]*?\b(\w+)\s*\([^;]*\)\s*\{", text, re.M)
        )
        names -= {"if", "for", "while", "switch"}
        names |= set(re.findall(r"^(?:constexpr|const|struct|#define)\s+(?:int\s+)?(\w+)", text, re.M))
        for name in names:
            text = re.sub(rf"\b{name}\b", f"{name}_{number}", text)
        parts.append(text)
        if sum(p.count("\n") for p in parts) >= LINES:
            break
    return "".join(parts)


def places(text: str) -> list[int]:
    """Ends of lines inside function bodies, spread over the file."""
    found = [m.end() for m in re.finditer(r"^    [^\n{}]*;$", text, re.M)]
    return sorted(random.Random(1).sample(found, min(PLACES, len(found))))


async def measured(path: Path) -> list[float]:
    """Seconds per keystroke."""
    editor = Editor()
    await editor.start(path.parent)
    uri = editor.open(path)
    opened = time.perf_counter()
    await editor.shown(uri)
    print(
        f"{path.name}: {editor.texts[uri].count(chr(10))} lines, opened in {time.perf_counter() - opened:.2f} s, ",
        end="",
    )
    print(f"{len(editor.diagnostics[uri].diagnostics)} findings")
    times: list[float] = []
    original = editor.texts[uri]
    for number, place in enumerate(places(original)):
        typed = "\n" + TYPED[number % len(TYPED)].strip()
        for step, character in enumerate(typed):
            at = place + step
            edit = types.TextEdit(editor.range_of(uri, at, at), character)
            start = time.perf_counter()
            editor.change(uri, edit)
            await editor.shown(uri)
            times.append(time.perf_counter() - start)
        editor.change(uri, types.TextEdit(editor.range_of(uri, place, place + len(typed)), ""))
        await editor.shown(uri)
    assert editor.texts[uri] == original
    await editor.stop()
    return times


def report(times: list[float]) -> str:
    """Median, and what nine of ten stay below."""
    ordered = sorted(1000 * t for t in times)
    slow = ordered[int(SLOWEST * (len(ordered) - 1))]
    verdict = "met" if slow <= KEYSTROKE.most else "NOT MET"
    figures = f"median {statistics.median(ordered):.0f} ms, 90 % below {slow:.0f} ms"
    return f"{len(times)} keystrokes: {figures}, budget {KEYSTROKE.most:g} ms: {verdict}"


def main() -> None:
    """Measure the files named."""
    every: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(name).resolve() for name in sys.argv[1:]]
        if not files:
            files = [Path(folder) / "examples.cu"]
            files[0].write_text(put_together())
        for path in files:
            times = asyncio.run(measured(path))
            print(f"  {report(times)}")
            every += times
    if len(files) > 1:
        print(f"all: {report(every)}")


if __name__ == "__main__":
    main()
