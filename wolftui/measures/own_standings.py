"""A person's standing by board and side: openskill's rating against house bots."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wolfcore.arena.rating import FinishedGame, skills_of
from wolfcore.bots import LEVELS
from wolfcore.errors import ConfigError
from wolfcore.game import team_of
from wolfcore.seating import DEFAULT_SEAT

from .own_games import OwnGame
from .player_record import FEWEST_GAMES, OwnRecord, Standing


def with_standings(record: OwnRecord) -> OwnRecord:
    """Return a record with the ratings by board and side, or with the reason why there are none."""
    try:
        return replace(record, standings=standings_of(record.games))
    except ConfigError as error:
        return replace(record, no_standings=str(error))


def standings_of(games: Sequence[OwnGame]) -> tuple[Standing, ...]:
    """Rate a person by board and side in games with house bots alone; most games first.

    Rows of a single deal are left out, and all of them below `FEWEST_GAMES` games. Loads openskill.

    Raises:
        ConfigError: openskill is not installed.
    """
    played = [game for game in games if _is_with_bots(game)]
    if len(played) < FEWEST_GAMES:
        return ()
    deals = {deal: number for number, deal in enumerate(dict.fromkeys(map(_deal, played)))}
    finished = [
        FinishedGame(
            board=game.board,
            deal=deals[_deal(game)],
            repeat=number,
            players=_players(game),
            sides=tuple(map(team_of, game.dealt)),
            winner=_winner(game),
        )
        for number, game in enumerate(played)
    ]
    rows: list[Standing] = []
    for skill in skills_of(finished).players:
        own = [game for game in played if _person(game) == skill.name]
        if len({_deal(game) for game in own}) > 1:
            levels = {player for game in own for player in _players(game)}
            rows.append(
                Standing(
                    own[0].board,
                    own[0].team,
                    tuple(level for level in LEVELS if level in levels),
                    skill.mu,
                    skill.sigma,
                    tuple(game.path for game in own),
                )
            )
    return tuple(sorted(rows, key=lambda row: (-len(row.games), row.board, row.team)))


def _is_with_bots(game: OwnGame) -> bool:
    return len({*map(team_of, game.dealt)}) == 2 and all(
        player.player == "bot" for seat, player in enumerate(game.players, 1) if seat != game.seat
    )


def _deal(game: OwnGame) -> str:
    return game.deal or str(game.path)


def _person(game: OwnGame) -> str:
    return f"you on {game.board} for the {game.team}"


def _players(game: OwnGame) -> tuple[str, ...]:
    """Return the level of each seat's house bot; the person in their seat."""
    return tuple(
        _person(game)
        if seat == game.seat
        else next((each for each in player.options if each in LEVELS), DEFAULT_SEAT.options[0])
        for seat, player in enumerate(game.players, 1)
    )


def _winner(game: OwnGame) -> str | None:
    other = "wolves" if game.team == "village" else "village"
    return None if game.won is None else game.team if game.won else other
