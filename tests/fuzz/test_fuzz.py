"""A small, fixed budget of fuzzing, always the same inputs first."""

from __future__ import annotations

import os
from pathlib import Path

from tests.fuzz.__main__ import ROOT, corpus
from tests.fuzz.campaign import Campaign

SECONDS = float(os.environ.get("CUDALINT_FUZZ_SECONDS", "20"))


def test_no_input_is_too_much(tmp_path: Path) -> None:
    campaign = Campaign(1, corpus([ROOT / "fixtures", ROOT / "rules"]), tmp_path)
    tally = campaign.run(SECONDS)
    assert tally.failures == []
    assert tally.accesses > 100
