import os
import subprocess
import sys
from pathlib import Path

import pytest

from cudalint.front.clang_library import LIBRARY_VARIABLE, clang_library
from tests.front.support import initialiser, parsed


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("(1000 + 128 - 1) / 128", 8),
        ("-7 % 3", -1),
        ("4000000000u", 4000000000),
        ("~0ull", 2**64 - 1),
        ("-(1ll << 40)", -(2**40)),
        ("sizeof(float4)", 16),
        ("1.5f * 2", 3.0),
        ("true", 1),
    ],
)
def test_constants_are_folded_with_their_sign(tmp_path: Path, expression: str, value: float) -> None:
    result = parsed(tmp_path, f"auto v = {expression};\n")
    assert clang_library().evaluate(initialiser(result, "v")) == value


def test_what_is_not_constant_has_no_value(tmp_path: Path) -> None:
    result = parsed(tmp_path, "int f();\nint v = f() + 1;\n")
    assert clang_library().evaluate(initialiser(result, "v")) is None


def test_a_library_that_cannot_be_loaded_is_one_line(tmp_path: Path) -> None:
    program = (
        "from cudalint.front.clang_library import LibclangUnavailable, clang_library\n"
        "try:\n    clang_library()\nexcept LibclangUnavailable as error:\n    print(error)\n"
    )
    environment = {**os.environ, LIBRARY_VARIABLE: str(tmp_path / "none.so")}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.startswith(f"{LIBRARY_VARIABLE}={tmp_path}/none.so cannot be loaded: ")
    assert run.stdout.count("\n") == 1
