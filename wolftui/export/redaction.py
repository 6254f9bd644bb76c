"""`RedactedGame`: a game reduced to what the chosen viewer may know, the input of all exports.

What the viewer may not know is removed here, so that no format can leak it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.analysis.course import Course, read_course
from wolfcore.errors import ConfigError
from wolfcore.game import ALL, Board, Entry, State, fold, initial_state
from wolfcore.game import facts as f
from wolfcore.records import About, SavedGame, read_game
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.sources import review_game
from wolftui.plain.replay import parse_eyes
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.outcome import Outcome, outcome_of
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES


class RedactedGame(Struct, frozen=True):
    """A game reduced to what may be exported.

    Attributes:
        game: Its id; empty if it has none.
        board: The board.
        names: Name by seat, in seat order.
        created: When it was created, ISO 8601 in UTC; may be empty.
        eyes: The permitted viewers, the one who knows most first; the others know a subset of that.
        entries: The log entries that the first viewer knows.
        players: Who plays each seat, as written on the command line; empty if hidden from the
            viewer.
        by_role: Whether a seat was given by role or team.
        course: The course of the finished game; None for other viewers than the moderator, and if
            it has not been computed.
        course_problem: Why the course cannot be read, as a sentence; empty without a problem.
    """

    game: str
    board: Board
    names: tuple[str, ...]
    created: str
    eyes: tuple[int, ...]
    entries: tuple[Entry, ...]
    players: tuple[str, ...] = ()
    by_role: bool = False
    course: Course | None = None
    course_problem: str = ""

    @property
    def widest_eyes(self) -> int:
        """The viewer who knows most of the game."""
        return self.eyes[0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.entries) and isinstance(self.entries[-1].fact, f.Ended)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome with all roles; None unless the game is over and the moderator views it."""
        return self.known_outcome if self.widest_eyes == MODERATOR_EYES else None

    @property
    def known_outcome(self) -> Outcome | None:
        """The outcome as the widest viewer knows it; None while the game runs.

        For other viewers than the moderator it has no reason, and only the roles that they know.
        """
        if not self.over:
            return None
        found = outcome_of(self.board, self.names, self.end, self.players)
        return found if self.widest_eyes == MODERATOR_EYES else replace(found, why="")

    @property
    def end(self) -> State:
        """The state after the last entry, as the widest viewer knows it."""
        return fold(initial_state(self.board.size), (entry.fact for entry in self.entries))

    def shown(self, eyes: int, glyphs: Glyphs = FANCY) -> ShownGame:
        """Make a shown game for panels and screens, at its start, for one of `eyes`."""
        people = (eyes,) if eyes > PUBLIC_EYES else ()
        session = GameSession(
            self.board,
            self.names,
            people=people,
            guarded=eyes == PUBLIC_EYES,
            live=False,
            by_role=self.by_role,
            glyphs=glyphs,
        )
        session.entries(self.entries)
        session.set_eyes(eyes)
        return ShownGame(session, "review", game=self.game, players=self.players)


def redact_saved(saved: SavedGame, wanted: str = "") -> RedactedGame:
    """Reduce a saved game to what a viewer may know, by the rules of a review.

    Args:
        saved: The game.
        wanted: `moderator`, `public` or a seat; empty for the moderator if the game is over, else
            for the public.

    Raises:
        ConfigError: There is no such viewer, or this view is not permitted before the game has
            ended.
    """
    session = review_game(saved).session
    eyes = parse_eyes(wanted, session.board.size)
    if eyes is None:
        eyes = MODERATOR_EYES if session.over else PUBLIC_EYES
    if not may_export(session, eyes):
        hint = (
            "Until then: "
            + ", ".join(["--eyes public", *(f"--eyes {seat}" for seat in session.people)])
            + "."
        )
        raise ConfigError(
            "this game has not ended, and a person plays in it", key="--eyes", hint=hint
        )
    created = saved.about.created if saved.about else ""
    shared = redact_log(saved.id, session, saved.entries, eyes, saved.about, created)
    if eyes != MODERATOR_EYES or not shared.over:
        return shared
    course, problem = read_course(saved.path, saved.log)
    return replace(shared, course=course, course_problem=problem)


def redact_shown(shown: ShownGame, path: Path | None, eyes: int | None = None) -> RedactedGame:
    """Reduce a game on the screen to what a viewer may know.

    Args:
        shown: The game.
        path: Its folder; None for a game that is not saved, which must be over.
        eyes: The viewer who knows most; None for the moderator if the game is over, else the
            public.

    Raises:
        WolfError: The game cannot be read, or this view is not permitted yet.
    """
    if path is not None:
        word = (
            ""
            if eyes is None
            else {MODERATOR_EYES: "moderator", PUBLIC_EYES: "public"}.get(eyes, str(eyes))
        )
        return redact_saved(read_game(path, strict=False), word)
    if shown.record is None or not shown.session.over:
        raise ConfigError(
            "this game is neither saved nor over", hint="It can be exported when it is over."
        )
    return redact_log(
        shown.game, shown.session, shown.record().entries, MODERATOR_EYES if eyes is None else eyes
    )


def may_export(session: GameSession, eyes: int) -> bool:
    """Tell whether the view of these eyes may be exported: public, or permitted by the session."""
    return eyes == PUBLIC_EYES or session.may_use(eyes)


def redact_log(
    game: str,
    session: GameSession,
    entries: Sequence[Entry],
    eyes: int,
    about: About | None = None,
    created: str = "",
) -> RedactedGame:
    """Reduce a log to what a viewer knows.

    Args:
        game: The game's id; empty if it has none.
        session: A session with the game's board and names.
        entries: The whole log.
        eyes: The viewer who knows most.
        about: What is recorded beside the log, or None.
        created: When the game was created; may be empty.
    """
    everything = eyes == MODERATOR_EYES
    known = tuple(
        Entry(ALL if entry.to == ALL else entry.to if everything else (eyes,), entry.fact)
        for entry in entries
        if everything or entry.to == ALL or eyes in entry.to
    )
    by_role = bool(about and about.by_role)
    seats = (
        ()
        if about is None or (by_role and not everything)
        else about.seats_now()
        if everything
        else about.public_seats_now()
    )
    narrower = (
        (PUBLIC_EYES, *range(1, session.board.size + 1))
        if everything
        else (PUBLIC_EYES,)
        if eyes != PUBLIC_EYES
        else ()
    )
    players = tuple(seat.text for seat in seats)
    return RedactedGame(
        game,
        session.board,
        session.names,
        created,
        (eyes, *narrower),
        known,
        players,
        by_role and everything,
    )


def eyes_label(shared: RedactedGame, eyes: int) -> str:
    """Name a viewer: `moderator`, `public`, `4 Dov`."""
    return {MODERATOR_EYES: "moderator", PUBLIC_EYES: "public"}.get(
        eyes, f"{eyes} {shared.names[eyes - 1]}"
    )
