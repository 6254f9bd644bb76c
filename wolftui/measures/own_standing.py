"""A person's standing by board and side: openskill's rating against house bots."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from wolfcore.arena.rating import FinishedGame, skills_of
from wolfcore.bots import LEVELS
from wolfcore.game import team_of
from wolfcore.records import SeatSpec
from wolfcore.seating import DEFAULT_SEAT

from .player_record import FEWEST_GAMES, OwnGame, Standing


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
    repeats = defaultdict[str, int](int)
    finished: list[FinishedGame] = []
    for game in played:
        repeats[_deal(game)] += 1
        finished.append(
            FinishedGame(
                board=game.board,
                deal=deals[_deal(game)],
                repeat=repeats[_deal(game)],
                players=tuple(
                    _person(game) if seat == game.seat else _level(player)
                    for seat, player in enumerate(game.players, 1)
                ),
                sides=tuple(map(team_of, game.dealt)),
                winner=_winner(game),
            )
        )
    skills = {skill.name: skill for skill in skills_of(finished).players}
    rows: list[Standing] = []
    for name in dict.fromkeys(map(_person, played)):
        own = [game for game in played if _person(game) == name]
        if len({_deal(game) for game in own}) > 1:
            levels = {
                _level(player)
                for game in own
                for seat, player in enumerate(game.players, 1)
                if seat != game.seat
            }
            skill = skills[name]
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


def _level(player: SeatSpec) -> str:
    return next((each for each in player.options if each in LEVELS), DEFAULT_SEAT.options[0])


def _winner(game: OwnGame) -> str | None:
    other = "wolves" if game.team == "village" else "village"
    return None if game.won is None else game.team if game.won else other
