"""The tables of one game that metrics read: days, ballots, night actions, speeches, beliefs.

Tables only hold what the log says. `walk.tables_of` fills them once; nothing changes them
afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from wolfcore.game import ROLES, Belief, Board, Phase, RoleName, Team
from wolfcore.game.facts import Ballot, DeathCause, EndKind, PublicSpeechKind
from wolfcore.records import AnswerRecord
from wolfcore.speech import Act

from .recorded_game import Participant, RecordedGame
from .sentences import SILENCE, SpeechReading, read_speech


class Deed(NamedTuple):
    """Something done at night, or a shot: `seat` did it (0: the pack) to `target` (0: nobody)."""

    entry: int
    day: int
    seat: int
    target: int


class Check(NamedTuple):
    """A check of a seer and what it learned."""

    entry: int
    day: int
    seat: int
    target: int
    result: str


class CastBallot(NamedTuple):
    """A ballot; target 0 is for no one."""

    entry: int
    voter: int
    target: int


class Speech(NamedTuple):
    """Words spoken aloud."""

    entry: int
    day: int
    seat: int
    kind: PublicSpeechKind
    text: str


class Statement(NamedTuple):
    """Beliefs as a seat stated them once, and in which part of the day."""

    entry: int
    day: int
    seat: int
    beliefs: tuple[Belief, ...]
    phase: Phase


class Death(NamedTuple):
    """A death."""

    entry: int
    day: int
    at_night: bool
    cause: DeathCause | None


class Day:
    """One round: night k and day k.

    Attributes:
        number: k, from 1.
        began: The entry with which its night begins.
        dawn: The entry with which its dawn, or whatever first follows its night, begins; 0 where
            none did.
        living: Who lived at its vote; at its discussion where no ballot was cast; at its beginning
            where it never dawned.
        sheriff: Who held the badge at the vote, or 0.
        ballots: All ballots by kind, in order.
        exiled: The result of the vote with its entry, or None where there was none; seat 0 for
            nobody.
        recommended: The sheriff's recommendation with its entry, or None.
        voted: The entry of the first official ballot; 0 where none was cast.
    """

    __slots__ = (
        "ballots",
        "began",
        "dawn",
        "exiled",
        "living",
        "number",
        "recommended",
        "sheriff",
        "voted",
    )

    def __init__(self, number: int, began: int, living: tuple[int, ...]) -> None:
        self.number, self.began, self.living = number, began, living
        self.dawn = self.sheriff = self.voted = 0
        self.ballots: dict[Ballot, list[CastBallot]] = {}
        self.exiled: tuple[int, int] | None = None
        self.recommended: tuple[int, int] | None = None

    @property
    def official_ballots(self) -> list[CastBallot]:
        """The first ballot of the day's vote, by which a day is judged; straw votes, runoffs and elections are none."""
        return self.ballots.get("vote", [])

    def ballot_of(self, voter: int, ballot: Ballot = "vote") -> CastBallot | None:
        """A seat's ballot, or None where it cast none."""
        return next((cast for cast in self.ballots.get(ballot, ()) if cast.voter == voter), None)


class GameTables:
    """One game, laid out. Filled by `wolfcore.metrics.walk.tables_of` and not changed after.

    Attributes:
        game: What is measured.
        alpha: The weight a of the equations with two terms, 0..1.
        size: How many seats.
        roles: Role by seat; index 0 is blank; None where the log does not tell.
        days: The rounds in order.
        deaths: Deaths by seat.
        checks, attacks, protections, saves, poisons, shots, proposals: What was done, each in
            order.
        speeches: What was said aloud, in order.
        statements: All beliefs, in order.
        revealed: Roles shown to all, with the entry.
        ended: How the game ended; None where the log does not tell.
        winner: Who won, or None.
        end: The entry of the end; the last one where there is none.
    """

    def __init__(self, game: RecordedGame, alpha: float = 0.5) -> None:
        self.game, self.alpha, self.size = game, alpha, game.board.size
        self.roles: list[RoleName | None] = [None] * (self.size + 1)
        self.days: list[Day] = []
        self.deaths: dict[int, Death] = {}
        self.checks: list[Check] = []
        self.attacks: list[Deed] = []
        self.proposals: list[Deed] = []
        self.protections: list[Deed] = []
        self.saves: list[Deed] = []
        self.poisons: list[Deed] = []
        self.shots: list[Deed] = []
        self.speeches: list[Speech] = []
        self.statements: list[Statement] = []
        self.revealed: dict[int, tuple[int, RoleName]] = {}
        self.ended: EndKind | None = None
        self.winner: Team | None = None
        self.end = max(len(game.entries) - 1, 0)

    # -- who

    @property
    def board(self) -> Board:
        """The board."""
        return self.game.board

    @property
    def sitters(self) -> tuple[Participant, ...]:
        """Who played, by seat from 1."""
        return self.game.participants

    @cached_property
    def wolves(self) -> tuple[int, ...]:
        """The seats dealt to the wolves."""
        return self.with_team("wolves")

    @cached_property
    def village(self) -> tuple[int, ...]:
        """The seats dealt to the village."""
        return self.with_team("village")

    def with_team(self, team: Team) -> tuple[int, ...]:
        """The seats of a team."""
        return tuple(
            [seat for seat, role in enumerate(self.roles) if role and ROLES[role].team == team]
        )

    def with_power(self, power: str) -> tuple[int, ...]:
        """The seats whose role has a power."""
        return tuple(
            [seat for seat, role in enumerate(self.roles) if role and ROLES[role].power == power]
        )

    def team(self, seat: int) -> Team | None:
        """The team of a seat, or None where the log does not tell."""
        role = self.roles[seat]
        return ROLES[role].team if role else None

    # -- when

    @property
    def rounds(self) -> int:
        """The last day that began; 0 before the first night."""
        return self.days[-1].number if self.days else 0

    def alive(self, seat: int) -> bool:
        """Whether a seat lived to the true end."""
        return seat not in self.deaths

    def dead_before(self, seat: int, entry: int) -> bool:
        """Whether a seat had died before an entry."""
        fall = self.deaths.get(seat)
        return fall is not None and fall.entry < entry

    @cached_property
    def seat_days(self) -> tuple[tuple[int, int], ...]:
        """Every seat with every day that it saw begin, day by day."""
        seats = range(1, self.size + 1)
        return tuple(
            [
                (seat, day.number)
                for day in self.days
                for seat in seats
                if not self._dead_since(seat, day)
            ]
        )

    def _dead_since(self, seat: int, day: Day) -> bool:
        fall = self.deaths.get(seat)
        return fall is not None and fall.day < day.number

    # -- what the log tells

    def can_record(self, fact: str) -> bool:
        """Whether the log would tell a fact of this name if it happened."""
        return fact not in self.game.missing_facts

    @cached_property
    def speech_readable(self) -> bool:
        """Whether what was said is there and can be read."""
        return self.can_record("Said") and self.game.language == "en"

    @cached_property
    def readings(self) -> tuple[SpeechReading, ...]:
        """What was read in each speech, in the order of `speeches`; every speech is read once."""
        names, size = self.game.names, self.size
        return tuple(
            [
                read_speech(speech.text, speech.seat, names, size) if speech.text else SILENCE
                for speech in self.speeches
            ]
        )

    @cached_property
    def acts(self) -> tuple[tuple[Act, ...], ...]:
        """What each speech does, in the order of `speeches`."""
        return tuple([each.acts for each in self.readings])

    @property
    def journal(self) -> Mapping[str, AnswerRecord] | None:
        """The answers by ask id, or None where there is no journal."""
        return self.game.journal
