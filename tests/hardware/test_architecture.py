"""Which architectures are known."""

from __future__ import annotations

import pytest

from cudalint.hardware.architecture import UnsupportedArchitecture, architecture


def test_only_sm_90_was_measured() -> None:
    assert architecture("sm_90").measured
    assert architecture("sm_90a").measured
    assert not any(architecture(name).measured for name in ("sm_70", "sm_75", "sm_80", "sm_89", "sm_100", "sm_120"))


def test_facts() -> None:
    hopper = architecture("sm_90")
    assert hopper.capability == (9, 0)
    assert (hopper.sector_bytes, hopper.line_bytes) == (32, 128)
    assert (hopper.banks, hopper.bank_bytes, hopper.warp_size) == (32, 4, 32)
    assert (hopper.static_shared_bytes, hopper.optin_shared_bytes) == (48 * 1024, 227 * 1024)
    assert architecture("compute_75").optin_shared_bytes == 64 * 1024
    assert architecture("sm_120").capability == (12, 0)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("sm_20", "no facts"),
        ("sm_35", "8 bytes wide"),
        ("sm_52", "128-byte segments"),
        ("sm_61", "pair up"),
        ("sm_99", "unknown architecture"),
        ("gfx942", "unknown architecture"),
        ("sm_9", "unknown architecture"),
        ("", "unknown architecture"),
        ("sm_90 ", "unknown architecture"),
    ],
)
def test_others_are_refused_in_one_line(name: str, why: str) -> None:
    with pytest.raises(UnsupportedArchitecture, match=why) as caught:
        architecture(name)
    assert "\n" not in str(caught.value)
