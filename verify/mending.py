"""What keeps a file from being compiled that running one kernel does not need: host code, and headers that are missing.

Only single kernels are mended so; a whole program needs its host code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from cudalint.source_text import code_of

MOST_ROUNDS = 16
"""Missing headers show one by one."""

EMPTIED = "for (;;) {}"
"""The body of a function that is not needed: it never returns, so no result is missed."""

_MISSING = re.compile(
    r"""(?:fatal\ error:\ |(?:cannot|could\ not)\ open\ source\ file\ ")
        ([^\s:"]+)(?:"|:\ No\ such\ file\ or\ directory)""",
    re.VERBOSE,
)
_ERROR = re.compile(
    r"^(?P<path>[^\n:(]+)(?::(?P<line>\d+):\d+|\((?P<other>\d+)\)): (?:catastrophic )?error", re.MULTILINE
)
_DEVICE = re.compile(r"\b__(?:device|global|managed|constant|shared)__\b")
_TYPE_OR_NAMESPACE = re.compile(r"\b(?:namespace|class|struct|union|enum|extern)\b[^()=]*$")
_LABEL = re.compile(r"\b(?:public|protected|private)\s*:")
_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\\r?\n|\\.)*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Repairs:
    """What has to be left out. `headers`: as they are included; `lines`: by path, the lines with errors."""

    headers: tuple[str, ...]
    lines: dict[str, list[int]]


def repairs_for(errors: str) -> Repairs:
    """What a compiler (g++, nvcc or NVRTC) complains about."""
    lines: dict[str, list[int]] = {}
    for match in _ERROR.finditer(errors):
        lines.setdefault(match["path"].strip(), []).append(int(match["line"] or match["other"]))
    return Repairs(tuple(dict.fromkeys(_MISSING.findall(errors))), lines)


def write_absent(headers: Iterable[str], folder: Path) -> list[str]:
    """Empty headers below `folder`, but for those that are there already; returns the new ones."""
    made: list[str] = []
    for name in headers:
        relative = PurePosixPath(name)
        target = folder / relative
        if relative.is_absolute() or ".." in relative.parts or target.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("")
        made.append(name)
    return made


def without_bodies(text: str, lines: Iterable[int], needed: Collection[str] = ()) -> str | None:
    """The text with empty bodies for the functions that these lines lie in, but for those that are needed: device
    functions, and kernels of the names `needed`. None if there is nothing to empty. A function that is empty already,
    and wrong still, is taken out.

    Directives stay, and so does the number of lines.
    """
    masked = code_of(text)
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    bodies = list(_bodies(masked))
    replaced: dict[tuple[int, int], str] = {}
    for line in lines:
        if not 0 < line <= len(starts):
            continue
        first, last = starts[line - 1], starts[line] if line < len(starts) else len(text)
        found = next((b for b in bodies if b[0] < last and first <= b[2]), None)
        if found is None or _is_needed(masked[found[0] : found[1]], needed):
            continue
        head, opening, closing = found
        if masked[opening + 1 : closing].strip() == EMPTIED:
            replaced[head, closing + 1] = _only_lines(text[head : closing + 1])
        else:
            replaced[opening + 1, closing] = f" {EMPTIED} {_only_lines(text[opening + 1 : closing])}"
    for (start, end), instead in sorted(replaced.items(), reverse=True):
        text = text[:start] + instead + text[end:]
    return text if replaced else None


def without_declarations(text: str, lines: Iterable[int]) -> str | None:
    """The text without the declarations outside of functions that these lines lie in, but for those of device code.
    None if there are none. The number of lines stays."""
    masked = code_of(text)
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    bodies = [(_content(masked, head), closing) for head, _, closing in _bodies(masked)]
    left = text
    for line in lines:
        if not 0 < line <= len(starts):
            continue
        first, last = starts[line - 1], starts[line] if line < len(starts) else len(text)
        if any(head < last and first <= closing for head, closing in bodies):
            continue
        at = _content(masked, first)
        start = max(masked.rfind(c, 0, at) for c in ";{}") + 1
        start = max(start, *(m.end() for part in (_DIRECTIVE, _LABEL) for m in part.finditer(masked, start, at)), 0)
        ending = re.compile("[;{}]").search(masked, at)
        if ending is None or ending[0] == "}":
            continue
        end = ending.end()
        if ending[0] == "{":
            closing = _closing_brace(masked, ending.start())
            after = re.compile(r"\s*;").match(masked, closing + 1) if closing is not None else None
            end = after.end() if after is not None else (closing or at) + 1
        if _DEVICE.search(masked, start, end) is None and masked[start:end].strip():
            left = left[:start] + _only_lines(text[start:end]).ljust(end - start) + left[end:]
    return left if left != text else None


def _content(masked: str, at: int) -> int:
    """The first character from there on that is no space."""
    return len(masked) - len(masked[at:].lstrip())


def _is_needed(head: str, needed: Collection[str]) -> bool:
    kernel = re.search(r"\b__global__\b", head)
    if kernel is None:
        return _DEVICE.search(head) is not None
    return any(re.search(rf"\b{re.escape(name)}\s*\(", head) for name in needed)


def _only_lines(body: str) -> str:
    kept: list[str] = []
    at = 0
    for match in _DIRECTIVE.finditer(body):
        kept += ["\n" * body.count("\n", at, match.start()), match[0]]
        at = match.end()
    return "".join([*kept, "\n" * body.count("\n", at)])


def _bodies(masked: str) -> Iterator[tuple[int, int, int]]:
    """Head, opening and closing brace of each function at namespace level or in a class."""
    head = position = 0
    while (match := re.compile(r"[;{}]|^[ \t]*#[^\n]*", re.MULTILINE).search(masked, position)) is not None:
        position = match.end()
        if match[0] != "{":
            head = position
            continue
        if _TYPE_OR_NAMESPACE.search(masked, head, match.start()):
            head = position
            continue
        closing = _closing_brace(masked, match.start())
        if closing is None:
            return
        if masked.find("(", head, match.start()) >= 0:
            yield head, match.start(), closing
        head = position = closing + 1


def _closing_brace(masked: str, opening: int) -> int | None:
    depth = 0
    for match in re.compile("[{}]").finditer(masked, opening):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return None


def left_out(headers: Iterable[str], files: Iterable[str]) -> str:
    """In words."""
    said = [f"without {h}, which is missing" for h in headers]
    said += [f"without the functions of {Path(f).name} that do not compile and are not needed" for f in files]
    return "; ".join(said)


Edit = Callable[[str, Callable[[str], str | None]], bool]
"""Changes the copy of a file, by the original's path, by a function that may refuse; tells whether it did."""


def mended(
    errors: str, absent: Path, edit: Edit, needed: Collection[str], *, declarations: bool = False
) -> tuple[str, frozenset[str]]:
    """Leave out what the errors are about: what was left out, in words ("" for nothing), and which needed kernels.

    `absent`: folder for empty headers; `needed`: names of kernels. Those are left out last, when nothing else helps.
    `declarations`: leave out those of host code too, where there is no host.
    """
    repairs = repairs_for(errors)
    if repairs.headers:
        return left_out(write_absent(repairs.headers, absent), ()), frozenset()
    if said := _emptied(repairs, edit, needed):
        return said, frozenset()
    if declarations:
        changed = [p for p, lines in repairs.lines.items() if edit(p, partial(without_declarations, lines=lines))]
        if changed:
            return left_out((), changed), frozenset()
    lacking = frozenset(name for name in needed if _emptied(repairs, edit, [n for n in needed if n != name]))
    return (f"without {', '.join(sorted(lacking))}" if lacking else ""), lacking


def _emptied(repairs: Repairs, edit: Edit, needed: Collection[str]) -> str:
    changed = [p for p, lines in repairs.lines.items() if edit(p, partial(without_bodies, lines=lines, needed=needed))]
    return left_out((), changed)
