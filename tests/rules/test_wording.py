"""What the messages say: figures, the stride as a formula, and the right words for each memory."""

from __future__ import annotations

import re

import pytest

from cudalint.access import Access
from cudalint.checks import findings_of
from cudalint.finding import Finding
from cudalint.rule import InstalledRule, installed_rules
from cudalint.wording import amount, block_text, closed_form_note, counted, neighbours_phrase
from tests.builders import global_access, report, request, shared_access, strides
from tests.rules.test_choice import CASES

EVERY_CODE = frozenset(r.rule.code for r in installed_rules())
GLOBAL_ONLY = re.compile(r"coalesc|sector", re.IGNORECASE)
SHARED_ONLY = re.compile(r"\bbank|wavefront|swizzl", re.IGNORECASE)


def only_finding(access: Access) -> Finding:
    (finding,) = findings_of([report(access)], installed_rules(), EVERY_CODE)
    return finding


@pytest.mark.parametrize("access", [a for a, _ in CASES.values()], ids=CASES.keys())
def test_the_two_memories_are_never_mixed_up(access: Access) -> None:
    finding = only_finding(access)
    text = "\n".join((finding.message, finding.help, finding.label, *finding.notes))
    assert not (SHARED_ONLY if access.space == "global" else GLOBAL_ONLY).search(text)
    assert "\n" not in finding.message + finding.help + finding.label


@pytest.mark.parametrize("installed", installed_rules(), ids=lambda r: r.rule.code)
def test_the_page_of_a_rule_keeps_to_its_memory(installed: InstalledRule) -> None:
    first = installed.page.partition("## Example")[0]
    if installed.rule.code.startswith("G"):
        assert not SHARED_ONLY.search(first)
    if installed.rule.code.startswith("S"):
        assert not GLOBAL_ONLY.search(first)


def test_a_global_message_says_cost_ideal_and_stride() -> None:
    assert only_finding(global_access()).message == (
        "strided load from `a` takes 32 sectors where 4 would do: neighbouring threads are 4*N bytes apart (N = 1024)"
    )


def test_a_shared_message_says_wavefronts_and_where_the_array_is() -> None:
    finding = only_finding(shared_access())
    assert finding.message == (
        "column load from `tile` takes 32 wavefronts where 1 would do: "
        "neighbouring threads are one row of 32 float apart, in the same banks"
    )
    assert finding.help == (
        "pad the rows, tile[32][33] instead of tile[32][32] (better here: one edit, and as many blocks fit as before), "
        "or swizzle the column index with the row, [row][column ^ row], wherever the tile is used"
    )
    assert "closed form: gcd(32 words, 32 banks) = 32" in finding.notes
    assert [(r.at.line, r.text) for r in finding.related] == [(2, "`tile` is declared here")]


def test_a_cost_that_varies_says_mean_and_worst() -> None:
    finding = only_finding(global_access(cost=10.25, worst=32))
    assert "10.2 sectors where 4 would do (a mean; up to 32)" in finding.message


def test_assumptions_and_conditions_are_notes() -> None:
    finding = only_finding(global_access(assumptions=("block 256x1x1", "N = 1024"), depends="32 sectors for N >= 8"))
    assert finding.notes == (
        "address: a + 4*N*threadIdx.x bytes",
        "32 sectors for N >= 8",
        "assumed: block 256x1x1, N = 1024",
    )


@pytest.mark.parametrize(
    ("stride", "lane_stride", "phrase"),
    [
        (("4*N", 4096), 4096, "neighbouring threads are 4*N bytes apart (N = 1024)"),
        (("N", 64), 64, "neighbouring threads are N bytes apart (N = 64)"),
        (("4*N + 4", 4100), 4100, "neighbouring threads are 4*N + 4 bytes apart (4100)"),
        (("4*N", None), None, "neighbouring threads are 4*N bytes apart"),
        (("128", 128), 128, "neighbouring threads are 128 bytes apart"),
        (("-8", -8), -8, "neighbouring threads are 8 bytes apart"),
        ((None, None), 96, "neighbouring threads are 96 bytes apart"),
    ],
)
def test_the_distance_between_threads(
    stride: tuple[str | None, int | None], lane_stride: int | None, phrase: str
) -> None:
    assert neighbours_phrase(global_access(strides=strides(stride), lane_stride=lane_stride)) == phrase


def test_inactive_threads_make_the_active_ones_further_apart() -> None:
    addresses: list[int | None] = [4 * lane if lane % 8 == 0 else None for lane in range(32)]
    access = global_access(
        strides=strides(("4", None)), lane_stride=None, active_lanes=4.0, sample=request(addresses, 4, 1)
    )
    assert neighbours_phrase(access) == "active threads are 32 bytes apart"


def test_scattered_lanes_are_described_by_their_runs() -> None:
    eight_rows: list[int | None] = [1024 * (lane // 4) + 4 * (lane % 4) for lane in range(32)]
    access = global_access(strides=strides(), lane_stride=None, sample=request(eight_rows, 8, 4))
    assert neighbours_phrase(access) == "the warp touches 8 separate runs of 16 bytes"
    uneven: list[int | None] = [0, 4, 8, 100] + [None] * 28
    access = global_access(strides=strides(), lane_stride=None, sample=request(uneven, 2, 1))
    assert neighbours_phrase(access) == "the warp touches 2 separate runs"


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({}, ("closed form: gcd(32 words, 32 banks) = 32",)),
        ({"lane_stride": -8, "cost": 2.0}, ("closed form: gcd(2 words, 32 banks) = 2",)),
        ({"cost": 31.0}, ()),
        ({"width": 8}, ()),
        ({"kind": "atomic"}, ()),
        ({"active_lanes": 16.0}, ()),
        ({"lane_stride": 0}, ()),
        ({"lane_stride": 6}, ()),
        ({"lane_stride": None}, ()),
    ],
)
def test_the_closed_form_stands_only_where_it_holds(changes: dict[str, object], note: tuple[str, ...]) -> None:
    assert closed_form_note(shared_access(**changes)) == note


def test_amounts_and_blocks() -> None:
    assert [amount(v) for v in (4.0, 3.98, 4.25, 0.5)] == ["4", "4", "4.2", "0.5"]
    assert (counted(1.0, "sectors"), counted(1.5, "wavefronts")) == ("1 sector", "1.5 wavefronts")
    assert [block_text(b) for b in ((256, 1, 1), (32, 8, 1), (8, 1, 4))] == ["256", "32x8", "8x1x4"]
