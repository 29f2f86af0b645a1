import pytest

from cudalint.front.instances import named_instances


@pytest.mark.parametrize(
    ("source", "pointer"),
    [
        (
            b"template void f<float>(float *a, int n);",
            b"static void (*const cudalint_instance_0)(float *a, int n) = &f<float>;",
        ),
        (
            b"template __global__ void __launch_bounds__(N * (2)) k<half, 4>(\n  half *a,\n  int n);",
            b"static void (*const cudalint_instance_0)( half *a, int n) = &k<half, 4>;",
        ),
        (b"template const T *g(T *);", b"static const T * (*const cudalint_instance_0)(T *) = &g;"),
        (
            b"namespace a::b {\nnamespace {\ntemplate int h<1>();\n}\n}",
            b"namespace a::b { namespace  { static int (*const cudalint_instance_0)() = &h<1>; } }",
        ),
    ],
)
def test_an_explicit_instantiation_is_named_again(source: bytes, pointer: bytes) -> None:
    assert named_instances(source) == b"\n" + pointer + b"\n"


def test_an_include_guard_is_no_condition() -> None:
    source = b"#ifndef A_H\n#define A_H\n#if X\n#endif\ntemplate void f<int>();\n#endif\n"
    assert b"&f<int>;" in named_instances(source)


@pytest.mark.parametrize(
    "source",
    [
        b"template <class T> void f(T);",
        b"#ifndef A\n#ifndef B\n#define B\n#endif\ntemplate void f<half>(half *a);\n#endif",
        b"extern template void A<int>::f(int);",
        b"template class A<int>;",
        b"#ifndef A\n#ifndef B\n#define B\n#endif\ntemplate void f<half>(half *a);\n#endif",
        b"extern template void f<int>(int *);",
        b"// template void f<float>(float *a);",
        b"#if HALF\ntemplate void f<half>(half *a);\n#endif",
        b"void g() { template void f<float>(float *); }",
        b'const char *s = "template void f<float>(float *);";',
        b"namespace a { template void f<float>(",
    ],
)
def test_anything_else_is_left_alone(source: bytes) -> None:
    assert named_instances(source) == b""
