"""Which rule speaks for which access, from which cost on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cudalint.access import ATOMIC, INDIRECT, STORE, UNKNOWN, Access, Object, Skipped
from cudalint.checks import findings_of
from cudalint.finding import Finding, Severity
from cudalint.ir.position import Position
from cudalint.rule import installed_rules
from tests.builders import global_access, report, request, shared_access, strides

EVERY_CODE = frozenset(r.rule.code for r in installed_rules())
AT = Position("a.cu", 1, 20)


def found(*accesses: Access, codes: frozenset[str] = EVERY_CODE) -> list[Finding]:
    return findings_of([report(*accesses)], installed_rules(), codes)


STRUCT = Object("p", AT, "Particle", 24, record="Particle", member=".x")
NARROW = global_access(
    block=(8, 8, 1), cost=8.0, lane_stride=None, rows_per_warp=4, strides=strides(("4", 4), ("4*N", 4096))
)

CASES = {
    "far apart": (global_access(), "G101"),
    "threadIdx.y is the fast axis": (
        global_access(block=(32, 8, 1), strides=strides(("4*N", 4096), ("4", 4))),
        "G102",
    ),
    "threadIdx.z is the fast axis": (
        global_access(block=(32, 1, 8), strides=strides(("4*N", 4096), ("0", None), ("4", 4))),
        "G102",
    ),
    "the block does not extend along y": (global_access(strides=strides(("4*N", 4096), ("4", 4))), "G101"),
    "one member of a struct": (
        global_access(object=STRUCT, lane_stride=24, strides=strides(("24", 24)), cost=24.0, worst=24),
        "G103",
    ),
    "every second struct": (global_access(object=STRUCT, lane_stride=48, strides=strides(("48", 48))), "G103"),
    "one member of a struct, narrow block": (
        replace(NARROW, object=STRUCT, strides=strides(("24", 24), ("24*N", 24576)), cost=26.0),
        "G103",
    ),
    "a stride that is no multiple of the struct": (
        global_access(object=STRUCT, lane_stride=20, strides=strides(("20", 20))),
        "G101",
    ),
    "gapless but 4 bytes off": (
        global_access(cost=5.0, worst=5, consecutive=True, lane_stride=4, strides=strides(("4", 4))),
        "G104",
    ),
    "index is data": (
        global_access(status=INDIRECT, cost=None, worst=None, ideal=None, estimated_cost=31.5, estimated_ideal=4.0),
        "G105",
    ),
    "narrow block": (NARROW, "G106"),
    "narrow block, swapped": (
        replace(NARROW, strides=strides(("4*N", 4096), ("4", 4)), cost=16.0),
        "G102",
    ),
    "one-dimensional shared array": (
        shared_access(object=Object("s", AT, "float", 4, (1024,)), lane_stride=128),
        "S201",
    ),
    "carved shared array without a shape": (shared_access(object=Object("s", AT, "float", 4, dynamic=True)), "S201"),
    "column of a tile": (shared_access(), "S202"),
    "column of a tile from a narrow block": (
        shared_access(
            object=Object("tile", AT, "float", 4, (16, 16)),
            block=(16, 16, 1),
            rows_per_warp=2,
            lane_stride=None,
            strides=strides(("64", 64), ("4", 4)),
            cost=8.0,
            worst=8,
        ),
        "S202",
    ),
    "a stride inside the tile's rows": (
        shared_access(lane_stride=8, strides=strides(("8", 8)), cost=2.0, worst=2),
        "S201",
    ),
    "not analysed": (
        global_access(status=UNKNOWN, reason="virtual call", cost=None, worst=None, ideal=None),
        "X903",
    ),
}


@pytest.mark.parametrize(("access", "code"), CASES.values(), ids=CASES.keys())
def test_an_access_gets_exactly_one_finding(access: Access, code: str) -> None:
    assert [f.code for f in found(access)] == [code]


@pytest.mark.parametrize(("cost", "codes"), [(5.9, []), (6.0, ["G101"])])
def test_global_findings_start_at_half_as_much_again_as_needed(cost: float, codes: list[str]) -> None:
    assert [f.code for f in found(global_access(cost=cost, worst=8))] == codes


@pytest.mark.parametrize(
    ("cost", "severity"),
    [(4.79, None), (4.8, Severity.NOTE), (5.9, Severity.NOTE), (6.0, Severity.WARNING)],
)
def test_misalignment_is_a_note_below_the_threshold(cost: float, severity: Severity | None) -> None:
    spoken = found(global_access(cost=cost, worst=6, consecutive=True, strides=strides(("4", 4)), lane_stride=4))
    assert [f.severity for f in spoken] == ([] if severity is None else [severity])


def test_an_indirect_access_is_a_note_and_silent_where_the_indices_hardly_matter() -> None:
    indirect = global_access(status=INDIRECT, cost=None, worst=None, ideal=None)
    assert found(indirect) == []
    assert found(replace(indirect, estimated_cost=4.5, estimated_ideal=4.0)) == []
    assert [f.severity for f in found(replace(indirect, estimated_cost=30.0, estimated_ideal=4.0))] == [Severity.NOTE]


def test_ignoring_the_most_specific_rule_does_not_bring_up_a_general_one() -> None:
    assert found(shared_access(), codes=EVERY_CODE - {"S202"}) == []


def test_wide_accesses_at_their_ideal_are_clean() -> None:
    assert found(shared_access(width=8, cost=2.0, worst=2, ideal=2.0)) == []


def test_several_instances_of_a_line_give_the_worst_one_and_a_note() -> None:
    worse = global_access()
    milder = global_access(kernel="other", block=(16, 16, 1), cost=8.0, worst=8, kind=STORE)
    (only,) = found(milder, worse)
    assert only.cost == 32.0
    assert only.notes[-1] == "also here: store in `other`, block 16x16: 8 sectors"


def test_more_than_three_further_instances_are_counted() -> None:
    (only,) = found(*(global_access(kernel=f"k{n}", cost=32.0 - n) for n in range(6)))
    assert only.kernel == "k0"
    assert only.notes[-1].endswith("; and 2 more")


def test_the_same_header_line_seen_from_two_files_is_one_finding() -> None:
    at = Position("shared.cuh", 7, 3, 7, 9)
    first = report(global_access(at=at, kernel="one"), path="1.cu")
    second = report(global_access(at=at, kernel="two", cost=16.0, worst=16), path="2.cu")
    (only,) = findings_of([first, second], installed_rules(), EVERY_CODE)
    assert (only.kernel, only.at) == ("one", at)


def test_two_arrays_on_one_place_are_two_findings() -> None:
    other = Object("b", AT, "float", 4)
    assert len(found(global_access(), global_access(object=other))) == 2


def test_findings_are_ordered_by_path_line_column_code() -> None:
    places = [("b.cu", 1, 1), ("a.cu", 9, 2), ("a.cu", 9, 1), ("a.cu", 10, 1), ("a.cu", 2, 7)]
    spoken = found(*(global_access(at=Position(*p)) for p in places))
    assert [(f.at.path, f.at.line, f.at.column) for f in spoken] == sorted(places)


def test_errors_of_a_file_are_findings_of_severity_error() -> None:
    (only,) = findings_of([report(path="x.cu", errors=("x.cu: crashed",))], installed_rules(), EVERY_CODE)
    assert (only.code, only.severity, only.at.path) == ("X902", Severity.ERROR, "x.cu")
    assert only.message == "file is not analysed: crashed"


def test_a_skipped_kernel_is_named_with_its_reason() -> None:
    skipped = (Skipped("x.cu", 4, "k", "in an inactive #if branch"), Skipped("x.cu", 1, "", "no kernels"))
    whole, kernel = findings_of([report(path="x.cu", skipped=skipped)], installed_rules(), EVERY_CODE)
    assert (kernel.code, kernel.severity, kernel.at.line) == ("X903", Severity.NOTE, 4)
    assert kernel.message == "kernel `k` is not analysed: in an inactive #if branch"
    assert whole.message == "file is not analysed: no kernels"


def test_atomics_on_one_word_are_told_from_bank_conflicts() -> None:
    queue = shared_access(kind=ATOMIC, lane_stride=0, sample=request([0] * 32, 32, 1))
    spread = shared_access(
        kind=ATOMIC,
        object=Object("s", AT, "int", 4, (1024,)),
        sample=request([128 * lane for lane in range(32)], 32, 1),
    )
    assert "32 threads update one word" in found(queue)[0].message
    assert "different words of one bank" in found(spread)[0].message
