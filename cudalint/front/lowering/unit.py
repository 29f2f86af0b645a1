"""From a parsed file to the IR."""

from __future__ import annotations

from cudalint.front.lowering import (
    assembly,
    calls,
    casts,
    loops,
    names,
    objects,
    operators,
    statements,
)
from cudalint.front.lowering.functions import FunctionTable, is_template
from cudalint.front.lowering.initialisers import initialiser
from cudalint.front.lowering.survey import Defined, Survey
from cudalint.front.lowering.tables import UnitTables
from cudalint.front.parse import ParsedFile
from cudalint.ir.unit import Unit

RULES = (assembly, calls, casts, loops, names, objects, operators, statements)
"""Modules that register how cursors are lowered."""


def lower(parsed: ParsedFile) -> Unit:
    """The IR of a parsed file. Bodies are lowered when they are first looked up in `functions`.

    Deeply nested expressions need a raised recursion limit: the caller's thread must allow for it.
    """
    tables = UnitTables(parsed)
    tables.initialise = initialiser
    functions = FunctionTable(tables)
    survey = Survey(tables)
    kernels: list[str] = []
    hosts: list[Defined] = []
    by_name: dict[str, str] = {}
    main = main_path = None
    # Instances first: where there is one, nobody needs to look at the template itself.
    for function in sorted(survey.defined, key=lambda f: not f.is_instance):
        if function.kind == "kernel":
            key = functions.key_of(function.cursor)
            kernels.append(key)
            by_name.setdefault(function.name, key)
        elif function.kind == "device":
            by_name.setdefault(function.name, functions.key_of(function.cursor))
        elif function.kind == "host":
            is_main = function.name == "main"
            if is_main or survey.launches(function):
                key = functions.key_of(function.cursor)
                hosts.append(function)
                by_name.setdefault(function.name, key)
                if is_main:
                    main, main_path = key, tables.positions.start(function.cursor).path
    templates = [function for function in hosts if is_template(tables, function.cursor)]
    callers = survey.callers(frozenset(function.name for function in templates))
    launching = frozenset(function.name for function in hosts) if main is None else frozenset()
    ordered = dict.fromkeys((*callers, *(f for f in hosts if f not in templates), *templates))
    return Unit(
        path=parsed.path,
        functions=functions,
        kernels=tuple(kernels),
        hosts=tuple(functions.key_of(function.cursor) for function in ordered),
        main=main,
        skipped=parsed.skipped,
        included=parsed.included,
        by_name=by_name,
        main_path=main_path,
        launchers=launching.union(function.name for function in survey.callers(launching)),
    )
