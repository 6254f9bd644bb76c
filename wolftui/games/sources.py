"""Sources of a shown game (played here, or followed elsewhere), and its `ShownGame`.

A saved game has no source.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from wolfcore.game import Entry, State, fold, initial_state
from wolfcore.records import (
    About,
    Header,
    LogFollower,
    SavedGame,
    SeatSpec,
    header_of,
    is_locked,
    read_game,
    read_marks,
    summarise,
)
from wolfcore.table import CallsReader, TakeOver, read_calls, usage_of_game
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.outcome import outcome_of

from .front import ScreenFront
from .game_queue import GameQueue
from .running_game import RunningGame
from .session.game_session import GameSession
from .session.shown_game import Mode, Notebook, Notes, ShownGame, had_person, people_here
from .takeover import TakeoverMenu

if TYPE_CHECKING:
    from wolfcore.metrics import RecordedGame

_POLL_SECONDS = 0.2


class Source(Protocol):
    """Delivers log entries to a session while a game goes on.

    Attributes:
        takeover_menu: The menu of players that may take over a seat; None if nobody here may.
    """

    takeover_menu: TakeoverMenu | None

    async def run(self, front: ScreenFront, take_over: TakeOver) -> None:
        """Deliver entries until the game is over.

        Its exceptions are to be shown to a person; after most of them `run` may be called again to
        continue.
        """
        ...

    def stop_waiting(self) -> None:
        """Stop waiting for late players, if the game is played here."""
        ...

    def close(self) -> None:
        """Close files."""
        ...


class LocalSource:
    """The source of a game that this process plays."""

    def __init__(self, running: RunningGame) -> None:
        self._running = running
        self.takeover_menu: TakeoverMenu | None = TakeoverMenu(running)

    async def run(self, front: ScreenFront, take_over: TakeOver) -> None:
        """Play the game to its end."""
        await self._running.play(front, take_over=take_over)

    def stop_waiting(self) -> None:
        """Let a house bot answer this time for each late player."""
        self._running.stop_waiting()

    def close(self) -> None:
        """Release the game's folder."""
        self._running.close()


class FollowedSource:
    """The source of a game that another process plays; it polls the log file.

    Attributes:
        takeover_menu: Always None.
        entries: All entries read so far.
    """

    def __init__(self, follower: LogFollower, session: GameSession) -> None:
        self._follower, self._session = follower, session
        self.takeover_menu: TakeoverMenu | None = None
        self.entries: list[Entry] = []

    async def run(self, front: ScreenFront, take_over: TakeOver) -> None:
        """Follow the game to its end, or until no process plays it any more."""
        del front, take_over
        while True:
            if not self.poll():
                break
            await asyncio.sleep(_POLL_SECONDS)
        if not self._follower.result:
            self._session.pause("This game is not being played now.")

    def poll(self) -> bool:
        """Read the entries written since the last poll; returns whether more may come.

        A person who sat down meanwhile restricts the session to public eyes.

        Raises:
            LogError: The new entries cannot be read.
        """
        running = self._follower.running
        if not self._session.public_only and had_person(self._follower.folder):
            self._session.restrict_to_public()
        entries = self._follower.poll()
        if entries:
            self.entries += entries
            self._session.entries(entries)
        return running and not self._follower.result

    def stop_waiting(self) -> None:
        """Do nothing: another process plays the game."""

    def close(self) -> None:
        """Do nothing: no file is held."""


def local_game(
    running: RunningGame, glyphs: Glyphs, queue: GameQueue | None = None
) -> tuple[ShownGame, LocalSource]:
    """Create the `ShownGame` and source of a game that is played here, before it begins.

    Args:
        running: The game.
        glyphs: The glyphs to draw.
        queue: The games that it is one of; None for a single game.
    """
    shown = local_shown_game(running, glyphs)
    estimate = running.estimate()
    if estimate or any(seat.model for seat in running.seats):
        from wolftui.words.spending import BUDGET_HINT  # noqa: PLC0415  only models have budgets

        from .game_budget import GameBudget  # noqa: PLC0415  only models have budgets

        # The dialog that shows it offers to set a budget.
        shown.estimate = estimate.removesuffix(BUDGET_HINT).rstrip()
        shown.budget = GameBudget(running.models, running.models_named())
    if queue:
        shown.queue_position = queue.position_text
        shown.queue_score = lambda: queue.score_text(glyphs)
    return shown, LocalSource(running)


def local_shown_game(running: RunningGame, glyphs: Glyphs) -> ShownGame:
    """Create the `ShownGame` of a game that is played here."""
    session = running.session
    session.draw_with(glyphs)
    return ShownGame(
        session,
        "play" if running.people else "live",
        game=running.id,
        players=running.players,
        public_players=_public_players(running.folder.about if running.folder else None),
        seed=running.spec.seed,
        path=str(running.path or ""),
        ending=lambda: running.outcome,
        record=lambda: _recorded_log(
            running.id, header_of(running.spec), running.game.log, running.seats
        ),
        notebooks={seat: Notebook(marks) for seat, marks in read_marks(running.path)[0].items()}
        if running.path
        else {},
        journal=lambda: read_game(running.path, strict=False).journal if running.path else {},
        notes=_notes_in(running.path) if running.path else lambda: Notes(session.notes),
        spent=lambda: running.spent,
    )


