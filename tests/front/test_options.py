from pathlib import Path

import pytest

from cudalint.front.options import ARCHITECTURES, ParseOptions, UnknownArchitecture, architecture_flags, flags
from tests.front.support import messages, parsed


@pytest.mark.parametrize("number", sorted(ARCHITECTURES))
def test_every_architecture_parses_with_its_own_macro(tmp_path: Path, number: int) -> None:
    source = f"#ifdef __CUDA_ARCH__\nstatic_assert(__CUDA_ARCH__ == {number * 10});\n#else\n#error host\n#endif\n"
    assert messages(parsed(tmp_path, source, arch=f"sm_{number}")) == []


@pytest.mark.parametrize("arch", ["sm_35", "sm_999", "sm90", "gfx90a", "", "sm_90 -fplugin=x"])
def test_unknown_architectures_are_refused(arch: str) -> None:
    with pytest.raises(UnknownArchitecture):
        architecture_flags(arch)


def test_feature_suffixes_are_accepted() -> None:
    assert architecture_flags("sm_90a") == ["--cuda-gpu-arch=sm_90"]
    assert architecture_flags("compute_100f")[-1] == "-D__CUDA_ARCH__=1000"


def test_only_flags_of_the_list_come_out() -> None:
    options = ParseOptions(
        defines=("N=4", "F(x)=x+1", "-fplugin=evil.so", "A B"),
        undefines=("M", "-load"),
        include_directories=("/project/include",),
        standard="-fplugin=x",
    )
    result = flags(Path("/project/a.cu"), options, ("/project/found",), ("/project/b.cu",))
    assert not any("plugin" in f or "load" in f or "A B" in f for f in result)
    assert [f for f in result if f.startswith(("-D", "-U", "-I", "-std"))] == [
        "-std=c++20",
        "-DN=4",
        "-DF(x)=x+1",
        "-UM",
        "-I/project",
        "-I/project/include",
        "-I/project/found",
    ]
    assert result[-2:] == ["-include", "/project/b.cu"]


@pytest.mark.parametrize(
    ("given", "taken"), [("c++11", "c++17"), ("c++2a", "c++20"), ("c++23", "c++23"), (None, "c++20")]
)
def test_old_standards_are_raised(given: str | None, taken: str) -> None:
    assert f"-std={taken}" in flags(Path("/a.cu"), ParseOptions(standard=given), ())


def test_macros_and_folders_reach_the_source(tmp_path: Path) -> None:
    (tmp_path / "deep" / "inc").mkdir(parents=True)
    (tmp_path / "deep" / "inc" / "sizes.inc2").write_text("constexpr int size = N;\n")
    source = '#include "sizes.inc2"\nstatic_assert(size == 4);\n#ifdef M\n#error M\n#endif\n'
    settings = {"defines": ("N=4", "M"), "undefines": ("M",), "include_directories": (str(tmp_path / "deep/inc"),)}
    assert messages(parsed(tmp_path, source, **settings)) == []
