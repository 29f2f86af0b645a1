"""Text on the host: what the command line says, read as numbers and compared."""

from __future__ import annotations

import re
from collections.abc import Callable

from cudalint.ir import nodes
from cudalint.simt.compiler import ValueFunction
from cudalint.simt.intrinsics.table import intrinsic, value_argument
from cudalint.simt.machine import Machine
from cudalint.simt.storage import unknown_value
from cudalint.simt.values import ASSUMED, KNOWN, UNIFORM, Number, Value
from cudalint.simt.words import text_of

_INTEGER = re.compile(r"\s*[+-]?(?:0[xX][0-9a-fA-F]+|\d+)")
_FLOATING = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")


@intrinsic("atoi", "atol", "atoll", "strtol", "strtoul", "strtoll", "strtoull", "stoi", "stol", "stoll", "stoul")
def _size_from_text(node: nodes.Intrinsic) -> ValueFunction:
    """A number from the command line is most often a size: one stand-in for it, where it is not known how the program
    is run, keeps grids and arguments consistent."""
    return _number(node, _integer, lambda machine: Number(machine.preferred, ASSUMED))


def _integer(text: str) -> int:
    digits = _INTEGER.match(text)
    return (int(digits[0], 16) if "x" in digits[0].lower() else int(digits[0])) if digits else 0


@intrinsic("atof", "strtod", "strtof", "stof", "stod")
def _real_from_text(node: nodes.Intrinsic) -> ValueFunction:
    return _number(node, _floating, lambda machine: unknown_value(machine, node.type, UNIFORM))


def _floating(text: str) -> float:
    digits = _FLOATING.match(text)
    return float(digits[0]) if digits else 0.0


def _number(
    node: nodes.Intrinsic, read: Callable[[str], float], otherwise: Callable[[Machine], Value]
) -> ValueFunction:
    arguments = [value_argument(a) for a in node.arguments]

    def run(machine: Machine) -> Value:
        values = [argument(machine) for argument in arguments]
        text, _ = text_of(values[0]) if values else (None, KNOWN)
        return otherwise(machine) if text is None else Number(read(text), ASSUMED)

    return run


@intrinsic("strcmp", "strcasecmp")
def _compare(node: nodes.Intrinsic) -> ValueFunction | None:
    return _comparison(node, lambda text, _: text.lower() if node.name == "strcasecmp" else text)


@intrinsic("strncmp", "strncasecmp")
def _compare_beginnings(node: nodes.Intrinsic) -> ValueFunction | None:
    return _comparison(node, lambda text, most: (text.lower() if node.name == "strncasecmp" else text)[:most])


def _comparison(node: nodes.Intrinsic, seen: Callable[[str, int], str]) -> ValueFunction | None:
    if len(node.arguments) < 2:
        return None
    arguments = [value_argument(a) for a in node.arguments]

    def run(machine: Machine) -> Value:
        values = [argument(machine) for argument in arguments]
        (one, sure), (other, as_sure) = text_of(values[0]), text_of(values[1])
        most = values[2] if len(values) > 2 else Number(0)
        if one is None or other is None or not isinstance(most, Number) or most.taint != KNOWN:
            return unknown_value(machine, node.type, UNIFORM)
        first, second = seen(one, int(most.data)), seen(other, int(most.data))
        return Number((first > second) - (first < second), max(sure, as_sure))

    return run
