"""The tables of one game that metrics read: days, ballots, night actions, speeches, beliefs.

Tables hold only facts of the log. `walk.tables_of` fills them once; nothing changes them
afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from wolfcore.game import ROLES, Belief, Board, Phase, RoleName, State, Team
from wolfcore.game.facts import Ballot, DeathCause, EndKind, PublicSpeechKind
from wolfcore.records import AnswerRecord
from wolfcore.speech import Act
from wolfcore.speech.language import are_english

from .recorded_game import Participant, RecordedGame
from .sentences import SILENCE, SpeechReading, read_speech, unread_speech


class Deed(NamedTuple):
    """A night action or a shot by `seat` (0: the pack) on `target` (0: nobody)."""

    entry: int
    day: int
    seat: int
    target: int


class Check(NamedTuple):
    """A check by a seer, with its result."""

    entry: int
    day: int
    seat: int
    target: int
    result: str


class CastBallot(NamedTuple):
    """A ballot; target 0 is a vote for no one."""

    entry: int
    voter: int
    target: int


class Speech(NamedTuple):
    """A public speech."""

    entry: int
    day: int
    seat: int
    kind: PublicSpeechKind
    text: str


class Statement(NamedTuple):
    """Beliefs that a seat stated at one moment, with the phase of the day."""

    entry: int
    day: int
    seat: int
    beliefs: tuple[Belief, ...]
    phase: Phase


class Death(NamedTuple):
    """A death: log entry, day, whether at night, and the cause, None if unknown."""

    entry: int
    day: int
    at_night: bool
    cause: DeathCause | None


class Day:
    """One round: night k and day k.

    Attributes:
        number: The number k, from 1.
        began: The entry with which its night begins.
        dawn: The entry of the first phase after its night, usually the dawn; 0 if there is none.
        living: The seats alive at the vote; at the discussion if no ballot was cast; at the
            beginning of the round if it had neither.
        voters: Those of them that had a vote.
        sheriff: The seat with the badge at the vote, or 0.
        ballots: All ballots by kind, in order.
        exiled: The entry and exiled seat of the vote, seat 0 for nobody; None if there was no
            result.
        recommended: The entry and target of the sheriff's recommendation; None if there was none.
        voted: The entry of the first official ballot; 0 if none was cast.
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
        "voters",
    )

    def __init__(self, number: int, began: int, state: State) -> None:
        self.number, self.began = number, began
        self.living, self.voters = state.living, state.voters
        self.dawn = self.sheriff = self.voted = 0
        self.ballots: dict[Ballot, list[CastBallot]] = {}
        self.exiled: tuple[int, int] | None = None
        self.recommended: tuple[int, int] | None = None

    @property
    def official_ballots(self) -> list[CastBallot]:
        """The first ballot of the day's vote; empty if there was no vote.

        Straw votes, runoffs and elections are not official ballots.
        """
        return self.ballots.get("vote", [])

    def ballot_of(self, voter: int, ballot: Ballot = "vote") -> CastBallot | None:
        """Return a seat's ballot of a kind, or None if it cast none."""
        return next((cast for cast in self.ballots.get(ballot, ()) if cast.voter == voter), None)


