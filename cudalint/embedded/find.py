"""Where a Python file hands CUDA source to a compiler, and how it launches what comes of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from cudalint.embedded.launches import KernelLaunch, Launches
from cudalint.embedded.mapped import MappedText
from cudalint.embedded.names import Names, NotPlain, last_name, names_in, own_nodes
from cudalint.embedded.values import Evaluator
from cudalint.frozen import frozen


@frozen
class _Taker:
    """A function that takes CUDA source: its position and its name among the arguments, and those of the flags."""

    position: int
    keyword: str
    flags: tuple[str, ...]
    flags_position: int | None = None


TAKERS = {
    "RawKernel": _Taker(0, "code", ("options",), 2),
    "RawModule": _Taker(0, "code", ("options",)),
    "SourceModule": _Taker(0, "source", ("options",), 2),
    "load_inline": _Taker(2, "cuda_sources", ("extra_cuda_cflags",)),
}
"""CuPy: RawKernel(code, name, options) and RawModule(*, code, options); PyCUDA: SourceModule(source, nvcc, options);
PyTorch: torch.utils.cpp_extension.load_inline(name, cpp_sources, cuda_sources, ..., extra_cuda_cflags)."""


@frozen
class Snippet:
    """CUDA source in a Python file. `flags`: as for the compiler; `launches`: those of its kernels in the file."""

    text: MappedText
    flags: tuple[str, ...] = ()
    launches: tuple[KernelLaunch, ...] = ()


@frozen
class Unread:
    """A call whose source the text of the file does not say, and why. `line` from 1."""

    line: int
    reason: str


@frozen
class Found:
    """All of a file."""

    snippets: tuple[Snippet, ...]
    unread: tuple[Unread, ...]


def find_cuda(source: bytes) -> Found:
    """The CUDA source in a Python file, which is UTF-8; raises SyntaxError and ValueError for what is no Python.

    Calls with the same source are one snippet.
    """
    tree = ast.parse(source)
    evaluator = Evaluator(source)
    aliases = _aliases(tree)
    launches = Launches(evaluator)
    snippets: dict[MappedText, Snippet] = {}
    unread: list[Unread] = []
    scopes = list(_scopes(tree, names_in(tree)))
    for scope, names in scopes:
        launches.note(scope, names)
    for scope, names in scopes:
        for node in own_nodes(scope):
            taker = TAKERS.get(_taker_name(node, aliases))
            if taker is None or not isinstance(node, ast.Call):
                continue
            given = _argument(node, taker.position, taker.keyword)
            if given is None:
                continue
            try:
                text = _source_text(given, names, evaluator)
            except NotPlain as error:
                unread.append(Unread(node.lineno, f"the CUDA source given to {last_name(node.func)}: {error}"))
                continue
            known = snippets.setdefault(text, Snippet(text))
            flags = dict.fromkeys((*known.flags, *_flags(node, taker, names, evaluator)))
            snippets[text] = replace(known, flags=tuple(flags))
    found = tuple(launches.found())
    return Found(tuple(replace(s, launches=found) for s in snippets.values()), tuple(unread))


def _aliases(tree: ast.Module) -> dict[str, str]:
    """The original names of what is imported under another one."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {alias.asname: alias.name for node in imports for alias in node.names if alias.asname is not None}


def _taker_name(node: ast.AST, aliases: dict[str, str]) -> str:
    if not isinstance(node, ast.Call):
        return ""
    name = last_name(node.func)
    return aliases.get(name, name) if isinstance(node.func, ast.Name) else name


def _scopes(node: ast.AST, names: Names) -> Iterator[tuple[ast.AST, Names]]:
    """The module and all functions in it, each with the names that it sees."""
    yield node, names
    for inner in own_nodes(node):
        if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _scopes(inner, names_in(inner, names))


def _argument(call: ast.Call, position: int | None, keyword: str) -> ast.expr | None:
    by_name = next((k.value for k in call.keywords if k.arg == keyword), None)
    if by_name is not None or position is None:
        return by_name
    before = call.args[: position + 1]
    if len(before) <= position or any(isinstance(a, ast.Starred) for a in before):
        return None
    return before[position]


def _source_text(given: ast.expr, names: Names, evaluator: Evaluator) -> MappedText:
    """A string, or several that are compiled as one file."""
    try:
        items = evaluator.items(given, names)
    except NotPlain:
        return evaluator.text(given, names)
    newline = MappedText(b"\n", (0,), (1,))
    whole = MappedText()
    for number, item in enumerate(items):
        text = evaluator.text(item, names)
        end = MappedText(b"\n", whole.ends[-1:], whole.ends[-1:]) if whole.ends else newline
        whole = text if not number else whole + end + text
    return whole


def _flags(call: ast.Call, taker: _Taker, names: Names, evaluator: Evaluator) -> list[str]:
    """The compiler's flags, as far as they are plain strings."""
    found: list[str] = []
    for keyword in taker.flags:
        given = _argument(call, taker.flags_position, keyword)
        if given is None:
            continue
        try:
            items = evaluator.items(given, names)
        except NotPlain:
            continue
        for item in items:
            try:
                found.append(evaluator.text(item, names).data.decode("utf-8", "replace"))
            except NotPlain:
                continue
    return found
