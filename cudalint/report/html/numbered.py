"""The findings of a report with the names under which the page links to them."""

from __future__ import annotations

from collections import defaultdict

from cudalint.finding import Finding
from cudalint.frozen import frozen
from cudalint.report.bundle import Bundle


@frozen
class Numbered:
    """A finding with its anchor, "finding-7"."""

    finding: Finding
    anchor: str


@frozen
class KernelFindings:
    """Those of one kernel; `kernel` "" for what is about no kernel."""

    kernel: str
    findings: tuple[Numbered, ...]


@frozen
class FileFindings:
    """Those of one file; `path` as the analysis knows it, `shown` as the page names it."""

    path: str
    shown: str
    anchor: str
    kernels: tuple[KernelFindings, ...]

    @property
    def findings(self) -> tuple[Numbered, ...]:
        """All of the file."""
        return tuple(n for kernel in self.kernels for n in kernel.findings)


def numbered(bundle: Bundle) -> tuple[FileFindings, ...]:
    """The findings by file and kernel, in the order in which they are reported."""
    by_file: dict[str, dict[str, list[Numbered]]] = defaultdict(lambda: defaultdict(list))
    for number, finding in enumerate(bundle.findings, 1):
        by_file[finding.at.path][finding.kernel].append(Numbered(finding, f"finding-{number}"))
    return tuple(
        FileFindings(
            path,
            bundle.shown(path),
            f"file-{number}",
            tuple(KernelFindings(kernel, tuple(those)) for kernel, those in kernels.items()),
        )
        for number, (path, kernels) in enumerate(by_file.items(), 1)
    )
