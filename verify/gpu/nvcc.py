"""Compiling the user's file for the GPU: the commands, and the text that is added. Nothing is run here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cudalint.analysis.settings import Settings

from ..plan.kernels import KernelPlan


def translation_unit(text: str, path: str, plans: Sequence[KernelPlan], *, everything: bool = False) -> str:
    """The user's source under its own name, followed by a function that instantiates the planned templates.

    `everything`: other kernels are named as well, so that those which nothing launches any more are kept.
    """
    wanted = [p.expression for p in plans if everything or "<" in p.expression]
    lines = [f'#line 1 "{path}"', text]
    lines += [f"void* cudalint_instance_{n}() {{ return (void*)&{e}; }}" for n, e in enumerate(dict.fromkeys(wanted))]
    return "\n".join([*lines, ""])


def cubin_command(
    nvcc: str, source: Path, cubin: Path, folder: Path, settings: Settings, absent: Path, copies: Path
) -> list[str]:
    """Compile to machine code with line information, optimised as a release build is. `folder`: of the original;
    `absent`: of headers that stand for missing ones; `copies`: below which changed files lie at their full paths."""
    return [
        *(nvcc, "-cubin", "-lineinfo", f"-arch={settings.arch}", "-w"),
        *compile_options(folder, settings, copies),
        *(f"-I{absent}", "-o", str(cubin), str(source)),
    ]


def compile_options(folder: Path, settings: Settings, copies: Path) -> list[str]:
    """What nvcc and NVRTC both take: a folder's copy comes before the folder."""
    standard = [f"-std={settings.standard}"] if settings.standard is not None else []
    macros = [f"-D{d}" for d in settings.defines] + [f"-U{u}" for u in settings.undefines]
    folders = [folder, *(Path(d).resolve() for d in settings.include_directories)]
    both = [f"-I{f}" for original in folders for f in (copy_of(original, copies), original)]
    return [*standard, *macros, *both]


def copy_of(original: Path, copies: Path) -> Path:
    """Where the copy of a file or folder is."""
    return copies / original.relative_to(original.anchor)
