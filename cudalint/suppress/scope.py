"""Which lines each suppression covers, and in which macros it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cudalint.frozen import frozen
from cudalint.suppress.comments import Text, macros
from cudalint.suppress.directives import DISABLE, ENABLE, FILE_IGNORE, IGNORE, NEXT_LINE, Directive, directives

NOTHING_DISABLED = "nothing is disabled before it"


@frozen
class Suppression:
    """One code of one directive. `lines`: those that it covers; `macros`: names of macros whose definition it stands
    in."""

    code: str
    directive: Directive
    lines: range
    macros: tuple[str, ...] = ()


@frozen
class Suppressions:
    """Those of one file; `wrong`: directives that can silence nothing, with the reason; `calls`: names used by the
    definition of each macro that a suppression may reach through."""

    entries: tuple[Suppression, ...] = ()
    wrong: tuple[tuple[Directive, str], ...] = ()
    definitions: tuple[tuple[str, str], ...] = ()


def suppressions(text: Text, known: frozenset[str]) -> Suppressions:
    """All suppressions of a text; `known`: the codes of all rules."""
    found: list[Suppression] = []
    wrong: list[tuple[Directive, str]] = []
    defined = list(macros(text)) if not text.is_python else []
    everything = list(directives(text))
    for position, directive in enumerate(everything):
        problem = directive.problem or _unknown_code(directive, known)
        if problem:
            wrong.append((directive, problem))
        elif directive.verb == ENABLE:
            if not _opened(directive, everything[:position]):
                wrong.append((directive, NOTHING_DISABLED))
        else:
            for code in directive.codes:
                lines = _lines(directive, code, everything[position + 1 :], text)
                names = tuple(name for name, _, where in defined if _meets(lines, where))
                found.append(Suppression(code, directive, lines, names if directive.verb == IGNORE else ()))
    return Suppressions(tuple(found), tuple(wrong), tuple((name, body) for name, body, _ in defined))


def _unknown_code(directive: Directive, known: frozenset[str]) -> str:
    unknown = next((c for c in directive.codes if c not in known), None)
    return "" if unknown is None else f"there is no rule {unknown}"


def _opened(enable: Directive, before: Iterable[Directive]) -> bool:
    return any(d.verb == DISABLE and set(d.codes) & set(enable.codes) for d in before)


def _lines(directive: Directive, code: str, later: Iterable[Directive], text: Text) -> range:
    if directive.verb == FILE_IGNORE:
        return range(1, text.lines + 2)
    if directive.verb == DISABLE:
        closing = (d.line for d in later if d.verb == ENABLE and code in d.codes)
        return range(directive.line, next(closing, text.lines + 1) + 1)
    if directive.verb == NEXT_LINE:
        return range(directive.end_line + 1, directive.end_line + 2)
    if directive.alone:
        line = next(_code_lines(directive.end_line + 1, text), directive.end_line + 1)
        return range(line, line + 1)
    return range(directive.line, directive.end_line + 1)


def _code_lines(first: int, text: Text) -> Iterator[int]:
    """Lines from `first` on that hold more than comments."""
    return (number for number in range(first, text.lines + 1) if text.has_code(number))


def _meets(first: range, second: range) -> bool:
    return first.start < second.stop and second.start < first.stop
