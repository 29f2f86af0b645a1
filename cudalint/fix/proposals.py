"""What to try for the findings of a file: patches, the best one first, and why there is none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from cudalint.access import ATOMIC, SHARED, Access, FileReport, Object
from cudalint.finding import Finding, Relayout
from cudalint.fix.accessor import accessor_edits
from cudalint.fix.carved_patches import carved_patches
from cudalint.fix.choice import choices, phrase, threads_of
from cudalint.fix.composed import BothPaddings, WiderElements
from cudalint.fix.edits import TextEdit
from cudalint.fix.functions import call_around, only_function, reached_from
from cudalint.fix.layouts import Layout, Padding
from cudalint.fix.places import NotPatchable
from cudalint.fix.proposal import Patch, Proposal
from cudalint.fix.records import record_edits
from cudalint.fix.rewriting import layout_edits, uses_of
from cudalint.fix.search import Search, in_the_way, search
from cudalint.fix.sizes import size_of, static_bytes
from cudalint.hardware.architecture import Architecture
from cudalint.ir.position import Position
from cudalint.rule import BAD_RATIO


def proposals(
    reports: Sequence[FileReport], findings: Sequence[Finding], texts: Mapping[str, bytes], target: Architecture
) -> list[Proposal]:
    """For each array that a finding wants laid out anew. `texts`: those of the files that may be changed, by path."""
    wanted: dict[Position, int] = {}
    for finding in findings:
        if isinstance(finding.remedy, Relayout):
            known = wanted.get(finding.remedy.array, 0)
            wanted[finding.remedy.array] = known or finding.remedy.elements
    accesses: dict[Position, list[Access]] = defaultdict(list)
    taken: dict[Position, int] = defaultdict(int)
    for report in reports:
        by_kernel = {name: static_bytes(report.accesses, name) for name in report.kernels}
        for access in report.accesses:
            if access.space == SHARED:
                at = access.object.declared
                accesses[at].append(access)
                taken[at] = max(taken[at], by_kernel.get(access.kernel, 0))
    done: set[Position] = set()
    found: list[Proposal] = []
    for declared, elements in wanted.items():
        if declared in done or declared not in accesses:
            continue
        text = texts.get(declared.path)
        if text is None:
            found.append(Proposal((declared,), (), ("it is declared in a file that is not to be changed",)))
            continue
        family = _family(text, declared, accesses)
        done.update(family)
        members = {at: tuple(accesses[at]) for at in family}
        shared_bytes = max(taken[at] for at in family)
        found.append(_proposal(text, members, elements, shared_bytes, target))
    return found


def _family(text: bytes, declared: Position, accesses: Mapping[Position, Sequence[Access]]) -> tuple[Position, ...]:
    """The array, and all others of its name where a macro is the way to them, or a function that gets them all: they
    can only change together."""
    array = accesses[declared][0].object
    in_macros, functions = _ways(text, array)
    if not in_macros and not functions:
        return (declared,)
    named = ((at, theirs[0].object) for at, theirs in accesses.items() if at.path == declared.path)
    alike = [(at, other) for at, other in named if other.name == array.name]
    return tuple(at for at, other in alike if in_macros or at == declared or functions & _ways(text, other)[1])


def _ways(text: bytes, array: Object) -> tuple[bool, frozenset[bytes]]:
    """Whether macros name the array, and the functions of the file that get it as a whole, with what they call."""
    try:
        uses = uses_of(text, array)
    except NotPatchable:
        return False, frozenset()
    calls = (call_around(text, m.start) for m in uses.others if not m.subscripts)
    getting = (only_function(text, c.name) for c in calls if c is not None)
    return uses.in_macros, frozenset(f.name for g in getting if g is not None for f in reached_from(text, g))


def _proposal(
    text: bytes,
    members: Mapping[Position, tuple[Access, ...]],
    elements: int,
    shared_bytes: int,
    target: Architecture,
) -> Proposal:
    arrays = tuple(members)
    together = tuple(a for theirs in members.values() for a in theirs)
    if any(not a.object.shape for a in together):
        if len(arrays) > 1 or not any(a.object.dynamic for a in together):
            return Proposal(arrays, (), ("its extents are not known",))
        carved, reasons = carved_patches(text, arrays[0], together)
        return Proposal(arrays, tuple(carved), tuple(dict.fromkeys(reasons)))
    partial = False
    if elements:
        layouts: list[Layout] = [Padding(elements)]
        refusal = ""
    else:
        result = search(together)
        layouts = [c.found.layout for c in choices(result, shared_bytes, threads_of(together), target)]
        refusal = result.refusal or ("" if layouts else why_none(together))
        if not layouts and halves_the_waste(result):
            assert result.partial is not None
            layouts, refusal, partial = [result.partial.layout], "", True
    memory = (shared_bytes, target.static_shared_bytes)
    patches: list[Patch] = []
    refusals = [refusal] if refusal else []
    for layout in layouts:
        for write in (_in_place, _with_accessor):
            try:
                patches.append(_patch(text, members, layout, write, memory, partial=partial))
            except NotPatchable as error:
                refusals.append(str(error))
            else:
                break
    if not elements and len(arrays) == 1:
        carved, _ = carved_patches(text, arrays[0], together)
        patches += carved
    return Proposal(arrays, tuple(patches), tuple(dict.fromkeys(filter(None, refusals))))


def halves_the_waste(result: Search) -> bool:
    """Whether what helps most takes away half of the waste at least."""
    found = result.partial
    if found is None:
        return False
    return found.after.cost - found.after.ideal <= (found.before.cost - found.before.ideal) / 2


def why_none(accesses: Sequence[Access]) -> str:
    """Why no layout frees an array of conflicts, where the kind of access says so."""
    wasteful = [a for a in accesses if a.waste >= BAD_RATIO]
    if wasteful and all(a.kind == ATOMIC for a in wasteful):
        return "its lanes wait for one and the same word, wherever that lies"
    obstacle = in_the_way(accesses)
    if obstacle is not None:
        where = f"the {obstacle.access.kind} at line {obstacle.access.at.line}"
        return f"no layout was found: the one that helps most would make {where} dearer"
    return "no layout was found that frees it of conflicts"


_Write = Callable[[bytes, Object, Layout, Sequence[Object]], tuple[TextEdit, ...]]


def _in_place(text: bytes, array: Object, layout: Layout, every: Sequence[Object]) -> tuple[TextEdit, ...]:
    """The declaration and each index."""
    if isinstance(layout, WiderElements):
        return record_edits(text, array, uses_of(text, array), layout)
    return layout_edits(text, array, layout, every)


def _with_accessor(text: bytes, array: Object, layout: Layout, every: Sequence[Object]) -> tuple[TextEdit, ...]:
    """A class in the place of the pointers."""
    return accessor_edits(text, array, uses_of(text, array), layout, every)


def _goes_by_data(access: Access) -> bool:
    """Whether its addresses are not known; they are where only the counter is missing, as for wide copies."""
    return access.cost is None and not (access.requests and access.every_request)


def _patch(
    text: bytes,
    members: Mapping[Position, tuple[Access, ...]],
    layout: Layout,
    write: _Write,
    memory: tuple[int, int],
    *,
    partial: bool,
) -> Patch:
    """One layout for all members; `memory`: bytes of static shared memory that the kernel has and may have. Raises
    `NotPatchable`."""
    edits: set[TextEdit] = set()
    every = [a.object for theirs in members.values() for a in theirs]
    declared_only = isinstance(layout, (Padding, BothPaddings, WiderElements))
    for theirs in members.values():
        array = theirs[0].object
        if declared_only and uses_of(text, array).loose and any(_goes_by_data(a) for a in theirs):
            raise NotPatchable("some of its addresses are data, and not every use picks an element by its indices")
        edits.update(write(text, array, layout, every))
    if not edits:
        raise NotPatchable("there is nothing to change in the text")
    largest: Object = max(every, key=size_of)
    path = largest.declared.path
    title = phrase(layout, largest) + (", which leaves some conflicts" if partial else "")
    room = "" if largest.dynamic else _room(layout.added(largest), *memory)
    return Patch(title, path, tuple(sorted(edits)), dict.fromkeys(members, layout), partial=partial, room=room)


def _room(added: int, now: int, most: int) -> str:
    """'132 bytes more of shared memory, 4228 of the 49152 of a block'"""
    if not added:
        return "no more shared memory"
    return (
        f"{abs(added)} bytes {'more' if added > 0 else 'less'} of shared memory, {now + added} of the {most} of a block"
    )
