"""Which file configures what, and what is wrong with it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest

from cudalint.config import KEYS, BadConfig, Config, Configurations, read_config
from cudalint.config.schema import SCHEMA_FILE, as_toml, json_schema
from cudalint.rule import BAD_RATIO

EVERYTHING = "\n".join(f"{key.name} = {key.example}" for key in KEYS)


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_every_key_is_read(tmp_path: Path) -> None:
    config = read_config(str(written(tmp_path / ".cudalint.toml", EVERYTHING)))
    assert config.select == ("G", "S202")
    assert config.per_file_ignores == (("tests/**", ("G101",)),)
    assert config.block == (("transpose", (32, 8, 1)),)
    assert (config.threshold, config.fail_on, config.arch, config.std) == (2.0, "error", "sm_80", "c++17")
    assert (config.force_exclude, config.respect_gitignore) == (True, False)
    assert config.include_directories == (str(tmp_path / "include"),)
    assert (config.baseline, config.compile_commands) == (
        str(tmp_path / "cudalint-baseline.json"),
        str(tmp_path / "build"),
    )
    assert all(getattr(config, key.field) != getattr(Config(), key.field) for key in KEYS)


def test_pyproject_holds_the_same_in_its_table(tmp_path: Path) -> None:
    own = read_config(str(written(tmp_path / ".cudalint.toml", EVERYTHING)))
    shared = read_config(
        str(written(tmp_path / "pyproject.toml", f"[project]\nname = 'x'\n[tool.cudalint]\n{EVERYTHING}"))
    )
    assert [getattr(own, k.field) for k in KEYS] == [getattr(shared, k.field) for k in KEYS]


def test_the_nearest_file_wins_and_none_is_merged(tmp_path: Path) -> None:
    written(tmp_path / "pyproject.toml", "[tool.cudalint]\narch = 'sm_80'\nignore = ['G105']")
    written(tmp_path / "sub" / "pyproject.toml", "[project]\nname = 'not about cudalint'")
    written(tmp_path / "near" / ".cudalint.toml", "arch = 'sm_75'")
    written(tmp_path / "near" / "pyproject.toml", "[tool.cudalint]\narch = 'sm_70'")
    configs = Configurations()
    assert configs.of(str(tmp_path / "a.cu")).arch == "sm_80"
    assert configs.of(str(tmp_path / "sub" / "deeper" / "a.cu")).arch == "sm_80"
    near = configs.of(str(tmp_path / "near" / "a.cu"))
    assert (near.arch, near.ignore) == ("sm_75", ())


def test_a_broken_pyproject_of_others_is_not_our_matter(tmp_path: Path) -> None:
    written(tmp_path / "pyproject.toml", "[project\nname = ")
    assert Configurations().of(str(tmp_path / "a.cu")).source is None


WRONG = {
    "slect = ['G101']": "unknown key 'slect', did you mean 'select'?",
    "per_file_ignores = {}": "unknown key 'per_file_ignores', did you mean 'per-file-ignores'?",
    "zzz = 1": "unknown key 'zzz'; known are select, extend-select, ",
    "select = 'G101'": 'select: expected a list of strings, such as ["G", "S202"]',
    "force-exclude = 1": "force-exclude: expected true or false, such as true",
    "threshold = 0.5": "threshold: expected a number, 1 or more, such as 2.0",
    "threshold = true": "threshold: expected a number, 1 or more",
    "threshold = nan": "threshold: expected a number, 1 or more",
    "fail-on = 'fatal'": 'fail-on: expected "note", "warning" or "error"',
    "block = { k = [32, 64] }": "block: expected a table of block shapes, one to three sizes with at most 1024 threads",
    "block = { k = 0 }": "block: expected a table of block shapes",
    "block = { k = [1, 1, 1, 1] }": "block: expected a table of block shapes",
    "per-file-ignores = { a = 'G101' }": "per-file-ignores: expected a table of lists of strings",
    "arch = ''": "arch: expected a string",
    "arch = ": "not TOML: Invalid value",
}


@pytest.mark.parametrize(("text", "message"), WRONG.items())
def test_what_is_wrong_is_one_line_with_the_file(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path / ".cudalint.toml", text)
    with pytest.raises(BadConfig) as error:
        read_config(str(path))
    assert str(error.value).startswith(f"{path}: {message}")
    assert "\n" not in str(error.value)


def test_what_is_printed_reads_back_the_same(tmp_path: Path) -> None:
    config = read_config(str(written(tmp_path / ".cudalint.toml", EVERYTHING)))
    printed = tomllib.loads(as_toml(config))
    assert read_config(str(written(tmp_path / ".cudalint.toml", as_toml(config)))) == config
    assert list(printed) == [key.name for key in KEYS]
    hostile = Config(define=('A="\\\n"',))
    assert tomllib.loads(as_toml(hostile))["define"] == ['A="\\\n"']


def test_the_shipped_schema_is_the_one_that_the_keys_make() -> None:
    import cudalint.config

    shipped = (Path(cudalint.config.__file__).parent / SCHEMA_FILE).read_text("utf-8")
    assert json.loads(shipped) == json_schema()


@pytest.mark.parametrize("text", [EVERYTHING, "", "block = { '*' = 64 }"])
def test_the_schema_takes_what_the_loader_takes(text: str) -> None:
    jsonschema.validate(tomllib.loads(text), json_schema())
    jsonschema.Draft7Validator.check_schema(json_schema())


@pytest.mark.parametrize("text", [t for t in WRONG if not t.endswith("= ") and "nan" not in t and "[32, 64]" not in t])
def test_the_schema_refuses_what_the_loader_refuses(text: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(text), json_schema())


def test_the_default_threshold_is_that_of_the_rules() -> None:
    assert Config().threshold == BAD_RATIO
