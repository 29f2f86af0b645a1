"""The child that ncu watches: `python -m cudalint.verify.gpu.launch JOB` launches one kernel through CuPy.

What goes wrong is one line on standard error that starts with "cudalint: ", and exit code 1.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..plan.arguments import Argument, Buffer
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
        kernel = _kernel(cupy, job)
    except Exception as error:
        return _fail(f"{job.symbol} cannot be loaded: {_first_line(error)}")
    try:
        _launch(cupy, kernel, job)
    except cupy.cuda.memory.OutOfMemoryError:
        return _fail(f"{job.symbol}: not enough memory on the GPU for its arrays; pass smaller sizes with --set")
    except Exception as error:
        return _fail(f"{job.symbol} failed: {_first_line(error)}")
    return 0


def _kernel(cupy: Any, job: Job) -> Any:
    if job.cubin:
        return cupy.RawModule(path=job.cubin).get_function(job.symbol)
    source = Path(job.source).read_text("utf-8")
    module = cupy.RawModule(code=source, options=job.options, name_expressions=[job.symbol], backend="nvrtc")
    return module.get_function(job.symbol)


def _launch(cupy: Any, kernel: Any, job: Job) -> None:
    """Launch through the driver, with each parameter as the bytes that it is."""
    if job.shared_bytes and job.shared_bytes + kernel.shared_size_bytes > DEFAULT_SHARED_BYTES:
        kernel.max_dynamic_shared_size_bytes = job.shared_bytes
    kept: list[Any] = []
    images = [_image(cupy, argument, kept) for argument in job.arguments]
    pointers = (ctypes.c_void_p * max(len(images), 1))(*(ctypes.addressof(image) for image in images))
    stream = cupy.cuda.get_current_stream().ptr
    cupy.cuda.runtime.deviceSynchronize()
    cupy.cuda.driver.launchKernel(
        kernel.kernel.ptr, *job.grid, *job.block, job.shared_bytes, stream, ctypes.addressof(pointers), 0
    )
    cupy.cuda.runtime.deviceSynchronize()


def _image(cupy: Any, argument: Argument, kept: list[Any]) -> Any:
    """A parameter's bytes with addresses of arrays, which `kept` keeps alive."""
    image = bytearray(argument.image)
    for offset, buffer in argument.pointers:
        array = _array(cupy, buffer, kept)
        image[offset : offset + 8] = int(array.data.ptr).to_bytes(8, "little")
    return (ctypes.c_char * len(image)).from_buffer(image)


def _array(cupy: Any, buffer: Buffer, kept: list[Any]) -> Any:
    count = buffer.size // buffer.element_size
    if buffer.element == "float":
        array = cupy.random.default_rng(7).random(count, dtype=_FLOATS[buffer.element_size])
    elif buffer.element == "integer":
        array = ((cupy.arange(count, dtype="uint64") * 7919 + 3) % buffer.limit).astype(f"int{8 * buffer.element_size}")
    elif buffer.element == "pointer":
        inner = _array(cupy, Buffer("float", 4, min(buffer.size, 1 << 24), buffer.limit), kept)
        array = cupy.full(count, inner.data.ptr, dtype="uint64")
    else:
        array = cupy.zeros(count, dtype="uint8")
    kept.append(array)
    return array


def _fail(text: str) -> int:
    sys.stderr.write(f"cudalint: {text}\n")
    return 1


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
