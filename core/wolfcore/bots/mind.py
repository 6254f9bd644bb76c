"""Mind: the state of one seat while it answers one ask: its record, level, style and beliefs.

A wolf has two beliefs: its own, which knows the pack, and the honest belief of a villager in the
same seat, which its words follow. Nothing outlives the ask except the record, which is folded from
the view.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from wolfcore.game import Ask, Belief, Dice, RoleName, Team, team_of
from wolfcore.players import Intention

from .belief.posterior import Knowledge, Posterior, knowledge_of
from .belief.seat_record import SeatRecord, seats_of
from .belief.shared_belief import SharedBelief
from .draws import Draws
from .profiles import (
    DEFAULT_STYLE,
    NEUTRAL_TEMPERAMENT,
    TEMPERAMENTS,
    Leanings,
    Level,
    Style,
    Temperament,
    leanings_of,
    manners_by_seat,
    with_accusation_factor,
)

MAX_CONFIDENCE, MIN_CONFIDENCE = 10, 5
"""The upper and lower end of the confidence scale (Helmsman 3.1)."""


_NO_KNOWLEDGE = Knowledge()


Standing: TypeAlias = Literal["good", "bad", "open"]
"""How a seat stands with another: called good, suspected, or neither."""


_TRUSTED_BELOW, _SUSPECTED_ABOVE = 0.75, 1.3
"""The ratios to the mean suspicion below which a seat is called good, and above which it is
suspected."""


class Mind:
    """One seat at one ask.

    Args:
        record: The facts that the seat has learned.
        ask: The ask to answer.
        dice: The dice of the ask.
        level: How well the bot plays.
        style: The style of play.
        table: The shared belief: public facts and what they say about every seat.
        manner: The manner of its sentences; empty for the manner derived from the names at the
            table.
        aim: The intention that its words must follow; None where the bot chooses.

    Attributes:
        record: The facts that the seat has learned.
        ask: The ask to answer.
        level: How well the bot plays.
        style: The style of play; the default style where the given one belongs to the other team.
        manner: The manner of its sentences.
        required_intention: The intention that its words must follow, or None.
        temperament: How it behaves in talk.
        leanings: Whom it tends to speak of, beside the evidence.
        draws: The random numbers of this ask.
        me: The seat's number.
        role: The seat's role.
        is_wolf: Whether the seat is a wolf.
        others: The other living seats, ascending.
    """

    def __init__(
        self,
        record: SeatRecord,
        ask: Ask,
        dice: Dice,
        level: Level,
        style: Style,
        table: SharedBelief,
        manner: str = "",
        aim: Intention | None = None,
    ) -> None:
        self.record, self.ask, self.level, self._shared_belief = record, ask, level, table
        self.manner = manner or manners_by_seat(record.names)[record.me - 1]
        self.required_intention = aim
        self.temperament: Temperament = TEMPERAMENTS.get(self.manner, NEUTRAL_TEMPERAMENT)
        self.leanings: Leanings = leanings_of(
            record.names, record.me, self.manner, record.leanings_key
        )
        self.draws = Draws(dice)
        self.me = record.me
        self.role: RoleName = record.role or "Villager"
        self.is_wolf = team_of(self.role) == "wolves"
        self.style = style if style.team in (None, team_of(self.role)) else DEFAULT_STYLE
        if self.is_wolf:
            self.style = with_accusation_factor(self.style, level.accusation_factor)
        self.others = seats_of(record.living & ~(1 << self.me))
        self._belief: Posterior | None = None
        self._common: Posterior | None = None
        self._face: Posterior | None = None

    @property
    def belief(self) -> Posterior:
        """The posterior of this seat, with everything that it knows; computed once."""
        if self._belief is None:
            self._belief = self._posterior_for(knowledge_of(self.record))
        return self._belief

    @property
    def public_belief(self) -> Posterior:
        """The posterior from public facts alone, without private knowledge; computed once."""
        if self._common is None:
            self._common = self._posterior_for(_NO_KNOWLEDGE)
        return self._common

    @property
    def honest_belief(self) -> Posterior:
        """The posterior of an honest villager in this seat; for the village, `belief` itself.

        For a wolf it is computed with the village role that the wolf has claimed, or Villager where
        it has claimed none that it may still hold, and without knowledge of the pack.
        """
        if not self.is_wolf:
            return self.belief
        if self._face is None:
            held = self.claimed_role
            pretended: RoleName = (
                held
                if held and team_of(held) == "village" and self.record.may_hold(self.me, held)
                else "Villager"
            )
            self._face = self._posterior_for(
                Knowledge(known_village=1 << self.me, own_role=pretended)
            )
        return self._face

    def _posterior_for(self, known: Knowledge) -> Posterior:
        return self._shared_belief.posterior(self.me, known)

    @property
    def mean_suspicion(self) -> float:
        """The mean probability of being a wolf of the other living seats, by the honest belief."""
        face = self.honest_belief.p_wolf
        return sum([face[seat] for seat in self.others]) / max(1, len(self.others))

    def reported_as(self, team: Team) -> set[int]:
        """Return the seats, living or dead, that this seat has reported as of a team."""
        reported = self.record.reports.get(self.me, {})
        return {seat for seat, report in reported.items() if report.team == team}

    def standing(self, seat: int) -> Standing:
        """Judge a seat by its probability of being a wolf beside the mean of the others.

        What this seat has reported of it stands.
        """
        report = self.record.reports.get(self.me, {}).get(seat)
        if report:
            return "good" if report.team == "village" else "bad"
        chance, mean = self.honest_belief.p_wolf[seat], self.mean_suspicion
        if chance < _TRUSTED_BELOW * mean:
            return "good"
        return "bad" if chance > _SUSPECTED_ABOVE * mean else "open"

    def is_mate(self, seat: int) -> bool:
        """Whether `seat` is another wolf of this seat's pack; always False for the village."""
        return seat != self.me and bool(self.is_wolf and self.record.pack_mask >> seat & 1)

    def accuser_count(self, seat: int) -> int:
        """Count the seats that spoke against `seat` today."""
        return len(self.record.accusers.get(seat, ()))

    @property
    def is_pressed(self) -> bool:
        """Whether two seats, or 35 % of the living if more, spoke against this seat today."""
        return self.accuser_count(self.me) >= max(2, round(0.35 * len(self.record.alive)))

    @property
    def may_be_exiled(self) -> bool:
        """Whether a vote that may exile this seat follows its speech.

        True before a runoff. Before the vote of the day, true if somebody spoke against this seat
        and nobody else has more accusers.
        """
        if self.ask.kind == "defend":
            return (
                0
                < self.accuser_count(self.me)
                >= max(map(self.accuser_count, self.others), default=0)
            )
        return self.ask.kind == "plead"

    @property
    def may_not_speak_again(self) -> bool:
        """Whether this may be the seat's last chance to speak."""
        return (
            self.ask.kind == "last_words" or self.may_be_exiled or self._is_threatened_in_only_turn
        )

    @property
    def _is_threatened_in_only_turn(self) -> bool:
        """Whether this seat is among the most named in its only turn before the ballots."""
        switches = self.record.board.switches
        # A reply is for who is named later, and after the last turn nobody is.
        no_word_follows = switches.defence == "none" or (
            switches.defence == "replies" and set(self.others).issubset(self.record.turns_today)
        )
        one_turn = (
            no_word_follows and switches.discussion != "bids" and switches.discussion_rounds == 1
        )
        if self.ask.kind != "speak" or not one_turn:
            return False
        named = [
            target
            for (day, _), target in self.record.announced_targets.items()
            if day == self.record.day
        ]
        return 0 < named.count(self.me) >= max(map(named.count, self.others), default=0)

    @property
    def likely_exiled_today(self) -> bool:
        """Whether this seat may be exiled before it speaks again: pressed, or a top public suspect.

        In a defence speech every other seat has spoken, so that a seat without accusers is safe.
        """
        if self.is_pressed or (self.ask.kind == "defend" and not self.accuser_count(self.me)):
            return self.is_pressed
        p_wolf = self.public_belief.p_wolf
        likelier = sum(p_wolf[seat] > p_wolf[self.me] for seat in self.others)
        likeliest = not likelier and p_wolf[self.me] > min(p_wolf[seat] for seat in self.others)
        # On the first day, small differences make a top suspect of a seat that nobody has named.
        accused = bool(self.accuser_count(self.me))
        return (likeliest and (accused or self.record.day > 1)) or (accused and likelier <= 1)

    @property
    def is_shown(self) -> bool:
        """Whether this seat's role was shown to all, so that there is nothing for it to claim."""
        return self.me in self.record.revealed

    @property
    def claimed_role(self) -> RoleName | None:
        """The role that this seat has claimed, or None."""
        held = self.record.claims.get(self.me)
        return held.role if held else None

    def reported_by(self, seat: int) -> tuple[int, ...]:
        """Return the seats that report `seat` as a wolf."""
        return tuple(
            speaker
            for speaker, reported in self.record.reports.items()
            if seat in reported and reported[seat].team == "wolves"
        )

    @property
    def announced_target(self) -> int:
        """The living seat that this seat spoke against last today before the ballots, or 0."""
        target = self.record.announced_targets.get((self.record.day, self.me), 0)
        return target if self.record.lives(target) else 0

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.record.names[seat - 1]

    # -- beliefs and thoughts recorded with an answer

    def beliefs(self) -> tuple[Belief, ...]:
        """Return this seat's belief about every other living seat, as recorded with its answers."""
        base, belief, claims = (
            self.record.wolves / self.record.size,
            self.belief,
            self.record.claims,
        )
        p_wolf = belief.p_wolf
        # A seat may be revealed while it is alive.
        roles: dict[int, RoleName] = dict(self.record.revealed)
        # Where the seer learns roles, its results name them.
        for check in self.record.checks:
            if check.result not in ("", "village", "wolves"):
                roles[check.target] = check.result
        found: list[Belief] = []
        for seat in self.others:
            chance = p_wolf[seat]
            confidence = MIN_CONFIDENCE + int(
                2 * abs(chance - 0.5) * (MAX_CONFIDENCE - MIN_CONFIDENCE) + 0.5
            )
            held = claims.get(seat)
            # The prior is the share of wolves at the table: below it a seat counts as a villager.
            role: RoleName | Literal["Uncertain"] = "Villager" if chance < base else "Uncertain"
            if chance >= 0.5:
                role = "Werewolf"
            elif held and belief.claim_probability(held.role, seat) > 0.5:
                role = held.role
            elif seat in roles:
                role = roles[seat]
            found.append(Belief(seat, role, confidence, round(chance, 3)))
        return tuple(found)

    def top_suspects_text(self) -> str:
        """List the three likeliest wolves with probabilities, for the thought of an answer."""
        p_wolf, names = self.belief.p_wolf, self.record.names
        likeliest = sorted(self.others, key=p_wolf.__getitem__, reverse=True)[:3]
        return ", ".join([f"{names[seat - 1]} {p_wolf[seat]:.0%}" for seat in likeliest])
