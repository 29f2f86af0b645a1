"""How a file is parsed: the flags libclang gets, and nothing else ever."""

from __future__ import annotations

import re
from pathlib import Path

from cudalint.front.headers import DECLARATIONS, VIRTUAL_HEADERS
from cudalint.frozen import frozen

FORCED_HEADER = str(DECLARATIONS / "cudalint_forced.h")
"""The virtual file that is included before every source."""

ARCHITECTURES = frozenset((50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121))
"""Numbers of the architectures that CUDA 12 and 13 know, 10 * major + minor of the compute capability."""

_NEWEST_PARSED = 90
"""Later architectures are parsed as this one, with __CUDA_ARCH__ set to the truth: libclang 18 refuses them."""

_UNKNOWN_TO_LIBCLANG = {88: 87}
_ARCHITECTURE = re.compile(r"(?:sm|compute|lto)_(\d{2,3})([af]?)$")
_DEFINITION = re.compile(r"[A-Za-z_]\w*(\([\w\s,.]*\))?(=.*)?$", re.DOTALL)
_STANDARDS = {
    **{f"c++{year}": "c++17" for year in ("98", "03", "0x", "11", "1y", "14", "1z", "17")},
    **{f"c++{year}": "c++20" for year in ("2a", "20")},
    **{f"c++{year}": "c++23" for year in ("2b", "23", "2c", "26")},
}
"""Our declarations need C++17; an older standard asks for nothing that they break."""


class UnknownArchitecture(ValueError):
    """Not the name of a GPU architecture."""


@frozen
class ParseOptions:
    """Settings of one file. Directories are absolute; `defines` are NAME or NAME=VALUE; `standard` as for -std.

    `forced_includes`: absolute paths of files to include first, as -include does. `root`: the folder that included
    files may lie in, the enclosing repository if None.
    """

    arch: str = "sm_90"
    include_directories: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    undefines: tuple[str, ...] = ()
    standard: str | None = None
    root: str | None = None
    forced_includes: tuple[str, ...] = ()


def architecture_number(arch: str) -> int:
    """90 for "sm_90" and "compute_90a"; raises `UnknownArchitecture`."""
    match = _ARCHITECTURE.match(arch)
    if match is None or int(match[1]) not in ARCHITECTURES:
        raise UnknownArchitecture(f"unknown architecture '{arch}': sm_50 to sm_121 are known")
    return int(match[1])


def architecture_flags(arch: str) -> list[str]:
    """The architecture, and __CUDA_ARCH__ where libclang does not know it; raises `UnknownArchitecture`."""
    number = architecture_number(arch)
    parsed = min(_UNKNOWN_TO_LIBCLANG.get(number, number), _NEWEST_PARSED)
    flags = [f"--cuda-gpu-arch=sm_{parsed}"]
    if parsed != number:
        flags += ["-U__CUDA_ARCH__", f"-D__CUDA_ARCH__={number * 10}"]
    return flags


def flags(path: Path, options: ParseOptions, found: tuple[str, ...], forced: tuple[str, ...] = ()) -> list[str]:
    """The whole command line for one file, the file itself left out.

    `found`: include folders found in the repository; `forced`: further files to include first. Raises
    `UnknownArchitecture`.
    """
    folders = dict.fromkeys((str(path.parent), *options.include_directories, *found))
    return [
        "-x",
        "cuda",
        "--cuda-device-only",
        *architecture_flags(options.arch),
        "-nocudainc",
        "-nocudalib",
        "--cuda-path=/nonexistent",
        "--target=x86_64-unknown-linux-gnu",
        "-nostdinc",
        "-nostdinc++",
        f"-std={_STANDARDS.get(options.standard or '', 'c++20')}",
        "-fgpu-rdc",
        "-ferror-limit=0",
        "-Wno-everything",
        *(f"-D{definition}" for definition in options.defines if _DEFINITION.match(definition)),
        *(f"-U{name}" for name in options.undefines if name.isidentifier()),
        *(f"-I{folder}" for folder in folders),
        "-isystem",
        VIRTUAL_HEADERS,
        "-include",
        FORCED_HEADER,
        *(part for other in (*options.forced_includes, *forced) for part in ("-include", other)),
    ]
