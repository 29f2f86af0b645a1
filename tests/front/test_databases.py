from pathlib import Path

from cudalint.front.compile_commands import translate


def test_forced_includes_must_lie_in_the_project(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / "build").mkdir(parents=True)
    (project / ".git").mkdir()
    (project / "config.h").write_text("")
    (tmp_path / "outside.h").write_text("")
    flags = [
        "-include",
        "../config.h",
        "-include",
        "../../outside.h",
        "--pre-include=../config.h",
        "-include",
        "none.h",
    ]
    assert translate(flags, str(project / "build")).forced_includes == (str(project / "config.h"),) * 2


def test_architectures_that_nobody_knows_are_left_out() -> None:
    assert translate(["-arch=sm_35"], "/p").arch == ""
    assert translate(["-gencode", "arch=compute_120f,code=sm_120f", "-arch", "sm_80"], "/p").arch == "sm_120"
