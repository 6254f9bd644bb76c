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
    from wolfcore.analysis import Course
    from wolfcore.metrics import MetricRow, RecordedGame
    from wolftui.games.game_budget import GameBudget

    from .player_kinds import KindQuestion

Mode = Literal["play", "live", "watch", "review"]


MARKS: tuple[SeatMark, ...] = ("?", "+", "wolf")


class Notebook(Struct, forbid_unknown_fields=True):
    """A person's own marks and notes. No player reads it.

    Attributes:
        marks: The mark of each seat that has one.
        notes: Free notes.
    """

    marks: dict[int, SeatMark] = field(default_factory=dict[int, SeatMark])
    notes: str = ""


class Notes(NamedTuple):
    """The model calls and agent steps written so far, and problems reading them."""

    notes: Sequence[Noted] = ()
    unreadable: Sequence[str] = ()


class ShownGame(Struct):
    """A game on a screen: its session and the data that is not in the log.

    Attributes:
        session: The session, which controls what its eyes may see.
        mode: `play` with a person here, `live` without one, `watch` of another process's game, or
            `review`.
        game: The game's id; empty if it is not saved.
        players: The current player of each seat, as written on the command line; empty if unknown.
        public_players: The same as far as everybody may know before the end, without secret
            takeovers; empty if there is no difference.
        seed: The seed, or None for an imported game.
        path: The game's folder, or an empty string.
        imported_from: The source of an imported game; empty for a game played by this program.
        ending: Returns the outcome with all roles; called only when the game is over.
        record: Returns the whole game for metrics, without its answers; called only when it is
            over.
        journal: Returns the answers by ask id; called only when the game is over.
        notebooks: The notebook of each person here, by seat.
        notes: Returns every model call so far; called only for eyes that see calls.
        spent: Returns the usage of its models, by player; called only when the game is over.
        estimate: The expected calls, tokens and cost, in words for before its start; may be empty.
        budget: The budget of its models, which may be set before its start; None for a game that is
            not played here.
        queue_position: The position among several games, `game 1 of 3`; empty for a single one.
        queue_score: Returns the wins of these games in words, called when the game is over; empty
            if there is nothing to count.
        invitation: The command by which a guest of a friend's table comes back; empty for others.
        kinds_asked: Whether the person was asked who was a model and who a bot.
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
    budget: GameBudget | None = None
    queue_position: str = ""
    queue_score: Callable[[], str] = str
    invitation: str = ""
    kinds_asked: bool = False

    def notebook(self, seat: int) -> Notebook:
        """Return the notebook of a person here, created if needed."""
        return self.notebooks.setdefault(seat, Notebook())

    def save_marks(self) -> None:
        """Write the marks of all persons here into a saved game's folder; may raise OSError."""
        if self.path:
            write_marks(
                Path(self.path), {seat: book.marks for seat, book in self.notebooks.items()}
            )

    def player(self, seat: int) -> str:
        """Return a seat's player, or an empty string if these eyes may not know."""
        if self.session.hides_players or not self.players or self.kind_question:
            return ""
        all_known = self.session.over or self.session.eyes == MODERATOR_EYES
        return (self.players if all_known else self.public_players or self.players)[seat - 1]

    @property
    def kind_question(self) -> KindQuestion | None:
        """The question who was a model and who a bot, while it is to be put.

        It is for a person who has just played to the end at a table whose seats were given by role,
        and who has not looked through the moderator's eyes before.
        """
        session = self.session
        if (
            self.kinds_asked
            or self.mode != "play"
            or not (session.by_role and session.over and session.people and self.players)
            or session.unlocked
        ):
            return None
        from .player_kinds import kind_question  # noqa: PLC0415  asked at the end alone

        others = [seat for seat in range(1, session.board.size + 1) if seat not in session.people]
        return kind_question(
            {seat: self.players[seat - 1] for seat in others},
            {seat: session.names[seat - 1] for seat in others},
        )

    def set_player(self, seat: int, player: str) -> None:
        """Record that a player took over a seat.

        A takeover during a secret ask is shown only to the moderator's eyes before the end.
        """
        self.public_players = self.public_players or self.players
        if self.session.asks_openly and player != self.players[seat - 1]:
            self.public_players = _with(self.public_players, seat, player)
        self.players = _with(self.players, seat, player)

    @property
    def person_seats(self) -> tuple[int, ...]:
        """The seats that people play at the end of the game, ascending; empty before it."""
        if not self.session.over:
            return ()
        return tuple(
            seat
            for seat, player in enumerate(self.players, 1)
            if player.partition(":")[0] == "human"
        )

    @property
    def resume_command(self) -> str:
        """The shell command that opens this game again; empty if it is not saved."""
        ways = {"play": "resume", "live": "resume", "watch": "watch", "review": "review"}
        return (
            f"wolftui {'review' if self.session.over else ways[self.mode]} "
            f"{game_argument(Path(self.path))}"
            if self.path
            else ""
        )

    @property
    def no_models(self) -> bool:
        """Whether these eyes know every seat's player and none of them is a model."""
        players = [self.player(seat) for seat in range(1, self.session.board.size + 1)]
        return all(player and "@" not in player for player in players)

    @property
    def forkable(self) -> bool:
        """Whether the game can be forked: it is over, saved, and was played by this program."""
        return self.session.over and bool(self.path) and self.seed is not None

    @property
    def has_outcome(self) -> bool:
        """Whether the game is over and has an outcome; cheap, since it is checked for every key."""
        return self.ending is not None and self.session.over

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None before its end."""
        return self.ending() if self.ending and self.session.over else None

    @property
    def all_facts(self) -> Sequence[f.Fact]:
        """Every fact of a game that is over; before that, the facts that these eyes know."""
        if self.record and self.session.over:
            return [entry.fact for entry in self.record().entries]
        return self.session.known_facts

    @property
    def course(self) -> Course | None:
        """The course in the game's folder; None before the end, if unsaved, or if there is none."""
        if not (self.has_outcome and self.path):
            return None
        # Only a game that is over has a course.
        from wolfcore.analysis import known_course  # noqa: PLC0415  read at the end alone

        return known_course(Path(self.path))[0]

    @property
    def recording(self) -> RecordedGame | None:
        """The whole game with its answers, for metrics; None before its end and for a void game."""
        record = self.record() if self.record and self.session.over else None
        last = record.entries[-1].fact if record else None
        if record is None or (isinstance(last, f.Ended) and last.ended == "void"):
            return None
        return replace(record, journal=self.journal() or None)

    @property
    def rows(self) -> list[MetricRow]:
        """The metric values of the game; empty before its end and for a void game."""
        recording = self.recording
        if recording is None:
            return []
        # Metrics are loaded when a game is over.
        from wolfcore.metrics import Groups, measure  # noqa: PLC0415  metrics are slow to load

        groups = Groups()
        groups.add(measure(recording))
        return groups.rows()

    @property
    def visible_seed(self) -> int | None:
        """The seed once the game is over; before that None, since it would reveal every secret."""
        return self.seed if self.session.over else None


def _with(players: tuple[str, ...], seat: int, player: str) -> tuple[str, ...]:
    """Return the players with another one on a seat."""
    return (*players[: seat - 1], player, *players[seat:])


def people_in(header: Header, about: About | None) -> tuple[int, ...]:
    """Return the seats that ever had a person, ascending: at the start, by fork or by takeover."""
    if about is None:
        return header.people
    return tuple(sorted(about.human_seats_ever.union(header.people)))


def people_here(header: Header, about: About | None) -> tuple[int, ...]:
    """Return the seats whose persons play at the screen of this game: all but friends elsewhere."""
    guests = about.guest_seats if about else frozenset[int]()
    return tuple(seat for seat in people_in(header, about) if seat not in guests)


def had_person(folder: Path) -> bool:
    """Return whether the game in `folder` ever had a person; True if it cannot be read."""
    game = summarise(folder)
    return game.header is None or bool(people_in(game.header, game.about))
