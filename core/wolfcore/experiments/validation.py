"""Read an experiment file and check that its parts, pools, rows and columns fit together.

Whether a part can be played as an arena is checked by `choice.arena_of_part`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from wolfcore.arena.references import check_own_boards, check_own_roles, resolve_boards
from wolfcore.errors import ConfigError, all_problems, did_you_mean
from wolfcore.files import check_ranges, read_toml_as
from wolfcore.game import ROLES
from wolfcore.metrics import TABLES
from wolfcore.quiz.sets import MOST

from .definition import (
    METRIC_NAMES,
    PERSON_METRICS,
    RISE,
    WON,
    Experiment,
    Line,
    Part,
    Pick,
    part_of,
)
from .examination import player_of

_MOST = 1_000_000


def read_experiment(file: Path) -> Experiment:
    """Read and check an experiment file.

    Raises:
        ConfigError: It cannot be read, has an unknown key or a wrong value, or names something that
            does not exist; names the file.
    """

    def check(plan: Experiment) -> None:
        check_experiment(_with_boards(plan, file))

    hint = "`wolftui experiment show` prints one that ships."
    # The check gets boards in place of files, but the reader returns what the file says.
    plan = read_toml_as(file, Experiment, check, "experiment", hint, check_table=check_own_roles)
    return _with_boards(plan, file)


def _with_boards(plan: Experiment, file: Path) -> Experiment:
    """Return an experiment with the boards read that its file names by their files."""
    own, parts = plan.own, dict[str, Part]()
    for name, part in plan.parts.items():
        boards, own = resolve_boards(part.boards, own, file.parent)
        parts[name] = replace(part, boards=boards)
    mechanism = plan.mechanism
    if mechanism:
        off = dict[str, str]()
        for board, instead in mechanism.off.boards.items():
            (off[board],), own = resolve_boards((instead,), own, file.parent)
        mechanism = replace(mechanism, off=replace(mechanism.off, boards=off))
    quiz = plan.quiz
    if quiz:
        boards, own = resolve_boards(quiz.boards, own, file.parent)
        quiz = replace(quiz, boards=boards)
    return replace(plan, own=own, parts=parts, quiz=quiz, mechanism=mechanism)


def _boards_of(plan: Experiment) -> list[str]:
    """Return the names of all boards of an experiment, with duplicates."""
    named = [board for part in plan.parts.values() for board in part.boards]
    off = plan.mechanism.off.boards if plan.mechanism else {}
    return [*named, *off.values(), *(plan.quiz.boards if plan.quiz else ())]


def check_experiment(plan: Experiment) -> None:
    """Check that an experiment is consistent; `arena_of_part` checks its arenas.

    Raises:
        ConfigError: Something in it does not fit together.
    """
    if not plan.parts or not plan.rows or not plan.columns:
        raise ConfigError(
            "is missing", key="parts" if not plan.parts else "rows" if not plan.rows else "columns"
        )
    all_problems(_checks(plan))


def _checks(plan: Experiment) -> Iterator[Callable[[], object]]:
    """Yield the checks of an experiment, one for each problem that it may have."""
    yield partial(_check_numbers, plan)
    yield partial(check_own_boards, plan.own, _boards_of(plan))
    for name in plan.models:
        yield partial(_check_name, name, plan.players, "players", f"models.{name}")
    for name in plan.paper_models:
        yield partial(_check_name, name, plan.players, "players", f"paper_models.{name}")
    for name in plan.people:
        yield partial(_check_name, name, plan.players, "players", "people")
    for name, part in plan.parts.items():
        for player in (*part.players, *part.readers):
            yield partial(_check_name, player, plan.players, "players", f"parts.{name}")
        if part.pool:
            yield partial(_check_name, part.pool, plan.pools, "pools", f"parts.{name}.pool")
            if part.pool in plan.pools:
                yield partial(_check_order, plan, name, part.pool)
    for name, pool in plan.pools.items():
        yield partial(_check_name, pool.part, plan.parts, "parts", f"pools.{name}.part")
    for less in plan.compared:
        for row in (less.row, less.less):
            yield partial(_check_name, row, [each.name for each in plan.rows], "rows", "compared")
    for less in plan.compared_columns:
        for column in (less.column, less.less):
            names = [each.name for each in plan.columns]
            yield partial(_check_name, column, names, "columns", "compared_columns")
    yield from _table_checks(plan)
    if plan.quiz:
        yield partial(
            check_ranges,
            [
                (f"quiz.{size}", many, 1, MOST)
                for size, many in (("small", plan.quiz.small), ("full", plan.quiz.full))
            ],
        )
    if any(row.score for row in plan.rows) and not plan.quiz:
        yield partial(_refuse, "is missing, but rows show its scores", "quiz")
    if any(column.score for column in plan.columns):
        yield partial(_refuse, "only rows can show scores", "columns")
    if plan.mechanism:
        for place, pick in (("here", plan.mechanism.here), ("than", plan.mechanism.than)):
            yield partial(_check_pick, plan, pick, f"mechanism.{place}")


def _refuse(problem: str, key: str) -> None:
    raise ConfigError(problem, key=key)


def _check_numbers(plan: Experiment) -> None:
    check_ranges((("stop_after_replaced", plan.stop_after_replaced, 0, _MOST),))
    for kind, found in (("parts", plan.parts), ("pools", plan.pools)):
        for name, each in found.items():
            check_ranges(
                (f"{kind}.{name}.{size}", value, 1, _MOST)
                for size, value in (("small", each.small), ("full", each.full))
            )


def _check_order(plan: Experiment, name: str, pool: str) -> None:
    """Check that a pool is learned from a part before the one that reads it."""
    order = list(plan.parts)
    taught = plan.pools[pool].part
    # A part cannot read what it teaches itself either.
    if taught in order and order.index(taught) >= order.index(name):
        raise ConfigError(
            f"reads the pool `{pool}`, which is learned from the later part `{taught}`",
            key=f"parts.{name}.pool",
        )


def _table_checks(plan: Experiment) -> Iterator[Callable[[], object]]:
    for row in plan.rows:
        yield partial(_check_printed, plan, row)
        for column in plan.columns:
            yield partial(_check_cell, plan, row, column)
    if any(column.printed for column in plan.columns):
        yield partial(_refuse, "only rows can have the numbers of the paper", "columns")


def _check_printed(plan: Experiment, row: Line) -> None:
    if row.printed and len(row.printed) != len(plan.columns):
        raise ConfigError(
            f"has {len(row.printed)} numbers for {len(plan.columns)} columns",
            key=f"rows.{row.name}",
            hint='Write "" for numbers that the paper does not print.',
        )


def _check_cell(plan: Experiment, row: Line, column: Line) -> None:
    key = f"rows.{row.name}, columns.{column.name}"
    if clash := row.conflict(column) or row.merged_with(column).conflict(plan.counted):
        raise ConfigError(f"has {clash}", key=key)
    pick = row.merged_with(column).merged_with(plan.counted)
    if row.elsewhere or column.elsewhere:
        return
    if row.score:
        _check_name(player_of(row, column), plan.players, "players", key)
        return
    if bool(pick.metric) == bool(pick.table):
        raise ConfigError("must count either a metric or a table", key=key)
    _check_pick(plan, pick, key)


def _check_pick(plan: Experiment, pick: Pick, key: str) -> None:
    if pick.part:
        _check_name(pick.part, plan.parts, "parts", key)
    elif len(plan.parts) > 1 and pick != Pick():
        # An empty pick stands for a `than` that is left out, and needs no part.
        raise ConfigError("does not name a part", key=key)
    if pick.game or pick.metric == RISE:
        part = plan.parts[pick.part or next(iter(plan.parts))]
        if part.schedule.kind != "series" or not 0 <= pick.game <= part.repeats:
            raise ConfigError(
                "counts a game beyond the length of a series",
                key=key,
                hint="A series has `repeats` games.",
            )
    if pick.metric in PERSON_METRICS and not plan.parts[part_of(plan, pick)].person:
        hint = "Give the part the seat of a person, such as `person = 4`."
        raise ConfigError("counts a person where none plays", key=key, hint=hint)
    for player in (pick.player, pick.against):
        if player:
            _check_name(player, plan.players, "players", key)
    if pick.role:
        _check_name(pick.role, ROLES, "roles", key)
    if pick.metric:
        _check_name(pick.metric, METRIC_NAMES, "metrics", key)
    if pick.table:
        _check_name(pick.table, [table.name for table in TABLES], "tables", key)
    if pick.entropy and not (
        pick.table and not pick.choice and len(set(pick.entropy)) == len(pick.entropy) > 1
    ):
        raise ConfigError(
            "has no valid `entropy`",
            key=key,
            hint="Name two or more different columns of a table.",
        )
    if pick.metric in (WON, RISE) and not (pick.team or pick.player or pick.role):
        raise ConfigError(
            "does not name a winner", key=key, hint='Write for example `team = "village"`.'
        )


def _check_name(name: str, names: Iterable[str], what: str, key: str) -> None:
    known = list(names)
    if name not in known:
        raise ConfigError(
            f"`{name}` is not among the {what}", key=key, hint=did_you_mean(name, known)
        )
