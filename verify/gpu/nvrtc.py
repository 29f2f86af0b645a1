"""Compiling without nvcc: `python -m cudalint.verify.gpu.nvrtc SOURCE CUBIN EXPRESSION... -- OPTION...`, by the NVRTC
that CuPy brings.

NVRTC knows no host code and has none of the host's headers. Functions that are not annotated are taken as device
functions, so that those which compile are there for device code; the others show as errors, as nvcc writes them, and
are left out by who starts this. Headers that are missing are replaced by what device code needs of them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from cudalint.analysis.settings import Settings

from ..mending import repairs_for
from .host_headers import host_header
from .nvcc import compile_options

MOST_HEADERS = 200
"""Missing ones show one by one."""

_PREFACE = "namespace std {}\n"
"""For `using namespace std;` after nothing but headers that are missing."""


def nvrtc_command(
    source: Path,
    cubin: Path,
    expressions: Sequence[str],
    folder: Path,
    settings: Settings,
    absent: Path,
    copies: Path,
) -> list[str]:
    """As `nvcc.cubin_command`; `expressions`: the kernels to instantiate, as C++ names them."""
    options = [f"-arch={settings.arch}", "-lineinfo", "-w", "-default-device"]
    program = [sys.executable, "-m", __name__, str(source), str(cubin)]
    return [
        *program,
        *dict.fromkeys(expressions),
        "--",
        *options,
        *compile_options(folder, settings, copies),
        f"-I{absent}",
    ]


def main(arguments: Sequence[str]) -> int:
    """Compile, and write what NVRTC says to standard error."""
    source, cubin, *rest = arguments
    expressions = list(takewhile("--".__ne__, rest))
    options = rest[len(expressions) + 1 :]
    try:
        from cupy.cuda import nvrtc

        folders = include_folders()
        code = _PREFACE + Path(source).read_text("utf-8")
        cubin_bytes, log = compiled(nvrtc, code, expressions, [*options, *(f"-I{f}" for f in folders)], folders)
    except (ImportError, RuntimeError) as error:
        sys.stderr.write(f"cudalint: NVRTC does not work: {error}\n")
        return 1
    if cubin_bytes is None:
        sys.stderr.write(log)
        return 1
    Path(cubin).write_bytes(cubin_bytes)
    return 0


def include_folders() -> list[Path]:
    """Where the headers of CUDA and of libcu++ are: those of the toolkit or the wheels that CuPy finds, then CuPy's
    own."""
    import cupy
    from cupy._environment import get_cuda_path

    home = get_cuda_path()
    toolkit = [Path(home, "include"), Path(home, "include", "cccl")] if home else []
    bundled = Path(cupy.__file__).parent / "_core" / "include" / "cupy" / "_cccl"
    return [f for f in (*toolkit, *(bundled / part for part in ("libcudacxx", "cub", "thrust"))) if f.is_dir()]


def compiled(
    nvrtc: Any, code: str, expressions: Sequence[str], options: Sequence[str], folders: Sequence[Path]
) -> tuple[bytes | None, str]:
    """Machine code (None where it does not compile) and what NVRTC said."""
    headers: dict[str, str] = {}
    while True:
        texts, names = (tuple(text.encode() for text in part) for part in (headers.values(), headers))
        program = nvrtc.createProgram(code, "", texts, names)
        try:
            for expression in expressions:
                nvrtc.addNameExpression(program, expression)
            nvrtc.compileProgram(program, tuple(options))
            return bytes(nvrtc.getCUBIN(program)), ""
        except nvrtc.NVRTCError as error:
            log = str(nvrtc.getProgramLog(program)) or f"NVRTC: error: {error}\n"
        finally:
            nvrtc.destroyProgram(program)
        missing = [name for name in repairs_for(log).headers if name not in headers]
        if not missing or len(headers) > MOST_HEADERS:
            return None, log
        headers |= {name: host_header(name, folders) for name in missing}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
