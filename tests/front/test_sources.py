from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudalint.front.dialect import as_clang_reads
from cudalint.front.options import ParseOptions
from cudalint.front.parse import LARGEST_FILE, UnreadableFile, parse
from tests.front.support import messages, named, parsed


def test_unreadable_files_are_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "binary.cu").write_bytes(b"int x;\0")
    (tmp_path / "large.cu").write_bytes(b" " * (LARGEST_FILE + 1))
    (tmp_path / "folder.cu").mkdir()
    for name, reason in [
        ("binary.cu", "holds NUL bytes, so it is not source text"),
        ("large.cu", f"{LARGEST_FILE + 1} bytes are more than the {LARGEST_FILE} that are read as source"),
        ("folder.cu", "is a directory"),
        ("none.cu", "no such file or directory"),
    ]:
        with pytest.raises(UnreadableFile) as error:
            parse(str(tmp_path / name), ParseOptions())
        assert str(error.value) == f"{tmp_path / name}: {reason}"


def test_text_that_is_not_utf8_keeps_its_columns(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    path.write_bytes(b"/* \xe9t\xe9 */ int v; // \xff\n")
    on_disk = parse(str(path), ParseOptions())
    given_text = parse(str(path), ParseOptions(), source=path.read_bytes())
    assert [named(r.translation_unit.cursor, "v").location.column for r in (on_disk, given_text)] == [15, 15]


def test_given_text_wins_over_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    path.write_text("int on_disk;\n")
    result = parse(str(path), ParseOptions(), source=b"int in_editor;\n")
    assert named(result.translation_unit.cursor, "in_editor") is not None
    assert named(result.translation_unit.cursor, "on_disk") is None


def test_a_relative_path_and_one_through_a_link_are_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed(tmp_path, '#include "b.h"\nstatic_assert(size == 3);\n')
    (tmp_path / "b.h").write_text("constexpr int size = 3;\n")
    (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    for path in ("a.cu", "./a.cu", "link/a.cu"):
        result = parse(path, ParseOptions())
        assert (messages(result), result.path, result.included) == ([], path, (str(tmp_path / "b.h"),))


def test_errors_are_placed_by_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "b.h").write_text('\nint f() { return "a" * 2; }\n')
    result = parsed(tmp_path, '#include "b.h"\nint g() { return "b" * 2; }\n')
    assert result.error_lines == {(str(tmp_path / "a.cu"), 2), (str(tmp_path / "b.h"), 2)}
    assert (result.errors, result.incomplete) == (2, True)


def test_a_late_alignment_is_kept(tmp_path: Path) -> None:
    source = "__global__ void k(float *p) { extern __shared__ alignas(alignof(float4)) float s[]; p[0] = s[0]; }\n"
    result = parsed(tmp_path, source)
    assert messages(result) == []
    assert any(c.kind.name == "ALIGNED_ATTR" for c in named(result.translation_unit.cursor, "s").get_children())


@given(st.text(alphabet="alignas(16)_shredotc \n", max_size=60), st.sampled_from(["", "__shared__ alignas(16) int s;"]))
def test_rewriting_moves_no_line_and_no_other_byte(noise: str, declaration: str) -> None:
    text = (noise + declaration + noise).encode()
    result = as_clang_reads(text)
    assert [len(line) for line in result.split(b"\n")] == [len(line) for line in text.split(b"\n")]
    assert sorted(result) == sorted(text)
