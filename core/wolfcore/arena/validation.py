"""Read an arena file and check that it can be played.

Models and pools are not looked up here; missing ones are reported when players are made.
"""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import replace

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.files import check_ranges, read_toml_as
from wolfcore.game import MAX_SEED, Board, Team
from wolfcore.seating import (
    SCRIPTED_PERSON,
    TEAMS,
    acting_player,
    check_player_options,
    parse_player,
    policy_seat,
    says_anyway,
    unmeasured_error,
)

from .definition import (
    ArenaPlan,
    Limits,
    Schedule,
    check_lineup,
    check_name,
    lineup_teams,
    lineups_of,
)
from .references import (
    board_of,
    check_own_boards,
    check_own_roles,
    resolve_boards,
    with_absolute_pools,
)
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

    hint = "`wolftui arena --show` prints one whole."
    plan = read_toml_as(file, ArenaPlan, check, "arena", hint, check_table=check_own_roles)
    return _with_files(plan, file)


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
            ("validity.replaced", plan.validity.replaced, 0.0, 1.0),
        )
    )
    if (
        plan.seed + plan.deals * (plan.repeats if plan.schedule.kind == "series" else 1) - 1
        > MAX_SEED
    ):
        raise ConfigError(
            "the seeds of these deals go beyond the largest seed",
            key="seed",
            hint="Write a smaller one.",
        )
    if not plan.boards:
        raise ConfigError("no board is named", key="boards", hint='Write for example ["sla7"].')
    if len(set(plan.boards)) < len(plan.boards):
        raise ConfigError("a board is named twice", key="boards", hint="Leave one of them out.")
    check_own_boards(plan.own, plan.boards)
    check_limits(plan.limits)
    _check_players(plan)
    _check_schedule(plan)
    _check_question(plan)
    for name in plan.boards:
        board = board_of(name, plan.own)
        _check_situation(plan, board)
        _check_sheriff_and_people(plan.schedule, board)
        for cell, lineup in lineups_of(plan):
            key = (
                f"schedule.lineups.{cell}" if plan.schedule.kind == "lineups" else "schedule.tested"
            )
            check_lineup(lineup, board, plan.players, key)


def check_new_arena(plan: ArenaPlan) -> tuple[str, ...]:
    """Check what must hold when an arena begins; one that has begun goes on as it is.

    Args:
        plan: A valid plan (`check_arena`).

    Returns:
        What is to be said of learned policies that were not measured, a line each.

    Raises:
        ConfigError: An option of a player changes nothing, a policy may not play, or two
            players differ in their words alone.
    """
    notes: dict[str, None] = {}
    for name, spec in plan.specs.items():
        key, anyway = _WHO.format(name), says_anyway(plan.players[name])
        for board_name in plan.boards:
            board = board_of(board_name, plan.own)
            teams = player_teams(plan, board)[name]
            if not teams:
                continue
            try:
                # Guests learn from game to game.
                if name not in plan.schedule.guests:
                    check_player_options(spec, teams, board, anyway=anyway)
                seat = policy_seat(spec, board)
            except ConfigError as error:
                raise ConfigError(
                    error.problem, file=error.file, key=key, hint=error.hint
                ) from error
            if seat and seat.own:
                notes[f"`{name}`: its policy {seat.own}."] = None
            faulty = seat.for_teams(teams) if seat else None
            if faulty and faulty.is_refused(anyway=anyway):
                raise unmeasured_error(spec.text, faulty, key=key)
    _check_doubles(plan)
    return tuple(notes)


def player_teams(plan: ArenaPlan, board: Board) -> dict[str, set[Team]]:
    """Return the teams for which each player may play on a board; none for one that never plays."""
    if plan.schedule.kind in ("mixed", "series"):
        return {name: set(TEAMS) for name in plan.players}
    found = {name: set[Team]() for name in plan.players}
    for _, lineup in lineups_of(plan):
        for name, teams in lineup_teams(lineup, board).items():
            found[name] |= teams
    return found


def _check_doubles(plan: ArenaPlan) -> None:
    """Check that no two players are one in other words; equal words are a wish to compare them."""
    for board_name in plan.boards:
        seen: dict[object, str] = {}
        for name, teams in player_teams(plan, board_of(board_name, plan.own)).items():
            if not teams:
                continue
            word, spec = plan.players[name], plan.specs[name]
            key = (frozenset(teams), *(acting_player(spec, team) for team in sorted(teams)))
            other = seen.setdefault(key, name)
            if plan.players[other] != word:
                raise ConfigError(
                    f"`{word}` is the same player as `{other}`, `{plan.players[other]}`",
                    key=_WHO.format(name),
                    hint="Leave one of them out, or write both in the same words.",
                )


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
        ("limits.stop_after_replaced", limits.stop_after_replaced, 0, 1_000_000),
    )
    check_ranges(
        (key, value, least, most) for key, value, least, most in given if value is not None
    )


# -- checks of the parts of a plan


def _check_players(plan: ArenaPlan) -> None:
    if not plan.players:
        raise ConfigError(
            "has no players",
            key="players",
            hint='Write for example `hard = "bot:hard"` below `[players]`.',
        )
    for name, word in plan.players.items():
        if not _NAME.fullmatch(name):
            hint = "It has up to 40 letters, digits and `_ . + -`, a letter or digit first."
            raise ConfigError("is not a valid name of a player", key=_WHO.format(name), hint=hint)
        try:
            spec = parse_player(word, plan.player_codes.get(name, ""))
        except ConfigError as error:
            raise ConfigError(error.problem, key=_WHO.format(name), hint=error.hint) from error
        if spec.player == "human":
            raise ConfigError(
                "a person cannot play in an arena",
                key=_WHO.format(name),
                hint="Use `wolftui play`.",
            )
        if spec.model and _LIVE in spec.options:
            hint = "Leave out `live`: the games of an arena are independent."
            raise ConfigError(
                "would learn from one game to the next", key=_WHO.format(name), hint=hint
            )


