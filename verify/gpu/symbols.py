"""Names of kernels in a cubin, which is an ELF file, and which of them a plan means."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Sequence

_SYMBOL_TABLE, _FUNCTION = 2, 2
_TYPES = {
    "float": "f",
    "double": "d",
    "int": "i",
    "unsigned int": "j",
    "unsigned": "j",
    "char": "c",
    "signed char": "a",
    "unsigned char": "h",
    "short": "s",
    "unsigned short": "t",
    "long": "l",
    "unsigned long": "m",
    "long long": "x",
    "unsigned long long": "y",
    "bool": "b",
}
_NAME = re.compile(r"^[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*$")
_INTEGER = re.compile(r"^-?\d+$")


class UnknownKernel(Exception):
    """No kernel of the cubin, or more than one, is the one that was asked for."""


def function_symbols(elf: bytes) -> list[str]:
    """Names of the functions that a 64-bit little-endian ELF file defines; [] for anything else."""
    if elf[:6] != b"\x7fELF\x02\x01":
        return []
    sections_at, entry_size, count = (
        struct.unpack_from("<Q", elf, 40)[0],
        *struct.unpack_from("<HH", elf, 58),
    )
    sections = [struct.unpack_from("<IIQQQQIIQQ", elf, sections_at + i * entry_size) for i in range(count)]
    found: list[str] = []
    for section in sections:
        if section[1] != _SYMBOL_TABLE:
            continue
        names = sections[section[6]][4]
        for at in range(section[4], section[4] + section[5], 24):
            name, info, _, index = struct.unpack_from("<IBBH", elf, at)
            if info & 15 == _FUNCTION and index:
                end = elf.index(b"\0", names + name)
                found.append(elf[names + name : end].decode("utf-8", "replace"))
    return found


def kernel_symbol(expression: str, symbols: Iterable[str]) -> str:
    """The symbol of a kernel as C++ names it ("ns::k<16, float>"). Raises `UnknownKernel`."""
    path, _, arguments = expression.partition("<")
    parts = path.split("::")
    encoded = "".join(f"{len(part)}{part}" for part in parts)
    known = list(symbols)
    if not arguments and expression in known:
        return expression
    mangled = re.compile(rf"_Z(?:L|N(?:\d+_GLOBAL__N_\w*?)?)?{encoded}{'I' if arguments else '(?!I)'}")
    candidates = [s for s in known if mangled.match(s) and s.startswith("_ZN") >= (len(parts) > 1)]
    exact = encoded_arguments(_split(arguments.removesuffix(">"))) if arguments else None
    if exact is not None:
        candidates = [s for s in candidates if re.search(f"{encoded}I{exact}E", s)] or candidates
    if len(candidates) != 1:
        what = "no kernel" if not candidates else f"{len(candidates)} kernels"
        raise UnknownKernel(f"{what} in the compiled file for {expression}")
    return candidates[0]


def encoded_arguments(arguments: Sequence[str]) -> str | None:
    """A pattern of template arguments as the Itanium ABI mangles plain types, names of types, and integers of any
    type; None where one is something else."""
    encoded: list[str] = []
    for argument in arguments:
        if argument in _TYPES:
            encoded.append(_TYPES[argument])
        elif argument in ("true", "false"):
            encoded.append(f"Lb{int(argument == 'true')}E")
        elif _INTEGER.match(argument):
            encoded.append(f"L[a-z]{argument.replace('-', 'n')}E")
        elif _NAME.match(argument):
            parts = [f"{len(part)}{part}" for part in argument.split("::")]
            encoded.append("".join(parts) if len(parts) == 1 else f"N{''.join(parts)}E")
        else:
            return None
    return "".join(encoded)


def _split(arguments: str) -> list[str]:
    """Template arguments at the top level."""
    parts = [""]
    depth = 0
    for character in arguments:
        depth += (character in "<(") - (character in ">)")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [p.strip() for p in parts if p.strip()]
