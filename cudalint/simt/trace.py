"""A recorder that also keeps the requests of each site one by one: for explaining an access, not for checking many."""

from __future__ import annotations

from collections.abc import Iterator

from cudalint.ir.term import Symbol, Term, symbols
from cudalint.simt.machine import Machine
from cudalint.simt.recorder import Recorder
from cudalint.simt.site import LoopWeight, Site
from cudalint.simt.values import Spot, is_varying, term_of

MOST_TRACED = 512
"""Requests by all warps that are kept of a site."""


class TracingRecorder(Recorder):
    """Keeps in `Site.trace` the loops' counters, byte offsets and masks of the first requests that count."""

    def _follow_term(self, site: Site, spot: Spot, machine: Machine) -> None:
        """Where a loop is entered again its variables are new symbols: a formula of the same form takes their place.
        Where a record is moved in several pieces, the formula is that of the first.
        """
        term = term_of(spot, spot.memory.name)
        if site.term is None or not _is_further_piece(site.term, term):
            if site.term is not None and _same_form(site.term, term):
                site.term = term
            super()._follow_term(site, spot, machine)
        if len(site.trace) < MOST_TRACED:
            counters = tuple(dict(_counters(spot, machine)).items())
            site.trace.append((counters, machine.spread(spot.offset), machine.mask))


def _is_further_piece(first: Term | int, other: Term | int) -> bool:
    """Whether a term is another one and some bytes."""
    if isinstance(first, int) or isinstance(other, int) or other.operator != "+" or len(other.arguments) != 2:
        return False
    return isinstance(other.arguments[1], int) and _same_form(first, other.arguments[0])


def _same_form(one: Term | int, other: Term | int) -> bool:
    """Whether two terms differ at most in which symbols of the same names they hold."""
    stack = [(one, other)]
    seen: set[tuple[int, int]] = set()
    while stack:
        left, right = stack.pop()
        if left is right or (id(left), id(right)) in seen:
            continue
        seen.add((id(left), id(right)))
        if isinstance(left, int) or isinstance(right, int) or isinstance(left, Symbol) or isinstance(right, Symbol):
            if _name(left) != _name(right):
                return False
            continue
        if left.operator != right.operator or len(left.arguments) != len(right.arguments):
            return False
        stack.extend(zip(left.arguments, right.arguments, strict=True))
    return True


def _name(term: Term | int) -> tuple[str, str] | int | None:
    if isinstance(term, int):
        return term
    return (term.name, term.kind) if isinstance(term, Symbol) else None


def _counters(spot: Spot, machine: Machine) -> Iterator[tuple[str, int]]:
    """What the loops around the access count, outermost first, and other loop variables in its address."""
    counted = []
    weight: LoopWeight | None = machine.weight
    while weight is not None:
        if weight.counter is not None:
            counted.append(weight.counter)
        weight = weight.outer
    in_address = sorted((s for s in symbols(term_of(spot)) if s.kind == "loop"), key=lambda s: s.name)
    for symbol in [*reversed(counted), *in_address]:
        if not is_varying(symbol.value) and not isinstance(symbol.value, float):
            yield symbol.name, int(symbol.value)
