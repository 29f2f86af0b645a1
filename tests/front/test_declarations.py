from pathlib import Path

import pytest

from cudalint.front import headers
from cudalint.front.headers import DECLARATIONS, VIRTUAL_HEADERS, contents_of, is_ours, virtual_headers
from cudalint.front.topics import ALWAYS, TOPICS
from tests.front.support import messages, named, parsed

CONTENTS = sorted(str(p.relative_to(DECLARATIONS)) for p in DECLARATIONS.rglob("*.h"))


@pytest.mark.parametrize("content", CONTENTS)
def test_every_part_parses_alone_and_inside_extern_c(tmp_path: Path, content: str) -> None:
    include = f'#include "{DECLARATIONS}/{content}"\n'
    assert messages(parsed(tmp_path, include)) == []
    assert messages(parsed(tmp_path, f'extern "C" {{\n{include}}}\nint x;\n')) == []


def test_every_header_is_made_of_parts_that_exist() -> None:
    named_parts = {*headers._HEADERS, *headers._FAMILIES.values(), *ALWAYS, *(t.content for t in TOPICS)}
    assert {p for p in named_parts if not (DECLARATIONS / p).is_file()} == set()


def test_header_names_stand_for_their_declarations() -> None:
    assert contents_of("cuda_fp16.h") == ("cuda/half.h",)
    assert contents_of("thrust/whatever/new.h") == ("cuda/thrust.h",)
    assert contents_of("cuda/std/limits") == ("std/traits.h", "cuda/libcudacxx.h")
    assert not is_ours("helper_cuda.h")
    assert list(virtual_headers(["vector", "vector", "mine.h", "cub/../x"])) == [
        (f"{VIRTUAL_HEADERS}/vector", f'#include "{DECLARATIONS}/std/containers.h"\n')
    ]


def test_types_and_values_are_the_true_ones(tmp_path: Path) -> None:
    source = """
        #include <array>
        #include <cmath>
        #include <cuda_fp16.h>
        #include <limits>
        #include <tuple>
        #include <vector>
        template <class A, class B> constexpr bool same = __is_same(A, B);
        __global__ void k(float *a, const double *d, int n, unsigned u, long l, size_t z, __half h, int4 *v) {
          static_assert(sizeof(float3) == 12 && alignof(float4) == 16 && alignof(float2) == 8);
          static_assert(sizeof(__half) == 2 && sizeof(__half2) == 4 && alignof(__half2) == 4 && sizeof(dim3) == 12);
          static_assert(dim3(7).x == 7 && dim3(7).y == 1 && dim3().z == 1);
          static_assert(same<decltype(__ldg(a)), float> && same<decltype(__ldcs(d)), double>);
          static_assert(same<decltype(__ldg(v)), int4> && same<decltype(atomicAdd(&u, 1)), unsigned>);
          static_assert(same<decltype(atomicAdd(a, 1)), float> && same<decltype(__shfl_down_sync(~0u, n, 1)), int>);
          static_assert(same<decltype(__half2float(h)), float> && same<decltype(__float2half(1.f)), __half>);
          static_assert(same<decltype(min(n, u)), unsigned> && same<decltype(max(l, n)), long>);
          static_assert(same<decltype(min(1.f, 2.f)), float> && same<decltype(max(1.f, 2.0)), double>);
          static_assert(same<decltype(abs(-1.f)), float> && same<decltype(abs(n)), int>);
          static_assert(same<decltype(pow(1.f, 2.f)), float> && same<decltype(pow(n, 2.0)), double>);
          static_assert(same<decltype(sqrt(z)), double> && same<decltype(pow(u, u)), double>);
          static_assert(same<decltype(std::vector<float>()[0]), float &>);
          static_assert(std::numeric_limits<int>::max() == 2147483647 && std::numeric_limits<long>::min() < 0);
          static_assert(std::numeric_limits<unsigned char>::max() == 255 && std::numeric_limits<float>::max() > 1e38f);
          constexpr int side = std::max(3, std::min(4, 9));
          __shared__ float s[side];
          static_assert(sizeof(s) == 16);
          std::array<int, 3> numbers{1, 2, 3};
          auto [first, second] = std::make_pair(1, 2.f);
          auto three = std::make_tuple(1, 2.f, 3.0);
          static_assert(same<decltype(std::get<2>(three)), double &>);
          a[0] = second + numbers[1] + s[first];
        }
    """
    assert messages(parsed(tmp_path, source)) == []


def test_launch_bounds_are_left_as_an_annotation(tmp_path: Path) -> None:
    source = """
        #define THREADS 64
        __global__ void __launch_bounds__(2 * THREADS, 4) k(float *__restrict__ p) { p[0] = 1; }
        __cluster_dims__(2, 1, 1) __global__ void c(const __grid_constant__ int n) {}
        __noinline__ __device__ void f() {}
    """
    result = parsed(tmp_path, source)
    kinds = {c.kind.name: c.spelling for c in named(result.translation_unit.cursor, "k").get_children()}
    assert messages(result) == []
    assert kinds["ANNOTATE_ATTR"] == "launch_bounds:2 * 64, 4"
    assert "CUDAGLOBAL_ATTR" in kinds


def test_a_launch_shows_its_configuration_with_defaults(tmp_path: Path) -> None:
    source = "__global__ void k(int *p) {}\nvoid host(int *p) { k<<<4, dim3(8, 2)>>>(p); }\n"
    body = list(named(parsed(tmp_path, source).translation_unit.cursor, "host").get_children())[-1]
    configuration = list(next(iter(body.get_children())).get_children())[1]
    assert configuration.spelling == "cudaConfigureCall"
    assert [a.type.spelling for a in configuration.get_arguments()][:3] == ["dim3", "dim3", "size_t"]