def _check_question(plan: ArenaPlan) -> None:
    question = plan.question
    if not question.a and not question.b:
        return
    for key, name in (("question.a", question.a), ("question.b", question.b)):
        check_name(name, plan.players, key)
    if question.a == question.b:
        raise ConfigError(
            f"`{question.a}` cannot be compared with itself",
            key="question",
            hint="Name two different players.",
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
            raise ConfigError("is missing", key="schedule.tested", hint=hint)
        if schedule.tested == "*":
            raise ConfigError(
                "takes all seats and leaves none for the baseline",
                key="schedule.tested",
                hint='Write `kind = "alone"`.',
            )
        check_name(schedule.baseline, names, "schedule.baseline")
    elif schedule.tested or schedule.baseline:
        key = "schedule.tested" if schedule.tested else "schedule.baseline"
        raise ConfigError(
            f"has no meaning in a schedule of kind `{kind}`",
            key=key,
            hint='Write `kind = "tested"`, or leave it out.',
        )
    if (kind == "lineups") != bool(schedule.lineups):
        problem = (
            f"has no meaning in a schedule of kind `{kind}`" if schedule.lineups else "is missing"
        )
        raise ConfigError(
            problem,
            key="schedule.lineups",
            hint='Only `kind = "lineups"` has line-ups, one table each.',
        )
    if schedule.turns < 1 or len(schedule.lineups) % schedule.turns:
        problem = f"cannot cut {len(schedule.lineups)} line-ups into {schedule.turns} equal parts"
        raise ConfigError(problem, key="schedule.turns", hint="Write a divisor of their number.")
    if schedule.turns > 1 and kind != "lineups":
        problem = f"has no meaning in a schedule of kind `{kind}`"
        raise ConfigError(problem, key="schedule.turns", hint="Leave it out.")
    if kind == "series":
        _check_series(plan)
    elif schedule.guests:
        hint = 'Write `kind = "series"`, or leave it out.'
        problem = f"has no meaning in a schedule of kind `{kind}`"
        raise ConfigError(problem, key=_GUESTS, hint=hint)
    if schedule.itself and kind != "pairs":
        raise ConfigError(
            f"has no meaning in a schedule of kind `{kind}`",
            key="schedule.itself",
            hint="Leave it out.",
        )
    if kind in ("pairs", "mixed") and len(names) < 2 and not schedule.itself:
        hint = 'Add another player, or write `kind = "alone"`.'
        raise ConfigError("a single player has no opponent", key="players", hint=hint)


def _check_series(plan: ArenaPlan) -> None:
    guests = plan.schedule.guests
    if not guests:
        hint = "Name the players that sit among copies of the others."
        raise ConfigError("is missing", key=_GUESTS, hint=hint)
    for name in guests:
        check_name(name, plan.players, _GUESTS)
    if len(set(guests)) < len(guests):
        raise ConfigError("names a player twice", key=_GUESTS, hint="Leave one of them out.")
    if len(guests) == len(plan.players):
        raise ConfigError(
            "names all players",
            key=_GUESTS,
            hint="Add a player below `[players]` that they play with.",
        )
    if not plan.keep:
        problem = "must be true: scripted people learn from the saved games"
        raise ConfigError(problem, key="keep", hint="Leave it out.")
    if any(
        spec.player == SCRIPTED_PERSON for name, spec in plan.specs.items() if name not in guests
    ):
        raise ConfigError("must name all scripted people", key=_GUESTS)


def _check_sheriff_and_people(schedule: Schedule, board: Board) -> None:
    role, key = schedule.sheriff, "schedule.sheriff"
    if role and board.switches.sheriff != "appointed":
        hint = "Take a board whose sheriff is appointed, such as helmsman7+appointed."
        raise ConfigError(f"{board.name} appoints no sheriff", key=key, hint=hint)
    if role and role not in board.roles:
        hint = did_you_mean(role, board.roles)
        raise ConfigError(f"{board.name} has no role `{role}`", key=key, hint=hint)
    seats, key = schedule.people, "schedule.people"
    if len(set(seats)) < len(seats) or not set(seats) <= set(range(1, board.size + 1)):
        hint = f"Name each seat of {board.name} once at most, from 1 to {board.size}."
        raise ConfigError("names a seat that does not exist, or one twice", key=key, hint=hint)


def _check_situation(plan: ArenaPlan, board: Board) -> None:
    schedule = plan.schedule
    name, key = schedule.situation, "schedule.situation"
    if not name:
        return
    if name not in SITUATIONS:
        raise ConfigError(
            f"`{name}` is not a situation", key=key, hint=did_you_mean(name, SITUATIONS)
        )
    if schedule.kind != "alone":
        raise ConfigError(
            "needs the same player on all seats", key=key, hint='Write `kind = "alone"`.'
        )
    if not SITUATIONS[name].fits(board):
        raise ConfigError(f"`{name}` cannot occur on {board.name}", key=key, hint="Take sla7.")
