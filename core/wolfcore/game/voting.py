"""Ballots: how they are collected, shown and weighted; the exile vote and its runoff."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from . import facts as f
from .asks import AskKind, one_line
from .facts import ALL, MODERATOR, Ballot
from .moderator import Moderator, Script

PLAIN_WEIGHT = 2
"""The weight of an ordinary ballot, in halves."""


def _total_weight(m: Moderator) -> int:
    # As if all voted for themselves, which sums every weight, the sheriff's included.
    return sum(_weighted_counts(m, {seat: seat for seat in m.state.voters}).values())


def _weighted_counts(m: Moderator, ballots: Mapping[int, int]) -> dict[int, int]:
    """Sum the ballot weights by target, in halves.

    0 (nobody) is counted only where the board lets it win (`plurality_pass`); otherwise abstentions
    are left out.
    """
    counts: dict[int, int] = {}
    nobody_counts = m.switches.vote == "plurality_pass"
    sheriff, heavy = m.state.sheriff, m.switches.sheriff_weight
    for voter, target in ballots.items():
        if target or nobody_counts:
            counts[target] = counts.get(target, 0) + (heavy if voter == sheriff else PLAIN_WEIGHT)
    return counts


def ballot_options(m: Moderator, voters: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Return each voter's options in an exile vote: the living, and 0 where the board allows it.

    Voters may choose themselves only where the board allows it.
    """
    nobody = (0,) if m.switches.abstain or m.switches.vote == "plurality_pass" else ()
    living = m.state.living
    return {
        seat: (*nobody, *(living if m.switches.vote_self else m.other_living(seat)))
        for seat in voters
    }


def _runoff(m: Moderator, tied: tuple[int, ...]) -> Script[int]:
    """Let the tied seats plead and the others vote between them; return who is exiled, or 0.

    Nobody is exiled on a second tie or where no voter is left.
    """
    voters = [seat for seat in m.state.voters if seat not in tied]
    if not voters:
        return 0
    m.begin_phase("runoff")
    step = m.begin_step("plead")
    for seat in (seat for seat in speaking_order(m) if seat in tied):
        yield from m.ask_speech(step, "plead", seat)
    options = (0, *tied) if m.switches.abstain else tied
    ballots = yield from collect_ballots(
        m, "vote", "runoff", dict.fromkeys(voters, options), m.switches.ballots
    )
    counts = _weighted_counts(m, ballots)
    # Nobody cannot win a runoff, even where `no one` counts as a target.
    counts.pop(0, None)
    top = leaders(counts)
    return top[0] if len(top) == 1 else 0


# -- the vote


def exile_vote(m: Moderator) -> Script[int]:
    """Run the exile vote and, where the board has one, the runoff; return who is exiled, or 0."""
    m.begin_phase("vote")
    ballots = yield from collect_ballots(
        m, "vote", "vote", ballot_options(m, m.state.voters), m.switches.ballots
    )
    counts = _weighted_counts(m, ballots)
    top = leaders(counts)
    # `no one` leads or shares the lead (possible under `plurality_pass` only).
    if not top or 0 in top:
        return 0
    if len(top) == 1:
        # More than half of the votes of all who have one, those of abstainers included.
        enough = m.switches.vote != "majority" or 2 * counts[top[0]] > _total_weight(m)
        return top[0] if enough else 0
    if m.switches.tie == "runoff":
        return (yield from _runoff(m, top))
    # A tie is never a majority, so the lot does not decide it.
    if m.switches.tie == "random" and m.switches.vote != "majority":
        drawn = m.draw(f"tie.d{m.state.day}", top)[0]
        m.tell(f.TieBroken(top, drawn))
        return drawn
    return 0


def collect_ballots(
    m: Moderator,
    kind: AskKind,
    ballot: Ballot,
    options: Mapping[int, tuple[int, ...]],
    visibility: Literal["public", "heard", "secret"],
) -> Script[dict[int, int]]:
    """Collect one round of ballots and log each of them; return the choice by voter.

    Args:
        m: The moderator.
        kind: The kind of the asks.
        ballot: The name of the ballot in the log.
        options: The legal choices of each voter.
        visibility: `public`: all ballots are shown after the last one. `heard`: voters are asked in
            speaking order and each hears the ballots before. `secret`: only the moderator sees
            them.
    """
    step, choices = m.begin_step(kind), dict[int, int]()
    lines = kind == "vote" and m.switches.hears_vote_lines
    if visibility == "heard":
        for seat in speaking_order(m):
            if seat in options:
                # A voter without a legal option is not asked, so the batch may be empty.
                for own in (yield from m.ask_batch(m.make_asks(step, kind, {seat: options[seat]}))):
                    choices[seat] = own.answer.choice
                    line = one_line(own.answer.text) if lines else ""
                    m.tell(f.Voted(seat, choices[seat], ballot, line))
        return choices
    to = ALL if visibility == "public" else MODERATOR
    for own in (yield from m.ask_batch(m.make_asks(step, kind, options))):
        seat, choice = own.ask.seat, own.answer.choice
        choices[seat] = choice
        m.tell(f.Voted(seat, choice, ballot, one_line(own.answer.text) if lines else ""), to)
    return choices


def speaking_order(m: Moderator) -> tuple[int, ...]:
    """Return the living in today's speaking order, or in seat order while there is none."""
    return tuple(seat for seat in m.state.order if seat in m.state.living) or m.state.living


def leaders(counts: Mapping[int, int]) -> tuple[int, ...]:
    """Return the targets with the highest count, ascending; empty where no count is above 0."""
    most = max(counts.values(), default=0)
    return (
        # Where the highest count is 0 nobody leads: the only ballot may be of a sheriff without
        # weight.
        tuple(sorted([target for target, count in counts.items() if count == most])) if most else ()
    )
