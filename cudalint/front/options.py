"""How a file is parsed: the flags libclang gets, and nothing else ever."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

DECLARATIONS = Path(__file__).resolve().parent / "declarations"
"""Our own declarations of CUDA, its libraries and a small standard library."""

_NEWEST_KNOWN = 90
"""The newest architecture that libclang 18 accepts; later ones are parsed as this one with __CUDA_ARCH__ set to the
truth."""

_STANDARDS = (
    "c++11",
    "c++14",
    "c++17",
    "c++20",
    "c++23",
    "c++2a",
    "c++2b",
    "c++1z",
    "c++1y",
    "c++0x",
    "c++03",
    "c++98",
)


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """Settings of one file. Directories are real paths; `defines` are NAME or NAME=VALUE."""

    arch: str = "sm_90"
    include_directories: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    undefines: tuple[str, ...] = ()
    standard: str | None = None
    root: str | None = None


def architecture_flags(arch: str) -> list[str]:
    """-gencode's job: the architecture, and __CUDA_ARCH__ where libclang does not know it."""
    number = int("".join(c for c in arch if c.isdigit()) or _NEWEST_KNOWN)
    if number <= _NEWEST_KNOWN:
        return [f"--cuda-gpu-arch=sm_{number}"]
    return [f"--cuda-gpu-arch=sm_{_NEWEST_KNOWN}", "-U__CUDA_ARCH__", f"-D__CUDA_ARCH__={number * 10}"]


def base_flags(options: ParseOptions) -> list[str]:
    """The flags that do not depend on the file."""
    standard = options.standard if options.standard in _STANDARDS else "c++20"
    if standard in ("c++98", "c++03", "c++0x", "c++11", "c++14", "c++1y"):
        standard = "c++17"
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
        f"-std={standard}",
        "-fgpu-rdc",
        "-ferror-limit=0",
        "-Wno-everything",
        "-include",
        str(DECLARATIONS / "cuda" / "cudalint_cuda.h"),
    ]


def flags(
    path: Path, options: ParseOptions, found_directories: tuple[str, ...], forced: tuple[str, ...] = ()
) -> list[str]:
    """The whole command line for one file."""
    result = base_flags(options)
    result.append(f"-I{path.parent}")
    result += [f"-I{d}" for d in (*options.include_directories, *found_directories)]
    result += ["-isystem", str(DECLARATIONS / "cuda"), "-isystem", str(DECLARATIONS / "std")]
    result += [f"-D{d}" for d in options.defines]
    result += [f"-U{d}" for d in options.undefines]
    for other in forced:
        result += ["-include", other]
    return result
