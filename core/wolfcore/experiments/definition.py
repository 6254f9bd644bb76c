"""The experiment file: arenas (parts), pools, quiz, mechanism, and what each table cell counts.

All structs are read from and written to TOML: their fields and values are a file format.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from wolfcore.arena import Schedule
from wolfcore.game import Board
from wolfcore.metrics import METRICS
from wolfcore.table import STOP_AFTER_REPLACED

Experience: TypeAlias = Literal["plus", "xu"]


Sign: TypeAlias = Literal["otherwise", "recommended"]


Printed: TypeAlias = float | Literal[""]
"""A number of a paper's table; empty where it prints none."""


class Pick(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A selection of games and seats, and the quantity counted; an empty word or 0 means all.

    A cell of a table counts what its row, its column and `counted` select together. Where two of
    them set the same field, one replaces the `{}` in the other.

    Attributes:
        part: The part of the experiment.
        cell: The cell of the part's schedule.
        player: Only games with a player of this name, and only its seats.
        against: Only games in which all other seats are this player's.
        team: Only seats of this team.
        role: Only seats of this role.
        day: Only the values of this day.
        game: Only the first, second, ... game of each row of a series.
        metric: `won`, `rise`, a metric, or one of `PERSON_METRICS`.
        table: A table of metrics instead, of which one share is counted.
        row: The row of that table; `{}` stands for the player.
        choice: Its column.
        entropy: Instead of one column, the entropy in bits over these columns, which must be all
            possible ones.
    """

    part: str = ""
    cell: str = ""
    player: str = ""
    against: str = ""
    team: Literal["", "village", "wolves"] = ""
    role: str = ""
    day: int = 0
    game: int = 0
    metric: str = ""
    table: str = ""
    row: str = ""
    choice: str = ""
    entropy: tuple[str, ...] = ()

    def merged_with(self, other: Pick) -> Pick:
        """Return the selection of both picks together; `conflict` must be empty."""
        return Pick(
            **{
                name: _put(getattr(self, name), getattr(other, name))
                for name in Pick.__struct_fields__
            }
        )

    def conflict(self, other: Pick) -> str:
        """Return a field that both picks set differently, as a clause; empty for none."""
        for name in Pick.__struct_fields__:
            one, two = getattr(self, name), getattr(other, name)
            if one and two and one != two and not _fits(one, two):
                return f"both `{one}` and `{two}` for `{name}`"
        return ""


class Line(Pick, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A row or a column of the table.

    Attributes:
        name: Its heading.
        printed: Of a row: the paper's numbers, column by column; empty where a figure prints no
            numbers.
        elsewhere: The command that counts it, where neither games between machines nor the quiz
            give it; else empty.
        score: Of a row: the quiz score of the player named as player or cell, accuracy or macro F1.
    """

    name: str
    elsewhere: str = ""
    score: Literal["", "accuracy", "f1"] = ""
    printed: tuple[Printed, ...] = ()


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An arena of the experiment.

    Attributes:
        boards: Its boards.
        small: The number of deals in small size.
        full: The number of deals as in the paper.
        repeats: How often each line-up plays each deal.
        seed: The seed of its first deal.
        players: The names of its players; all of the experiment where empty.
        schedule: Who plays whom.
        pool: The experience pool that is read in it; empty for none.
        readers: The players that read it; all where empty.
        experience: The method that uses the pool: Xu et al.'s or WereWolf-Plus'.
        person: The seat of a person as in the series `helmsman`: by the rules it is a person's,
            and a game ends when it falls; 0 for none.
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
    person: int = 0


class PoolPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An experience pool.

    Attributes:
        part: The part whose games teach it.
        small: The number of its first games that teach it in small size.
        full: The number as in the paper.
        team: Only actions of this team's seats are learned; of all seats where empty.
    """

    part: str
    small: int
    full: int
    team: Literal["", "village", "wolves"] = ""


class QuizPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Questions on the rules, answered with Yes or No, the same for every player with a model.

    Attributes:
        boards: The boards that the questions are about.
        small: The number of questions in small size.
        full: The number as in the paper.
        seed: The seed of the set of questions.
    """

    boards: tuple[str, ...]
    small: int
    full: int
    seed: int = 0


class Off(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a mechanism is switched off.

    Attributes:
        pools: Whether no player reads a pool.
        players: Replacement players, by name.
        boards: Replacement boards, by name.
    """

    pools: bool = False
    players: dict[str, str] = {}
    boards: dict[str, str] = {}


class Mechanism(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The mechanism that an experiment studies, how it is detected, and how it is switched off.

    Attributes:
        what: A description in words.
        sign: How it is detected: `otherwise` counts the games that went otherwise than the same
            deal of `than`, and `recommended` the days on which a sheriff recommended somebody.
        here: The games in which it is looked for.
        than: The games with which they are compared.
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
        less: The row that is subtracted from it.
    """

    row: str
    less: str


class LessColumn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two columns that are compared, deal by deal.

    Attributes:
        column: A column.
        less: The column that is subtracted from it.
    """

    column: str
    less: str


class Experiment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The contents of an experiment file.

    Attributes:
        paper: The paper.
        shows: The table or figure of the paper.
        title: A title of a few words.
        asks: The question of the experiment.
        says: The paper's result.
        numbers: What the numbers of the table are: which share or count, of whom.
        settings: The paper's settings, a sentence each.
        differs: What differs here from the paper, a sentence each.
        differs_without_models: What differs as well while players of `models` have no model.
        differs_with_models: What differs as well where one of them has a model.
        players: The players by name; house bots, and agents for which house bots answer, so that
            all can be played at once.
        models: The agent of each player with a model, as `--model NAME` seats it.
        paper_models: The model that a player is in the paper.
        people: The players that stand in for people of the paper: tables count their seats as
            people's. The games are not played differently.
        own: The boards that do not ship, by name; in a file boards may be named by the TOML files
            of the user's own.
        parts: The arenas, by name.
        pools: The experience pools, by name.
        quiz: The quiz for players with a model, where a row is their score; else None.
        counted: The selection that all cells of the table have in common.
        columns: The columns of the table.
        rows: Its rows.
        compared: Rows that are compared.
        compared_columns: Columns that are compared.
        mechanism: The mechanism that the experiment studies; None for none.
        stop_after_replaced: A command stops after so many answers of one model in a row that were
            replaced because they could not be used; 0 for any number.
    """

    paper: str
    shows: str
    title: str
    asks: str
    says: str
    numbers: str = ""
    settings: tuple[str, ...]
    differs: tuple[str, ...]
    differs_without_models: tuple[str, ...] = ()
    differs_with_models: tuple[str, ...] = ()
    players: dict[str, str]
    models: dict[str, str] = {}
    paper_models: dict[str, str] = {}
    people: tuple[str, ...] = ()
    own: dict[str, Board] = {}
    parts: dict[str, Part]
    pools: dict[str, PoolPlan] = {}
    quiz: QuizPlan | None = None
    counted: Pick = Pick()
    columns: tuple[Line, ...]
    rows: tuple[Line, ...]
    compared: tuple[Less, ...] = ()
    compared_columns: tuple[LessColumn, ...] = ()
    mechanism: Mechanism | None = None
    stop_after_replaced: int = STOP_AFTER_REPLACED


def part_of(plan: Experiment, pick: Pick) -> str:
    """Return the part whose games a pick selects; the first part if it names none.

    A pick may leave out the part only where there is but one.
    """
    return pick.part or next(iter(plan.parts))


WON = "won"
"""The metric `won`: the share of games that a side won, of all finished games, draws included."""


RISE = "rise"
"""The metric of how much a side's win rate rises per game of a series row; complete rows only."""


PERSON_METRICS = ("person_ratio", "person_dc", "person_correlation")
"""The metrics of Helmsman's table 3 for the person's seat of a part, as series have them."""


METRIC_NAMES = frozenset((WON, RISE, *PERSON_METRICS, *(metric.name for metric in METRICS)))


_PLACE = "{}"


def _fits(one: object, other: object) -> bool:
    """Return whether exactly one of two words has the placeholder `{}` for the other."""
    return isinstance(one, str) and isinstance(other, str) and (_PLACE in one) != (_PLACE in other)


def _put(one: Any, other: Any) -> Any:
    """Merge two values: put one word into the placeholder of the other, or return the set one."""
    if one and other and _fits(one, other):
        return one.replace(_PLACE, other) if _PLACE in one else other.replace(_PLACE, one)
    return one or other
