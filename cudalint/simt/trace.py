"""A recorder that also keeps the requests of each site one by one: for explaining an access, not for checking many."""

from __future__ import annotations

from collections.abc import Iterator

from cudalint.ir.term import symbols
from cudalint.simt.machine import Machine
from cudalint.simt.recorder import Recorder
from cudalint.simt.site import Site
from cudalint.simt.values import Spot, is_varying, term_of

MOST_TRACED = 512
"""Requests by all warps that are kept of a site."""


class TracingRecorder(Recorder):
    """Keeps in `Site.trace` the loops' counters, byte offsets and masks of the first requests that count."""

    def _follow_term(self, site: Site, spot: Spot, machine: Machine) -> None:
        super()._follow_term(site, spot, machine)
        if len(site.trace) < MOST_TRACED:
            counters = tuple(dict(_counters(spot, machine)).items())
            site.trace.append((counters, machine.spread(spot.offset), machine.mask))


def _counters(spot: Spot, machine: Machine) -> Iterator[tuple[str, int]]:
    """What the loops around the access count, outermost first, and other loop variables in its address."""
    counted = []
    weight = machine.weight
    while weight is not None:
        if weight.counter is not None:
            counted.append(weight.counter)
        weight = weight.outer or None  # type: ignore[assignment]
    in_address = sorted((s for s in symbols(term_of(spot)) if s.kind == "loop"), key=lambda s: s.name)
    for symbol in [*reversed(counted), *in_address]:
        if not is_varying(symbol.value) and not isinstance(symbol.value, float):
            yield symbol.name, int(symbol.value)
