"""What went wrong under ncu, in one line that says what to do."""

from __future__ import annotations

import re

from ..child import Outcome

_KNOWN = (
    (
        "ERR_NVGPUCTRPERM",
        "no permission to read the GPU's counters (ERR_NVGPUCTRPERM): ask who runs the machine, or use --on-cpu",
    ),
    ("No kernels were profiled", "ncu saw none of the kernels run"),
    ("no CUDA-capable device", "no GPU: the driver finds no CUDA-capable device"),
    ("CUDA_ERROR_NO_DEVICE", "no GPU: the driver finds no CUDA-capable device"),
    ("InsufficientDriver", "no GPU: the driver is missing, or too old for the CUDA runtime"),
    ("CUDA driver version is insufficient", "no GPU: the driver is missing, or too old for the CUDA runtime"),
    ("Failed to find metric", "this version of ncu does not know the counters; 2021.2 or later does"),
    ("not supported on this device", "ncu does not support this GPU"),
    ("An illegal memory access", "the kernel touched memory that is not its own"),
    ("LaunchFailed", "the kernel crashed"),
)
_OF_THE_MACHINE = ("no permission", "no GPU", "no CuPy", "this version of ncu", "ncu does not support")
_ERROR = re.compile(r"^==ERROR==\s*(.+)$", re.MULTILINE)


def concerns_machine(reason: str) -> bool:
    """Whether no other kernel would fare better."""
    return reason.startswith(_OF_THE_MACHINE)


def explain(outcome: Outcome) -> str:
    """One line for a run of ncu that brought no report."""
    if outcome.timed_out:
        return "it hung: the time limit was reached"
    text = f"{outcome.errors}\n{outcome.output}"
    ours = [line for line in text.splitlines() if line.startswith("cudalint: ")]
    if ours:
        return ours[-1].removeprefix("cudalint: ")
    for sign, meaning in _KNOWN:
        if sign in text:
            return meaning
    errors = _ERROR.findall(text)
    return f"ncu: {errors[0]}" if errors else outcome.last_line()
