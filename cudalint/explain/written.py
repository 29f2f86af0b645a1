"""What the source says at a place, and what stands behind the names in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cudalint.access import Access
from cudalint.derivation import Derivation, Substitution
from cudalint.explain.explanation import Definition
from cudalint.ir.position import Position
from cudalint.report.source import SourceLines
from cudalint.source_text import code_of

LONGEST = 160
_NAME_CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
MOST_LINES = 12
"""Lines of source that one definition may take."""

_WORD = re.compile(r"[A-Za-z_]\w*")
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)\n]*\))?((?:[^\n\\]|\\\r?\n|\\.)*)", re.MULTILINE)
_CONSTANT = re.compile(r"\b(?:const|constexpr|enum)\b[^;=(){}]*?\b(\w+)\s*=\s*([^;,{}]+)[;,}]")
_CLOSING = {"(": ")", "[": "]", "{": "}"}


def text_at(at: Position, sources: SourceLines) -> str:
    """The text between the ends of a position, on one line; "" where it is not known."""
    lines = [sources.line(at.path, number) for number in range(at.line, max(at.end_line, at.line) + 1)]
    known = [line for line in lines if line is not None]
    if not at.end_line or len(known) < len(lines):
        return ""
    known[-1] = known[-1][: at.end_column - 1]
    before, known[0] = known[0][: at.column - 1], known[0][at.column - 1 :]
    owner = _owner(before.decode("utf-8", "replace"))
    return _on_one_line(owner + b"\n".join(known).decode("utf-8", "replace"))


def _owner(before: str) -> str:
    """`points[i].` where the parser places an access to a member at its name."""
    position = len(before.rstrip())
    if not before.rstrip().endswith((".", "->")):
        return ""
    while position > 0:
        rest = before[:position].rstrip()
        if rest.endswith(("]", ")")):
            position = _opening(rest)
        elif rest.endswith("->"):
            position = len(rest) - 2
        elif rest.endswith("."):
            position = len(rest) - 1
        elif rest and (rest[-1].isalnum() or rest[-1] == "_"):
            position = len(rest.rstrip(_NAME_CHARACTERS))
            if not before[:position].rstrip().endswith((".", "->")):
                break
        else:
            break
    return before[max(position, 0) :].lstrip()


def _opening(text: str) -> int:
    """Where the bracket opens that closes at the end of the text; 0 where it opens elsewhere."""
    depth = 0
    for position in range(len(text) - 1, -1, -1):
        depth += (text[position] in ")]") - (text[position] in "([")
        if depth == 0:
            return position
    return 0


def definitions(
    access: Access, derivation: Derivation, written: str, sources: SourceLines, included: Sequence[str]
) -> tuple[Definition, ...]:
    """The substitutions with their text, behind the template arguments, macros and constants that they, the access or
    the array's extents use: of the file, or of those that it includes."""
    said = [d for s in derivation.substitutions if (d := _definition(s, sources)) is not None]
    named: dict[str, Definition] = {}
    for path in (*included, access.at.path):
        named |= _named_constants(path, _code(path, sources))
    text = _code(access.at.path, sources)
    named |= _template_arguments(access.at.path, text, access.kernel, derivation.template_arguments)
    local = {d.name for d in said} | {s.name for s in derivation.symbols}
    behind = {n: d for n, d in named.items() if n not in local}
    declared = access.object.declared
    extents = sources.line(declared.path, declared.line) if access.object.shape else None
    texts = [written, (extents or b"").decode("utf-8", "replace"), *(d.text for d in said)]
    return (*_used(texts, behind), *said)


def _code(path: str, sources: SourceLines) -> str:
    return code_of(sources.text(path).decode("utf-8", "replace"))


def _definition(substitution: Substitution, sources: SourceLines) -> Definition | None:
    """A substitution with its text; None where it says nothing: a parameter that is given a variable of its name."""
    name, operator, at = substitution.name, substitution.operator, substitution.at
    source = _source_from(at, sources)
    if substitution.argument is not None:
        text = _argument(source, substitution.argument)
        return Definition(name, "=", text, at, argument=True) if text and text != name else None
    if operator in ("++", "--"):
        return Definition(name, operator, "", at, conditional=substitution.conditional)
    text = _assigned(source, name, operator)
    if not text:
        return Definition(name, "in", text_at(at, sources), at) if at.end_line else None
    return Definition(name, operator, text, at, conditional=substitution.conditional)


