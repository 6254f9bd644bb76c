"""Ballots: how they are collected, who hears them, and who leads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from . import facts as f
from .asks import AskKind
from .facts import ALL, MODERATOR, Ballot
from .moderator import Moderator, Script


def collect_ballots(
    m: Moderator,
    kind: AskKind,
    ballot: Ballot,
    options: Mapping[int, tuple[int, ...]],
    visibility: Literal["public", "heard", "secret"],
) -> Script[dict[int, int]]:
    """Collect a round of ballots; returns choice by voter.

    Args:
        m: The moderator.
        kind: The kind of the asks.
        ballot: What the ballots are called in the log.
        options: The legal choices of each voter.
        visibility: All shown after the last (`public`), each heard in speaking order (`heard`), or unseen (`secret`).
    """
    step, choices = m.begin_step(kind), dict[int, int]()
    if visibility == "heard":
        for seat in speaking_order(m):
            if seat in options:
                for own in (yield from m.ask_batch(m.make_asks(step, kind, {seat: options[seat]}))):
                    choices[seat] = own.answer.choice
                    m.tell(f.Voted(seat, choices[seat], ballot))
        return choices
    to = ALL if visibility == "public" else MODERATOR
    for own in (yield from m.ask_batch(m.make_asks(step, kind, options))):
        seat, choice = own.ask.seat, own.answer.choice
        choices[seat] = choice
        m.tell(f.Voted(seat, choice, ballot), to)
    return choices


def speaking_order(m: Moderator) -> tuple[int, ...]:
    """The living in today's order; by seat while there is none."""
    return tuple(seat for seat in m.state.order if seat in m.state.living) or m.state.living


def leaders(counts: Mapping[int, int]) -> tuple[int, ...]:
    """Who has the most, ascending; empty where nobody has any."""
    most = max(counts.values(), default=0)
    return tuple(sorted([target for target, count in counts.items() if count == most])) if most else ()
