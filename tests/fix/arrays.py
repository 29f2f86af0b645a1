"""Arrays and accesses made by hand, with their requests."""

from __future__ import annotations

from collections.abc import Sequence

from cudalint.access import SHARED, Access, Object
from cudalint.hardware.warp import shared_cost
from cudalint.ir.position import Position
from tests.builders import requests, shared_access

AT = Position("a.cu", 2, 22)


def array(shape: tuple[int, ...], size: int = 4, name: str = "tile") -> Object:
    """A static shared array."""
    return Object(name, AT, "float", size, shape)


def access(
    to: Object,
    rows: Sequence[Sequence[int | None]],
    *,
    width: int = 0,
    wide: int = 0,
    shift: int = 0,
    fixed: bool = False,
    kind: str = "load",
    counted_as: str = "",
) -> Access:
    """An access with these requests (byte offsets per lane); `wide`: the width that it was merged to."""
    width = width or to.element_size
    recorded = requests(rows, wide or width, counted_as or kind, shift=shift, fixed=fixed)
    cost, ideal = shared_cost(recorded.addresses, recorded.active, recorded.width, recorded.counted_as)
    return shared_access(
        object=to,
        space=SHARED,
        kind=kind,
        width=width,
        cost=float(cost.mean()),
        ideal=float(ideal.mean()),
        worst=int(cost.max()),
        requests=(recorded,),
    )


def column(to: Object, lanes: int = 32, first: int = 0) -> list[int | None]:
    """Each lane one row further down."""
    pitch = to.shape[-1] * to.element_size
    return [pitch * lane + first * to.element_size if lane < lanes else None for lane in range(32)]


def row(to: Object, number: int = 0) -> list[int | None]:
    """Each lane one element further on."""
    return [to.element_size * (to.shape[-1] * number + lane) for lane in range(32)]