def _source_from(at: Position, sources: SourceLines) -> str:
    """The code from a place on, without comments."""
    lines = [sources.line(at.path, number) or b"" for number in range(at.line, at.line + MOST_LINES)]
    lines[0] = lines[0][at.column - 1 :]
    return code_of(b"\n".join(lines).decode("utf-8", "replace"))


def _assigned(source: str, name: str, operator: str) -> str:
    """What stands behind `name =` at the start of some source, up to the end of the expression."""
    found = re.match(rf"(?:this\s*->\s*)?{re.escape(name)}\s*(?:\[[^\]]*\]\s*)*{re.escape(operator)}(?!=)", source)
    if found is not None:
        return _on_one_line(_up_to_end(source[found.end() :]))
    found = re.match(rf"{re.escape(name)}\s*([({{])", source)
    if found is None or operator != "=":
        return ""
    return _on_one_line(_up_to_end(source[found.end() :]))


def _argument(source: str, number: int) -> str:
    """The argument of that number of the first call in some source."""
    start = source.find("(")
    rest = source[start + 1 :] if start >= 0 else ""
    for _ in range(number):
        taken = _up_to_end(rest)
        if rest[len(taken) : len(taken) + 1] != ",":
            return ""
        rest = rest[len(taken) + 1 :]
    return _on_one_line(_up_to_end(rest))


def _up_to_end(source: str) -> str:
    """The source up to the comma, semicolon or bracket that ends the expression."""
    open_: list[str] = []
    for position, character in enumerate(source):
        if character in _CLOSING:
            open_.append(_CLOSING[character])
        elif open_ and character == open_[-1]:
            open_.pop()
        elif not open_ and character in ",;)]}":
            return source[:position]
    return source.partition("\n")[0]


def _on_one_line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


# -- macros, constants, template arguments -----------------------------------------------------------------------------


def _used(texts: Sequence[str], named: dict[str, Definition]) -> list[Definition]:
    """Names that occur in some texts, directly or through each other."""
    found: dict[str, Definition] = {}
    waiting = list(texts)
    while waiting:
        for word in _WORD.findall(waiting.pop()):
            if word in named and word not in found:
                found[word] = named[word]
                waiting.append(named[word].text)
    return sorted(found.values(), key=lambda d: d.at.line)


def _named_constants(path: str, code: str) -> dict[str, Definition]:
    """Macros and constants of a file that are defined once."""
    found: dict[str, Definition] = {}
    twice: set[str] = set()
    for definition in (*_macros(path, code), *_constants(path, code)):
        name = definition.name.partition("(")[0]
        if name in found:
            twice.add(name)
        found[name] = definition
    return {name: definition for name, definition in found.items() if name not in twice and definition.text}


def _macros(path: str, code: str) -> Iterator[Definition]:
    for match in _DEFINE.finditer(code):
        body = _on_one_line(match[3].replace("\\", " "))
        yield Definition(f"{match[1]}{match[2] or ''}", "", body, _position(path, code, match.start(1)))


def _constants(path: str, code: str) -> Iterator[Definition]:
    for match in _CONSTANT.finditer(code):
        if code.count("{", 0, match.start()) != code.count("}", 0, match.start()):
            continue
        yield Definition(match[1], "=", _on_one_line(match[2]), _position(path, code, match.start(1)))


def _template_arguments(path: str, code: str, kernel: str, given: Sequence[str]) -> dict[str, Definition]:
    """The values of the kernel's template parameters, by the names in its declaration."""
    if not given:
        return {}
    header = re.search(rf"\btemplate\s*<([^<>]*)>[^;{{}}]*?\b{re.escape(kernel)}\s*\(", code)
    if header is None:
        return {}
    names = [_WORD.findall(parameter.partition("=")[0]) for parameter in header[1].split(",")]
    at = _position(path, code, header.start())
    pairs = zip(names, given, strict=False)
    return {words[-1]: Definition(words[-1], "=", value, at) for words, value in pairs if words}


def _position(path: str, code: str, offset: int) -> Position:
    start = code.rfind("\n", 0, offset) + 1
    return Position(path, code.count("\n", 0, offset) + 1, offset - start + 1)
