"""`ShownGame`: a session with the data beside its log (players, seed, notes, outcome)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from wolfcore.game import facts as f
from wolfcore.records import About, AnswerRecord, Header, SeatMark, summarise, write_marks
from wolfcore.table import Noted, Spent
from wolftui.settings.paths import game_argument
from wolftui.words.outcome import Outcome
from wolftui.words.spans import MODERATOR_EYES

from .game_session import GameSession

if TYPE_CHECKING:
    from wolfcore.metrics import MetricRow, RecordedGame

Mode = Literal["play", "live", "watch", "review"]


MARKS: tuple[SeatMark, ...] = ("?", "+", "wolf")


class Notebook(Struct):
    """What a person noted for themselves: a mark by seat, and words. No machine reads it."""

    marks: dict[int, SeatMark] = field(default_factory=dict[int, SeatMark])
    notes: str = ""


class Notes(NamedTuple):
    """The notes of a game as far as they are written: model calls and steps of agents, and what of them could not be read."""

    notes: Sequence[Noted] = ()
    unreadable: Sequence[str] = ()


class ShownGame(Struct):
    """A game on a screen.

    Attributes:
        session: Whose eyes see what.
        mode: `play` with a person here, `live` without one, `watch` of another process's game, or
            `review`.
        game: The game's id; empty for one that is not saved.
        players: Who plays each seat now, as written on the command line; empty where that is not
            known.
        public_players: The same as far as everybody may know before the end, without take-overs in
            secret; empty where that is all.
        seed: The seed, or None for an imported game.
        path: The game's folder, or an empty string.
        imported_from: Where an imported game comes from; empty for one played here.
        ending: How it ended, with everybody's role; asked only when it is over.
        record: The whole game as it is measured, without its answers; asked only when it is over.
        journal: Its answers by ask id; asked only when it is over.
        notebooks: What each person here noted, by seat.
        notes: Every model call so far; asked only by eyes that see calls.
        spent: What its models took, by player; asked only when it is over.
        estimate: What the game may take of calls, tokens and money, in words for before its start;
            empty for nothing to say.
        queue_position: Which game of several it is, `game 1 of 3`; empty for one alone.
        queue_score: Who won how many of them, in words; asked when it is over, and empty where
            there is nothing to count.
    """

    session: GameSession
    mode: Mode
    game: str = ""
    players: tuple[str, ...] = ()
    public_players: tuple[str, ...] = ()
    seed: int | None = None
    path: str = ""
    imported_from: str = ""
    ending: Callable[[], Outcome] | None = None
    record: Callable[[], RecordedGame] | None = None
    journal: Callable[[], Mapping[str, AnswerRecord]] = dict[str, AnswerRecord]
    notebooks: dict[int, Notebook] = field(default_factory=dict[int, Notebook])
    notes: Callable[[], Notes] = Notes
    spent: Callable[[], Sequence[Spent]] = tuple
    estimate: str = ""
    queue_position: str = ""
    queue_score: Callable[[], str] = str

    def notebook(self, seat: int) -> Notebook:
        """The notebook of a person here."""
        return self.notebooks.setdefault(seat, Notebook())

    def save_marks(self) -> None:
        """Keep what people here marked, in the folder of a saved game. Raises OSError where that fails."""
        if self.path:
            write_marks(
                Path(self.path), {seat: book.marks for seat, book in self.notebooks.items()}
            )

    def player(self, seat: int) -> str:
        """Who plays a seat, as far as the eyes may know; else an empty string."""
        if self.session.hides_players or not self.players:
            return ""
        all_known = self.session.over or self.session.eyes == MODERATOR_EYES
        return (self.players if all_known else self.public_players or self.players)[seat - 1]

    def set_player(self, seat: int, player: str) -> None:
        """Somebody took over a seat. Where that was at a secret ask, only the moderator's eyes may see it before the end."""
        self.public_players = self.public_players or self.players
        if self.session.asks_openly and player != self.players[seat - 1]:
            self.public_players = _with(self.public_players, seat, player)
        self.players = _with(self.players, seat, player)

    @property
    def resume_command(self) -> str:
        """The command that goes on with this game elsewhere; empty where it is not saved."""
        ways = {"play": "resume", "live": "resume", "watch": "watch", "review": "review"}
        return (
            f"wolftui {'review' if self.session.over else ways[self.mode]} "
            f"{game_argument(Path(self.path))}"
            if self.path
            else ""
        )

    @property
    def no_models(self) -> bool:
        """Whether these eyes may know of every seat who plays it, and none is a model as far as they may know."""
        players = [self.player(seat) for seat in range(1, self.session.board.size + 1)]
        return all(player and "@" not in player for player in players)

    @property
    def forkable(self) -> bool:
        """Whether it can be played on differently: it is over, saved, and was played by this program."""
        return self.session.over and bool(self.path) and self.seed is not None

    @property
    def has_outcome(self) -> bool:
        """Whether the game is over and `outcome` says how. Asked for every key; to find out how takes a while."""
        return self.ending is not None and self.session.over

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None before it has."""
        return self.ending() if self.ending and self.session.over else None

    @property
    def all_facts(self) -> Sequence[f.Fact]:
        """Every fact of a game that is over; what these eyes know while it runs."""
        if self.record and self.session.over:
            return [entry.fact for entry in self.record().entries]
        return self.session.known_facts

    @property
    def recording(self) -> RecordedGame | None:
        """The whole game as it is measured, with its answers; None before it is over, and of a void game, which is not measured."""
        record = self.record() if self.record and self.session.over else None
        last = record.entries[-1].fact if record else None
        if record is None or (isinstance(last, f.Ended) and last.ended == "void"):
            return None
        return replace(record, journal=self.journal() or None)

    @property
    def rows(self) -> list[MetricRow]:
        """What the game measures; nothing before it is over, nor of a void game."""
        recording = self.recording
        if recording is None:
            return []
        from wolfcore.metrics import Groups, measure

        groups = Groups()
        groups.add(measure(recording))
        return groups.rows()

    @property
    def visible_seed(self) -> int | None:
        """The seed once the game is over; before that it would tell every secret."""
        return self.seed if self.session.over else None


def _with(players: tuple[str, ...], seat: int, player: str) -> tuple[str, ...]:
    """The players with another one on a seat."""
    return (*players[: seat - 1], player, *players[seat:])


def people_in(header: Header, about: About | None) -> tuple[int, ...]:
    """The seats of all who are or ever were people in a game, ascending: from its start, by a fork or by a take-over."""
    if about is None:
        return header.people
    return tuple(sorted(about.human_seats_ever.union(header.people)))


def had_person(folder: Path) -> bool:
    """Whether a person was ever seated in the game in `folder`; so it is too where nothing can be read."""
    game = summarise(folder)
    return game.header is None or bool(people_in(game.header, game.about))
