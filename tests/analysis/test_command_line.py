"""Sizes that `main` reads from the command line, as the build files run the program."""

from pathlib import Path

import pytest

from cudalint.access import Access
from cudalint.launch.command_line import command_line
from tests.analysis.seen import COLUMN, accesses

MAIN = """
#include <cstdlib>
int main(int argc, char** argv) {
  if (argc != 3) { return 1; }
  int n = atoi(argv[1]);
  int threads = atoi(argv[2]);
  k<<<4, threads>>>(nullptr, n);
}
"""


def found(folder: Path, name: str, text: str) -> tuple[str | None, ...] | None:
    (folder / name).write_text(text)
    line = command_line(str(folder / "a.cu"))
    return None if line is None else line.arguments


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("run: $(program)\n\t$(LAUNCHER) ./$(program) 4096 5137\n", ("4096", "5137")),
        ("all: a\n\nrun:\n\t@time ./a 3 'x y' > out.txt\n", ("3", "x y")),
        ("test: a\n\tcd out && ./a -n $(N) 7 | tee log # twice\n", ("-n", None, "7")),
        ("bench:\n\tOMP_NUM_THREADS=4 mpirun -np 2 ./a 1 \\\n\t  2\n", ("1", "2")),
        ("check: a\n\t./a\n", ()),
        ("run:\n\t./other 1\n\t./a 2\n", ("2",)),
        ("run:\n\t./one 1\n\t./two 2\n", None),
        ("a: a.cu\n\t./generate 12\n\tnvcc a.cu\n", None),
        ("run:\n\t./run.sh 1\n\trm -rf ./a 3\n", None),
        ("PROGRAM := ./a 3\nrun := yes\n", None),
        ("run:\n\t./a 'broken\n", ("'broken",)),
    ],
)
def test_makefiles(tmp_path: Path, text: str, arguments: tuple[str | None, ...] | None) -> None:
    assert found(tmp_path, "Makefile", text) == arguments


@pytest.mark.parametrize(
    ("name", "text", "arguments"),
    [
        ("run", "#!/bin/sh\n# ./a 1\n./a -s 256 -v\n", ("-s", "256", "-v")),
        ("run.sh", "set -e; bin/a 8 2>&1\n", ("8",)),
        ("CMakeLists.txt", "add_executable(a a.cu)\nadd_test(NAME small COMMAND a 64\n  2)\n", ("64", "2")),
        ("CMakeLists.txt", "add_executable(a a.cu)\n", None),
        ("README", "./a 1\n", None),
    ],
)
def test_scripts_and_tests(tmp_path: Path, name: str, text: str, arguments: tuple[str | None, ...] | None) -> None:
    assert found(tmp_path, name, text) == arguments


def test_the_folder_above_comes_after_its_own(tmp_path: Path) -> None:
    source = tmp_path / "src"
    source.mkdir()
    (tmp_path / "Makefile").write_text("run:\n\tsrc/a 1\n")
    above = command_line(str(source / "a.cu"))
    assert above is not None
    assert (above.arguments, above.place) == (("1",), "Makefile:2")
    assert found(source, "run", "./a 2\n") == ("2",)


def rows(folder: Path, run: str, main: str = MAIN) -> list[Access]:
    (folder / "Makefile").write_text(f"run: a\n\t./a {run}\n")
    return accesses(folder, COLUMN + main)


def test_sizes_and_block_are_those_of_the_run_but_never_certain(tmp_path: Path) -> None:
    (access,) = rows(tmp_path, "2 64")
    assert (access.cost, access.ideal, access.status, access.executions) == (8.0, 4.0, "estimate", 8)
    assert access.assumptions == ("block 64x1x1", "n = 2", "run as in Makefile:2")


def test_what_a_condition_on_the_command_line_decides_is_not_certain_either(tmp_path: Path) -> None:
    main = (
        "int main(int argc, char** argv) {\n  int n = 8; bool wide = strcmp(argv[1], %s) == 0;\n"
        "  if (wide) n = 1;\n  k<<<4, 64>>>(nullptr, n); }\n"
    )
    (narrow,) = rows(tmp_path, "-w", "#include <cstring>\n" + main % '"-w"')
    assert (narrow.cost, narrow.status) == (4.0, "estimate")
    (default,) = rows(tmp_path, "-n", "#include <cstring>\n" + main % '"-w"')
    assert default.cost == 32.0


def test_a_choice_by_a_number_of_the_command_line_is_not_certain(tmp_path: Path) -> None:
    main = MAIN.replace("int n = atoi(argv[1]);", "int n = atoi(argv[1]) > 100 ? 2 : 8;").replace(", threads>", ", 64>")
    for run, cost in (("1000 1", 8.0), ("10 1", 32.0)):
        (access,) = rows(tmp_path, run, main)
        assert (access.cost, access.status) == (cost, "estimate")


def test_numbers_are_read_as_c_reads_them(tmp_path: Path) -> None:
    main = MAIN.replace("atoi(argv[1])", "strtol(argv[1], nullptr, 0)").replace("atoi(argv[2])", "(int)atof(argv[2])")
    (access,) = rows(tmp_path, "0x2 6.4e1", main)
    assert (access.cost, access.executions) == (8.0, 8)


def test_without_such_a_file_a_stand_in_is_assumed(tmp_path: Path) -> None:
    (access,) = accesses(tmp_path, COLUMN + MAIN)
    assert "n = 1024" in access.assumptions
    assert not any("run as" in text for text in access.assumptions)
