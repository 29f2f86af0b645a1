"""What device code finds in headers of C and C++, for NVRTC, which has none of them: integers and limits, mathematics
under the names of namespace std, and the templates of libcu++, which comes with CUDA and in parts with CuPy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cudalint.front.headers import contents_of

_INTEGERS = """\
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef long long intptr_t;
typedef unsigned long long uintptr_t;
namespace std {
using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t; using ::intptr_t;
using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t; using ::uintptr_t;
}
#define UINT8_MAX 255
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295u
#define INT64_MAX 9223372036854775807l
#define UINT64_MAX 18446744073709551615ul
"""
_LIMITS = """\
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807l
#define LONG_MIN (-LONG_MAX - 1)
#define ULONG_MAX 18446744073709551615ul
#define LLONG_MAX 9223372036854775807ll
#define LLONG_MIN (-LLONG_MAX - 1)
#define ULLONG_MAX 18446744073709551615ull
"""
_FLOATS = """\
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623158e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-016
"""
_SIZES = "typedef long ptrdiff_t;\nnamespace std { using ::size_t; using ::ptrdiff_t; }\n"
_CONSTANTS = """\
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
"""
_FUNCTIONS = (
    "abs fabs fmod fma fmax fmin exp exp2 expm1 log log10 log2 log1p pow sqrt cbrt hypot sin cos tan asin acos atan "
    "atan2 sinh cosh tanh asinh acosh atanh erf erfc tgamma lgamma ceil floor trunc round nearbyint rint isnan isinf "
    "isfinite"
)
_MATHEMATICS = _CONSTANTS + "namespace std { " + "".join(f"using ::{f}; " for f in _FUNCTIONS.split()) + "}\n"
_ALGORITHMS = """\
#ifndef CUDALINT_ALGORITHMS
#define CUDALINT_ALGORITHMS
namespace std {
template <class T> __device__ constexpr const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <class T> __device__ constexpr const T& max(const T& a, const T& b) { return a < b ? b : a; }
}
#endif
"""
_OWN = {
    "stdint": _INTEGERS,
    "inttypes": _INTEGERS,
    "limits": _LIMITS,
    "float": _FLOATS,
    "stddef": _SIZES,
    "math": _MATHEMATICS,
}
"""By the name in C."""

_TEMPLATES = {
    "limits": "numeric_limits",
    "type_traits": (
        "integral_constant true_type false_type is_same is_same_v enable_if enable_if_t conditional conditional_t "
        "is_integral is_integral_v is_floating_point is_floating_point_v is_pointer is_signed is_unsigned make_signed "
        "make_unsigned decay decay_t remove_reference remove_reference_t remove_cv remove_cv_t remove_const"
    ),
    "utility": "pair make_pair move forward swap declval integer_sequence index_sequence make_index_sequence",
    "tuple": "tuple make_tuple get tie",
    "array": "array",
    "functional": "plus minus multiplies divides less greater equal_to",
    "complex": "complex",
}
"""Names of namespace std by header. Not all there is: functions of `cuda::std` beside those of NVRTC are ambiguous."""


_OPAQUE = {
    "std/text.h": (
        "string wstring ostream istream iostream stringstream ostringstream istringstream fstream ifstream ofstream",
        "",
    ),
    "std/errors.h": ("exception runtime_error logic_error invalid_argument out_of_range domain_error range_error", ""),
    "std/containers.h": (
        "",
        "vector list map multimap set deque queue priority_queue stack unordered_map unordered_set",
    ),
    "std/memory.h": ("", "unique_ptr shared_ptr"),
}
"""Classes and class templates that only host code uses, by our declarations that the header stands for: where they are
named outside of functions, they must be there."""


def host_header(name: str, folders: Sequence[Path]) -> str:
    """The text of a header in place of the host's; "" for those with nothing that device code can use. `folders`: where
    libcu++ may be."""
    in_c = name.removesuffix(".h") if name.endswith(".h") else name.removeprefix("c") if name[0] == "c" else ""
    if in_c in _OWN:
        return _OWN[in_c]
    if in_c == "stdio":
        return "struct FILE;\n"
    own = _ALGORITHMS if name == "algorithm" else "".join(_opaque(c) for c in contents_of(name) if c in _OPAQUE)
    if name not in _TEMPLATES or not any((folder / "cuda" / "std" / name).is_file() for folder in folders):
        return own
    used = "".join(f"using cuda::std::{template}; " for template in _TEMPLATES[name].split())
    return f"{own}#include <cuda/std/{name}>\nnamespace std {{ {used}}}\n"


def _opaque(content: str) -> str:
    classes, templates = (names.split() for names in _OPAQUE[content])
    body = "{{ template <class... A> {0}(const A&...) {{}} }};\n"
    text = "".join(f"struct {name} {body.format(name)}" for name in classes)
    text += "".join(f"template <class...> struct {name} {body.format(name)}" for name in templates)
    guard = f"CUDALINT_{content.removeprefix('std/').removesuffix('.h').upper()}"
    return f"#ifndef {guard}\n#define {guard}\nnamespace std {{\n{text}}}\n#endif\n"
