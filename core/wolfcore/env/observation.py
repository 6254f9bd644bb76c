"""The observation of one seat: a fold of the facts in its view into arrays.

No other data is used. Each fact type must be in `HANDLERS` or in `IGNORED_FACTS`; a test checks
that no type is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from wolfcore.game import Answer, AnsweredAsk, Ask, View, team_of
from wolfcore.game import facts as f
from wolfcore.speech import Proposes, read_whisper

from .spaces import (
    BALLOTS,
    CAUSES,
    ENDS,
    KINDS,
    LAST_DAY,
    PHASES,
    RESULTS,
    Array,
    fields_of,
    numbers_in,
    roles_on,
    split_arrays,
)
from .speech_acts import EVERY_ROLE, SpeechPlaces, speech_places


def _places(names: Sequence[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}


_PHASE, _KIND, _BALLOT, _CAUSE = _places(PHASES), _places(KINDS), _places(BALLOTS), _places(CAUSES)


_END, _RESULT = _places(ENDS), _places(RESULTS)


class SeatObserver:
    """Keeps the observation arrays of one seat up to date with its view.

    Args:
        view: The seat's view; the game keeps it up to date.
        plans: The most candidates that are proposed.
        roles: The roles that have a place in the arrays; None for those of `roles_on`.

    Raises:
        ConfigError: `roles` lacks a role that the board deals.
    """

    __slots__ = ("_answered", "_at", "_day", "_fields", "_flat", "_role", "_taken", "_view")

    def __init__(self, view: View, plans: int, roles: Sequence[str] | None = None) -> None:
        names = roles_on(view.board, roles)
        self._view, self._role = view, _places(names)
        self._fields = fields_of(view.board.size, plans, names)
        self._flat: Array = np.zeros(numbers_in(self._fields), np.int8)
        self._at = split_arrays(self._flat, self._fields)
        self._at["me"][view.seat] = 1
        self._at["living"][1:] = 1
        self._day = self._taken = self._answered = 0

    def arrays(self, ask: Ask | None, plans: Sequence[Answer] = ()) -> dict[str, Array]:
        """Return the current arrays as a copy.

        Args:
            ask: The open ask of the seat, or None.
            plans: The candidates for that ask.
        """
        self._follow()
        # A copy: ask and candidates belong to this observation only.
        parts = split_arrays(self._flat.copy(), self._fields)
        if ask:
            parts["ask"][_KIND[ask.kind]] = 1
        for place, plan in enumerate(plans):
            self._lay_out(parts, place, plan)
        return parts

    def _follow(self) -> None:
        view = self._view
        facts = view.facts
        if self._taken < len(facts):
            for fact in facts[self._taken :]:
                take = HANDLERS.get(type(fact))
                if take:
                    take(self, fact)
            self._taken = len(facts)
        if self._answered < len(view.answered):
            for own in view.answered[self._answered :]:
                self._remember(own)
            self._answered = len(view.answered)

    def _heard(self, text: str, speaker: int) -> SpeechPlaces:
        return speech_places(text, speaker, self._view.names, self._view.board.roles)

    def _lay_out(self, parts: dict[str, Array], place: int, plan: Answer) -> None:
        heard = self._heard(plan.text, self._view.seat)
        parts["plan_choice"][place, plan.choice] = 1
        for act, seat in heard.acts:
            parts["plan_acts"][place, act, seat] = 1
        for role, stands in heard.claims:
            if stands and role in self._role:
                parts["plan_claims"][place, self._role[role]] = 1

    def _remember(self, own: AnsweredAsk) -> None:
        """Set the seat's own ballot, since no fact shows it where ballots are secret."""
        ask = own.ask
        if ask.kind in ("elect", "lean", "vote"):
            # The ballot of a runoff is asked for as a vote.
            ballot = "runoff" if ask.kind == "vote" and ask.phase == "runoff" else ask.kind
            self._at["ballots"][_BALLOT[ballot], ask.seat, own.answer.choice] = ask.day

    # -- one method for each type of fact

    def began(self, fact: f.Began) -> None:
        """Set the day and phase; at night clear the order of speeches and who was called on."""
        at = self._at
        self._day = at["day"][0] = fact.day
        at["phase"][:] = 0
        at["phase"][_PHASE[fact.phase]] = 1
        if fact.phase == "night":
            at["order"][:] = 0
            at["called"][:] = 0

    def role(self, fact: f.Dealt | f.Revealed) -> None:
        """Set a role that this seat learns."""
        self._at["roles"][fact.seat, self._role[fact.role]] = 1

    def died(self, fact: f.Died) -> None:
        """Set the day of a death, and that the seat no longer lives."""
        self._at["living"][fact.seat] = 0
        self._at["died"][fact.seat] = self._day

    def cause(self, fact: f.Cause) -> None:
        """Set the cause of a death."""
        self._at["causes"][fact.seat, _CAUSE[fact.cause]] = 1

    def checked(self, fact: f.Checked) -> None:
        """Set the result of this seat's check: the team, and the role if the check showed it."""
        if fact.result:
            if fact.result in ("village", "wolves"):
                team = fact.result
            else:
                team = team_of(fact.result)
                self._at["roles"][fact.target, self._role[fact.result]] = 1
            self._at["checked"][_RESULT[team], fact.target] = self._day

    def badge(self, fact: f.Badge) -> None:
        """Set the sheriff; index 0 if there will be no sheriff any more."""
        self._at["sheriff"][:] = 0
        self._at["sheriff"][fact.seat] = 1

    def candidates(self, fact: f.Candidates) -> None:
        """Set the candidates for sheriff, numbered in the order of speeches."""
        self._number("candidates", fact.seats)

    def order(self, fact: f.OrderSet) -> None:
        """Set the order of today's speeches."""
        self._number("order", fact.seats)

    def _number(self, name: str, seats: Sequence[int]) -> None:
        places = self._at[name]
        places[:] = 0
        for place, seat in enumerate(seats, 1):
            places[seat] = place

    def called_on(self, fact: f.CalledOn) -> None:
        """Set the seat that speaks next."""
        self._at["called"][:] = 0
        self._at["called"][fact.seat] = 1

    def voted(self, fact: f.Voted) -> None:
        """Set the day of a ballot that this seat sees, and the acts of the line with it.

        A ballot is set by kind, voter and target. A line is not counted as a speech.
        """
        self._at["ballots"][_BALLOT[fact.ballot], fact.voter, fact.target] = self._day
        if fact.line:
            self._take_words(fact.voter, fact.line)

    def tied(self, fact: f.TieBroken) -> None:
        """Write the current day into the array `tied`, at the seats of a tie broken by chance."""
        for seat in fact.among:
            self._at["tied"][seat] = self._day

    def shot(self, fact: f.Shot) -> None:
        """Write the current day into the array `shots`, at the hunter and its target."""
        self._at["shots"][fact.seat, fact.target] = self._day

    def said(self, fact: f.Said) -> None:
        """Count a public speech, and set its acts and role claims."""
        speeches = self._at["speeches"]
        # More would not fit into the bounds of the array.
        speeches[fact.seat] = min(LAST_DAY, speeches[fact.seat] + 1)
        self._take_words(fact.seat, fact.text)

    def _take_words(self, speaker: int, text: str) -> None:
        at, heard = self._at, self._heard(text, speaker)
        acts = at["acts"]
        for act, seat in heard.acts:
            acts[act, speaker, seat] = self._day
        claims = at["claims"]
        for role, stands in heard.claims:
            # A seat claims one role at a time: a new claim replaces the one before.
            if stands or role == EVERY_ROLE:
                claims[speaker] = 0
            # A role without a place, which no seat of the board has, is none that it claims.
            if role in self._role:
                claims[speaker, self._role[role]] = stands

    def whispered(self, fact: f.Whispered) -> None:
        """Set the target that a mate wishes to attack."""
        view = self._view
        names, roles = view.names, view.board.roles
        for act in read_whisper(fact.text, fact.seat, names, len(names), roles):
            if isinstance(act, Proposes) and act.plan == "kill":
                self._at["wishes"][fact.seat, act.seat] = self._day

    def proposed(self, fact: f.Proposed) -> None:
        """Set the target that a mate picks for the kill."""
        self._at["picks"][fact.seat, fact.target] = self._day

    def quiet(self, fact: f.QuietNight) -> None:
        """Set the last night without a death."""
        self._at["quiet"][0] = fact.day

    def ended(self, fact: f.Ended) -> None:
        """Set how the game ended."""
        self._at["ended"][_END[fact.ended]] = 1

    def dated(self, name: str, seat: int) -> None:
        """Write the current day into the array `name`, at a seat."""
        self._at[name][seat] = self._day


