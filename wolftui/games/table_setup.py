"""`TableSetup`: options of a new game chosen on the screen, and its equivalent command line.

Its fields are the keys of favourite files.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.game import FIRST_BOARD, Board
from wolfcore.seating import DEFAULT_SEAT, allow_named_players
from wolftui.settings.config import Config, check_clock, check_speed
from wolftui.settings.endpoints import ModelSettings

from .arrangement import (
    PERSON,
    Arrangement,
    PlayOptions,
    check_games,
    check_players,
    check_seed,
    seats_person,
)
from .inputs import open_board


class TableSetup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a new game as chosen on the screen.

    Attributes:
        board: A shipped board, or a TOML file.
        me: The person's seat, role or team; empty if no person plays.
        role: The role that the seat `me` is dealt, as the board writes it; empty for chance. Only
            with a seat number in `me`.
        name: The person's name; empty for that of the settings, or a drawn one.
        others: The player of all seats without an assignment.
        seats: The other assignments, each `SEAT=PLAYER`.
        games: How many games are played in a row.
        seed: The seed of the first game, which is incremented for each further game; None to draw
            each seed.
        speed: Playback speed, 0.5 to 16.
        clock: Seconds that each person has for an answer, 0 for no limit; None for the value of the
            settings.
        theme: The colour theme; empty for that of the settings.
    """

    board: str = FIRST_BOARD
    me: str = ""
    role: str = ""
    name: str = ""
    others: str = DEFAULT_SEAT.text
    seats: tuple[str, ...] = ()
    games: int = 1
    seed: int | None = None
    speed: float = 1.0
    clock: float | None = None
    theme: str = ""

    @property
    def seat_words(self) -> tuple[str, ...]:
        """Every `SEAT=PLAYER`, the person's own first."""
        return (*((f"{self.me}={PERSON}",) if self.me else ()), *self.seats)

    @property
    def deal(self) -> str:
        """The forced deal of the person's role, as `--deal` takes it; empty for chance."""
        return f"{self.me}={self.role}" if self.role else ""

    @property
    def has_person(self) -> bool:
        """Whether an assignment seats a person."""
        return seats_person(self.seat_words)


def default_setup(config: Config, usual_board: str = FIRST_BOARD) -> TableSetup:
    """Return the initial setup: the settings' board and players, a person in the middle seat.

    Args:
        config: The user's settings.
        usual_board: The board where the settings name none.

    Raises:
        ConfigError: The settings name a board that does not exist.
    """
    board = config.board or usual_board
    seat = middle_seat(open_board(board))
    return TableSetup(board=board, me=seat, others=config.others, speed=config.speed)


def middle_seat(board: Board) -> str:
    """Return the number of a board's middle seat, the usual seat of a person."""
    return str((board.size + 1) // 2)


def bots_alone(setup: TableSetup) -> TableSetup:
    """Return one game on the board of a setup in which house bots play all seats, to watch."""
    return TableSetup(board=setup.board, speed=setup.speed, theme=setup.theme)


def setup_board(setup: TableSetup) -> Board:
    """Return the board of a setup.

    Raises:
        ConfigError: There is none of that name, or it cannot be played.
    """
    return open_board(setup.board)


def arrangement_for(
    setup: TableSetup, config: Config, models: ModelSettings, root: Path | None = None
) -> Arrangement:
    """Convert a setup to the arrangement that the same `wolftui play` command makes.

    Args:
        setup: The setup.
        config: The user's settings.
        models: The models that seats may name.
        root: The folder for saved games; the user's own if None.

    Raises:
        ConfigError: The setup is invalid, in the words of the command line.
    """
    check_games(setup.games)
    check_speed(setup.speed)
    if setup.seed is not None:
        check_seed(setup.seed)
        check_seed(setup.seed + setup.games - 1)
    if setup.clock is not None:
        check_clock(setup.clock)
    # Who plays was chosen on the screen.
    allow_named_players((*(word.partition("=")[2] for word in setup.seats), setup.others))
    return Arrangement(
        PlayOptions(
            board=setup.board,
            seats=setup.seat_words,
            default_player=setup.others,
            seed=setup.seed,
            names=(setup.name,) if _is_named(setup, config) else (),
            person_name=config.name,
            deal=setup.deal,
            suspicions=config.suspicions,
            games_root=root,
            models=models,
        )
    )


def setup_problem(setup: TableSetup, config: Config, models: ModelSettings) -> str:
    """Return the error message of an invalid setup; empty if it can be played."""
    try:
        arrangement = arrangement_for(setup, config, models)
        check_players(arrangement.make_game()[1].seats, models)
    except ConfigError as error:
        return str(error)
    return ""


def _is_named(setup: TableSetup, config: Config) -> bool:
    return bool(setup.name) and setup.name != config.name and setup.has_person


def setup_command(setup: TableSetup, config: Config) -> str:
    """Return the shell command that plays the same setup."""
    variables = (
        f"WOLFTUI_THEME={shlex.quote(setup.theme)} "
        if setup.theme and setup.theme != config.theme
        else ""
    )
    return variables + shlex.join(["wolftui", "play", *_options(setup, config)])


def _options(setup: TableSetup, config: Config) -> Iterator[str]:
    yield from ("--board", setup.board)
    for word in setup.seat_words:
        yield from ("--seat", word)
    if setup.others != config.others:
        yield from ("--seat", f"*={setup.others}")
    if _is_named(setup, config):
        yield from ("--name", setup.name)
    if setup.deal:
        yield from ("--deal", setup.deal)
    if setup.games != 1:
        yield from ("--games", str(setup.games))
    if setup.seed is not None:
        yield from ("--seed", str(setup.seed))
    if setup.clock is not None and setup.clock != config.clock:
        yield from ("--clock", f"{setup.clock:g}")
    if setup.speed != config.speed:
        yield from ("--speed", f"{setup.speed:g}")
