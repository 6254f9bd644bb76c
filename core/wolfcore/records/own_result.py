"""`OwnResult`: how a finished game went for its person, as lists and shared results say it.

Only a game that is over has one, and only where exactly one person played, from its first ask to
its end and without having seen the secrets. It names no role but the person's own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import Struct

from wolfcore.files import read_bytes
from wolfcore.game import Entry, RoleName, team_of
from wolfcore.game import facts as f

from .entries import decode_entry, entry_problem
from .layout import LOG_FILE, LOG_LIMIT
from .summaries import GameSummary

Fate = Literal["alive", "killed", "poisoned", "exiled", "shot"]


_KINDS = re.compile(rb'"is":"(?:Began|Dealt|Cause|Voted)"')
"""Marks the lines that a result is computed from; speech escapes its quotation marks."""


class OwnResult(Struct, frozen=True, omit_defaults=True):
    """How a game went for its person.

    Attributes:
        seat: The person's seat.
        role: Their role.
        won: Whether their team won; None if nobody won.
        fate: `alive`, or the cause of their death.
        fell: The day of their death, or of the night of it; 0 if they lived.
        ballots: For each ballot of a vote or runoff, in order, whether it was for a seat of the
            other team; abstentions are left out.
        fooled: For a wolf: the village seats that voted with them against one of the village and
            never against them, most often first. For the village: the wolves with whom they voted
            against one of their own.
    """

    seat: int
    role: RoleName
    won: bool | None
    fate: Fate = "alive"
    fell: int = 0
    ballots: tuple[bool, ...] = ()
    fooled: tuple[int, ...] = ()

    @property
    def outcome(self) -> Literal["won", "lost", "nobody"]:
        """Whether the person won or lost, or `nobody` if no team won."""
        return "nobody" if self.won is None else "won" if self.won else "lost"


def _own_seat(game: GameSummary) -> int:
    """Return the seat of the only person here of a finished game; 0 without a result of its own."""
    about = game.about
    here = set(game.people) - (about.guest_seats if about else set())
    if about is None or game.ended in (None, "void") or len(here) != 1:
        return 0
    (seat,) = here
    now = about.seats_now()[seat - 1]
    alone = set(about.human_seats_ever) == {seat} and now.counts
    return seat if alone else 0


def read_own_result(game: GameSummary) -> OwnResult | None:
    """Read the result of a game's person from its log; None if it has none or is damaged."""
    seat = _own_seat(game)
    if not seat:
        return None
    try:
        log = read_bytes(game.path / LOG_FILE, LOG_LIMIT)
        entries = [decode_entry(line) for line in log.split(b"\n") if _KINDS.search(line)]
    except (OSError, msgspec.DecodeError):
        # Whoever opens the game is told of the damage.
        return None
    size = len(game.names)
    if any(entry_problem(entry, size) for entry in entries):
        return None
    return _result_of(game, seat, entries)


def _result_of(game: GameSummary, seat: int, entries: Iterable[Entry]) -> OwnResult | None:
    """Return the result of the person in `seat`; None if the log does not contain all roles."""
    roles: dict[int, RoleName] = {}
    fate: Fate = "alive"
    day = fell = 0
    rounds: list[dict[int, int]] = []
    for fact in (entry.fact for entry in entries):
        match fact:
            case f.Began(day=day):
                rounds.append({})
            case f.Dealt(seat=dealt, role=role):
                roles[dealt] = role
            case f.Cause(seat=dead, cause=cause) if dead == seat:
                fate, fell = cause, day
            case f.Voted(voter=voter, target=target, ballot="vote" | "runoff") if rounds:
                rounds[-1][voter] = target
            case _:
                pass
    if len(roles) < len(game.names):
        return None
    team = team_of(roles[seat])
    ballots = tuple(team_of(roles[target]) != team for each in rounds if (target := each.get(seat)))
    return OwnResult(
        seat,
        roles[seat],
        None if game.winner is None else game.winner == team,
        fate,
        fell,
        ballots,
        _fooled(seat, roles, rounds),
    )


def _fooled(
    seat: int, roles: dict[int, RoleName], rounds: Iterable[dict[int, int]]
) -> tuple[int, ...]:
    """Return who was fooled by the person, or fooled them, as `OwnResult` says."""
    own = team_of(roles[seat])
    shared = Counter[int]()
    against = set[int]()
    for ballots in rounds:
        target = ballots.get(seat, 0)
        for other, chosen in ballots.items():
            if chosen == seat:
                against.add(other)
            elif other != seat and chosen and chosen == target and team_of(roles[other]) != own:
                shared[other] += team_of(roles[target]) == "village"
    # A wolf that voted against a person fooled them no less; a villager who did was not fooled.
    spared = against if own == "wolves" else set[int]()
    found = [each for each in shared if shared[each] and each not in spared]
    return tuple(sorted(found, key=lambda each: (-shared[each], each)))
