"""What expressions of a Python file are worth, as far as its text alone says."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from cudalint.embedded.literals import literal_text
from cudalint.embedded.mapped import LineTable, MappedText, joined, written_as
from cudalint.embedded.names import Names, NotPlain, last_name

_MOST_NESTING = 40
_UNCHANGED = frozenset(("dedent", "cleandoc"))
"""Functions that only change indentation, which means nothing in CUDA."""

_FORMAT_FIELD = re.compile(rb"\{\{|\}\}|\{([A-Za-z_]\w*|\d*)(?:![rsa])?(?::[^{}]*)?\}")
_PERCENT_FIELD = re.compile(rb"%%|%\(([A-Za-z_]\w*)\)[-+ #0]*[\d.]*[a-zA-Z]|%[-+ #0]*[\d.]*[a-zA-Z]")
_NO_NAME = re.compile(r"\W+")

Number = int | float
StandsFor = Callable[[re.Match[bytes]], bytes]


class Evaluator:
    """Values of the expressions of one file."""

    def __init__(self, source: bytes) -> None:
        """`source`: the file's UTF-8, to find its literals in."""
        self._source = source
        self._lines = LineTable(source)

    def text(self, node: ast.expr, names: Names, depth: int = 0) -> MappedText:
        """A string; raises `NotPlain`. What is not known in a formatted string becomes a name that nobody declares."""
        if depth > _MOST_NESTING:
            raise NotPlain("it is nested too deeply")
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            return self._literal(node, names)
        if isinstance(node, ast.JoinedStr):
            return self._literal(node, names)
        if isinstance(node, ast.Name):
            return joined(self.text(each, names, depth + 1) for each in names.find(node.id))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self.text(node.left, names, depth + 1) + self.text(node.right, names, depth + 1)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            return self._percent(self.text(node.left, names, depth + 1), node.right, names)
        if isinstance(node, ast.Call):
            return self._call(node, names, depth + 1)
        raise NotPlain("it is not a string of the file")

    def number(self, node: ast.expr, names: Names, depth: int = 0) -> Number:
        """A number; raises `NotPlain`. `np.int32(5)` and its like are 5."""
        if depth > _MOST_NESTING:
            raise NotPlain("it is nested too deeply")
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            return node.value
        if isinstance(node, ast.Name):
            found = names.find(node.id)
            if len(found) == 1:
                return self.number(found[0], names, depth + 1)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self.number(node.operand, names, depth + 1)
        if isinstance(node, ast.BinOp):
            left, right = self.number(node.left, names, depth + 1), self.number(node.right, names, depth + 1)
            return _computed(node.op, left, right)
        if (
            isinstance(node, ast.Call)
            and len(node.args) == 1
            and last_name(node.func).startswith(("int", "uint", "float"))
        ):
            return self.number(node.args[0], names, depth + 1)
        raise NotPlain("it is not a number of the file")

    def items(self, node: ast.expr, names: Names, depth: int = 0) -> list[ast.expr]:
        """The elements of a tuple or list; raises `NotPlain`."""
        if isinstance(node, ast.Name) and depth <= _MOST_NESTING:
            found = names.find(node.id)
            if len(found) == 1:
                return self.items(found[0], names, depth + 1)
        if isinstance(node, ast.Tuple | ast.List) and not any(isinstance(e, ast.Starred) for e in node.elts):
            return node.elts
        raise NotPlain("it is not a tuple or list of the file")

    def _literal(self, node: ast.Constant | ast.JoinedStr, names: Names) -> MappedText:
        start = self._lines.offset(node.lineno, node.col_offset + 1)
        end = self._lines.offset(node.end_lineno or node.lineno, (node.end_col_offset or 0) + 1)
        return literal_text(self._source, start, end, lambda text: self._formatted(text, names))

    def _formatted(self, expression: str, names: Names) -> bytes:
        """What a replacement field gives. Its text is parsed apart from the file: only its names have places there."""
        try:
            node = ast.parse(expression, mode="eval").body
        except (SyntaxError, ValueError):
            return _invented(expression)
        if isinstance(node, ast.Name | ast.Constant) or not any(isinstance(n, ast.Constant) for n in ast.walk(node)):
            return self._shown(node, names)
        try:
            return str(self.number(node, names)).encode()
        except NotPlain:
            return _invented(expression)

    def _shown(self, node: ast.expr, names: Names) -> bytes:
        """What formatting an expression gives, or a name for it."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value.encode("utf-8", "replace")
        try:
            return str(self.number(node, names)).encode()
        except NotPlain:
            pass
        try:
            return self.text(node, names).data
        except NotPlain:
            return _invented(ast.unparse(node))

    def _call(self, node: ast.Call, names: Names, depth: int) -> MappedText:
        function = node.func
        if last_name(function) in _UNCHANGED and len(node.args) == 1:
            return self.text(node.args[0], names, depth)
        if not isinstance(function, ast.Attribute):
            raise NotPlain("it comes from a function")
        if function.attr in ("strip", "lstrip", "rstrip") and not node.args:
            return self.text(function.value, names, depth)
        if function.attr == "format":
            return self._format(self.text(function.value, names, depth), node, names)
        if function.attr == "replace" and len(node.args) == 2:
            value = self.text(function.value, names, depth)
            return value.replaced(self.text(node.args[0], names, depth).data, self._shown(node.args[1], names))
        raise NotPlain("it comes from a function")

    def _format(self, value: MappedText, node: ast.Call, names: Names) -> MappedText:
        by_name = {k.arg: k.value for k in node.keywords if k.arg is not None}
        count = -1

        def stands_for(match: re.Match[bytes]) -> bytes:
            nonlocal count
            if match[1] is None:
                return match[0][:1]
            name = match[1].decode()
            if name.isdigit() or not name:
                count += 1
                index = int(name) if name else count
                return self._shown(node.args[index], names) if index < len(node.args) else _invented(f"value {index}")
            return self._shown(by_name[name], names) if name in by_name else _invented(name)

        return _substituted(value, _FORMAT_FIELD, stands_for)

    def _percent(self, value: MappedText, given: ast.expr, names: Names) -> MappedText:
        values = given.elts if isinstance(given, ast.Tuple) else [given]
        by_name: dict[str, ast.expr] = {}
        if isinstance(given, ast.Dict):
            pairs = zip(given.keys, given.values, strict=True)
            by_name = {str(k.value): v for k, v in pairs if isinstance(k, ast.Constant)}
        count = -1

        def stands_for(match: re.Match[bytes]) -> bytes:
            nonlocal count
            if match[0] == b"%%":
                return b"%"
            if match[1] is not None:
                name = match[1].decode()
                return self._shown(by_name[name], names) if name in by_name else _invented(name)
            count += 1
            return self._shown(values[count], names) if count < len(values) else _invented(f"value {count}")

        return _substituted(value, _PERCENT_FIELD, stands_for)


def _substituted(value: MappedText, pattern: re.Pattern[bytes], stands_for: StandsFor) -> MappedText:
    parts: list[MappedText] = []
    at = 0
    for match in pattern.finditer(value.data):
        start, end = value.starts[match.start()], value.ends[match.end() - 1]
        parts += [value[at : match.start()], written_as(stands_for(match), start, end)]
        at = match.end()
    return joined([*parts, value[at:]])


def _invented(expression: str) -> bytes:
    """A C name for a value that is not known."""
    name = _NO_NAME.sub("_", expression).strip("_") or "value"
    return (f"_{name}" if name[0].isdigit() else name).encode("ascii", "ignore") or b"value"


def _computed(operator: ast.operator, left: Number, right: Number) -> Number:
    try:
        if isinstance(operator, ast.Add):
            return left + right
        if isinstance(operator, ast.Sub):
            return left - right
        if isinstance(operator, ast.Mult):
            return left * right
        if isinstance(operator, ast.FloorDiv):
            return left // right
        if isinstance(operator, ast.LShift) and isinstance(left, int) and isinstance(right, int) and 0 <= right < 64:
            return left << right
    except (ArithmeticError, ValueError):
        pass
    raise NotPlain("it is not a number of the file")
