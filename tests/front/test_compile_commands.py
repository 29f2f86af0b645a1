import json
from pathlib import Path

import pytest

from cudalint.front.compile_commands import BadCompileCommands, read_compile_commands, translate
from cudalint.front.options import ParseOptions


def test_nvcc_flags_by_allow_list() -> None:
    command = (
        "-Iinclude -isystem /opt/x -DN=4 -D M -UQ -std=c++17 -gencode arch=compute_80,code=sm_80 "
        "-gencode=arch=compute_90,code=sm_90 --expt-relaxed-constexpr -ccbin g++ -Xcompiler -fPIC,-DHOST "
        "-include evil.h -o out.o"
    )
    options = translate(command.split(), "/project")
    assert options == ParseOptions(
        arch="sm_90",
        include_directories=("/project/include", "/opt/x"),
        defines=("N=4", "M", "HOST"),
        undefines=("Q",),
        standard="c++17",
    )


def test_flags_that_could_load_code_never_pass() -> None:
    assert translate(["-fplugin=x.so", "-Xclang", "-load", "-Xclang", "x.so", "@file"], "/p") == ParseOptions(arch="")


def test_option_files_below_the_folder_are_read_and_others_are_not(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "flags.rsp").write_text("-DINSIDE -I sub")
    (tmp_path / "outside.rsp").write_text("-DOUTSIDE")
    inside = translate(["--options-file", "flags.rsp"], str(project))
    outside = translate(["--options-file", "../outside.rsp"], str(project))
    assert inside.defines == ("INSIDE",)
    assert inside.include_directories == (str(project / "sub"),)
    assert outside.defines == ()


def test_a_database_is_joined_by_file(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text("")
    entries = [
        {"directory": str(tmp_path), "file": "a.cu", "command": "nvcc -DN=8 -arch=sm_80 -c a.cu"},
        {"directory": str(tmp_path), "file": "b.cu", "arguments": ["clang++", "-DN=9"]},
    ]
    (tmp_path / "compile_commands.json").write_text(json.dumps(entries))
    commands = read_compile_commands(str(tmp_path))
    assert commands.options_for(str(source), ParseOptions(defines=("M",))).defines == ("N=8", "M")
    assert commands.options_for(str(source), ParseOptions()).arch == "sm_80"
    unknown = ParseOptions(defines=("M",))
    assert commands.options_for(str(tmp_path / "c.cu"), unknown) == unknown


@pytest.mark.parametrize("text", ["{", "{}", '[{"command": "nvcc"}]'])
def test_a_broken_database_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "compile_commands.json").write_text(text)
    with pytest.raises(BadCompileCommands) as error:
        read_compile_commands(str(tmp_path))
    assert "\n" not in str(error.value)
