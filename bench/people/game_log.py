"""A game arranged for counting: speeches, acts, ballots, deeds, deaths, thoughts and beliefs."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from wolfcore.game import Belief, Entry, RoleName
from wolfcore.game import facts as f
from wolfcore.metrics.camouflage import contradicted
from wolfcore.metrics.game_tables import GameTables
from wolfcore.metrics.recorded_game import RecordedGame
from wolfcore.metrics.walk import tables_of
from wolfcore.speech import Accuses, Act, CallsVote, ReportsCheck, read

WOLVES = ("wolves", "Werewolf")
"""What a check that found a wolf is told as."""


class Speech(Struct, frozen=True):
    """Words said aloud.

    Attributes:
        place: Where in the log, from 0.
        day: On which day, from 1.
        seat: Who spoke.
        kind: What it was said as, as in the facts.
        text: The words.
        acts: What the reader of all bots finds in them.
    """

    place: int
    day: int
    seat: int
    kind: str
    text: str
    acts: tuple[Act, ...] = ()


class Ballot(Struct, frozen=True):
    """A ballot, 0 for nobody, with its line; `place`, `day` and `kind` as in a speech."""

    place: int
    day: int
    voter: int
    target: int
    kind: str
    line: str = ""


class Deed(Struct, frozen=True):
    """A potion of poison, an exile: what befell `target`, and by whom (0: by the table)."""

    place: int
    day: int
    seat: int
    target: int


class GameLog(Struct):
    """A game.

    Attributes:
        recorded: The game as the metrics take it.
        roles: The role of each seat.
        speeches: All that was said aloud, silence too.
        ballots: All ballots, those of an election aside.
        poisons: Poison given.
        exiles: Whom the table exiled.
        deaths: Where in the log each of the dead fell, by seat.
        thoughts: The thought beside an answer, by ask.
        beliefs: The beliefs beside an answer, by ask.
    """

    recorded: RecordedGame
    roles: dict[int, RoleName] = field(default_factory=dict[int, RoleName])
    speeches: list[Speech] = field(default_factory=list[Speech])
    ballots: list[Ballot] = field(default_factory=list[Ballot])
    poisons: list[Deed] = field(default_factory=list[Deed])
    exiles: list[Deed] = field(default_factory=list[Deed])
    deaths: dict[int, int] = field(default_factory=dict[int, int])
    thoughts: dict[str, str] = field(default_factory=dict[str, str])
    beliefs: dict[str, tuple[Belief, ...]] = field(default_factory=dict[str, tuple[Belief, ...]])

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat, in seat order."""
        return self.recorded.names

    @property
    def size(self) -> int:
        """The number of seats."""
        return self.recorded.board.size

    @property
    def tables(self) -> GameTables:
        """The game as the metrics lay it out."""
        return tables_of(self.recorded)

    def lies(self) -> set[int]:
        """Return the places of speeches that the log contradicts, as `camouflage` counts them."""
        return {speech.entry for speech, _ in contradicted(self.tables)}

    def before(self, place: int) -> list[Speech]:
        """Return the speeches before a place of the log."""
        return [speech for speech in self.speeches if speech.place < place]

    def lives(self, seat: int, place: int) -> bool:
        """Return whether a seat lives at a place of the log."""
        return self.deaths.get(seat, place) >= place

    def next_of(self, seat: int, place: int) -> Speech | None:
        """Return the next speech of a seat after a place of the log, or None."""
        return next(
            (speech for speech in self.speeches if speech.seat == seat and speech.place > place),
            None,
        )


def game_log_of(recorded: RecordedGame) -> GameLog:
    """Arrange a recorded game for counting."""
    game, day = GameLog(recorded), 0
    names, size, roles = recorded.names, recorded.board.size, recorded.board.roles
    entries: Sequence[Entry] = recorded.entries
    for place, entry in enumerate(entries):
        match entry.fact:
            case f.Began(day=day):
                pass
            case f.Dealt(seat=seat, role=role):
                game.roles[seat] = role
            case f.Said(seat=seat, kind=kind, text=text):
                acts = read(text, seat, names, size, roles) if text else ()
                game.speeches.append(Speech(place, day, seat, kind, text, acts))
            case f.Voted(voter=voter, target=target, ballot=kind, line=line) if kind != "elect":
                game.ballots.append(Ballot(place, day, voter, target, kind, line))
            case f.Poisoned(seat=seat, target=target) if target:
                game.poisons.append(Deed(place, day, seat, target))
            case f.Exiled(seat=seat) if seat:
                game.exiles.append(Deed(place, day, 0, seat))
            case f.Died(seat=seat):
                game.deaths[seat] = place
            case f.Thought(ask=ask, text=text):
                game.thoughts[ask] = text
            case f.Believed(ask=ask, beliefs=beliefs):
                game.beliefs[ask] = beliefs
            case _:
                pass
    return game


def spoken_against(acts: Sequence[Act]) -> list[int]:
    """Whom some acts are against, in their order: accused, reported as a wolf, called a vote on."""
    found: list[int] = []
    for act in acts:
        match act:
            case (
                Accuses(seat=seat) | ReportsCheck(seat=seat, finds_wolf=True) | CallsVote(seat=seat)
            ) if seat:
                found.append(seat)
            case _:
                pass
    return found