_Take: TypeAlias = Callable[[SeatObserver, Any], None]


HANDLERS: dict[type, _Take] = {
    f.Began: SeatObserver.began,
    f.Dealt: SeatObserver.role,
    f.Revealed: SeatObserver.role,
    f.Died: SeatObserver.died,
    f.Cause: SeatObserver.cause,
    f.QuietNight: SeatObserver.quiet,
    f.Exiled: lambda sight, fact: sight.dated("exiled", fact.seat),
    f.Badge: SeatObserver.badge,
    f.Candidates: SeatObserver.candidates,
    f.OrderSet: SeatObserver.order,
    f.CalledOn: SeatObserver.called_on,
    f.Recommended: lambda sight, fact: sight.dated("recommended", fact.target),
    f.MostNamed: lambda sight, fact: sight.dated("block", fact.seat),
    f.TieBroken: SeatObserver.tied,
    f.Voted: SeatObserver.voted,
    f.Shot: SeatObserver.shot,
    f.Said: SeatObserver.said,
    f.Checked: SeatObserver.checked,
    f.Protected: lambda sight, fact: sight.dated("protected", fact.target),
    f.Victim: lambda sight, fact: sight.dated("victim", fact.target),
    f.Saved: lambda sight, fact: sight.dated("saved", fact.target),
    f.Poisoned: lambda sight, fact: sight.dated("poisoned", fact.target),
    f.Decider: lambda sight, fact: sight.dated("decider", fact.seat),
    f.Proposed: SeatObserver.proposed,
    f.Whispered: SeatObserver.whispered,
    f.Attacked: lambda sight, fact: sight.dated("attacked", fact.target),
    f.Ended: SeatObserver.ended,
}
"""The method that applies each type of fact to the arrays."""


IGNORED_FACTS: frozenset[type] = frozenset({
    f.Appointed, f.Bid, f.Thought, f.Believed, f.Fallback,  # moderator only
    f.LostVote,  # no shipped role loses its vote
    f.Idle,  # the action mask shows the legal actions
})  # fmt: skip
"""The types of facts that do not change the arrays."""
