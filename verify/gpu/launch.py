"""The child that ncu watches: `python -m cudalint.verify.gpu.launch JOB` launches one kernel through CuPy.

What goes wrong is one line on standard error that starts with "cudalint: ", and exit code 1.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..plan.arguments import FILLED_BYTES, MOST_BEHIND_POINTERS, Argument, Buffer
from .job import Job

DEFAULT_SHARED_BYTES = 48 << 10
_FLOATS = {4: "float32", 8: "float64"}


def main(arguments: Sequence[str]) -> int:
    """Carry out the job in the file that is named."""
    try:
        import cupy
    except ImportError:
        return _fail("no CuPy: pip install 'cudalint[verify]'")
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        return _fail(f"no GPU: {_first_line(error)}")
    job = Job.from_json(Path(arguments[0]).read_text("utf-8"))
    try:
        kernel = load(cupy, job)
    except Exception as error:
        return _fail(f"{job.symbol} cannot be loaded: {_first_line(error)}")
    try:
        made = parameters(cupy, job)
        cupy.cuda.runtime.deviceSynchronize()
        start(cupy, kernel, job, made)
        cupy.cuda.runtime.deviceSynchronize()
    except cupy.cuda.memory.OutOfMemoryError:
        return _fail(f"{job.symbol}: not enough memory on the GPU for its arrays; pass smaller sizes with --set")
    except Exception as error:
        return _fail(f"{job.symbol} failed: {_first_line(error)}")
    return 0


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a launch gets: the bytes of each parameter, and the arrays in the order of the parameters that lead to them,
    with the name of that parameter and what they hold."""

    images: tuple[Any, ...]
    arrays: tuple[tuple[str, Buffer, Any], ...]


def load(cupy: Any, job: Job) -> Any:
    """The kernel of a job, ready for as much shared memory as it needs."""
    kernel = cupy.RawModule(path=job.cubin).get_function(job.symbol)
    if job.shared_bytes and job.shared_bytes + kernel.shared_size_bytes > DEFAULT_SHARED_BYTES:
        kernel.max_dynamic_shared_size_bytes = job.shared_bytes
    return kernel


def start(cupy: Any, kernel: Any, job: Job, made: Parameters) -> None:
    """Launch through the driver, with each parameter as the bytes that it is, and do not wait.

    Too many blocks to wait for each other is what kernels get that only ask a grid group for ranks.
    """
    pointers = (ctypes.c_void_p * max(len(made.images), 1))(*(ctypes.addressof(image) for image in made.images))
    stream = cupy.cuda.get_current_stream().ptr
    shape = (kernel.kernel.ptr, *job.grid, *job.block, job.shared_bytes, stream, ctypes.addressof(pointers))
    if job.cooperative:
        try:
            cupy.cuda.driver.launchCooperativeKernel(*shape)
            return
        except cupy.cuda.driver.CUDADriverError as error:
            if "COOPERATIVE_LAUNCH_TOO_LARGE" not in str(error):
                raise
    cupy.cuda.driver.launchKernel(*shape, 0)


def parameters(cupy: Any, job: Job, seed: int = 0) -> Parameters:
    """Arguments with new arrays. `seed`: which inputs; with 0 all arrays of floats start alike, and bytes of unknown
    meaning are zero."""
    arrays: list[tuple[str, Buffer, Any]] = []
    images = tuple(_image(cupy, argument, arrays, seed) for argument in job.arguments)
    return Parameters(images, tuple(arrays))


def _image(cupy: Any, argument: Argument, arrays: list[tuple[str, Buffer, Any]], seed: int) -> Any:
    """A parameter's bytes with addresses of arrays, which `arrays` keeps alive."""
    image = bytearray(argument.image)
    for offset, buffer in argument.pointers:
        array = _array(cupy, argument.name, buffer, arrays, seed)
        image[offset : offset + 8] = int(array.data.ptr).to_bytes(8, "little")
    return (ctypes.c_char * len(image)).from_buffer(image)


def _array(cupy: Any, name: str, buffer: Buffer, arrays: list[tuple[str, Buffer, Any]], seed: int) -> Any:
    own = 1000 * seed + len(arrays) if seed else 0
    element, size = ("integer", 4) if own and buffer.element == "bytes" else (buffer.element, buffer.element_size)
    kinds = {"float": _FLOATS.get(size, "uint8"), "integer": f"int{8 * size}", "pointer": "uint64"}
    array = cupy.zeros(buffer.size // size, dtype=kinds.get(element, "uint8"))
    filled = array[: min(buffer.size, FILLED_BYTES) // size]
    if element == "float":
        filled[...] = random_units(cupy, filled.size, own).astype(filled.dtype)
    elif element == "integer":
        permuted = (cupy.arange(filled.size, dtype="uint64") * 7919 + (3 + 104729 * own)) % buffer.limit
        filled[...] = permuted.astype(filled.dtype)
    elif element == "pointer":
        behind = Buffer("float", 4, min(buffer.size, MOST_BEHIND_POINTERS), buffer.limit)
        filled[...] = _array(cupy, f"{name}[...]", behind, arrays, seed).data.ptr
    arrays.append((name, buffer, array))
    return array


def random_units(cupy: Any, count: int, seed: int) -> Any:
    """SplitMix64 as a function of the place, as `random_unit` of the CPU's planned.h: numbers in [0, 1)."""
    z = (cupy.arange(count, dtype="uint64") + (1 + (seed << 32))) * 0x9E3779B97F4A7C15
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB
    z = z ^ (z >> 31)
    return (z >> 11).astype("float64") / 9007199254740992.0


def _fail(text: str) -> int:
    sys.stderr.write(f"cudalint: {text}\n")
    return 1


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
