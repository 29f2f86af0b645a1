"""S204 needless-padding: rows of a shared array are longer than they need to be, and no conflict is avoided by it."""

from collections import defaultdict
from collections.abc import Iterator

from cudalint.access import SHARED, Access, FileReport
from cudalint.finding import Finding, Relayout, Severity
from cudalint.ir.position import Position
from cudalint.rule import Rule


def check_file(report: FileReport) -> Iterator[Finding]:
    """Speaks of each array whose accesses cost the same without the end of its rows, which none of them touches."""
    arrays: dict[Position, list[Access]] = defaultdict(list)
    for access in report.accesses:
        if access.space == SHARED:
            arrays[access.object.declared].append(access)
    if not arrays:
        return
    from cudalint.fix.rows import needless_elements

    for declared, accesses in arrays.items():
        elements = needless_elements(accesses)
        if elements:
            yield _finding(declared, accesses, elements)


def _finding(declared: Position, accesses: list[Access], elements: int) -> Finding:
    from cudalint.fix.choice import phrase
    from cudalint.fix.layouts import Padding

    array = max((a.object for a in accesses), key=lambda o: o.shape)
    shorter = Padding(-elements)
    many = "element" if elements == 1 else "elements"
    return Finding(
        code=RULE.code,
        name=RULE.name,
        severity=RULE.severity,
        at=declared,
        message=f"the last {elements} {many} of each row of `{array.name}` {'is' if elements == 1 else 'are'} padding "
        f"that avoids no conflict: {-shorter.added(array)} bytes of shared memory for nothing",
        help=phrase(shorter, array),
        label=f"{elements} {many} of each row never touched",
        kernel=accesses[0].kernel,
        executions=sum(a.executions for a in accesses),
        confidence=accesses[0].status,
        remedy=Relayout(declared, -elements),
    )


RULE = Rule(
    "S204", "needless-padding", "padding that avoids no bank conflict", Severity.NOTE, 90, check_file=check_file
)
