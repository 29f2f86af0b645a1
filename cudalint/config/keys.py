"""Every key of the configuration, once: the loader, the schema, `--show-settings` and the documentation read it."""

from __future__ import annotations

from cudalint.config.values import BLOCKS, FLAG, RATIO, TABLE, TEXT, TEXTS, Block, Kind, choice
from cudalint.frozen import frozen

SEVERITIES = ("note", "warning", "error")


@frozen
class Config:
    """What a configuration file says, defaults where it is silent.

    `source`: the file, None for none; `folder`: absolute, what patterns and relative paths start from. Paths in
    `include_directories`, `compile_commands` and `baseline` are absolute. `threshold`: the cost / ideal from which on
    an access is a finding.
    """

    source: str | None = None
    folder: str = ""
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    respect_gitignore: bool = True
    threshold: float = 1.5
    fail_on: str = "warning"
    baseline: str | None = None
    assume: tuple[str, ...] = ()
    block: tuple[tuple[str | None, Block], ...] = ()
    arch: str = "sm_90"
    std: str | None = None
    include_directories: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    undefine: tuple[str, ...] = ()
    compile_commands: str | None = None


@frozen
class Key:
    """A key as it is written in TOML. `is_path`: relative values start from the folder of the file."""

    name: str
    kind: Kind
    about: str
    example: str
    is_path: bool = False

    @property
    def field(self) -> str:
        """Its name in `Config`."""
        return self.name.replace("-", "_")


KEYS = (
    Key("select", TEXTS, "Rules to run, by code, prefix or name, instead of the default ones.", '["G", "S202"]'),
    Key("extend-select", TEXTS, "Rules to run besides those selected.", '["X903"]'),
    Key("ignore", TEXTS, "Rules not to run.", '["G105"]'),
    Key("per-file-ignores", TABLE, "Rules not to report in files that match a pattern.", '{ "tests/**" = ["G101"] }'),
    Key("exclude", TEXTS, "Patterns of files and folders to leave out, as in .gitignore.", '["third_party"]'),
    Key("force-exclude", FLAG, "Leave excluded files out even if they are named on the command line.", "true"),
    Key("respect-gitignore", FLAG, "Leave out what git ignores when folders are searched.", "false"),
    Key("threshold", RATIO, "Report an access from this cost / ideal on.", "2.0"),
    Key("fail-on", choice(*SEVERITIES), "The least severity of a finding that makes the exit code 1.", '"error"'),
    Key("baseline", TEXT, "The file with known findings, which are not reported.", '"cudalint-baseline.json"', True),
    Key("assume", TEXTS, "C expressions that hold for sizes.", '["N % 32 == 0"]'),
    Key("block", BLOCKS, "Block shapes to assume, by kernel name, * for all.", "{ transpose = [32, 8] }"),
    Key("arch", TEXT, "GPU architecture.", '"sm_80"'),
    Key("std", TEXT, "C++ standard.", '"c++17"'),
    Key("include-directories", TEXTS, "Folders to search for headers.", '["include"]', True),
    Key("define", TEXTS, "Macros to define, NAME or NAME=VALUE.", '["TILE=32"]'),
    Key("undefine", TEXTS, "Macros to undefine.", '["NDEBUG"]'),
    Key("compile-commands", TEXT, "The folder with compile_commands.json.", '"build"', True),
)