class GameTables:
    """The facts of one game sorted into tables.

    Filled by `wolfcore.metrics.walk.tables_of` and not changed after.

    Attributes:
        game: The game.
        alpha: The weight a of the equations with two terms, 0..1.
        size: The number of seats.
        roles: Role by seat; index 0 is unused; None if the log does not contain the role.
        days: The rounds in order.
        deaths: Deaths by seat.
        checks, attacks, protections, saves, poisons, shots, proposals: The night actions of each
            kind and the shots, in order.
        speeches: The public speeches, in order.
        statements: All stated beliefs, in order.
        revealed: Roles revealed to all, by seat, with the entry.
        ended: How the game ended; None if the log does not contain the end.
        winner: The team that won, or None.
        end: The entry of the end; the last entry if there is none.
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

    # -- seats

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.game.board

    @property
    def sitters(self) -> tuple[Participant, ...]:
        """The participants in seat order (index 0 is seat 1)."""
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
        """Return the seats whose role belongs to a team."""
        return tuple(
            [seat for seat, role in enumerate(self.roles) if role and ROLES[role].team == team]
        )

    def with_power(self, power: str) -> tuple[int, ...]:
        """Return the seats whose role has a power."""
        return tuple(
            [seat for seat, role in enumerate(self.roles) if role and ROLES[role].power == power]
        )

    def same_role(self, one: str, other: str) -> bool:
        """Whether two role names mean the same role on this board.

        Two roles of one team with one power do where the board does not deal both, as Guard and
        Doctor.
        """
        kind = (ROLES[one].team, ROLES[one].power)
        return one == other or (
            kind[1] is not None
            and kind == (ROLES[other].team, ROLES[other].power)
            and not {one, other} <= set(self.board.roles)
        )

    def team(self, seat: int) -> Team | None:
        """Return the team of a seat, or None if the log does not contain its role."""
        role = self.roles[seat]
        return ROLES[role].team if role else None

    # -- time

    @property
    def rounds(self) -> int:
        """The number of the last day that began; 0 before the first night."""
        return self.days[-1].number if self.days else 0

    def alive(self, seat: int) -> bool:
        """Whether a seat was still alive at the end of the log."""
        return seat not in self.deaths

    def dead_before(self, seat: int, entry: int) -> bool:
        """Whether a seat had died before an entry."""
        fall = self.deaths.get(seat)
        return fall is not None and fall.entry < entry

    @cached_property
    def seat_days(self) -> tuple[tuple[int, int], ...]:
        """Pairs (seat, day), day by day, of the seats that had not died on an earlier day."""
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

    # -- facts recorded, and speech

    def can_record(self, fact: str) -> bool:
        """Whether the log's source records facts of this type."""
        return fact not in self.game.missing_facts

    @cached_property
    def speech_readable(self) -> bool:
        """Whether speeches are recorded and in English."""
        return self.can_record("Said") and self.game.language == "en"

    @cached_property
    def unread(self) -> frozenset[int]:
        """The log entries of the speeches that are not English, which nothing is counted in."""
        said = [speech for speech in self.speeches if speech.text]
        english = are_english([(speech.seat, speech.text) for speech in said], self.game.names)
        return frozenset(
            [speech.entry for speech, read in zip(said, english, strict=True) if not read]
        )

    @cached_property
    def unread_since(self) -> Mapping[int, int]:
        """The day of the first speech that is not English, by the seats that gave one."""
        return {
            speech.seat: speech.day
            for speech in reversed(self.speeches)
            if speech.entry in self.unread
        }

    @cached_property
    def unread_days(self) -> frozenset[tuple[int, int]]:
        """Pairs (seat, day) of the days on which a seat gave a speech that is not English."""
        return frozenset(
            [(speech.seat, speech.day) for speech in self.speeches if speech.entry in self.unread]
        )

    @cached_property
    def read_speeches(self) -> tuple[Speech, ...]:
        """The speeches with words, without those that are not English."""
        return tuple(
            [speech for speech in self.speeches if speech.text and speech.entry not in self.unread]
        )

    @cached_property
    def readings(self) -> tuple[SpeechReading, ...]:
        """The reading of each speech, in the order of `speeches`; computed once per speech.

        A speech that is not English has no acts, and none of its sentences is read.
        """
        return tuple([self._reading(speech) for speech in self.speeches])

    def _reading(self, speech: Speech) -> SpeechReading:
        if not speech.text:
            return SILENCE
        if speech.entry in self.unread:
            return unread_speech(speech.text)
        return read_speech(speech.text, speech.seat, self.game.names, self.game.board.roles)

    @cached_property
    def acts(self) -> tuple[tuple[Act, ...], ...]:
        """The acts of each speech, in the order of `speeches`."""
        return tuple([each.acts for each in self.readings])

    @property
    def journal(self) -> Mapping[str, AnswerRecord] | None:
        """The answers by ask id, or None if there is no journal."""
        return self.game.journal
