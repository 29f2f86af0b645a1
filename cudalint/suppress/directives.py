"""What the comments say: `cudalint: ignore[G101] reason` and its kin, and clang-tidy's NOLINT for our codes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cudalint.frozen import frozen
from cudalint.ir.position import Position
from cudalint.suppress.comments import Text, comments

IGNORE, FILE_IGNORE, DISABLE, ENABLE, NEXT_LINE = "ignore", "file-ignore", "disable", "enable", "next-line"
VERBS = (IGNORE, FILE_IGNORE, DISABLE, ENABLE)
NO_CODE = "it names no rule"

_OWN = re.compile(r"\bcudalint:[ \t]*(?P<verb>[\w-]+)[ \t]*(?P<list>\[(?P<codes>[^\]\n]*)\])?")
_NOLINT = re.compile(r"\bNOLINT(?P<verb>NEXTLINE|BEGIN|END)?\((?P<codes>[^)\n]*)\)")
_NOLINT_VERBS = {None: IGNORE, "NEXTLINE": NEXT_LINE, "BEGIN": DISABLE, "END": ENABLE}
_OURS = "cudalint-"


@frozen
class Directive:
    """One instruction in a comment.

    `codes` as written, upper case; `line`, `end_line`: of the comment; `alone`: nothing else stands on those lines.
    `entries`: where each code is written, in the order of `codes`; `whole`: what to remove when none of it is needed.
    """

    verb: str
    codes: tuple[str, ...]
    at: Position
    line: int
    end_line: int
    alone: bool
    entries: tuple[Position, ...]
    whole: Position
    problem: str = ""


def directives(text: Text) -> Iterator[Directive]:
    """All of a text, in order."""
    if "cudalint" not in text.content:
        return
    for start, end in comments(text):
        comment = text.content[start:end]
        for match in _OWN.finditer(comment):
            found = _own(text, match, start, end)
            if found is not None:
                yield found
        for match in _NOLINT.finditer(comment):
            if _OURS in match["codes"]:
                entries = [e for e in _entries(match) if e[0].startswith(_OURS)]
                shared = len(entries) < len(_entries(match))
                yield _directive(text, _NOLINT_VERBS[match["verb"]], entries, match, (start, end), shared=shared)


def _own(text: Text, match: re.Match[str], start: int, end: int) -> Directive | None:
    verb = match["verb"]
    if verb not in VERBS:
        problem = f"`{verb}` is none of {', '.join(VERBS)}"
        return _directive(text, verb, [], match, (start, end), problem) if match["list"] else None
    entries = _entries(match) if match["list"] else []
    return _directive(text, verb, entries, match, (start, end), "" if entries else NO_CODE)


_Entry = tuple[str, int, int]


def _entries(match: re.Match[str]) -> list[_Entry]:
    """(code, start, end) of the codes in the list, offsets within the comment."""
    at = match.start("codes")
    return [(m[0], at + m.start(), at + m.end()) for m in re.finditer(r"[^\s,]+", match["codes"])]


def _directive(
    text: Text,
    verb: str,
    entries: list[_Entry],
    match: re.Match[str],
    comment: tuple[int, int],
    problem: str = "",
    *,
    shared: bool = False,
) -> Directive:
    start, end = comment
    line, end_line = text.line_of(start), text.line_of(end)
    before = text.content[:start].rpartition("\n")[2]
    after = text.content[end:].partition("\n")[0]
    alone = not (before + after).strip()
    whole = _shared_list(match, entries, start) if shared else _removal(text, match, comment, alone)
    return Directive(
        verb=verb,
        codes=tuple(code.removeprefix(_OURS).upper() for code, _, _ in entries),
        at=text.span(start + match.start(), start + match.end()),
        line=line,
        end_line=end_line,
        alone=alone,
        entries=tuple(text.span(start + a, start + b) for _, a, b in entries),
        whole=text.span(*whole),
        problem=problem,
    )


def _shared_list(match: re.Match[str], entries: list[_Entry], start: int) -> tuple[int, int]:
    """The part of a list that names us, with the comma before or behind it."""
    first, last = entries[0][1], entries[-1][2]
    comment = match.string
    if (comma := re.search(r",\s*$", comment[:first])) is not None:
        return start + comma.start(), start + last
    behind = re.match(r"\s*,\s*", comment[last:])
    return start + first, start + last + (behind.end() if behind is not None else 0)


def _removal(text: Text, match: re.Match[str], comment: tuple[int, int], alone: bool) -> tuple[int, int]:
    """What goes with an instruction that is not needed: its comment with its line, or what it adds to a comment."""
    start, end = comment
    content = text.content
    closing = "*/" if content.startswith("/*", start) and content.endswith("*/", start, end) else ""
    opens = content[start : start + match.start()].strip(" \t/*#") == ""
    if not opens:
        return start + match.start(), end - len(closing)
    begin = start
    while begin and content[begin - 1] in " \t":
        begin -= 1
    if not alone:
        return begin, end
    newline = re.compile(r"[ \t]*(?:\r\n|\r|\n)?").match(content, end)
    return begin, newline.end() if newline is not None else end
