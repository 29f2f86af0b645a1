"""The JSON schema of the configuration, for editors and for `cudalint config verify` of others."""

from __future__ import annotations

from typing import Any

from cudalint.config.keys import KEYS, Config

SCHEMA_FILE = "cudalint.schema.json"


def json_schema() -> dict[str, Any]:
    """The schema of .cudalint.toml, which is that of [tool.cudalint] as well."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "cudalint",
        "description": "The configuration of cudalint: .cudalint.toml, or [tool.cudalint] in pyproject.toml.",
        "type": "object",
        "additionalProperties": False,
        "properties": {key.name: {**key.kind.schema, "description": key.about, **_default(key.field)} for key in KEYS},
    }


def _default(field: str) -> dict[str, Any]:
    value = getattr(Config(), field)
    if value is None:
        return {}
    is_table = field in ("per_file_ignores", "block")
    return {"default": {} if is_table else list(value) if isinstance(value, tuple) else value}


def as_toml(config: Config) -> str:
    """The keys and their values, a line each; keys without a value as comments."""
    lines = []
    for key in KEYS:
        value = getattr(config, key.field)
        lines.append(f"# {key.name} is not set" if value is None else f"{key.name} = {key.kind.write(value)}")
    return "\n".join(lines)
