"""Which of our declarations stand for which header of CUDA, its libraries, C and C++.

No header exists as a file: those that a source names are handed to libclang as one-line files in a virtual folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

DECLARATIONS = Path(__file__).resolve().parent / "declarations"
"""Our own declarations of CUDA, its libraries and a small standard library."""

VIRTUAL_HEADERS = str(DECLARATIONS / "include")
"""The folder that the one-line headers seem to lie in; on disk it does not exist."""

_HEADERS = {
    "cuda/language.h": """
        builtin_types.h channel_descriptor.h cuda_stdint.h cuda_egl_interop.h cuda_occupancy.h cudart_platform.h
        device_launch_parameters.h device_launch_parameters.hpp device_types.h host_config.h host_defines.h
        crt/host_defines.h crt/host_config.h vector_functions.h vector_functions.hpp vector_types.h""",
    "cuda/runtime.h": """
        cuda_runtime.h cuda_runtime_api.h cuda_device_runtime_api.h cuda_profiler_api.h cudaProfiler.h driver_types.h
        cuda_gl_interop.h cuda_d3d11_interop.h cutil.h cutil_inline.h driver_functions.h library_types.h""",
    "cuda/driver.h": "cuda.h cudaTypedefs.h cudaGL.h cuda_vdpau_interop.h nvrtc.h",
    "cuda/memory.h": "cuda_pipeline.h cuda_pipeline_primitives.h cuda_pipeline_helpers.h",
    "cuda/atomics.h": "device_atomic_functions.h sm_20_atomic_functions.h sm_60_atomic_functions.h",
    "cuda/warp.h": "device_functions.h sm_30_intrinsics.h sm_32_intrinsics.h sm_35_intrinsics.h crt/device_functions.h",
    "cuda/mathematics.h": """
        common_functions.h math_functions.h device_double_functions.h crt/math_functions.h
        crt/device_double_functions.h""",
    "cuda/math_constants.h": "math_constants.h",
    "cuda/textures.h": """
        cuda_surface_types.h cuda_texture_types.h surface_functions.h surface_types.h texture_fetch_functions.h
        texture_indirect_functions.h texture_types.h surface_indirect_functions.h""",
    "cuda/half.h": "cuda_fp16.h cuda_fp16.hpp cuda_bf16.h cuda_bf16.hpp",
    "cuda/small_floats.h": "cuda_fp8.h cuda_fp8.hpp cuda_fp6.h cuda_fp6.hpp cuda_fp4.h cuda_fp4.hpp",
    "cuda/complex.h": "cuComplex.h",
    "cuda/cooperative_groups.h": """
        cooperative_groups.h cooperative_groups/memcpy_async.h cooperative_groups/reduce.h cooperative_groups/scan.h
        cooperative_groups/details/helpers.h cooperative_groups/details/partitioning.h""",
    "cuda/matrix.h": "mma.h crt/mma.h crt/sm_80_rt.h",
    "cuda/random.h": """
        curand.h curand_kernel.h curand_globals.h curand_mtgp32.h curand_mtgp32_host.h curand_mtgp32_kernel.h
        curand_mtgp32dc_p_11213.h curand_normal.h curand_philox4x32_x.h curand_uniform.h curand_discrete.h
        curand_poisson.h""",
    "cuda/libcudacxx.h": "cuda_awbarrier.h cuda_awbarrier_primitives.h",
    "cuda/mathematics_libraries.h": """
        cublas.h cublas_v2.h cublasLt.h cublasXt.h cusparse.h cusparse_v2.h cusolverDn.h cusolverSp.h cusolver_common.h
        cufft.h cufftXt.h cudnn.h nccl.h""",
    "cuda/nvtx.h": "nvToolsExt.h nvToolsExtCuda.h nvToolsExtCudaRt.h",
    "std/c_library.h": """
        alloca.h arpa/inet.h assert.h ctype.h cxxabi.h dirent.h dlfcn.h endian.h errno.h execinfo.h fcntl.h features.h
        getopt.h libgen.h locale.h malloc.h memory.h netinet/in.h omp.h pthread.h sched.h semaphore.h setjmp.h signal.h
        stdarg.h stdio.h stdlib.h string.h strings.h sys/ioctl.h sys/mman.h sys/param.h sys/resource.h sys/socket.h
        sys/stat.h sys/time.h sys/timeb.h sys/types.h sys/utsname.h sys/wait.h sys/ipc.h sys/shm.h sys/sysinfo.h
        termios.h time.h unistd.h values.h wchar.h cassert cctype cerrno clocale csignal cstdarg cstdio cstdlib cstring
        ctime cwchar glob.h""",
    "std/integers.h": "cinttypes climits cstddef cstdint inttypes.h limits.h stdbool.h stddef.h stdint.h cstdbool",
    "std/floats.h": "cfloat float.h",
    "std/mathematics.h": "cmath math.h fenv.h cfenv",
    "std/traits.h": "type_traits limits initializer_list compare concepts new version",
    "std/utility.h": "utility functional optional variant any typeinfo typeindex bit numbers source_location expected",
    "std/array.h": "array",
    "std/tuple.h": "tuple",
    "std/iterators.h": "iterator",
    "std/containers.h": """
        bitset deque forward_list list map queue set span stack unordered_map unordered_map.h unordered_set valarray
        vector memory_resource mdspan""",
    "std/text.h": """
        charconv format fstream iomanip ios iosfwd iostream iostream.h istream locale ostream sstream streambuf string
        string_view codecvt""",
    "std/errors.h": "exception stdexcept system_error",
    "std/algorithms.h": "algorithm execution numeric ranges",
    "std/memory.h": "memory",
    "std/concurrency.h": """
        atomic condition_variable future mutex shared_mutex thread barrier latch semaphore stop_token""",
    "std/time.h": "chrono ratio",
    "std/random.h": "random",
    "std/complex.h": "complex",
    "std/system.h": "filesystem regex",
    "std/nothing.h": """
        emmintrin.h immintrin.h pmmintrin.h smmintrin.h tmmintrin.h x86intrin.h xmmintrin.h nmmintrin.h arm_neon.h""",
}
_FAMILIES = {
    "thrust/": "cuda/thrust.h",
    "cub/": "cuda/cub.h",
    "cuda/": "cuda/libcudacxx.h",
    "nvtx3/": "cuda/nvtx.h",
    "torch/": "cuda/torch.h",
    "ATen/": "cuda/torch.h",
    "c10/": "cuda/torch.h",
    "THC/": "cuda/torch.h",
}
_STANDARD_CONTENT = {name: content for content, names in _HEADERS.items() for name in names.split()}
_BROUGHT_ALONG = {"std/text.h": ("std/errors.h",)}
"""What a header brings along although our declarations of it do not include that."""

_NAMESPACED_STANDARD = "cuda/std/"
_YIELDING = frozenset(("cuda/torch.h", "cuda/mathematics_libraries.h", "std/nothing.h", "cuda/nvtx.h"))
_YIELDING_NAMES = frozenset(("cutil.h", "cutil_inline.h"))


def contents_of(name: str) -> tuple[str, ...]:
    """The declarations, relative to `DECLARATIONS`, that a header called `name` is made of; none for other headers."""
    found = _STANDARD_CONTENT.get(name)
    if found is not None:
        return (found, *_BROUGHT_ALONG.get(found, ()))
    if name.startswith(_NAMESPACED_STANDARD):
        own = _STANDARD_CONTENT.get(name.removeprefix(_NAMESPACED_STANDARD))
        return (*((own,) if own is not None else ()), _FAMILIES["cuda/"])
    return tuple(content for prefix, content in _FAMILIES.items() if name.startswith(prefix))


def is_ours(name: str) -> bool:
    """Whether a header of that name is one of ours."""
    return bool(contents_of(name))


def yields_to_project(name: str) -> bool:
    """Whether a project's own header of that name is the better one, wherever it lies: libraries that projects carry
    along."""
    return name in _YIELDING_NAMES or not _YIELDING.isdisjoint(contents_of(name))


def virtual_headers(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """(path, text) of a one-line file for each of these names that is ours."""
    for name in sorted(set(names)):
        contents = contents_of(name)
        if contents and ".." not in name.split("/"):
            yield f"{VIRTUAL_HEADERS}/{name}", including(contents)


def including(contents: Iterable[str]) -> str:
    """A text that includes these declarations."""
    return "".join(f'#include "{DECLARATIONS}/{content}"\n' for content in contents)
