"""The definitions shown are those that reach the index."""

from __future__ import annotations

from tests.explain.sources import definitions, explained


def test_a_chain_of_variables_with_the_lines_that_define_them() -> None:
    source = """constexpr int TILE = 32;
__global__ void k(float* a, int n) {
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    int unused = 7 * column;
    a[row * n + column] = unused; //!
}
int main() { k<<<dim3(4, 4), dim3(32, 32)>>>(nullptr, 128); }
"""
    assert definitions(source) == [
        "1: TILE = 32",
        "3: column = blockIdx.x * TILE + threadIdx.x",
        "4: row = blockIdx.y * TILE + threadIdx.y",
    ]


def test_a_new_value_hides_the_old_one() -> None:
    source = """__global__ void k(float* a) {
    int i = 64 * threadIdx.x;
    a[i] = 0;
    i = threadIdx.x;
    a[i] = 1; //!
}
int main() { k<<<4, 32>>>(nullptr); }
"""
    assert definitions(source) == ["4: i = threadIdx.x"]


def test_a_value_that_only_one_branch_gives_does_not_hide_the_old_one() -> None:
    source = """__global__ void k(float* a, int n) {
    int i = threadIdx.x;
    if (n > 4) {
        i += 32;
    } else {
        i = 5;
    }
    a[i] = 1; //!
}
int main() { k<<<4, 32>>>(nullptr, 9); }
"""
    assert definitions(source) == ["2: i = threadIdx.x", "4: i += 32", "6: i = 5"]


def test_the_other_arm_of_a_branch_does_not_reach() -> None:
    source = """__global__ void k(float* a, int n) {
    int i;
    if (threadIdx.x > 4) {
        i = 2 * threadIdx.x;
    } else {
        i = threadIdx.x;
        a[i] = 1; //!
    }
}
int main() { k<<<4, 32>>>(nullptr, 9); }
"""
    assert definitions(source) == ["6: i = threadIdx.x"]


def test_what_the_rest_of_a_loop_does_comes_round_again() -> None:
    source = """__global__ void k(float* a, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int j = 2 * i;
        a[j] = 1; //!
        j = 5;
    }
}
int main() { k<<<4, 32>>>(nullptr, 128); }
"""
    assert definitions(source) == ["2: i = threadIdx.x", "2: i += blockDim.x", "3: j = 2 * i"]


def test_a_moving_pointer() -> None:
    source = """__global__ void k(float* a, int n) {
    float* p = a + threadIdx.x;
    for (int i = 0; i < n; ++i) {
        *p = 1; //!
        p += 32;
    }
}
int main() { k<<<4, 32>>>(nullptr, 128); }
"""
    assert definitions(source) == ["2: p = a + threadIdx.x", "5: p += 32"]


def test_arguments_of_device_functions() -> None:
    source = """__device__ void put(float* to, int at, float value) {
    int twice = 2 * at;
    to[twice] = value; //!
}
__global__ void k(float* a) {
    int lane = threadIdx.x;
    put(a + 4, (lane, lane + 1), 1.0f);
}
int main() { k<<<4, 32>>>(nullptr); }
"""
    assert definitions(source) == [
        "6: lane = threadIdx.x",
        "7: to = a + 4",
        "7: at = (lane, lane + 1)",
        "2: twice = 2 * at",
    ]


def test_macros_constants_and_template_arguments() -> None:
    source = """#define PITCH (WIDTH + 1) // a comment
#define WIDTH 32
template <int ROWS, typename T> __global__ void k(T* a) {
    int row = threadIdx.x % ROWS;
    a[row * PITCH] = 1; //!
}
int main() { k<8, float><<<4, 32>>>(nullptr); }
"""
    assert definitions(source) == [
        "1: PITCH (WIDTH + 1)",
        "2: WIDTH 32",
        "3: ROWS = 8",
        "4: row = threadIdx.x % ROWS",
    ]


def test_only_the_address_of_an_atomic_counts() -> None:
    source = """__global__ void k(int* a, int n) {
    int value = n;
    int bin = threadIdx.x / 2;
    atomicAdd(&a[bin], value); //!
}
int main() { k<<<4, 32>>>(nullptr, 3); }
"""
    assert definitions(source) == ["3: bin = threadIdx.x / 2"]


def test_the_owner_of_a_member_is_part_of_what_is_written() -> None:
    source = """struct Point { float x, y, z, w; };
__global__ void k(Point* points, int n) {
    points[(threadIdx.x + n) % 32].y = 1; //!
}
int main() { k<<<4, 32>>>(nullptr, 3); }
"""
    (explanation,) = explained(source).explanations
    assert explanation.written == "points[(threadIdx.x + n) % 32].y"


def test_only_the_last_value_of_a_round_comes_round_again() -> None:
    source = """__global__ void k(float* a, int n) {
    int w = threadIdx.x;
    for (int j = 0; j < n; ++j) {
        while (w < 64) {
            a[w] = 1; //!
            w = w + 32;
        }
        w = 7;
        w = threadIdx.x;
    }
}
int main() { k<<<4, 32>>>(nullptr, 4); }
"""
    assert definitions(source) == ["2: w = threadIdx.x", "6: w = w + 32", "9: w = threadIdx.x"]


def test_what_is_done_in_some_case_only_is_marked() -> None:
    source = """__global__ void k(float* a, int n) {
    int i = threadIdx.x;
    if (n > 4) i = 2 * i;
    a[i] = 1; //!
}
int main() { k<<<4, 32>>>(nullptr, 9); }
"""
    (explanation,) = explained(source).explanations
    assert [(d.text, d.conditional) for d in explanation.definitions] == [("threadIdx.x", False), ("2 * i", True)]


def test_a_macro_that_a_parameter_has_the_name_of_is_not_meant() -> None:
    source = """#ifdef FIXED
#define PITCH 384
#endif
__global__ void k(float* a, int PITCH) {
    a[threadIdx.x * PITCH] = 1; //!
}
int main() { k<<<4, 32>>>(nullptr, 9); }
"""
    assert definitions(source) == []
