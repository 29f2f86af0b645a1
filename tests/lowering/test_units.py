"""What a unit offers: kernels, hosts, launches, keys, positions."""

from __future__ import annotations

from cudalint.ir import nodes
from cudalint.ir.types import Pointer, Record, Unknown
from cudalint.ir.unit import Unit
from cudalint.ir.walk import walk
from tests.lowering.conftest import Lower, function_named

LAUNCHES = """
    #define LAUNCH(kernel, ...) kernel<<<1, 64>>>(__VA_ARGS__)
    __global__ void plain(float* a, int n) { a[threadIdx.x] = n; }
    template <class T, int N> __global__ void sized(T* a) { __shared__ T tile[N]; tile[threadIdx.x] = a[0]; }
    template <class F> __global__ void apply(F f) { f(threadIdx.x); }
    void direct(float* a, dim3 grid) { plain<<<grid, dim3(8, 4), 64>>>(a, 3); }
    void by_macro(float* a) { LAUNCH(plain, a, 1); }
    void by_pointer(float* a) { auto kernel = plain; kernel<<<2, 3>>>(a, 1); }
    void sizes(float* a, double* b) { sized<float, 16><<<1, 16>>>(a); sized<double, 4><<<1, 4>>>(b); }
    void with_lambda(float* a) { apply<<<1, 32>>>([=] __device__(int i) { a[i] = 1; }); }
    template <class T> void generic(T* a) { sized<T, 8><<<1, 8>>>(a); }
    void quiet(float* a) { a[0] = 1; }
    int main() { direct(nullptr, 1); return 0; }
"""


def launches_in(unit: Unit, name: str) -> list[nodes.Launch]:
    """All launches of a host function, in order of position."""
    found = [n for n in walk(function_named(unit, name).body) if isinstance(n, nodes.Launch)]
    return sorted(found, key=lambda n: (n.at.line, n.at.column))


def test_kernels_and_hosts_are_found(lowered: Lower) -> None:
    unit = lowered(LAUNCHES)
    assert [unit.functions[k].name for k in unit.kernels] == ["plain", "sized", "apply"]
    assert [unit.functions[k].is_template for k in unit.kernels] == [False, True, True]
    hosts = [unit.functions[k].name for k in unit.hosts]
    assert hosts == ["direct", "by_macro", "by_pointer", "sizes", "with_lambda", "main", "generic"]
    assert unit.main is not None
    assert unit.functions[unit.main].name == "main"
    assert unit.by_name["plain"] == unit.kernels[0]


def test_a_launch_names_its_kernel_and_shape(lowered: Lower) -> None:
    unit = lowered(LAUNCHES)
    (launch,) = launches_in(unit, "direct")
    assert launch.function == unit.kernels[0]
    assert isinstance(launch.grid, nodes.Load)
    assert isinstance(launch.block, nodes.Construct)
    assert launch.block.function is None
    values = [a.value.value for a in launch.block.arguments if isinstance(a, nodes.Convert)]  # type: ignore[attr-defined]
    assert values == [8, 4, 1]
    assert isinstance(launch.shared, nodes.Convert)
    assert len(launch.arguments) == 2
    assert function_named(unit, "direct").calls_launch


def test_a_launch_inside_a_macro_stands_where_the_macro_is_used(lowered: Lower) -> None:
    (launch,) = launches_in(lowered(LAUNCHES), "by_macro")
    assert launch.at.line == 7
    assert launch.shared is None


def test_a_launch_through_a_pointer_keeps_the_callee(lowered: Lower) -> None:
    (launch,) = launches_in(lowered(LAUNCHES), "by_pointer")
    assert launch.function is None
    assert isinstance(launch.callee, nodes.Load)


def test_each_instantiation_has_a_key_of_its_own(lowered: Lower) -> None:
    unit = lowered(LAUNCHES)
    first, second = launches_in(unit, "sizes")
    assert first.function is not None
    assert second.function is not None
    assert first.function != second.function
    assert unit.functions[first.function].template_arguments == ("float", "16")
    assert unit.functions[second.function].template_arguments == ("double", "4")
    declared = [n.variable.type.size for n in walk(unit.functions[first.function].body) if isinstance(n, nodes.Declare)]
    assert declared == [64]


def test_a_lambda_given_to_a_kernel_is_reached(lowered: Lower) -> None:
    unit = lowered(LAUNCHES)
    (launch,) = launches_in(unit, "with_lambda")
    (closure,) = launch.arguments
    assert isinstance(closure, nodes.Closure)
    assert [k.split("@")[0] for k in closure.by_copy] == ["a"]
    assert launch.function is not None
    (call,) = (n for n in walk(unit.functions[launch.function].body) if isinstance(n, nodes.Call))
    assert call.function == closure.function


def test_a_template_host_launches_the_template_by_name(lowered: Lower) -> None:
    unit = lowered(LAUNCHES)
    (launch,) = launches_in(unit, "generic")
    assert launch.function == unit.kernels[1]


