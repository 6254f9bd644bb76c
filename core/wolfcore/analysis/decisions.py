"""What a seat could have done better in a finished game, and `coach.json`, which keeps it.

The file shows what a seat knew, so it is neither made nor read before the end of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from wolfcore.bots import BOTS_VERSION
from wolfcore.decoders import JsonReader
from wolfcore.game import WOLVES, AskKind, RoleName
from wolfcore.game.boards import MOST_SEATS
from wolfcore.records import SavedGame
from wolfcore.records.digest import file_sum
from wolfcore.speech.acts import Reason

from .seat_files import read_seat_file, write_seat_file

COACH_FILE = "coach.json"


COACH_FORMAT = 1


MOST_NOTES = 3
"""The most notes of a game."""


_LIMIT = 1 << 20
"""The most bytes of the file; a decision takes some 300 bytes."""


_Seat: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_SEATS)]


_Target: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_SEATS)]
"""A seat, or 0 for nobody."""


_Chance: TypeAlias = Annotated[float, Meta(ge=0, le=1)]


_Gain: TypeAlias = Annotated[float, Meta(ge=-1, le=1)]


Subject: TypeAlias = Literal["wolf", "power", "self"]
"""What the chances of a decision say of a seat: that it is a wolf; that it is of the village with a
power; that the seat itself is a wolf in the eyes of one who knows public facts only."""


class CoachReason(Struct, frozen=True, forbid_unknown_fields=True):
    """A fact of the view that speaks for a deed against a seat.

    Attributes:
        seat: The seat.
        reason: Why; `own` is a check of the coached seat, `checked` a report that it believes, and
            `claim` a claim of a role with a power, for a wolf.
        other: The second seat of the reason, or 0.
    """

    seat: _Seat
    reason: Reason | Literal["own", "claim"]
    other: _Target = 0


class Decision(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision of a seat, and what its view said of it.

    Attributes:
        ask: The id of the ask, at which a fork begins.
        kind: The kind of the ask.
        day: The day; a night belongs to the day after it.
        done: What was chosen: a seat, or 0 for nobody; of a claim 1 where one was made, else 0.
        other: The best other option in the same form; None where there was none to compare.
        about: What the chances are about.
        chances: Chances by seat: of what was done, of `other`, and the greatest one.
        gain: The share of games that the seat's team wins by what was done less the share that it
            wins by `other`.
        low: The lower end of the interval of the gain; 0 where no second sample was needed. The
            intervals of all decisions of a seat hold together with a probability of 95 %.
        high: Its upper end.
        games: The games of the sample that the gain is of; 0 where too few fit the view.
        reasons: Facts that speak for `other` where it is a seat, at most two.
        entry: The index of the last log entry before the ask, from 0.
    """

    ask: str
    kind: AskKind
    day: Annotated[int, Meta(ge=0)]
    done: _Target
    other: _Target | None
    about: Subject
    chances: dict[_Seat, _Chance]
    gain: _Gain = 0.0
    low: _Gain = 0.0
    high: _Gain = 0.0
    games: Annotated[int, Meta(ge=0)] = 0
    reasons: tuple[CoachReason, ...] = ()
    entry: Annotated[int, Meta(ge=0)] = 0

    @property
    def is_costly(self) -> bool:
        """Whether the other option is certainly better."""
        return self.high < 0

    @property
    def is_good(self) -> bool:
        """Whether what was done is certainly better than the best other option."""
        return self.low > 0

    def hits_own(self, roles: Mapping[int, RoleName]) -> bool:
        """Whether a vote, shot or poison of a seat of the village was for one of its own.

        Args:
            roles: The roles as they were dealt, by seat.
        """
        return (
            self.about == "wolf"
            and self.kind in ("vote", "shoot", "poison")
            and roles.get(self.done) not in (None, *WOLVES)
        )

    def is_bad_luck(self, roles: Mapping[int, RoleName]) -> bool:
        """Whether it was right by the view of a seat of the village, and hit one of its own.

        Right is what was rather a wolf; a shot or poison also if no seat was likelier a wolf.

        Args:
            roles: The roles as they were dealt, by seat.
        """
        chance = self.chances.get(self.done, 0)
        likeliest = self.kind != "vote" and chance == max(self.chances.values(), default=0)
        return self.hits_own(roles) and not self.is_costly and (chance >= 0.5 or likeliest)


class Coaching(Struct, frozen=True, forbid_unknown_fields=True):
    """The decisions of one seat in a finished game, in the order of the log."""

    decisions: tuple[Decision, ...] = ()

    @property
    def notes(self) -> tuple[Decision, ...]:
        """The decisions that certainly cost something, the dearest first, at most `MOST_NOTES`."""
        costly = [each for each in self.decisions if each.is_costly]
        return tuple(sorted(costly, key=lambda each: each.gain)[:MOST_NOTES])

    @property
    def best(self) -> Decision | None:
        """The decision that certainly gained most; None without one."""
        good = [each for each in self.decisions if each.is_good]
        return max(good, key=lambda each: each.gain, default=None)


class SavedCoaching(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `coach.json`.

    Attributes:
        version: The version of this format.
        bots: The version of the house bots that played on.
        log: The SHA-256 of the game's log, in hexadecimal.
        seats: What each seat could have done, for the seats that somebody has looked at.
    """

    version: int
    bots: int
    log: str
    seats: dict[_Seat, Coaching] = field(default_factory=dict[int, Coaching])


_SAVED = JsonReader(SavedCoaching, once=True)


def read_coaching(saved: SavedGame) -> tuple[SavedCoaching, str]:
    """Read what is kept of a game, and an error sentence or "".

    A damaged file, and one of another log or of other versions, leaves no seats.
    """
    none = SavedCoaching(COACH_FORMAT, BOTS_VERSION, file_sum(saved.log).sha256)
    size = len(saved.header.names)

    def fits(kept: SavedCoaching) -> bool:
        decisions = [each for one in kept.seats.values() for each in one.decisions]
        return all(
            each.ask in saved.journal
            and each.entry < len(saved.entries)
            and max(_seats_in(each), default=0) <= size
            for each in decisions
        )

    return read_seat_file(saved, COACH_FILE, _SAVED, _LIMIT, none, fits)


def _seats_in(decision: Decision) -> list[int]:
    """Return all seats that a decision names."""
    reasons = [seat for why in decision.reasons for seat in (why.seat, why.other)]
    return [decision.done, decision.other or 0, *decision.chances, *reasons]


def write_coaching(saved: SavedGame, kept: SavedCoaching) -> str:
    """Write it atomically into the game's folder; return an error sentence, or ""."""
    return write_seat_file(saved, COACH_FILE, kept, "What the coach found")
