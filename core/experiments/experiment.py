"""What an experiment is, as a file: what a paper asked and printed, what is played for it, and what its table counts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from core.arena import Schedule
from core.errors import ConfigError, nearest
from core.files import check_ranges, read_toml_as
from core.game import ROLES
from core.metrics import METRICS, TABLES

Experience: TypeAlias = Literal["plus", "xu"]
Sign: TypeAlias = Literal["otherwise", "recommended"]
Printed: TypeAlias = float | Literal[""]
"""A number of a paper's table; empty where it prints none."""

WON = "won"
"""The metric that rows of arenas tell by themselves: whether a side won, of all games that came to their end, draws among them."""
METRIC_NAMES = frozenset((WON, *(metric.name for metric in METRICS)))
_MOST = 1_000_000
_PLACE = "{}"


class Pick(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which games and seats are counted, and what of them; an empty word or 0 for all.

    A cell of a table is counted by what its row, its column and `counted` pick together. Where two of them name a player or a cell,
    one stands in the place of `{}` in the other.

    Attributes:
        part: The part of the experiment.
        cell: The cell of the part's schedule.
        player: Only games in which somebody of this name sits, and only his seats.
        against: Only games in which all other seats are this player's.
        team: Only seats of this team.
        role: Only seats of this role.
        day: Only what is of this day.
        metric: `won`, or a metric.
        table: A table of metrics instead, of which one share is counted.
        row: The row of that table; `{}` stands for the player.
        choice: Its column.
    """

    part: str = ""
    cell: str = ""
    player: str = ""
    against: str = ""
    team: Literal["", "village", "wolves"] = ""
    role: str = ""
    day: int = 0
    metric: str = ""
    table: str = ""
    row: str = ""
    choice: str = ""

    def and_(self, other: Pick) -> Pick:
        """What both say together, of which no two say something else (`clash`)."""
        return Pick(**{name: _put(getattr(self, name), getattr(other, name)) for name in Pick.__struct_fields__})

    def clash(self, other: Pick) -> str:
        """Where both say something else, as a clause; empty where they do nowhere."""
        for name in Pick.__struct_fields__:
            one, two = getattr(self, name), getattr(other, name)
            if one and two and one != two and not _fits(one, two):
                return f"both `{one}` and `{two}` for `{name}`"
        return ""


def _fits(one: object, other: object) -> bool:
    """Whether one of two words has a place for the other."""
    return isinstance(one, str) and isinstance(other, str) and (_PLACE in one) != (_PLACE in other)


def _put(one: Any, other: Any) -> Any:
    """What two words are together."""
    if one and other and _fits(one, other):
        return one.replace(_PLACE, other) if _PLACE in one else other.replace(_PLACE, one)
    return one or other


class Line(Pick, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A row or a column of the table.

    Attributes:
        name: What stands at its head.
        printed: Of a row: what the paper prints in it, column by column; nothing where a figure prints no numbers.
        elsewhere: By which command it is counted, where games between machines do not tell it.
    """

    name: str
    elsewhere: str = ""
    printed: tuple[Printed, ...] = ()


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An arena of the experiment.

    Attributes:
        boards: Its boards.
        small: How many deals it has in small.
        full: How many as the paper has it.
        repeats: How often each line-up plays each deal.
        seed: The seed of its first deal.
        players: Who plays in it; all where nobody is named.
        schedule: Who meets whom.
        pool: The pool of experience that is read in it.
        readers: Who reads it; everybody where nobody is named.
        experience: In whose way it is used: Xu et al.'s or WereWolf-Plus'.
    """

    boards: tuple[str, ...]
    small: int
    full: int
    repeats: int = 1
    seed: int = 0
    players: tuple[str, ...] = ()
    schedule: Schedule = Schedule()
    pool: str = ""
    readers: tuple[str, ...] = ()
    experience: Experience = "plus"


class PoolPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A pool of experience.

    Attributes:
        part: The part whose games teach it.
        small: Its first games teach in small: so many.
        full: So many as the paper has it.
        team: Only what seats of this team did; what everybody did where empty.
    """

    part: str
    small: int
    full: int
    team: Literal["", "village", "wolves"] = ""


class Off(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a mechanism is switched off.

    Attributes:
        pools: Nobody reads a pool.
        players: Who plays instead, by name.
        boards: Which board is played instead, by name.
    """

    pools: bool = False
    players: dict[str, str] = {}
    boards: dict[str, str] = {}


class Mechanism(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an experiment is about, so that it can be seen at work and switched off.

    Attributes:
        what: What it is, in words.
        sign: By what it is seen: `otherwise` counts the games that went otherwise than the same deal of `than`, and
            `recommended` the days on which a sheriff recommended somebody.
        here: Which games are looked at.
        than: With which they are compared.
        off: How it is switched off.
    """

    what: str
    sign: Sign
    here: Pick
    than: Pick = Pick()
    off: Off


class Less(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two rows that are compared, deal by deal.

    Attributes:
        row: A row.
        less: The row that is taken from it.
    """

    row: str
    less: str


class Experiment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An experiment.

    Attributes:
        paper: Whose it is.
        shows: Which table or figure.
        title: What it is, in a few words.
        asks: What it asks.
        says: What the paper says came out.
        settings: The paper's settings, a sentence each.
        differs: What is otherwise here, a sentence each.
        players: Who plays, by name; house bots and what they think for, so that all can be played at once.
        models: Which agent each is with a model, as `--model NAME` seats it.
        parts: What is played, by name.
        pools: Pools of experience, by name.
        counted: What all cells of the table have in common.
        columns: The columns of the table.
        rows: Its rows.
        compared: Rows that are compared.
        mechanism: What it is about.
    """

    paper: str
    shows: str
    title: str
    asks: str
    says: str
    settings: tuple[str, ...]
    differs: tuple[str, ...]
    players: dict[str, str]
    models: dict[str, str] = {}
    parts: dict[str, Part]
    pools: dict[str, PoolPlan] = {}
    counted: Pick = Pick()
    columns: tuple[Line, ...]
    rows: tuple[Line, ...]
    compared: tuple[Less, ...] = ()
    mechanism: Mechanism


def read_experiment(file: Path) -> Experiment:
    """The experiment of a TOML file.

    Raises:
        ConfigError: It cannot be read, has an unknown key or a wrong value, or names what does not exist; names the file.
    """
    return read_toml_as(file, Experiment, check_experiment, "experiment", "`wolftui experiment show` prints one that ships.")


def check_experiment(plan: Experiment) -> None:
    """See that an experiment can be played and tabled. Whether its arenas can be played, `plan_of` sees.

    Raises:
        ConfigError: Something in it does not fit together.
    """
    if not plan.parts or not plan.rows or not plan.columns:
        raise ConfigError("is missing", key="parts" if not plan.parts else "rows" if not plan.rows else "columns")
    _check_numbers(plan)
    for name in plan.models:
        _known(name, plan.players, "players", f"models.{name}")
    for name, part in plan.parts.items():
        for player in (*part.players, *part.readers):
            _known(player, plan.players, "players", f"parts.{name}")
        if part.pool:
            _known(part.pool, plan.pools, "pools", f"parts.{name}.pool")
            _check_order(plan, name, part.pool)
    for name, pool in plan.pools.items():
        _known(pool.part, plan.parts, "parts", f"pools.{name}.part")
    for less in plan.compared:
        for row in (less.row, less.less):
            _known(row, [row.name for row in plan.rows], "rows", "compared")
    _check_table(plan)
    for place, pick in (("here", plan.mechanism.here), ("than", plan.mechanism.than)):
        _check_pick(plan, pick, f"mechanism.{place}")


def _check_numbers(plan: Experiment) -> None:
    for kind, found in (("parts", plan.parts), ("pools", plan.pools)):
        for name, each in found.items():
            check_ranges((f"{kind}.{name}.{size}", value, 1, _MOST) for size, value in (("small", each.small), ("full", each.full)))


def _check_order(plan: Experiment, name: str, pool: str) -> None:
    """See that a pool is learned from a part that comes before the one that reads it."""
    order = list(plan.parts)
    taught = plan.pools[pool].part
    if taught in order and order.index(taught) >= order.index(name):
        raise ConfigError(f"reads `{pool}`, which is learned from `{taught}`, a later part", key=f"parts.{name}.pool")


def _check_table(plan: Experiment) -> None:
    for row in plan.rows:
        if row.printed and len(row.printed) != len(plan.columns):
            hint = 'Write "" where the paper prints none.'
            raise ConfigError(f"has {len(row.printed)} numbers for {len(plan.columns)} columns", key=f"rows.{row.name}", hint=hint)
        for column in plan.columns:
            key = f"rows.{row.name}, columns.{column.name}"
            if clash := row.clash(column) or row.and_(column).clash(plan.counted):
                raise ConfigError(f"says {clash}", key=key)
            pick = row.and_(column).and_(plan.counted)
            if row.elsewhere or column.elsewhere:
                continue
            if bool(pick.metric) == bool(pick.table):
                raise ConfigError("counts a metric or a table, one of both", key=key)
            _check_pick(plan, pick, key)
    if any(column.printed for column in plan.columns):
        raise ConfigError("what the paper prints stands in rows", key="columns")


def _check_pick(plan: Experiment, pick: Pick, key: str) -> None:
    if pick.part:
        _known(pick.part, plan.parts, "parts", key)
    elif len(plan.parts) > 1 and pick != Pick():
        raise ConfigError("does not say of which part", key=key)
    for player in (pick.player, pick.against):
        if player:
            _known(player, plan.players, "players", key)
    if pick.role:
        _known(pick.role, ROLES, "roles", key)
    if pick.metric:
        _known(pick.metric, METRIC_NAMES, "metrics", key)
    if pick.table:
        _known(pick.table, [table.name for table in TABLES], "tables", key)
    if pick.metric == WON and not (pick.team or pick.player or pick.role):
        raise ConfigError("does not say who won", key=key, hint='Write for example `team = "village"`.')


def _known(name: str, names: Iterable[str], what: str, key: str) -> None:
    known = list(names)
    if name not in known:
        raise ConfigError(f"`{name}` is not among the {what}", key=key, hint=nearest(name, known))
