"""threadIdx.x and .y exchanged in a kernel, where that is the same program with other neighbours in a warp.

Two ways, each a renaming of threads. In a square block, `threadIdx.x` and `threadIdx.y` everywhere: thread (a, b) does
what thread (b, a) of its block did, and who shares memory and barriers with whom stays. Where x and y are only used as
`blockIdx.x * blockDim.x + threadIdx.x` and the same in y, and as many threads extend along both, the two indices: every
pair of them still occurs once; threads of other blocks meet, so nothing may be shared.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from cudalint.access import GLOBAL, SHARED, Access, FileReport
from cudalint.finding import Finding, SwapThreads
from cudalint.fix.edits import Moved, TextEdit
from cudalint.fix.functions import Function, functions, reached_from
from cudalint.fix.proposal import Patch, Proposal
from cudalint.fix.prove import NotProved, Proof, matched, understood_as_well
from cudalint.fix.source import defines
from cudalint.ir.position import Position
from cudalint.source_text import code_of

_THREAD = re.compile(rb"\bthreadIdx\s*\.\s*([xy])\b")
_BUILTIN = re.compile(rb"\b(?:threadIdx|blockIdx|blockDim|gridDim)\b(?:\s*\.\s*([xy])\b)?")
_WHOLE = re.compile(rb"\b(?:threadIdx|blockIdx|blockDim|gridDim)\b(?!\s*\.\s*[xyz]\b)")
_GLOBAL_INDEX = re.compile(
    rb"\bblockIdx\s*\.\s*([xyz])\s*\*\s*blockDim\s*\.\s*\1\s*\+\s*threadIdx\s*\.\s*\1\b"
    rb"|\bblockDim\s*\.\s*([xyz])\s*\*\s*blockIdx\s*\.\s*\2\s*\+\s*threadIdx\s*\.\s*\2\b"
    rb"|\bthreadIdx\s*\.\s*([xyz])\s*\+\s*blockIdx\s*\.\s*\3\s*\*\s*blockDim\s*\.\s*\3\b"
    rb"|\bthreadIdx\s*\.\s*([xyz])\s*\+\s*blockDim\s*\.\s*\4\s*\*\s*blockIdx\s*\.\s*\4\b"
)
_WARPWISE = re.compile(
    rb"__(?:shfl|ballot|any|all|syncwarp|match|reduce|activemask|pipeline)|cooperative_groups|\bcg::|this_thread"
    rb"|tiled_partition|\bwarpSize\b|\bwmma\b|\basm\b|\batomic|\bclock|printf|__shared__\s+\w+\s+\w+\s*;"
)
_TOGETHER = re.compile(rb"__shared__|__syncthreads|__threadfence|\bcluster")
_OTHER_FUNCTIONS = re.compile(rb"\bthreadIdx\b|\bblockIdx\b")
_SHAPE = re.compile(rb"\bdim3\s*[({]([^(){}]*)[)}]")
_TOLERANCE = 1e-6


def swap_proposals(
    reports: Sequence[FileReport], findings: Sequence[Finding], texts: Mapping[str, bytes]
) -> list[Proposal]:
    """A proposal for each kernel in which a finding asks for it."""
    wanted: dict[tuple[str, str], list[Position]] = defaultdict(list)
    for finding in findings:
        if isinstance(finding.remedy, SwapThreads):
            wanted[finding.at.path, finding.remedy.kernel].append(finding.remedy.at)
    found = []
    for (path, kernel), places in wanted.items():
        arrays = tuple(dict.fromkeys(places))
        accesses = [a for r in reports for a in r.accesses if a.kernel == kernel]
        text = texts.get(path)
        if text is None:
            found.append(Proposal(arrays, (), ("it stands in a file that is not to be changed",)))
            continue
        edits, reason = _edits(text, path, kernel, accesses)
        safe = path.endswith(".cu") and _for_every_launch(text, kernel, accesses)
        patch = Patch("let threadIdx.x walk the fast dimension, threadIdx.y the slow one", path, edits, {}, safe=safe)
        found.append(Proposal(arrays, (patch,) if edits else (), (reason,) if reason else ()))
    return found


def _edits(text: bytes, path: str, kernel: str, accesses: Sequence[Access]) -> tuple[tuple[TextEdit, ...], str]:
    """The edits, or why there are none."""
    named = [f for f in functions(text) if f.name == kernel.encode()]
    if len(named) != 1:
        return (), "its kernel is not found in the text"
    function, code = named[0], code_of(text)
    body = code[slice(*function.body)]
    if _WARPWISE.search(body):
        return (), "the kernel does something warp by warp"
    if any(_OTHER_FUNCTIONS.search(code[slice(*d)]) for d in defines(text)):
        return (), "a macro looks at threadIdx"
    if any(a.at.path != path for a in accesses):
        return (), "it calls functions of other files"
    _, *called = reached_from(text, function)
    if any(_OTHER_FUNCTIONS.search(code[slice(*f.body)]) for f in called):
        return (), "a function that it calls looks at threadIdx"
    if any(a.block is None or a.grid is None for a in accesses):
        return (), "its launch is not known"
    shapes = {(a.block, a.grid) for a in accesses if a.block is not None and a.grid is not None}
    if _WHOLE.search(body):
        return (), "threadIdx is used as a whole"
    if all(block[0] == block[1] for block, _ in shapes):
        return _exchanged(code, function, _THREAD), ""
    if _TOGETHER.search(body):
        return (), "the block is not square, and its threads work together"
    if not all(b[0] * g[0] == b[1] * g[1] for b, g in shapes):
        return (), "the grid does not extend as far along x as along y"
    rest = _GLOBAL_INDEX.sub(b"", body)
    if _BUILTIN.search(rest):
        return (), "threadIdx or blockIdx is used in other ways than in the two indices"
    return _exchanged(code, function, _BUILTIN), ""


def _exchanged(code: bytes, function: Function, pattern: re.Pattern[bytes]) -> tuple[TextEdit, ...]:
    found = (m for m in pattern.finditer(code, *function.body) if m[1])
    return tuple(TextEdit(m.start(1), m.end(1), b"y" if m[1] == b"x" else b"x") for m in found)


def _for_every_launch(text: bytes, kernel: str, accesses: Sequence[Access]) -> bool:
    """Whether the text alone says that every launch has the shape that is needed: one launch, whose block is square by
    its very words, or all of whose extents are numbers."""
    code = code_of(text)
    launches = re.findall(rb"\b" + kernel.encode() + rb"\s*(?:<[^;(){}]*?>\s*)?<<<(.*?)>>>", code, re.DOTALL)
    if len(launches) != 1:
        return False
    shapes = _SHAPE.findall(launches[0])
    for name in re.findall(rb"\b[A-Za-z_]\w*\b", launches[0]):
        shapes += re.findall(rb"\bdim3\s+" + name + rb"\s*[({]([^;]*)[)}]\s*;", code)
    extents = [[part.strip() for part in shape.split(b",")] for shape in shapes]
    if all(a.block is not None and a.block[0] == a.block[1] for a in accesses) and extents:
        return len(extents[-1]) > 1 and extents[-1][0] == extents[-1][1]
    return len(extents) == 2 and all(part.isdigit() for shape in extents for part in shape)


def prove_swap(reports: Sequence[tuple[FileReport, FileReport]], moved: Moved) -> Proof:
    """The sectors before and after, if no access costs more, and all are as often executed and touch, block by block or
    along the other axis, what they touched. Raises `NotProved`."""
    before = after = ideal = 0.0
    changed = others = 0
    for old_report, new_report in reports:
        understood_as_well(old_report, new_report)
        for old, new in matched(old_report.accesses, new_report.accesses, moved):
            if (old.cost, old.strides) == (new.cost, new.strides):
                others += 1
                continue
            _exchanges_axes(old, new)
            changed += 1
            if old.cost is not None and new.cost is not None and old.space == GLOBAL:
                before, after = before + old.cost * old.executions, after + new.cost * new.executions
                ideal += (new.ideal or 0.0) * new.executions
    if after >= before:
        raise NotProved("it would cost as much as before")
    return Proof(before, after, ideal, changed, others, unit="sectors")


def _exchanges_axes(old: Access, new: Access) -> None:
    where = f"the {old.kind} at line {old.at.line}"
    if old.cost is None or new.cost is None:
        raise NotProved(f"{where} is not decided")
    if new.cost > max(old.cost, new.ideal or 0.0) * (1 + _TOLERANCE):
        raise NotProved(f"{where} would cost more")
    strides = [(one.bytes, other.bytes) for one, other in zip(old.strides[:2], new.strides[1::-1], strict=True)]
    if any(one is not None and other is not None and one != other for one, other in strides):
        raise NotProved(f"{where} does not exchange its axes")
    same = old.touched == new.touched or old.block is None or old.block[0] != old.block[1]
    if old.space in (GLOBAL, SHARED) and not same:
        raise NotProved(f"{where} touches something else")
