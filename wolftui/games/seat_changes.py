"""Changed players of a resumed or forked game, and their record in `about.json`.

A person may not sit down where another person already plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from wolfcore.errors import ConfigError
from wolfcore.game import Game, GameSpec, deal_roles, team_of
from wolfcore.records import GUEST, About, GameFolder, SeatSpec
from wolfcore.seating import (
    DEFAULT_SEAT,
    SeatPlan,
    check_effects_of,
    parse_seats,
    refuse_unmeasured,
)
from wolfcore.table import Resumed
from wolftui.settings.endpoints import ModelSettings
from wolftui.settings.memories import GameMemories
from wolftui.settings.paths import game_argument

from .arrangement import check_players


def replaced_seats(
    spec: GameSpec, about: About | None, texts: Sequence[str]
) -> tuple[dict[int, SeatSpec], bool]:
    """Return the replaced players by seat, and whether any seat is given by role or team.

    Args:
        spec: The game.
        about: The content of its `about.json`, or None.
        texts: The assignments as written, each `SEAT=PLAYER`.

    Raises:
        ConfigError: A seat, role or player does not exist or is given twice.
    """
    given, plan = parse_seats(texts, spec.board), SeatPlan(texts, spec.board)
    # Without the forced roles of the game, of which an error would tell.
    check_effects_of(plan)
    refuse_unmeasured(plan)
    seating = plan.seating(spec)
    named = {(each.rank, each.target) for each in given}
    instead = {
        seat: seating.seats[seat - 1]
        for seat, role in enumerate(deal_roles(spec), 1)
        if named & {("seat", str(seat)), ("role", role), ("team", team_of(role)), ("all", "*")}
    }
    return instead, seating.by_role or bool(about and about.by_role)


def reseat(
    resumed: Resumed,
    texts: Sequence[str],
    models: ModelSettings,
    memories: GameMemories | None = None,
) -> tuple[tuple[SeatSpec, ...], bool]:
    """Return the players of a resumed game in seat order, and whether any is given by role or team.

    The changes are written into `about.json` after all players were checked.

    Args:
        resumed: The game.
        texts: The players that change from now on, each `SEAT=PLAYER`; the others stay.
        models: The models that seats may name.
        memories: The memory of the game's agents.

    Raises:
        ConfigError: A seat is wrong, or one of the players cannot be seated here.
        LogError: `about.json` cannot be written.
    """
    game, folder = resumed.game, resumed.folder
    instead, by_role = replaced_seats(game.spec, folder.about, texts)
    before = resumed.seats or _seats_of_header(game.spec)
    if _has_person(before) and _has_person(instead.values()):
        hint = "A second person would see what another seat knows."
        raise ConfigError("a person already plays in this game", key="--seat", hint=hint)
    if instead and GUEST in before and game.asks:
        hint = "A house bot answers for whoever stays away."
        raise ConfigError("friends play in this game", key="--seat", hint=hint)
    instead = {seat: player.marked_as_looked() for seat, player in instead.items()}
    now = tuple(instead.get(seat, player) for seat, player in enumerate(before, 1))
    try:
        check_players(now, models, memories)
    except ConfigError as error:
        if texts:
            raise
        command = f"wolftui resume {game_argument(folder.path)} --seat '*=bot'"
        hint = f"{error.hint} Or have others play: `{command}`.".lstrip()
        raise ConfigError(error.problem, file=error.file, key=error.key, hint=hint) from None
    _record_changes(
        game, folder, instead, by_role=by_role, embedder=memories.usual if memories else ""
    )
    return now, by_role


def visibility_notes(game: Game, about: About | None, seats: Sequence[SeatSpec]) -> tuple[str, ...]:
    """Return notes for users if a continued game is, or was, open to all eyes.

    That is so if a person sat down after everything could be seen, or if no person plays any more.
    Empty for a game that is over.
    """
    if not game.asks:
        return ()
    looked = [seat for seat, player in enumerate(seats, 1) if player.looked]
    if looked:
        return tuple(
            f"Who sits down in seat {seat} could know all cards of this game; it is marked, and no "
            "record counts it."
            for seat in looked
        )
    if _has_person(seats) or not (game.spec.people or (about and about.human_seats_ever)):
        return ()
    return (
        "No person plays any more, so everything is shown; a person who sits down again is "
        "marked as having looked.",
    )


def _seats_of_header(spec: GameSpec) -> tuple[SeatSpec, ...]:
    """Return the seats if `about.json` is lost: the persons of the log, and house bots."""
    return tuple(
        SeatSpec("human") if seat in spec.people else DEFAULT_SEAT
        for seat in range(1, spec.board.size + 1)
    )


def _has_person(seats: Iterable[SeatSpec]) -> bool:
    return any(seat.player == "human" for seat in seats)


def _record_changes(
    game: Game, folder: GameFolder, instead: Mapping[int, SeatSpec], *, by_role: bool, embedder: str
) -> None:
    """Write the changed players into `about.json`, and the embedder if it was not recorded."""
    about = folder.about
    if not (about and instead and game.asks):
        return
    for seat, spec in instead.items():
        since = next((ask for ask in game.asks if ask.seat == seat), game.asks[0])
        about = about.with_take_over(seat, since.id, spec)
    folder.rewrite_about(replace(about, by_role=by_role, embedder=about.embedder or embedder))
