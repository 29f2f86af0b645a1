"""Facts about GPU architectures.

Sources: shared-memory limits from the table of technical specifications in NVIDIA's CUDA C++ Programming Guide.
Sectors, banks, phases and the pairing of wide loads were measured on compute capability 9.0 only
(fixtures/warps_h200.jsonl); NVIDIA states the same sectors for 6.0 and later, the same 32 banks for 5.0 and later, and
the pairing rule for 7.0 and 7.5. So 7.0 and later are taken to cost the same, and everything older is refused.
"""

from __future__ import annotations

import re

from cudalint.frozen import frozen

SECTOR_BYTES = 32
LINE_BYTES = 128
BANKS = 32
BANK_BYTES = 4
WARP_SIZE = 32
STATIC_SHARED_BYTES = 48 * 1024


class UnsupportedArchitecture(ValueError):
    """An architecture we have no facts for."""


@frozen
class Architecture:
    """One compute capability; sizes in bytes.

    `static_shared_bytes`: most shared memory of a block without opting in, `optin_shared_bytes` with it. `measured`:
    the cost model was compared with counters of this very architecture, not only taken over from a neighbour.
    """

    name: str
    capability: tuple[int, int]
    optin_shared_bytes: int
    measured: bool = False
    sector_bytes: int = SECTOR_BYTES
    line_bytes: int = LINE_BYTES
    banks: int = BANKS
    bank_bytes: int = BANK_BYTES
    warp_size: int = WARP_SIZE
    static_shared_bytes: int = STATIC_SHARED_BYTES


_OPTIN_SHARED_KIB = {
    (7, 0): 96,
    (7, 2): 96,
    (7, 5): 64,
    (8, 0): 163,
    (8, 6): 99,
    (8, 7): 163,
    (8, 9): 99,
    (9, 0): 227,
    (10, 0): 227,
    (10, 1): 227,
    (10, 3): 227,
    (11, 0): 227,
    (12, 0): 99,
    (12, 1): 99,
}
_MEASURED = (9, 0)
_OLDEST = (7, 0)
_WHY_NOT = {
    3: "its banks can be 8 bytes wide",
    5: "with L1 caching it moves 128-byte segments instead of sectors",
    6: "how its wide shared loads pair up is not known",
}
_NAME = re.compile(r"(?:sm|compute)_(\d{2,3})[af]?")


def architecture(name: str) -> Architecture:
    """The architecture called "sm_90" or the like ("compute_90", "sm_90a").

    Raises `UnsupportedArchitecture`, with a message of one line, for older and for unknown ones.
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise UnsupportedArchitecture(f"unknown architecture {name!r}; known are {_known()}")
    capability = divmod(int(match[1]), 10)
    if capability < _OLDEST:
        reason = _WHY_NOT.get(capability[0], "no facts about it are at hand")
        raise UnsupportedArchitecture(f"{name} is older than sm_70 and not supported: {reason}")
    if capability not in _OPTIN_SHARED_KIB:
        raise UnsupportedArchitecture(f"unknown architecture {name!r}; known are {_known()}")
    return Architecture(
        name=name,
        capability=capability,
        optin_shared_bytes=_OPTIN_SHARED_KIB[capability] * 1024,
        measured=capability == _MEASURED,
    )


def _known() -> str:
    return ", ".join(f"sm_{major}{minor}" for major, minor in _OPTIN_SHARED_KIB)
