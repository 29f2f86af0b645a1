"""Random CUDA files of every construct that comes to mind. They need not make sense, and some do not compile: what is
asked of the analysis is only that it says something about each and survives."""

from __future__ import annotations

from random import Random

_TYPES = ("int", "unsigned", "float", "double", "char", "unsigned char", "short", "long long", "size_t", "bool",
          "half", "float2", "float4", "int3", "uchar4", "double2", "uint64_t", "__nv_bfloat16", "Point", "Nested",
          "Bits", "Mix", "Row<float>", "Row<Point>")  # fmt: skip
_SIZES = ("1", "2", "8", "16", "31", "32", "33", "64", "TILE", "TILE + 1", "2 * TILE", "sizeof(float4)")
_BUILTINS = ("threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y", "blockDim.x", "gridDim.x",
             "warpSize", "n", "m", "i", "j", "k", "TILE", "lane()")  # fmt: skip
_FUNCTIONS = ("min", "max", "abs", "sqrtf", "__clz", "__popc", "pick<2>", "lane", "atomicAdd")
_LOCALS = ("int", "unsigned", "auto", "float", "size_t", "char")
_BINARY = ("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "+", "*", "<", "==", "&&", "||", ",")
_PRELUDE = """\
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cstdint>
#define TILE {tile}
#define IDX(r, c) ((r) * n + (c))
#define AT(p, q) p[(q) * 2]
struct Point {{ float x, y, z; }};
struct Nested {{ Point p[3]; union {{ int i; float f; }}; char tail; }};
struct Bits {{ unsigned a : 3, b : 7; int : 0; long long c : 40; }};
struct Mix {{ double d; char c; half h; int v[2][3]; __device__ int& operator[](int q) {{ return v[q][q % 3]; }} }};
template <class T> struct Row {{ T* data; int n; __device__ T& at(int r, int c) {{ return data[r * n + c]; }} }};
__constant__ float table[256];
__device__ int counter, grid_data[1024];
__device__ int lane() {{ return threadIdx.x & 31; }}
template <int W, class T> __device__ T pick(T* p, int i) {{ return p[i * W]; }}
__device__ float chase(const float* p, int i, int depth) {{ return depth ? chase(p + i, i, depth - 1) : *p; }}
"""


class Wild:
    """One file; `random` decides everything."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._count = 0

    def file(self) -> str:
        """The text."""
        parts = [_PRELUDE.format(tile=self._one("8", "16", "32", "7", "(4 + 4)"))]
        if self._chance(10):
            parts.append("#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n")
        kernels = [self._kernel(f"kernel{number}") for number in range(self._random.randint(1, 3))]
        return "".join([*parts, *kernels, self._host(len(kernels))])

    def _chance(self, percent: int) -> bool:
        return self._random.randrange(100) < percent

    def _one(self, *choices: str) -> str:
        return self._random.choice(choices)

    def _name(self, stem: str) -> str:
        self._count += 1
        return f"{stem}{self._count}"

    # -- kernels -------------------------------------------------------------------------------------------------------

    def _kernel(self, name: str) -> str:
        type_ = self._one(*_TYPES)
        head = self._one("", "", "", "template <int W> ", "template <class T, int W = 4> ")
        bounds = self._one("", "", f"__launch_bounds__({self._one('64', '256', '1024', 'TILE * TILE')}) ")
        restrict = self._one("", "", "__restrict__ ")
        signature = f"const {type_}* {restrict}in, {type_}* out, float* f, int* index, int n, int m"
        body = [
            "int i = threadIdx.x + blockIdx.x * blockDim.x, j = threadIdx.y, k = 0;",
            f"__shared__ {type_} tile[{self._one(*_SIZES)}][{self._one(*_SIZES)}];",
            f"__shared__ {self._one('', 'volatile ')}float flat[{self._one(*_SIZES)} * 32];",
        ]
        if self._chance(30):
            body.append("extern __shared__ char dynamic[]; float* carved = reinterpret_cast<float*>(dynamic) + n;")
        if self._chance(30):
            body.append(f"float registers[{self._one('4', '8', 'TILE')}] = {{}};")
        body += [self._statement(3) for _ in range(self._random.randint(1, 6))]
        return f"{head}__global__ void {bounds}{name}({signature}) {{\n" + "\n".join(f"  {b}" for b in body) + "\n}\n"

    def _statement(self, depth: int) -> str:
        random = self._random
        if depth and random.random() < 0.45:
            return random.choice((self._if, self._for, self._while, self._switch, self._block, self._lambda))(depth - 1)
        return random.choice((
            self._store, self._store, self._store, self._atomic, self._local, self._pointer, self._early, self._oddity,
        ))()  # fmt: skip

    def _block(self, depth: int) -> str:
        return "{ " + " ".join(self._statement(depth) for _ in range(self._random.randint(0, 3))) + " }"

    def _if(self, depth: int) -> str:
        otherwise = f" else {self._block(depth)}" if self._chance(40) else ""
        return f"if {self._one('', '', 'constexpr ')}({self._expression(2)}) {self._block(depth)}{otherwise}"

    def _for(self, depth: int) -> str:
        counter = self._name("c")
        start, step = self._expression(1), self._one("++{0}", "{0} += 2", "{0} <<= 1", "{0} >>= 1", "{0} += blockDim.x",
                                                     "{0} *= 3", "--{0}", "{0} += n", "").format(counter)  # fmt: skip
        condition = self._one(f"{counter} < {self._expression(1)}", f"{counter} > 0", f"{counter} != n", "")
        unroll = self._one("", "", "\n#pragma unroll\n")
        return f"{unroll}for (int {counter} = {start}; {condition}; {step}) {self._block(depth)}"

    def _while(self, depth: int) -> str:
        leave = self._one("break;", "continue;", "k++; if (k > 5) break;", "n >>= 1;", "return;")
        if self._chance(30):
            return f"do {{ {self._statement(depth)} {leave} }} while ({self._expression(1)});"
        return f"while ({self._expression(1)}) {{ {self._statement(depth)} {leave} }}"

    def _switch(self, depth: int) -> str:
        cases = "".join(
            f"case {number}: {self._statement(depth)} {self._one('break;', '', 'return;')} "
            for number in range(self._random.randint(1, 4))
        )
        return f"switch ({self._expression(1)}) {{ {cases}default: ; }}"

    def _lambda(self, depth: int) -> str:
        name = self._name("f")
        capture = self._one("&", "=", "&, i", "n")
        return (
            f"auto {name} = [{capture}](int q) {{ {self._block(depth)} return q + 1; }}; k += {name}({self._place()});"
        )

    def _store(self) -> str:
        return f"{self._target()} {self._one('=', '=', '+=', '^=', '*=')} {self._expression(2)};"

    def _atomic(self) -> str:
        function = self._one("atomicAdd", "atomicMax", "atomicExch", "atomicOr", "atomicCAS", "atomicInc")
        return (
            f"{function}(&{self._one('counter', f'grid_data[{self._expression(1)}]', f'index[{self._place()}]')}, 1);"
        )

    def _local(self) -> str:
        return f"{self._one(*_LOCALS)} {self._name('v')} = {self._expression(3)};"

    def _pointer(self) -> str:
        name = self._name("p")
        first = self._one(f"f + {self._expression(1)}", f"&f[{self._expression(1)}]", "flat", "(float*)out", "&flat[j]",
                          "reinterpret_cast<float*>(&tile[0][0])", f"{self._place()} ? f : flat")  # fmt: skip
        moved = self._one("", f"{name} += n;", f"{name}++;", f"{name} -= {self._expression(1)};")
        type_ = self._one("float*", "volatile float*", "auto")
        return f"{type_} {name} = {first}; {moved} {name}[{self._expression(1)}] = 1;"

    def _early(self) -> str:
        return f"if ({self._expression(1)}) return;"

    def _oddity(self) -> str:
        return self._one(
            "__syncthreads();", "__syncwarp();", "__threadfence();", 'asm volatile("" ::: "memory");',
            'asm("ld.global.f32 %0, [%1];" : "=f"(f[0]) : "l"(f + i));', "goto end; end: ;", "static int s; s++;",
            "f[i] = __shfl_down_sync(~0u, f[j], 1);", "f[i] = chase(f, i, 3);", "f[i] = pick<3>(f, i);",
            "out[IDX(j, i)] = in[IDX(i, j)];", "AT(f, i) = AT(f, j);", "new int[n];", "printf(\"%d\", i);",
            "Row<float> r{f, n}; r.at(i, j) = r.at(j, i);", "Mix mix; f[mix[i]] = mix.v[1][j];", "k = k++ + ++k;",
            "*reinterpret_cast<float4*>(f + i) = *reinterpret_cast<float4*>(flat + j);", "int vla[n]; vla[i] = 1;",
            "f[i] = table[j] + tex1Dfetch<float>(0, i);", "f[i] = __ldg(f + j);", "__stcs(f + i, 1.0f);", "return;",
            "kernel0<<<1, 1>>>(in, out, f, index, n, m);", "undeclared_function(i)[j] = missing;", "throw 1;",
        )  # fmt: skip

    # -- expressions ---------------------------------------------------------------------------------------------------

    def _target(self, depth: int = 2) -> str:
        form = self._one(
            "f[{}]", "out[{}]", "tile[{}][{}]", "flat[{}]", "index[{}]", "*(f + i)", "(&f[i])[{}]", "f[index[{}]]", "k",
            "(*&tile)[j][{}]", "{}[f]",
        )  # fmt: skip
        return form.format(*(self._expression(max(depth - 1, 0)) for _ in range(form.count("{}"))))

    def _place(self) -> str:
        return self._one(*_BUILTINS)

    def _expression(self, depth: int) -> str:
        if not depth or self._chance(25):
            return self._one(self._place(), self._place(), str(self._random.choice((0, 1, 2, 3, 31, 32, 33, 255, -1))))
        how = self._random.randrange(10)
        left = self._expression(depth - 1)
        if how < 5:
            return f"({left} {self._one(*_BINARY)} {self._expression(depth - 1)})"
        if how == 5:
            return f"({self._one(*_TYPES)})({left})"
        if how == 6:
            return f"({left} ? {self._expression(depth - 1)} : {self._place()})"
        if how == 7:
            return f"{self._one(*_FUNCTIONS)}({left})"
        if how == 8:
            return self._target(depth - 1)
        return f"{self._one('-', '~', '!', '++', '*', '&', 'sizeof ')}{self._target(depth - 1)}"

    # -- the host ------------------------------------------------------------------------------------------------------

    def _host(self, kernels: int) -> str:
        lines = ["int main(int argc, char** argv) {", "  int n = argc > 1 ? atoi(argv[1]) : 1024, m = 32;",
                 "  float* f; int* index; cudaMalloc(&f, n * 4); cudaMalloc(&index, n);"]  # fmt: skip
        for number in range(kernels):
            block = self._one(
                "256", "n", "dim3(16, 16)", "dim3(8, 8, 4)", "dim3(1)", "1025", "0", "dim3(TILE, TILE)", "-1"
            )
            grid = self._one("1", "n / 256", "(n + 255) / 256", "dim3(n, m)", "m", "0", "2147483647")
            extra = self._one("", "", ", 4096", ", n * sizeof(float), 0")
            instance = f"kernel{number}{self._one('', '', '<4>', '<float, 2>')}"
            lines.append(f"  {self._one('', 'for (int q = 0; q < 3; q++) ', 'if (n > 5) ')}"
                         f"{instance}<<<{grid}, {block}{extra}>>>(0, 0, f, index, n, m);")  # fmt: skip
        return "\n".join([*lines, "  return cudaDeviceSynchronize();", "}"]) + "\n"