def test_libraries_are_declared(tmp_path: Path) -> None:
    source = """
        #include <cooperative_groups.h>
        #include <cub/cub.cuh>
        #include <cuda/barrier>
        #include <cuda/std/complex>
        #include <cuda_pipeline.h>
        #include <cublas_v2.h>
        #include <curand_kernel.h>
        #include <mma.h>
        #include <thrust/device_vector.h>
        #include <thrust/sort.h>
        #include <torch/extension.h>
        namespace cg = cooperative_groups;
        using namespace nvcuda;
        __device__ int rank(const cg::thread_block_tile<32> &tile) { return tile.thread_rank(); }
        __global__ void k(half *a, float *c, curandState *states) {
          cg::thread_block block = cg::this_thread_block();
          auto tile = cg::tiled_partition<32>(block);
          cg::thread_block_tile<16> half_warp = cg::tiled_partition<16>(tile);
          extern __shared__ float s[];
          cg::memcpy_async(block, s, c, sizeof(float) * 32);
          cg::wait(block);
          __pipeline_memcpy_async(s + 4, c + 4, 16);
          wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
          wmma::load_matrix_sync(fa, a, 16);
          typedef cub::BlockReduce<float, 128> Reduce;
          __shared__ typename Reduce::TempStorage storage;
          float total = Reduce(storage).Sum(c[0]) + __half2float(fa.x[0]);
          __shared__ cuda::barrier<cuda::thread_scope_block> bar;
          if (block.thread_rank() == 0) init(&bar, block.size());
          block.sync();
          __syncthreads();
          c[rank(tile)] = cg::reduce(half_warp, total, cg::plus<float>()) + curand_uniform(&states[0]);
        }
        template <class T> __global__ void t(torch::PackedTensorAccessor32<T, 2> x) { x[0][threadIdx.x] = T(1); }
        void host(torch::Tensor x, half *a) {
          thrust::device_vector<float> v(100, 1.f);
          thrust::sort(v.begin(), v.end());
          k<<<1, 128>>>(a, thrust::raw_pointer_cast(v.data()), nullptr);
          AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "t", [&] {
            t<scalar_t><<<1, 32>>>(x.packed_accessor32<scalar_t, 2>());
          });
          cublasHandle_t handle;
          cublasCreate(&handle);
          enum { FLAGS = 1 };
          cudaSetDeviceFlags(FLAGS);
        }
    """
    assert messages(parsed(tmp_path, source)) == []


def test_verifiers_and_textures_are_declared_when_their_words_occur(tmp_path: Path) -> None:
    source = """
        texture<unsigned char, 2, cudaReadModeNormalizedFloat> reference;
        __global__ void k(float *p, cudaTextureObject_t object, int n) {
          __requires(n == 4);
          p[0] = tex2D(reference, 1.f, 2.f) + tex1Dfetch<float>(object, n) + __vadd4(1, 2) + CUDART_PI_F;
        }
    """
    assert messages(parsed(tmp_path, source)) == []


def test_types_of_libraries_have_their_size(tmp_path: Path) -> None:
    source = """
        #include <torch/extension.h>
        static_assert(sizeof(at::Half) == 2 && sizeof(c10::BFloat16) == 2 && alignof(at::Half) == 2);
        template <class T> __global__ void k(T* a, float s) {
          T& x = a[threadIdx.x];
          x = s * x - x * s + x / 2;
          if (x < s && x > 0 && x != x + x) x += s;
          x = at::numeric_limits<float>::lowest();
        }
        void run(at::Tensor x, at::TensorList all) {
          auto y = torch::empty({x.size(0), 4}, x.options()).to(all[0].scalar_type());
          auto z = torch::zeros({4, 5}, torch::dtype(torch::kFloat32).device(torch::kCUDA));
          k<at::Half><<<4, 256>>>(x.data_ptr<at::Half>(), 1);
          k<at::BFloat16><<<4, 256>>>(x.data_ptr<at::BFloat16>(), 1);
        }
    """
    assert messages(parsed(tmp_path, source)) == []


def test_further_parts_of_libraries_are_declared(tmp_path: Path) -> None:
    source = """
        #include <cublasLt.h>
        #include <cuda.h>
        #include <cuda_bf16.h>
        #include <cuda_fp8.h>
        #include <functional>
        #include <glob.h>
        #include <sys/sysinfo.h>
        struct Less : std::binary_function<int, int, bool> {};
        void blas(cublasLtHandle_t handle) {
          cublasLtMatmulDesc_t operation;
          cublasLtMatmulDescCreate(&operation, CUBLAS_COMPUTE_32F, CUDA_R_32F);
          cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_GELU_AUX_BIAS;
          cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof(epilogue));
        }
        void memory() {
          CUmemAllocationProp wanted = {};
          wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
          wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
          size_t granularity;
          cuMemGetAllocationGranularity(&granularity, &wanted, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED);
          glob_t found;
          glob("*", 0, nullptr, &found);
          struct sysinfo state;
          sysinfo(&state);
        }
        __global__ void k(const unsigned char* from, nv_bfloat16* to) { *to = __nv_cvt_e8m0_to_bf16raw(*from); }
        __global__ void verified(int* a) { __requires(__uniform_int(*a)); __axiom(__distinct_int(*a) >= 0); }
    """
    assert messages(parsed(tmp_path, source)) == []
