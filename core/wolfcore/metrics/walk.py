"""`tables_of`: the single pass over a log that sorts every fact into the game tables.

Each fact type must be in `HANDLERS` or in `IGNORED_FACTS`; a test checks that no type is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wolfcore.game import apply, initial_state
from wolfcore.game import facts as f

from .game_tables import CastBallot, Check, Day, Death, Deed, GameTables, Speech, Statement
from .recorded_game import RecordedGame


def tables_of(game: RecordedGame, alpha: float = 0.5) -> GameTables:
    """Build the tables of a game in one pass over its log.

    Args:
        game: The game.
        alpha: The weight a of the equations with two terms, 0..1.
    """
    walk = _Walk(GameTables(game, alpha))
    for number, entry in enumerate(game.entries):
        fact = entry.fact
        # The state after the fact: handlers read what the fact led to.
        walk.state = apply(walk.state, fact)
        handler = HANDLERS.get(type(fact))
        if handler:
            handler(walk, number, fact)
    return walk.tables


class _Walk:
    """The state of the pass over a log: game state, tables filled so far, and current day."""

    __slots__ = ("day", "state", "tables")

    def __init__(self, tables: GameTables) -> None:
        self.tables = tables
        self.state = initial_state(tables.size)
        self.day = Day(0, 0, self.state)

    def phase_began(self, number: int, fact: f.Began) -> None:
        # All phases of a round have its number: the first is the night, the second ends it.
        if fact.day and fact.day != self.day.number:
            self.day = Day(fact.day, number, self.state)
            self.tables.days.append(self.day)
        elif fact.day and not self.day.dawn:
            self.day.dawn = number
        # Replaced at the first ballot, if there is one.
        if fact.phase == "discussion":
            self.day.living, self.day.voters = self.state.living, self.state.voters

    def dealt(self, number: int, fact: f.Dealt) -> None:
        self.tables.roles[fact.seat] = fact.role

    def revealed(self, number: int, fact: f.Revealed) -> None:
        self.tables.revealed[fact.seat] = (number, fact.role)

    def died(self, number: int, fact: f.Died) -> None:
        self._fell(number, fact.seat)

    def cause(self, number: int, fact: f.Cause) -> None:
        fall = self.tables.deaths.get(fact.seat)
        # The cause is a fact of its own, and the death keeps the entry of its announcement.
        if fall:
            self._fell(fall.entry, fact.seat)

    def _fell(self, number: int, seat: int) -> None:
        death = self.state.death_of(seat)
        if death:
            self.tables.deaths[seat] = Death(number, death.day, death.at_night, death.cause)

    def voted(self, number: int, fact: f.Voted) -> None:
        day = self.day
        day.ballots.setdefault(fact.ballot, []).append(CastBallot(number, fact.voter, fact.target))
        # At the first ballot, before the result of the vote changes who lives and leads.
        if fact.ballot == "vote" and not day.voted:
            day.voted, day.sheriff = number, self.state.sheriff
            day.living, day.voters = self.state.living, self.state.voters

    def exiled(self, number: int, fact: f.Exiled) -> None:
        self.day.exiled = (number, fact.seat)

    def recommended(self, number: int, fact: f.Recommended) -> None:
        self.day.recommended = (number, fact.target)

    def said(self, number: int, fact: f.Said) -> None:
        self.tables.speeches.append(
            Speech(number, self.day.number, fact.seat, fact.kind, fact.text)
        )

    def believed(self, number: int, fact: f.Believed) -> None:
        self.tables.statements.append(
            Statement(number, self.day.number, fact.seat, fact.beliefs, self.state.phase)
        )

    def checked(self, number: int, fact: f.Checked) -> None:
        # A seer that checks nobody has target 0.
        if fact.target:
            self.tables.checks.append(
                Check(number, self.day.number, fact.seer, fact.target, fact.result)
            )

    def ended(self, number: int, fact: f.Ended) -> None:
        self.tables.ended, self.tables.winner, self.tables.end = fact.ended, fact.winner, number

    def attacked(self, number: int, fact: f.Attacked) -> None:
        self.tables.attacks.append(Deed(number, self.day.number, 0, fact.target))

    def deed(
        self, number: int, fact: f.Proposed | f.Protected | f.Saved | f.Poisoned | f.Shot
    ) -> None:
        table: list[Deed] = getattr(self.tables, _DEEDS[type(fact)])
        table.append(Deed(number, self.day.number, fact.seat, fact.target))


_DEEDS: dict[type, str] = {
    f.Proposed: "proposals", f.Protected: "protections", f.Saved: "saves", f.Poisoned: "poisons",
    f.Shot: "shots",
}  # fmt: skip


HANDLERS: dict[type, Callable[[_Walk, int, Any], None]] = {
    f.Began: _Walk.phase_began,
    f.Dealt: _Walk.dealt,
    f.Revealed: _Walk.revealed,
    f.Died: _Walk.died,
    f.Cause: _Walk.cause,
    f.Voted: _Walk.voted,
    f.Exiled: _Walk.exiled,
    f.Recommended: _Walk.recommended,
    f.Said: _Walk.said,
    f.Believed: _Walk.believed,
    f.Checked: _Walk.checked,
    f.Ended: _Walk.ended,
    f.Attacked: _Walk.attacked,
    **dict.fromkeys(_DEEDS, _Walk.deed),
}


IGNORED_FACTS: frozenset[type] = frozenset(
    {
        f.LostVote,  # who votes is read from the game state
        f.Badge,  # the sheriff is read from the game state
        f.Appointed,
        f.Candidates,
        f.OrderSet,
        f.CalledOn,
        f.Bid,
        f.MostNamed,  # elections and the order of speech
        f.Decider,
        f.Whispered,
        f.Victim,
        f.Idle,
        f.QuietNight,  # no night action
        f.TieBroken,
        f.Thought,
        f.Fallback,  # the journal counts replaced answers
    }
)
"""Fact types that no table stores."""