def followed_game(
    follower: LogFollower, *, glyphs: Glyphs = FANCY
) -> tuple[ShownGame, FollowedSource]:
    """Create the `ShownGame` and source of a game that another process plays.

    If a person was ever seated, only public eyes are allowed until the end.
    """
    header, folder = follower.header, follower.folder
    about = summarise(folder).about
    by_role = bool(about and about.by_role)
    session = GameSession(
        header.board,
        header.names,
        guarded=had_person(folder),
        live=True,
        by_role=by_role,
        glyphs=glyphs,
    )
    source = FollowedSource(follower, session)
    # Players may change while the game is followed, so `about.json` is read again at the end.
    return _saved_shown_game(
        session,
        "watch",
        folder.name,
        folder,
        header,
        source.entries,
        lambda: summarise(folder).about,
    ), source


def review_game(saved: SavedGame, *, glyphs: Glyphs = FANCY) -> ShownGame:
    """Create the `ShownGame` of a saved game; an unfinished one only allows its persons' eyes."""
    header, about = saved.header, saved.about
    unfinished = saved.result is None
    elsewhere = unfinished and is_locked(saved.path) and had_person(saved.path)
    people = people_here(header, about) if unfinished and not elsewhere else ()
    by_role = bool(about and about.by_role)
    session = GameSession(
        header.board,
        header.names,
        people=people,
        guarded=elsewhere,
        live=False,
        by_role=by_role,
        glyphs=glyphs,
    )
    session.entries(saved.entries)
    if header.source:
        return _imported(session, saved)
    return _saved_shown_game(
        session, "review", saved.id, saved.path, header, saved.entries, lambda: about
    )


def replay_of(shown: ShownGame, glyphs: Glyphs = FANCY) -> ShownGame:
    """Create the `ShownGame` that replays a game which was played or followed here to its end."""
    played = shown.session
    session = GameSession(
        played.board, played.names, live=False, by_role=played.by_role, glyphs=glyphs
    )
    session.entries(shown.record().entries if shown.record else ())
    return replace(shown, session=session, mode="review")


def _imported(session: GameSession, saved: SavedGame) -> ShownGame:
    """Create the `ShownGame` of an imported game, which has a log and no other files."""
    header, entries = saved.header, saved.entries
    return ShownGame(
        session,
        "review",
        game=saved.id,
        imported_from=header.source or "",
        ending=lambda: outcome_of(
            header.board, header.names, _final_state(header.board.size, entries), ()
        ),
        record=lambda: _recorded_log(saved.id, header, entries, ()),
    )


def _saved_shown_game(
    session: GameSession,
    mode: Mode,
    game: str,
    folder: Path,
    header: Header,
    entries: Sequence[Entry],
    about: Callable[[], About | None],
) -> ShownGame:
    """Create the `ShownGame` of a game that is only read here.

    `about` returns the current content of `about.json`, or None.
    """
    first = about()
    return ShownGame(
        session,
        mode,
        game=game,
        players=_texts(_seats_now(first)),
        public_players=_public_players(first),
        seed=header.spec.seed if header.spec else None,
        path=str(folder),
        ending=lambda: outcome_of(
            header.board,
            header.names,
            _final_state(header.board.size, entries),
            _texts(_seats_now(about())),
        ),
        record=lambda: _recorded_log(game, header, entries, _seats_now(about())),
        journal=lambda: read_game(folder, strict=False).journal,
        notes=_notes_in(folder),
        spent=lambda: usage_of_game(
            read_calls(folder).records, read_game(folder, strict=False).journal, _seats_now(about())
        ),
    )


def _seats_now(about: About | None) -> tuple[SeatSpec, ...]:
    return about.seats_now() if about else ()


def _public_players(about: About | None) -> tuple[str, ...]:
    """Return the player of each seat as far as everybody may know before the end."""
    return _texts(about.public_seats_now()) if about else ()


def _texts(seats: Sequence[SeatSpec]) -> tuple[str, ...]:
    return tuple(seat.text for seat in seats)


def _final_state(size: int, entries: Sequence[Entry]) -> State:
    return fold(initial_state(size), (entry.fact for entry in entries))


def _recorded_log(
    game: str, header: Header, entries: Sequence[Entry], players: Sequence[SeatSpec]
) -> RecordedGame:
    # Metrics are loaded when a game is over.
    from wolfcore.metrics import from_game_log  # noqa: PLC0415  metrics are slow to load

    return from_game_log(game, header, entries, players)


def _notes_in(folder: Path) -> Callable[[], Notes]:
    """Return a function that reads the calls file of a game's folder, and later its new lines."""
    reader = CallsReader(folder)

    def read() -> Notes:
        reader.poll()
        return Notes(reader.records, reader.problems)

    return read
