"""Whether what an arena played before is of the same models, deals and players as what it will play now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from wolfcore.errors import ConfigError

from .folder import ROWS_FILE
from .rounds import ArenaPlayer, ArenaSetup
from .rows import Row
from .schedule import ScheduledGames
from .store import RowStore


def check_models(store: RowStore, signs: Mapping[str, str], folder: Path) -> None:
    """See that models are those of before, as far as their settings tell; new ones are kept.

    Args:
        store: The table of the arena.
        signs: What tells its models apart now, by name.
        folder: The folder of the arena.

    Raises:
        ConfigError: One is another.
    """
    before = store.about()
    for name, sign in signs.items():
        key = f"model {name}"
        if before.get(key, sign) != sign:
            hint = "Choose another folder with `--into`, or give the model its settings of before."
            raise ConfigError(f"the model `{name}` was {before[key]} and is {sign}", file=str(folder), hint=hint)
        if key not in before:
            store.set_about(key, sign)


def check_row(row: Row, games: ScheduledGames, folder: Path) -> None:
    """See that a row is of this arena: of the deal and the players of its number.

    Raises:
        ConfigError: It is not.
    """
    if row.game < len(games):
        wanted = games[row.game]
        known = (wanted.cell, wanted.board, wanted.deal, wanted.repeat, wanted.seed, wanted.players, wanted.roles)
        if known == (row.cell, row.board, row.deal, row.repeat, row.seed, row.players, row.roles):
            return
    hint = "Move it away: the same command makes it anew from the games that are kept, and plays what is missing."
    problem = f"game {row.game} is of another deal or of other players than the arena's"
    raise ConfigError(problem, file=str(folder / ROWS_FILE), hint=hint)


def check_players(
    rows: Mapping[int, Row],
    setup: ArenaSetup,
    model_players: Collection[str],
    folder: Path,
    prepare: Callable[[Sequence[int]], object],
) -> None:
    """See that all who never wait can still be had, and play as before: of each a game is played again.

    Args:
        rows: What was played, by number.
        setup: What the games have in common.
        model_players: Who takes their time, by name.
        folder: The folder of the arena.
        prepare: Has people bring to games what they know by then.

    Raises:
        ConfigError: Somebody cannot be had any longer, or plays otherwise.
    """
    played = ArenaPlayer(replace(setup, root=None))
    unseen = set(setup.plan.players) - set(model_players)
    for row in rows.values():
        if row.broken or unseen.isdisjoint(row.players) or not set(row.players).isdisjoint(model_players):
            continue
        unseen.difference_update(row.players)
        prepare([row.game])
        if played.play(row.game).digest != row.digest:
            who = " or ".join(dict.fromkeys(row.players))
            hint = "Choose another folder with `--into`: games of before and after a change make no table together."
            raise ConfigError(f"{who} plays otherwise than before (game {row.game})", file=str(folder), hint=hint)
        if not unseen:
            return
