"""The games of a paper's series with one person: the next game, its seat, role and board."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from wolfcore.errors import ConfigError
from wolfcore.experiments.series import BOARD_FILE, OpenSeries, Plan
from wolfcore.game import Board, RoleName, Team, dice_of, get_board, team_of
from wolfcore.records import SeatSpec
from wolfcore.seating import SeatPlan, check_effects_of, parse_seats, refuse_unmeasured
from wolftui.settings.endpoints import ModelSettings

from .arrangement import PlayOptions
from .game_starts import resume_saved, start_game
from .inputs import open_board
from .running_game import RunningGame

USUAL_PERSON_SEAT = 4
"""The person's seat if none was named."""


class SeriesGames:
    """Starts or resumes the games of a series in turn.

    Args:
        study: The series in its folder.
        models: The models that seats may name, and the budget of all games.

    Raises:
        ConfigError: The board file cannot be written beside the games.
    """

    def __init__(self, study: OpenSeries, models: ModelSettings) -> None:
        self._study, self._models = study, models
        self._board = board_argument(study)

    @property
    def person(self) -> bool:
        """Whether a person plays, and not a stand-in."""
        return series_player(self._study.plan).player == "human"

    def next(self) -> RunningGame:
        """Resume the unfinished game, or start the next one.

        Raises:
            ConfigError: A player cannot be seated.
            LogError: A game cannot be resumed, or not saved.
        """
        games = self._study.games
        for game in games:
            if game.ended is None:
                return resume_saved(game.path, models=self._models)
        return start_game(self._options(len(games)))

    def _options(self, place: int) -> PlayOptions:
        """Return the options of a game by its index, from 0."""
        plan, human = self._study.plan, self.person
        seed = None if plan.seed is None else plan.seed + place
        return PlayOptions(
            board=self._board,
            seats=plan.seats,
            default_player=plan.others,
            seed=seed,
            person_name=plan.name if human else "",
            deal=f"{plan.seat}={_role(plan.team, open_board(self._board), seed)}"
            if plan.team
            else "",
            suspicions=plan.design.suspicions,
            games_root=self._study.root,
            models=self._models,
            unmeasured="play",
            stand_in_seat=0 if human else plan.seat,
            uses_earlier_games=False,
        )


def board_argument(study: OpenSeries) -> str:
    """Return the board argument: the plan's board, or a file that ends games when the person falls.

    Raises:
        ConfigError: The file cannot be written.
    """
    plan = study.plan
    if not plan.design.ends_with_person:
        return plan.board
    file = study.folder / BOARD_FILE
    if not file.exists():
        board = get_board(plan.board)
        words = (
            f'name = "{board.name}-ends"\nbase = "{board.name}"\n\n[switches]\nstop = '
            f'"seat_falls {plan.seat}"\n'
        )
        try:
            file.write_text(words, encoding="utf-8")
        except OSError as error:
            raise ConfigError(
                f"cannot be written ({error.strerror or error})", file=str(file)
            ) from error
    return str(file)


def _role(team: Team | str, board: Board, seed: int | None) -> RoleName:
    """Draw a role of a team, weighted by its seats, from the game's seed or at random."""
    roles: Sequence[RoleName] = [role for role in board.roles if team_of(role) == team]
    return secrets.choice(roles) if seed is None else dice_of(seed, "person").pick("role", roles)


def series_player(plan: Plan) -> SeatSpec:
    """Return the player of the person's seat: a person, or a stand-in."""
    found = parse_seats(plan.seats, open_board(plan.board))
    return next(each.spec for each in found if each.target == str(plan.seat))


def check_series_seats(plan: Plan) -> None:
    """Check the seats of a series that begins; one that has begun goes on as it is.

    Raises:
        ConfigError: An option of a player changes nothing, or a shipped policy may not play.
    """
    seats, board = plan.seats, open_board(plan.board)
    if not any(each.rank == "all" for each in parse_seats(seats, board)):
        seats = (*seats, f"*={plan.others}")
    places = SeatPlan(seats, board)
    check_effects_of(places)
    refuse_unmeasured(places)


def place_person(seats: Sequence[str], board: Board) -> tuple[int, tuple[str, ...]]:
    """Return the person's seat and all seat assignments; a person is added if none is numbered.

    Args:
        seats: The seat assignments as written.
        board: The board.

    Raises:
        ConfigError: It is not clear which seat is the person's, or there are several persons.
    """
    found = parse_seats(seats, board)
    people = [each for each in found if each.spec.player == "human"]
    numbered = people or [each for each in found if each.rank == "seat"]
    if any(each.rank != "seat" for each in people):
        raise ConfigError(
            "the person of a series needs a seat number",
            key="--seat",
            hint="Write for example `--seat 4=human`.",
        )
    if len(numbered) > 1:
        several = (
            "a series has one person, and two are given"
            if people
            else "several seats are given, and none is marked as the person's"
        )
        raise ConfigError(
            several,
            key="--seat",
            hint="Give one seat by its number; `--seat '*=PLAYER'` seats all others.",
        )
    if not numbered:
        return USUAL_PERSON_SEAT, (f"{USUAL_PERSON_SEAT}=human", *seats)
    return int(numbered[0].target), tuple(seats)
