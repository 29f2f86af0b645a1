"""What a piece of PTX leaves in its outputs, where that can be told: a shuffle, the lane's number, and whatever is the
same in all lanes because everything that it is made from is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cudalint.ir.types import UNSIGNED
from cudalint.simt.intrinsics.groups import lane_number
from cudalint.simt.intrinsics.warp import shuffled
from cudalint.simt.machine import Machine
from cudalint.simt.values import VARYING, Number, Pointer, Value

_SHUFFLE = re.compile(
    r"\s*shfl\.sync\.(?P<kind>idx|up|down|bfly)\.b32\s+%0\s*,\s*%(?P<value>\d+)\s*,\s*(?P<lane>%?\w+)\s*,"
    r"\s*(?P<clamp>\w+)\s*,[^;]*;?\s*"
)
_KINDS = {"idx": "index", "up": "up", "down": "down", "bfly": "xor"}
_WHOLE_WARP = {"idx": 31, "up": 0, "down": 31, "bfly": 31}
_LANE = re.compile(r"\s*mov\.[bsu]32\s+%0\s*,\s*%%?laneid\s*;?\s*")
_OPERATION = re.compile(r"(?:^|[;{}\n])\s*(?:@!?%*\w+\s+)?(?P<name>[a-z]\w*)")
_REGISTER = re.compile(r"%%?(?P<name>[a-z]\w*)")
_ALIKE_OPERATIONS = frozenset(
    """ld mov cvta cvt add sub mul mul24 mad mad24 fma div rem neg abs min max and or xor not cnot shl shr lop3 prmt bfe
    bfi bfind popc clz brev selp setp sad sin cos ex2 lg2 tanh rcp rsqrt sqrt createpolicy mapa getctarank activemask
    vote isspacep applypriority prefetch membar fence bar barrier griddepcontrol nanosleep mbarrier""".split()  # noqa: SIM905
)
"""Those whose result depends on nothing but their operands, or is one for the warp."""

_ALIKE_REGISTERS = frozenset(
    """ctaid nctaid ntid clusterid nclusterid cluster_ctaid cluster_nctaid cluster_ctarank cluster_nctarank gridid smid
    nsmid warpid nwarpid clock clock64 globaltimer dynamic_smem_size total_smem_size""".split()  # noqa: SIM905
)

Result = Callable[[Machine, Sequence[Value]], Value | None]


def result_of(text: str, outputs: int) -> Result | None:
    """What gives the first output from the inputs, or None where the text is no single shuffle and asks for no lane."""
    if _LANE.fullmatch(text):
        return lambda machine, values: lane_number(machine)
    match = _SHUFFLE.fullmatch(text)
    if match is None or _integer(match["clamp"]) != _WHOLE_WARP[match["kind"]]:
        return None
    kind, index, lane = _KINDS[match["kind"]], int(match["value"]) - outputs, match["lane"]

    def run(machine: Machine, values: Sequence[Value]) -> Value | None:
        source = values[int(lane[1:]) - outputs] if lane.startswith("%") else Number(_integer(lane) or 0)
        return shuffled(machine, values[index], source, Number(32), kind, UNSIGNED)

    operands = [index, int(lane[1:]) - outputs if lane.startswith("%") else 0]
    return run if all(operand >= 0 for operand in operands) else None


def keeps_alike(text: str) -> bool:
    """Whether the outputs are the same in all lanes of a warp if all inputs are."""
    operations = {match["name"] for match in _OPERATION.finditer(text)}
    registers = {match["name"] for match in _REGISTER.finditer(text)}
    return operations <= _ALIKE_OPERATIONS and registers <= _ALIKE_REGISTERS


def is_alike(machine: Machine, value: Value) -> bool:
    """Whether a value is known to be the same in all lanes of a warp."""
    if isinstance(value, Number):
        return value.taint < VARYING and machine.uniform_in_warp(value.data)
    return isinstance(value, Pointer) and value.taint < VARYING and machine.uniform_in_warp(value.offset)


def _integer(text: str) -> int | None:
    try:
        return int(text, 0)
    except ValueError:
        return None
