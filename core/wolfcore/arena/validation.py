"""Read an arena file and check that it can be played.

Models and pools are not looked up here; missing ones are reported when players are made.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.files import check_ranges, read_toml_as
from wolfcore.game import MAX_SEED, Board
from wolfcore.seating import SCRIPTED_PERSON, parse_player

from .definition import ArenaPlan, Limits, Schedule, check_lineup, check_name, lineups_of
from .references import board_of, check_own_boards, resolve_boards, with_absolute_pools
from .situations import SITUATIONS

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}")


_WHO = "players.{}"


_GUESTS = "schedule.guests"


_LIVE = "live"
"""The option of a player that learns from one game for the next."""


def read_arena(file: Path) -> ArenaPlan:
    """Read and check an arena file.

    Raises:
        ConfigError: It cannot be read, has an unknown key or a value out of range, or names a
            player or something else that does not exist; names the file.
    """

    def check(plan: ArenaPlan) -> None:
        check_arena(_with_files(plan, file))

    return _with_files(
        read_toml_as(file, ArenaPlan, check, "arena", "`wolftui arena --show` prints one whole."),
        file,
    )


def _with_files(plan: ArenaPlan, file: Path) -> ArenaPlan:
    """Return an arena with the boards read from their files, and with absolute pool paths."""
    boards, own = resolve_boards(plan.boards, plan.own, file.parent)
    return replace(
        plan, boards=boards, own=own, players=with_absolute_pools(plan.players, file.parent)
    )


def check_arena(plan: ArenaPlan) -> None:
    """Check that an arena can be played, except whether its models and pools exist.

    Raises:
        ConfigError: A value is out of range, or it names a board, player, seat or role that does
            not exist.
    """
    check_ranges(
        (
            ("deals", plan.deals, 1, 10_000_000),
            ("seed", plan.seed, 0, MAX_SEED),
            ("repeats", plan.repeats, 1, 10_000),
        )
    )
    if (
        plan.seed + plan.deals * (plan.repeats if plan.schedule.kind == "series" else 1) - 1
        > MAX_SEED
    ):
        raise ConfigError(
            "so many deals from there on are past the last seed",
            key="seed",
            hint="Begin with a smaller one.",
        )
    if not plan.boards:
        raise ConfigError("no board is named", key="boards", hint='Write for example ["sla7"].')
    if len(set(plan.boards)) < len(plan.boards):
        raise ConfigError("a board is named twice", key="boards", hint="Leave one of them out.")
    check_own_boards(plan.own, plan.boards)
    check_limits(plan.limits)
    _check_players(plan.players)
    _check_schedule(plan)
    _check_question(plan)
    for name in plan.boards:
        board = board_of(name, plan.own)
        _check_situation(plan.schedule, board)
        for cell, lineup in lineups_of(plan):
            key = (
                f"schedule.lineups.{cell}" if plan.schedule.kind == "lineups" else "schedule.tested"
            )
            check_lineup(lineup, board, plan.players, key)


def check_limits(limits: Limits) -> None:
    """Check that limits are in their ranges.

    Raises:
        ConfigError: One is out of range.
    """
    given = (
        ("limits.games", limits.games, 1, 1_000_000_000),
        ("limits.minutes", limits.minutes, 0.001, 1e9),
        ("limits.tokens", limits.tokens, 1, 10**15),
        ("limits.cost", limits.cost, 1e-9, 1e12),
    )
    check_ranges(
        (key, value, least, most) for key, value, least, most in given if value is not None
    )


# -- checks of the parts of a plan


def _check_players(players: Mapping[str, str]) -> None:
    if not players:
        raise ConfigError(
            "nobody plays",
            key="players",
            hint='Write for example `hard = "bot:hard"` below `[players]`.',
        )
    for name, word in players.items():
        if not _NAME.fullmatch(name):
            hint = "It has up to 40 letters, digits and `_ . + -`, a letter or digit first."
            raise ConfigError("is no name of a player", key=_WHO.format(name), hint=hint)
        try:
            spec = parse_player(word)
        except ConfigError as error:
            raise ConfigError(error.problem, key=_WHO.format(name), hint=error.hint) from error
        if spec.player == "human":
            raise ConfigError(
                "people play at a screen", key=_WHO.format(name), hint="Use `wolftui play`."
            )
        if spec.model and _LIVE in spec.options:
            hint = "Leave out `live`: the games of an arena know nothing of each other."
            raise ConfigError(
                "would learn from one game for the next", key=_WHO.format(name), hint=hint
            )


def _check_question(plan: ArenaPlan) -> None:
    question = plan.question
    if not question.a and not question.b:
        return
    for key, name in (("question.a", question.a), ("question.b", question.b)):
        check_name(name, plan.players, key)
    if question.a == question.b:
        raise ConfigError(
            f"`{question.a}` is not better than itself", key="question", hint="Name two players."
        )
    try:
        _ = question.test
    except ConfigError as error:
        raise ConfigError(error.problem, key="question", hint=error.hint) from error


def _check_schedule(plan: ArenaPlan) -> None:
    schedule, names = plan.schedule, plan.players
    kind = schedule.kind
    if kind == "tested":
        if not schedule.tested:
            hint = "Write a seat, a role, a team or `sheriff`."
            raise ConfigError("nothing is under test", key="schedule.tested", hint=hint)
        if schedule.tested == "*":
            raise ConfigError(
                "all seats leave none for the baseline",
                key="schedule.tested",
                hint='Write `kind = "alone"`.',
            )
        check_name(schedule.baseline, names, "schedule.baseline")
    elif schedule.tested or schedule.baseline:
        key = "schedule.tested" if schedule.tested else "schedule.baseline"
        raise ConfigError(
            f"means nothing where the kind is `{kind}`",
            key=key,
            hint='Write `kind = "tested"`, or leave it out.',
        )
    if (kind == "lineups") != bool(schedule.lineups):
        problem = f"mean nothing where the kind is `{kind}`" if schedule.lineups else "are none"
        raise ConfigError(
            problem, key="schedule.lineups", hint='They belong to `kind = "lineups"`, a table each.'
        )
    if kind == "series":
        _check_series(plan)
    elif schedule.guests:
        hint = 'Write `kind = "series"`, or leave them out.'
        raise ConfigError(f"mean nothing where the kind is `{kind}`", key=_GUESTS, hint=hint)
    if schedule.itself and kind != "pairs":
        raise ConfigError(
            f"means nothing where the kind is `{kind}`", key="schedule.itself", hint="Leave it out."
        )
    if kind in ("pairs", "mixed") and len(names) < 2 and not schedule.itself:
        hint = 'Name another, or write `kind = "alone"`.'
        raise ConfigError("one player alone meets nobody", key="players", hint=hint)


def _check_series(plan: ArenaPlan) -> None:
    guests = plan.schedule.guests
    if not guests:
        raise ConfigError("are none", key=_GUESTS, hint="Name who sits among copies of the others.")
    for name in guests:
        check_name(name, plan.players, _GUESTS)
    if len(set(guests)) < len(guests):
        raise ConfigError("somebody is named twice", key=_GUESTS, hint="Leave one of them out.")
    if len(guests) == len(plan.players):
        raise ConfigError(
            "all players are guests",
            key=_GUESTS,
            hint="Name somebody more below `[players]`, whom they meet.",
        )
    if not plan.keep:
        raise ConfigError("people learn from games that are kept", key="keep", hint="Leave it out.")
    if any(
        spec.player == SCRIPTED_PERSON for name, spec in plan.specs.items() if name not in guests
    ):
        raise ConfigError("scripted people are guests", key=_GUESTS, hint="Name them all.")


def _check_situation(schedule: Schedule, board: Board) -> None:
    name, key = schedule.situation, "schedule.situation"
    if not name:
        return
    if name not in SITUATIONS:
        raise ConfigError(f"`{name}` is no situation", key=key, hint=did_you_mean(name, SITUATIONS))
    if schedule.kind != "alone":
        raise ConfigError(
            "has the same player on all seats", key=key, hint='Write `kind = "alone"`.'
        )
    if not SITUATIONS[name].fits(board):
        raise ConfigError(f"`{name}` does not come up on {board.name}", key=key, hint="Take sla7.")
