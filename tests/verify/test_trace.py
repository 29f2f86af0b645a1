from __future__ import annotations

import struct
from typing import Any

import pytest

from cudalint.verify.cpu.symbols import Place, parsed
from cudalint.verify.cpu.trace import launched, measured, read_trace
from cudalint.verify.measured import CannotMeasure

KERNEL, PC, CALL = 0x1000, 0x1101, 0x1201
NAMES = {
    KERNEL: Place((), "void k<4>(float*)"),
    PC - 1: Place((("/a/h.cuh", 3), ("/a/k.cu", 9)), "helper(float*)"),
    CALL - 1: Place((("/a/k.cu", 20),), "void k<4>(float*)"),
}


def pattern(count: int, addresses: list[int], others: list[int] | None = None) -> bytes:
    padded = addresses + [0] * (32 - len(addresses))
    raw = struct.pack("<QI32q", count, (1 << len(addresses)) - 1, *padded)
    return raw if others is None else raw + struct.pack("<32q", *others)


def site(space: int, kind: int, size: int, *patterns: bytes, dropped: int = 0) -> bytes:
    callers = (1, 2, CALL)
    head = struct.pack("<QBBHIQQ", PC, space, kind, size, len(callers), len(patterns), dropped)
    return head + struct.pack("<3Q", *callers) + b"".join(patterns)


def launch(*sites: bytes, recorded: int = 2, blocks: int = 2) -> bytes:
    head = struct.pack("<IIQ3I3IQQ", 0x43554431, len(sites), KERNEL, 8, 1, 1, 32, 4, 1, recorded, blocks)
    return head + b"".join(sites)


def rows(raw: bytes) -> Any:
    return measured(read_trace(raw), NAMES)


DENSE = [4 * lane for lane in range(32)]


def test_requests_are_costed_and_weighed() -> None:
    raw = launch(site(1, 0, 4, pattern(3, DENSE), pattern(1, [128 * lane for lane in range(32)])))
    (row,) = rows(raw)
    assert (row.executions, row.threads, row.cost, row.ideal) == (4, 128, 3 * 4 + 32, 16)
    assert (row.space, row.kind, row.width, row.kernel) == ("global", "load", 4, "void k<4>(float*)")
    assert (row.at, row.via) == (("/a/h.cuh", 3), (("/a/k.cu", 9), ("/a/k.cu", 20)))


@pytest.mark.parametrize(
    ("kind", "size", "addresses", "cost", "name"),
    [
        (0, 4, [128 * lane for lane in range(32)], 32, "load"),
        (1, 8, [8 * lane for lane in range(32)], 2, "store"),
        (2, 4, [0] * 32, 32, "atomic"),
        (4, 4, [0] * 32, 1, "atomic"),
        (6, 4, [16 * lane for lane in range(32)], 4, "load"),
    ],
)
def test_kinds_in_shared_memory(kind: int, size: int, addresses: list[int], cost: int, name: str) -> None:
    (row,) = rows(launch(site(2, kind, size, pattern(1, addresses))))
    assert (row.space, row.kind, row.cost) == ("shared", name, cost)


def test_asynchronous_copies_are_two_accesses() -> None:
    load, store = rows(launch(site(2, 5, 4, pattern(1, DENSE, [32 * lane for lane in range(32)]))))
    assert (load.space, load.kind, load.cost, load.ideal) == ("global", "load", 32, 4)
    assert (store.space, store.kind, store.counted) == ("shared", "store", True)
    past_l1 = rows(launch(site(2, 5, 16, pattern(1, [16 * i for i in range(32)], [16 * i for i in range(32)]))))
    assert [r.counted for r in past_l1] == [True, False]


def test_dropped_patterns_scale_the_rest() -> None:
    (row,) = rows(launch(site(1, 0, 4, pattern(2, DENSE), dropped=2)))
    assert (row.executions, row.cost) == (4, 16)


def test_launches_and_samples() -> None:
    found = read_trace(launch() + launch(recorded=3, blocks=8))
    assert [launched(one, NAMES).sampled for one in found] == [None, 3]
    assert launched(found[0], NAMES).block == (32, 4, 1)


def test_a_trace_that_was_cut_off_keeps_what_is_whole() -> None:
    raw = launch(site(1, 0, 4, pattern(1, DENSE)))
    assert len(read_trace(raw + raw[:-10])) == 1
    with pytest.raises(CannotMeasure, match="damaged"):
        read_trace(bytes(200))


def test_the_output_of_addr2line() -> None:
    output = "\n".join(
        [
            *(
                "0x0000000000001100",
                "own(int)",
                "/own/h.h:3",
                "helper(int)",
                "/scratch/a/k.cu:7 (discriminator 2)",
            ),
            *("k(int*)", "/a/k.cu:30", "0x0000000000001200", "??", "??:0"),
        ]
    )
    assert parsed(output, "/own", "/scratch") == {
        0x1100: Place((("/a/k.cu", 7), ("/a/k.cu", 30)), "k(int*)"),
        0x1200: Place((), "??"),
    }
