"""Kernels of public programs, as an H200 and the CPU counted them: fixtures/verify/public_h200.jsonl."""

from __future__ import annotations

from collections import Counter

from tests.verify.public import Compared, compared, kernels, read_fixture

WIDE = "nvcc leaves out the half of a wide access that is not used, or could not make it wide"
SELECT = "nvcc reads before it decides, or selects, where g++ branches"
UNROLLED = "nvcc unrolls the loop and keeps values from round to round"
PARTS = "a divergent warp ran in other parts"
BLOCKS = "only some blocks were counted on the CPU, and others differ by their data"
INSTANCES = "not all instances of the template ran on the GPU"

KINDS = {
    ("mergeSort.cu", 78): INSTANCES,
    ("alignedTypes.cu", 139): INSTANCES,
    ("sortingNetworks_common.cuh", 44): UNROLLED,
    ("sortingNetworks_common.cuh", 46): PARTS,
    ("sortingNetworks_common.cuh", 47): PARTS,
    ("sortingNetworks_common.cuh", 48): PARTS,
    ("sortingNetworks_common.cuh", 49): PARTS,
    ("sortingNetworks_common.cuh", 50): PARTS,
    ("warpAggregatedAtomicsCG.cu", 161): BLOCKS,
    ("warpAggregatedAtomicsCG.cu", 179): BLOCKS,
    ("kernel_gpu_cuda.cu", 26): SELECT,
    ("pack_kernels.cu", 37): PARTS,
    ("pack_kernels.cu", 39): PARTS,
    ("lud_kernel.cu", 31): UNROLLED,
    ("lud_kernel.cu", 142): UNROLLED,
    ("srad_kernel.cu", 122): SELECT,
    ("main.cu", 26): WIDE,
    ("main.cu", 35): WIDE,
    ("utils.cuh", 45): WIDE,
    ("cyclic_kernels.cu", 129): SELECT,
    ("cyclic_kernels.cu", 241): SELECT,
}
"""Why the lines differ that do, by file and line."""

ENTRIES = read_fixture()
LINES: list[Compared] = [line for entry in ENTRIES for line in compared(entry)]


def test_most_kernels_are_launched_with_arguments_made_for_them() -> None:
    wanted = sum(len(kernels(entry)) for entry in ENTRIES)
    launched = sum(len(kernels(entry) & set(entry["gpu"]["ran"])) for entry in ENTRIES)
    assert len(ENTRIES) >= 40
    assert wanted >= 200
    assert launched >= 0.8 * wanted


def test_those_that_were_not_say_why() -> None:
    for entry in ENTRIES:
        for kernel in kernels(entry) - set(entry["gpu"]["ran"]):
            assert entry["gpu"]["failed"].get(kernel) or entry["cannot"].get(kernel), (entry["path"], kernel)


def test_cpu_and_gpu_agree_and_the_rest_is_known() -> None:
    differing = [line for line in LINES if not line.same_ratio]
    assert len(LINES) > 1000
    assert len(differing) <= 0.03 * len(LINES)
    assert {(line.file, line.line) for line in differing} == set(KINDS)


def test_costs_of_a_request_differ_where_lanes_are_switched_off() -> None:
    """ncu counts instructions of which a predicate has switched off all lanes: then cost and ideal shrink alike."""
    kinds = Counter((line.same_ratio, line.same_cost) for line in LINES)
    assert kinds[True, True] >= 0.88 * len(LINES)
    for line in LINES:
        if line.same_ratio and not line.same_cost:
            lanes = [counts[1] / counts[0] for counts in (line.cpu, line.gpu)]
            assert lanes[0] != lanes[1] or line.cpu[0] != line.gpu[0]
