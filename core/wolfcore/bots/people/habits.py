"""Habits of agents, counted over revealed games: which kind of seat is killed, saved or a wolf.

Naive Bayes over publicly visible traits of a seat; in the first night its number is the only trait.
Trait names are keys of the stored file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log

from msgspec import Struct

from wolfcore.bots.talk.phrasebook import acts_of_speech
from wolfcore.game import ALL, HOLDERS, Entry, Fact, RoleName, team_of
from wolfcore.game import facts as f
from wolfcore.speech import (
    Accuses,
    Act,
    CallsVote,
    ClaimsRole,
    Defends,
    Retracts,
    Vouches,
)

ITSELF = "is itself"


_OFTEN_FROM = 2


_MAX_LOG_ODDS = 2.0
"""The greatest weight of a habit, in natural logarithms of odds: a few games prove little."""


_MIN_OCCURRENCES = 2
"""The number of occurrences from which a habit counts."""


class PublicTraits:
    """The publicly visible traits of every seat, updated from the facts of a game.

    Args:
        names: The names, in seat order.
        roles: The roles that were dealt, in any order.
    """

    def __init__(self, names: tuple[str, ...], roles: tuple[RoleName, ...]) -> None:
        self._names, self._roles = names, roles
        self._claims: dict[int, RoleName] = {}
        self._act_counts: dict[str, Counter[int]] = {
            "accuses": Counter(),
            "is accused": Counter(),
            "speaks for others": Counter(),
        }
        self._ballots: dict[int, int] = {}
        self._voted = self.day = 0

    def observe(self, fact: Fact) -> None:
        """Update the traits of the seats from one fact of the game: a ballot or public words.

        `Began` sets the day; all other facts change nothing. The caller passes public facts only:
        secret ballots are no public trait.
        """
        if isinstance(fact, f.Began):
            self.day = max(self.day, fact.day)
        elif isinstance(fact, f.Voted) and fact.ballot == "vote":
            # The ballots of a day stay in sight until the first one of the next day.
            if self._voted < self.day:
                self._voted, self._ballots = self.day, {}
            self._ballots[fact.voter] = fact.target
        speaker, text = f.public_words(fact)
        for act in acts_of_speech(text, speaker, self._names, self._roles) if text else ():
            self._hear(speaker, act)

    def _hear(self, seat: int, act: Act) -> None:
        if isinstance(act, ClaimsRole):
            self._claims[seat] = act.role
        elif isinstance(act, Retracts):
            self._claims.pop(seat, None)
        elif isinstance(act, Accuses | CallsVote) and act.seat:
            self._act_counts["accuses"][seat] += 1
            self._act_counts["is accused"][act.seat] += 1
        elif isinstance(act, Vouches | Defends) and act.seat != seat:
            self._act_counts["speaks for others"][seat] += 1

    def traits(self, seat: int) -> frozenset[str]:
        """Return the names of the traits of a seat.

        Before day 2, while nobody has claimed, accused or spoken for a seat, the only trait is the
        seat's number.
        """
        if self.day < 2 and not any(self._act_counts.values()) and not self._claims:
            return frozenset({f"has number {seat}"})
        found = {word for word, counts in self._act_counts.items() if counts[seat]}
        found |= {
            f"{word} often"
            for word, counts in self._act_counts.items()
            if counts[seat] >= _OFTEN_FROM
        }
        if seat in self._claims:
            found.add(
                "claims the Seer"
                if self._claims[seat] in HOLDERS["check"]
                else "claims another role"
            )
        if self._ballots:
            top = Counter(self._ballots.values()).most_common(1)[0][0]
            cast = self._ballots.get(seat)
            found |= (
                {"votes with the most"}
                if cast == top
                else {"votes for nobody"}
                if cast == 0
                else set()
            )
        return frozenset(found)


class Counts(Struct, frozen=True, forbid_unknown_fields=True):
    """The counts of one habit, as stored in a file.

    Attributes:
        seats: The number of seats to which the event did not happen, and to which it did.
        having: For every trait, the number of seats with it to which the event did not happen, and
            to which it did.
    """

    seats: tuple[int, int]
    having: dict[str, tuple[int, int]]


_NOTHING = Counts((0, 0), {})


class Habit:
    """A naive Bayes estimate of how much likelier an event happens to a seat with given traits.

    Args:
        counts: The counts to start from.
    """

    def __init__(self, counts: Counts = _NOTHING) -> None:
        self._seats = list(counts.seats)
        self._having = {trait: list(pair) for trait, pair in counts.having.items()}

    @property
    def counts(self) -> Counts:
        """The counts so far."""
        no, yes = self._seats
        return Counts(
            (no, yes), {trait: (pair[0], pair[1]) for trait, pair in sorted(self._having.items())}
        )

    def add(self, traits: Iterable[str], happened: bool) -> None:
        """Count one seat: whether the event happened to it, or only could have."""
        self._seats[happened] += 1
        for trait in traits:
            self._having.setdefault(trait, [0, 0])[happened] += 1

    def log_odds(self, traits: frozenset[str]) -> float:
        """Return the log-odds of the event for a seat with these traits, relative to any seat.

        The value lies within 2 either way. It is 0 until the event has happened twice.
        """
        no, yes = self._seats
        if yes < _MIN_OCCURRENCES or not no:
            return 0.0
        total = 0.0
        for trait, (without, with_it) in sorted(
            self._having.items()
        ):  # a fixed order makes the floating-point sum reproducible
            # Laplace's rule: a trait that was never seen gets no probability of 0.
            often, seldom = (with_it + 1) / (yes + 2), (without + 1) / (no + 2)
            total += log(often / seldom) if trait in traits else log((1 - often) / (1 - seldom))
        return max(-_MAX_LOG_ODDS, min(_MAX_LOG_ODDS, total))


class Counted(Struct, frozen=True, forbid_unknown_fields=True):
    """The counts of the four habits of a memory, as stored in a file."""

    wolf: Counts
    killed: Counts
    saved: Counts
    god: Counts


class HabitMemory:
    """Four habits of the other agents, learned by a person from games revealed at their end.

    Args:
        counted: The counts to start from; None starts from zero.

    Attributes:
        wolf: Which seats turn out to be wolves, by their traits at the votes.
        killed: Which seats of the village the pack attacks.
        saved: Which living seats the Doctor protects.
        god: Which seats of the village are the Seer or the Doctor, by their traits at night.
    """

    def __init__(self, counted: Counted | None = None) -> None:
        found = (
            (counted.wolf, counted.killed, counted.saved, counted.god)
            if counted
            else (_NOTHING,) * 4
        )
        self.wolf, self.killed, self.saved, self.god = map(Habit, found)

    @property
    def counted(self) -> Counted:
        """The counts so far."""
        return Counted(self.wolf.counts, self.killed.counts, self.saved.counts, self.god.counts)

    def learn(
        self, entries: Iterable[Entry], names: tuple[str, ...], roles: Sequence[RoleName], me: int
    ) -> None:
        """Count the events of a revealed game, by the traits that were public before each.

        Args:
            entries: Its whole log.
            names: The names, in seat order.
            roles: The roles, in seat order.
            me: The person's own seat. Its own role and actions are not counted as habits of the
                agents; actions of others that target it are.
        """
        # One order for all deals of a board: the reader caches by it.
        public, living = PublicTraits(names, tuple(sorted(roles))), set(range(1, len(names) + 1))
        wolves = {seat for seat in living if team_of(roles[seat - 1]) == "wolves"}
        gods = {seat for seat in living if roles[seat - 1] in HOLDERS["check"] | HOLDERS["protect"]}
        voted = 0
        for fact, is_public in ((entry.fact, entry.to == ALL) for entry in entries):
            # Attacks of the own pack are no habit of others.
            if isinstance(fact, f.Attacked) and fact.target and me not in wolves:
                for seat in living - wolves:
                    self.killed.add(public.traits(seat), seat == fact.target)
            # In the first night only numbers of seats are known, and roles are dealt without regard
            # to them.
            if isinstance(fact, f.Attacked) and public.day > 1:
                for seat in living - wolves - {me}:
                    self.god.add(public.traits(seat), seat in gods)
            if isinstance(fact, f.Protected) and fact.target and fact.seat != me:
                for seat in living:
                    own = {ITSELF} if seat == fact.seat else set[str]()
                    self.saved.add(public.traits(seat) | own, seat == fact.target)
            # Once a day, at its first ballot, before the ballots of today become traits.
            if isinstance(fact, f.Voted) and fact.ballot == "vote" and voted < public.day:
                voted = public.day
                for seat in living - {me}:
                    self.wolf.add(public.traits(seat), seat in wolves)
            if isinstance(fact, f.Died):
                living.discard(fact.seat)
            # After the counting: an event is explained by what was visible before it.
            if is_public:
                public.observe(fact)
