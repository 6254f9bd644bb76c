"""The effects of a person's words in a finished game, and `words.json`, which keeps them.

The file shows beliefs and roles of a whole game, so it is neither made nor read before its end.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from wolfcore.bots import BOTS_VERSION
from wolfcore.decoders import JsonReader
from wolfcore.game import AskKind
from wolfcore.game.boards import MOST_SEATS
from wolfcore.records import SavedGame
from wolfcore.records.digest import file_sum
from wolfcore.speech import READER_VERSION

from .seat_files import read_seat_file, write_seat_file

EFFECTS_FILE = "words.json"


EFFECTS_FORMAT = 1


_LIMIT = 1 << 20
"""The most bytes of the file; a speech takes some 500 bytes."""


_Seat: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_SEATS)]


_Target: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_SEATS)]
"""A seat, or 0 for nobody."""


_Chance: TypeAlias = Annotated[float, Meta(ge=0, le=1)]


View: TypeAlias = Literal["good", "open", "bad"]
"""What a house bot holds of a seat, by `Mind.standing`: trusted, neither, or suspected."""


class BeliefShift(Struct, frozen=True, forbid_unknown_fields=True):
    """How words moved the belief of one house bot of the village about one seat.

    Attributes:
        seat: The bot.
        about: The seat that the belief is about.
        without: The probability, 0..1, that `about` is a wolf, had the turn been silent.
        after: The same right after the words.
        view_without: What the bot would have held of `about` after silence.
        view_after: What it held of `about` after the words.
    """

    seat: _Seat
    about: _Seat
    without: _Chance
    after: _Chance
    view_without: View
    view_after: View


class MovedBallot(Struct, frozen=True, forbid_unknown_fields=True):
    """A ballot of a house bot that the words changed by the rule of `effects_of_words`.

    Attributes:
        kind: The kind of ballot; `kill` for the pick of a mate in the night of a whisper.
        seat: The voter.
        target: Whom it named, 0 for nobody.
        otherwise: Whom it would have named after silence, 0 for nobody; None where that hung on
            the dice.
    """

    kind: Literal["kill", "elect", "vote", "runoff"]
    seat: _Seat
    target: _Target
    otherwise: _Target | None


class AskedQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question to one seat, and whether it was answered before the next ballots ended.

    `answered` means that a later line of the seat names the asker; `passed_over` that the seat
    spoke and never did so; `no_turn` that it did not speak any more, `dead` that it was dead.
    """

    seat: _Seat
    outcome: Literal["answered", "passed_over", "no_turn", "dead"]


class Witness(Struct, frozen=True, forbid_unknown_fields=True):
    """What is recorded around the words of a seat that cannot be played again: a person or a model.

    Attributes:
        seat: The seat.
        suspect_before: Its top suspect by the last beliefs that it gave before the words, or None.
        suspect_after: The same by the first beliefs after the words and before the next exile.
        vote_before: Its last ballot before the words, 0 for nobody; None for none.
        vote_after: Its first ballot after the words.
    """

    seat: _Seat
    suspect_before: _Seat | None = None
    suspect_after: _Seat | None = None
    vote_before: _Target | None = None
    vote_after: _Target | None = None


Outcome: TypeAlias = Literal["moved", "unmoved", "too_close", "unheard", "no_vote", "unknown"]
"""`moved`: a ballot changed. `unmoved`: none did. `too_close`: one did on the dice of the game, but
not on enough others. `unheard`: the reader found nothing in the words. `no_vote`: no house bot
voted, or picked in a pack, after them. `unknown`: what would have been cannot be computed."""


class SpokenEffect(Struct, frozen=True, forbid_unknown_fields=True):
    """What one speech, reply, whisper or line with a ballot did.

    Attributes:
        ask: The id of the ask that it answered, at which a fork begins.
        entry: The index in the log of the entry with the words, from 0.
        kind: The kind of the ask.
        day: The day; a night belongs to the day after it.
        outcome: What became of the votes.
        shifts: The beliefs that the words moved, the largest change first.
        moved: The ballots that changed.
        settled: For `unmoved`: a seat, and how many bots had spoken against it on this day before
            the words and then voted for it; (0, 0) where fewer than half of the voters had.
        questions: Its questions to single seats.
        witnesses: The seats of other people and of models.
    """

    ask: str
    entry: Annotated[int, Meta(ge=0)]
    kind: AskKind
    day: Annotated[int, Meta(ge=0)]
    outcome: Outcome
    shifts: tuple[BeliefShift, ...] = ()
    moved: tuple[MovedBallot, ...] = ()
    settled: tuple[_Target, Annotated[int, Meta(ge=0)]] = (0, 0)
    questions: tuple[AskedQuestion, ...] = ()
    witnesses: tuple[Witness, ...] = ()


Inexact: TypeAlias = Literal["", "bots", "reader", "answers"]
"""Why nothing could be computed: house bots or a reader of another version played the game, or the
bots of this program answer otherwise than the game records. Empty where it could."""


class SeatEffects(Struct, frozen=True, forbid_unknown_fields=True):
    """The effects of all words of one seat, in the order of the log."""

    words: tuple[SpokenEffect, ...] = ()
    inexact: Inexact = ""


class SavedEffects(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `words.json`.

    Attributes:
        version: The version of this format.
        bots: The version of the house bots that played without the words.
        reader: The version of the reader of speeches.
        log: The SHA-256 of the game's log, in hexadecimal.
        seats: The effects by seat, for the seats that somebody has looked at.
    """

    version: int
    bots: int
    reader: int
    log: str
    seats: dict[_Seat, SeatEffects] = field(default_factory=dict[int, SeatEffects])


_SAVED = JsonReader(SavedEffects, once=True)


def read_effects(saved: SavedGame) -> tuple[SavedEffects, str]:
    """Read the effects kept of a game, and an error sentence or "".

    A damaged file, and one of another log or of other versions, leaves no seats.
    """
    none = SavedEffects(EFFECTS_FORMAT, BOTS_VERSION, READER_VERSION, file_sum(saved.log).sha256)

    def fits(kept: SavedEffects) -> bool:
        return all(_fits(saved, word) for seat in kept.seats.values() for word in seat.words)

    return read_seat_file(saved, EFFECTS_FILE, _SAVED, _LIMIT, none, fits)


def _fits(saved: SavedGame, word: SpokenEffect) -> bool:
    """Whether an effect names only entries, asks and seats of the game."""
    size = len(saved.header.names)
    seats = [each.about for each in word.shifts] + [each.seat for each in word.shifts]
    for ballot in word.moved:
        seats += [ballot.seat, ballot.target, ballot.otherwise or 0]
    for other in word.witnesses:
        seats += [other.seat, other.suspect_before or 0, other.suspect_after or 0]
        seats += [other.vote_before or 0, other.vote_after or 0]
    seats += [word.settled[0], *(question.seat for question in word.questions)]
    return (
        word.entry < len(saved.entries)
        and word.ask in saved.journal
        and max(seats, default=0) <= size
    )


def write_effects(saved: SavedGame, kept: SavedEffects) -> str:
    """Write the effects atomically into the game's folder; return an error sentence, or ""."""
    return write_seat_file(saved, EFFECTS_FILE, kept, "What your words did")