TEMPLATES = """
template <int size> __global__ void k(float* a) { a[threadIdx.x * size] = 1; }
template <int size> void go(float* a) { constexpr int half = size / 2; k<half><<<4, half>>>(a); }
template <int size> void twice(float* a) { go<2 * size>(a); }
template <class T> void unused(T* a) { k<sizeof(T)><<<4, 64>>>(a); }
void other(float* a) { a[0] = 1; }
"""


def test_functions_that_call_a_launching_template_come_first(lowered: Lower) -> None:
    unit = lowered(TEMPLATES + "void run(float* a) { go<64>(a); }\nvoid outer(float* a) { twice<64>(a); }\n")
    assert [unit.functions[k].name for k in unit.hosts] == ["run", "outer", "go", "unused"]


def test_bodies_are_lowered_once(lowered: Lower) -> None:
    unit = lowered(LAUNCHES)
    assert unit.functions[unit.kernels[0]] is unit.functions[unit.kernels[0]]
    assert "no such key" not in unit.functions


def test_launch_bounds(lowered: Lower) -> None:
    unit = lowered("__global__ void __launch_bounds__(128 * 2, 2) k(int* a) { a[0] = 1; }")
    assert unit.functions[unit.kernels[0]].launch_bounds == 256


def test_positions_of_accesses(lowered: Lower) -> None:
    unit = lowered("__global__ void k(float* a, int n) {\n  a[n] =\n      a[n +\n        1];\n}\n")
    elements = [n for n in walk(unit.functions[unit.kernels[0]].body) if isinstance(n, nodes.Element)]
    spans = sorted((e.at.line, e.at.column, e.at.end_line, e.at.end_column) for e in elements)
    assert spans == [(2, 3, 2, 7), (3, 7, 4, 11)]


def test_storage_of_variables(lowered: Lower) -> None:
    source = """
        __constant__ float table[4];
        __device__ int counter = 7;
        static int plain = 3;
        __device__ void use(int);
        __global__ void k(const float* __restrict__ a, volatile float* v) {
          extern __shared__ float dynamic[];
          __shared__ volatile float tile[8];
          use(table[0] + counter + threadIdx.x + dynamic[0] + tile[0] + v[0] + a[0]);
        }
    """
    unit = lowered(source)
    function = unit.functions[unit.kernels[0]]
    seen = {n.variable.name: n.variable for n in walk(function.body) if isinstance(n, nodes.VariablePlace)}
    storages = {name: variable.storage for name, variable in seen.items()}
    assert storages == {
        "table": "constant",
        "counter": "device",
        "threadIdx": "builtin",
        "dynamic": "dynamic_shared",
        "tile": "shared",
        "a": "parameter",
        "v": "parameter",
    }
    assert isinstance(seen["counter"].initial, nodes.Constant)
    assert seen["counter"].initial.value == 7
    assert seen["tile"].volatile
    a, v = (p.type for p in function.parameters)
    assert isinstance(a, Pointer)
    assert a.restrict
    assert a.pointee_const
    assert isinstance(v, Pointer)
    assert v.pointee_volatile


def test_variables_of_one_name_have_different_keys(lowered: Lower) -> None:
    unit = lowered("__global__ void k(int n) { { int i = n; n = i; } { int i = 2; n = i; } }")
    keys = [n.variable.key for n in walk(unit.functions[unit.kernels[0]].body) if isinstance(n, nodes.Declare)]
    assert len(set(keys)) == 2


def test_records_are_laid_out(lowered: Lower) -> None:
    source = """
        struct Empty {};
        struct Base { char c; double d; };
        struct Node : Empty, Base { Node* next; short s[3]; int bits : 5; };
        __global__ void k(Node node) { node.s[0] = 1; }
    """
    unit = lowered(source)
    (parameter,) = unit.functions[unit.kernels[0]].parameters
    record = parameter.type
    assert isinstance(record, Record)
    assert [(f.name, f.offset) for f in record.fields] == [("", 0), ("", 0), ("next", 16), ("s", 24), ("bits", 30)]
    assert record.size == 32
    link = record.fields[2].type
    assert isinstance(link, Pointer)
    assert isinstance(link.pointee, Record)
    assert link.pointee.fields == ()
    assert record.fields[4].bits == 5


def test_errors_mark_a_function_as_repaired(lowered: Lower) -> None:
    source = """
        __global__ void broken(int* a) { a[0] = missing_name; a[1] = 2; }
        __global__ void sound(int* a) { a[0] = 1; }
    """
    unit = lowered(source)
    assert [unit.functions[k].repaired for k in unit.kernels] == [True, False]


def test_dependent_types_are_unknown(lowered: Lower) -> None:
    unit = lowered("template <class T> __global__ void k(T* a, int n) { T x = a[n]; a[0] = x; }")
    (declared,) = (n for n in walk(unit.functions[unit.kernels[0]].body) if isinstance(n, nodes.Declare))
    assert declared.variable.type == Unknown(0, 1, "T")


def test_deep_nesting_does_not_crash(lowered: Lower) -> None:
    depth = 200
    unit = lowered("__global__ void k(int n) { n = " + "(" * depth + "n" + " + 1)" * depth + "; }")
    operators = [n for n in walk(unit.functions[unit.kernels[0]].body) if isinstance(n, nodes.Binary)]
    assert len(operators) in (0, depth)
