"""The host compiler: which one, and the commands that build a program for the CPU. Nothing is run here."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..measured import CannotMeasure

RUNTIME = Path(__file__).parent / "runtime"
ENGINE = RUNTIME / "engine"
HEADERS = RUNTIME / "include"

MIRROR = "source"
"""The folder of rewritten copies inside the scratch folder."""

_DIALECT = "c++17"
_QUIET = ["-w", "-fmax-errors=200"]
_LIKE_NVCC = [
    "-O1",
    "-fno-strict-aliasing",
    "-ftree-pre",
    "-fno-tree-sra",
    "-fno-reorder-blocks",
    "-ffp-contract=fast",
    "-fpermissive",
]
"""-O1 removes the loads that nvcc removes as well; whole structs stay whole; code stays in the order of the source."""

_REPORTING = ["-fsanitize=thread", "-fsanitize-coverage=trace-pc"]
_MACROS = ["-D__CUDACC__=1", "-D__NVCC__=1", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the user passes on to the compiler: include folders, macros and the language standard."""

    include_directories: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    undefines: tuple[str, ...] = ()
    standard: str | None = None
    arch: str = "sm_90"


def find_compiler() -> str:
    """g++, or what c++ stands for. Raises `CannotMeasure`."""
    for name in ("g++", "c++"):
        found = shutil.which(name)
        if found is not None:
            return found
    raise CannotMeasure("no g++: --on-cpu compiles kernels with GNU C++ for this machine")


def find_tool(name: str) -> str:
    """A program of the GNU binutils. Raises `CannotMeasure`."""
    found = shutil.which(name)
    if found is None:
        raise CannotMeasure(f"no {name}: --on-cpu needs the GNU binutils to find its way in what it compiled")
    return found


def kernel_command(
    compiler: str,
    source: Path,
    built: Path,
    mirror: Path,
    folders_of_sources: Sequence[Path],
    options: Options,
    absent: Path,
) -> list[str]:
    """Compile rewritten CUDA source with every access, call and basic block reported.

    `folders_of_sources`: where the originals lie, for headers that have no rewritten copy; `absent`: folder of headers
    that stand for missing ones.
    """
    folders = [d for given in options.include_directories for d in (mirrored(given, mirror), Path(given).resolve())]
    macros = [f"-D__CUDA_ARCH__={_architecture_number(options.arch)}", *_MACROS]
    return [
        *(
            compiler,
            f"-std={_standard(options.standard)}",
            "-g",
            "-fno-pie",
            *_QUIET,
            *_LIKE_NVCC,
            *_REPORTING,
            *macros,
        ),
        *(f"-D{d}" for d in options.defines),
        *(f"-U{u}" for u in options.undefines),
        *(f"-I{HEADERS}", "-include", "cuda_runtime.h"),
        *(f"-I{folder}" for folder in folders),
        *(word for folder in folders_of_sources for word in ("-iquote", str(folder))),
        *("-idirafter", str(absent), "-x", "c++", "-c", str(source), "-o", str(built)),
    ]


def host_command(compiler: str, source: Path, built: Path, options: Options) -> list[str]:
    """Compile a host file of the user's program as it is."""
    folders = [Path(d).resolve() for d in options.include_directories]
    return [
        *(compiler, "-g", "-O1", "-fno-pie", *_QUIET),
        *(f"-D{d}" for d in options.defines),
        *(f"-I{folder}" for folder in [HEADERS, *folders]),
        *("-c", str(source), "-o", str(built)),
    ]


def engine_command(compiler: str, built: Path) -> list[str]:
    """Compile the engine that runs kernels, all its parts at once."""
    parts = [word for part in sorted(ENGINE.glob("*.cpp")) for word in ("-include", str(part))]
    return [compiler, "-std=c++17", "-O2", "-fno-pie", *parts, "-x", "c++", "-c", "/dev/null", "-o", str(built)]


def link_command(compiler: str, objects: Sequence[Path], program: Path, *, incomplete: bool = False) -> list[str]:
    """Link without position independence, so that recorded addresses are those of the file. `incomplete`: what is
    nowhere defined is not called."""
    ignored = ["-Wl,--unresolved-symbols=ignore-in-object-files"] if incomplete else []
    return [compiler, "-no-pie", *ignored, *map(str, objects), "-o", str(program), "-lm", "-lpthread"]


def mirrored(path: str | Path, mirror: Path) -> Path:
    """Where a file's or folder's rewritten counterpart lies."""
    resolved = Path(path).resolve()
    return mirror / resolved.relative_to(resolved.anchor)


def _standard(given: str | None) -> str:
    if given is None or given.removeprefix("gnu++").removeprefix("c++") in ("98", "03", "11", "14", "0x", "1y"):
        return _DIALECT
    return given


def _architecture_number(arch: str) -> int:
    digits = "".join(c for c in arch if c.isdigit())
    return 10 * int(digits or 90)
