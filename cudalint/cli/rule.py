"""cudalint rule."""

from __future__ import annotations

import json

import click

from cudalint.cli.options import suggestion


@click.command()
@click.argument("code", required=False)
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
def rule(code: str | None, format_: str) -> int:
    """Print a rule's page, or list all rules."""
    from cudalint.rule import installed_rules, rule_named

    if code is None:
        rules = installed_rules()
    else:
        found = rule_named(code)
        if found is None:
            known = [r.rule.code for r in installed_rules()]
            raise click.UsageError(f"unknown rule {code!r}{suggestion(code, known)}")
        rules = (found,)
    if format_ == "json":
        rows = [
            {
                "code": r.rule.code,
                "name": r.rule.name,
                "summary": r.rule.summary,
                "severity": r.rule.severity.word,
                "on": r.rule.on,
                "page": r.page,
            }
            for r in rules
        ]
        click.echo(json.dumps(rows, indent=1))
    elif code is not None:
        click.echo(rules[0].page.rstrip())
    else:
        for r in rules:
            off = "" if r.rule.on else "  (off by default)"
            click.echo(f"{r.rule.code}  {r.rule.name:20}  {r.rule.summary}{off}")
    return 0
