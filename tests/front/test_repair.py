from pathlib import Path

import pytest

from cudalint.front.repair import INVENTED, declarations
from tests.front.support import messages, named, parsed


@pytest.mark.parametrize(
    ("source", "invented"),
    [
        ("__global__ void k(float *p) { p[0] = SCALE * p[1]; }", 1),
        ("__global__ void k(float *p) { __shared__ float s[TILE]; s[0] = p[0]; p[1] = s[0]; }", 1),
        ("__global__ void k(real_t *p, int n) { if (n < LIMIT) p[0] = p[1]; }", 2),
        ("__global__ void k(float *p) { p[0] = lib::scale(p[1]); }", 2),
        ("__global__ void k(float *p) { Vec<float> v; p[0] = helper(p[1]) + v[0]; }", 2),
        ("void host(float *p) { other_kernel<<<4, 64>>>(p); }", 1),
        ("__global__ void k(float *p, int i) { p[0] = alpha * p[i]; }", 1),
    ],
)
def test_what_is_missing_is_made_up(tmp_path: Path, source: str, invented: int) -> None:
    result = parsed(tmp_path, source)
    assert (messages(result), result.invented) == ([], invented)


def test_made_up_declarations_lie_in_one_file(tmp_path: Path) -> None:
    result = parsed(tmp_path, "__global__ void k(float *p) { p[0] = SCALE + offset; }")
    unit = result.translation_unit.cursor
    assert result.invented_path == INVENTED
    assert {named(unit, n).location.file.name for n in ("SCALE", "offset")} == {INVENTED}


def test_names_that_follow_from_other_errors_are_not_made_up(tmp_path: Path) -> None:
    result = parsed(tmp_path, "__global__ void k(float *p) { p[i] = 1; }")
    assert (messages(result), result.invented) == (["1: use of undeclared identifier 'i'"], 0)


def test_a_repair_that_makes_it_worse_is_dropped(tmp_path: Path) -> None:
    source = "__global__ void k(float *p) { p[0] = Missing; Missing x = 1; int y = Missing::z; }"
    first, second = parsed(tmp_path, source), parsed(tmp_path, source)
    assert first.errors <= 3
    assert (first.errors, first.invented, first.error_lines) == (second.errors, second.invented, second.error_lines)


def test_a_namespace_stands_for_the_name_before_it() -> None:
    text = declarations({("", "lib"): "namespace", ("lib", "f"): "function", ("", "N"): "value"})
    assert "namespace lib {}" in text
    assert "namespace lib { template <class... B> __host__ __device__ cudalint_any f(B&&...); }" in text
    assert "enum cudalint_value_of_N { N = 1000 };" in text


def test_anything_takes_part_in_every_expression(tmp_path: Path) -> None:
    source = """
        #include <iostream>
        __global__ void k(float *p, int n) {
          float x = thing * 2 + p[thing] - thing.y(3) / *thing;
          thing += n;
          if (!thing && n < thing || thing == 2.0f) p[n << thing] = x;
        }
        int main() { std::cout << 3 << std::endl; }
    """
    result = parsed(tmp_path, source)
    assert all("ambiguous" not in m for m in messages(result))
