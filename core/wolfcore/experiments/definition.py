"""The experiment file: arenas (parts), pools, quiz, mechanism, and what each table cell counts.

All structs are read from and written to TOML: their fields and values are a file format.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from wolfcore.arena import Schedule
from wolfcore.game import Board
from wolfcore.metrics import METRICS

Experience: TypeAlias = Literal["plus", "xu"]


Sign: TypeAlias = Literal["otherwise", "recommended"]


Printed: TypeAlias = float | Literal[""]
"""A number of a paper's table; empty where it prints none."""


class Pick(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which games and seats are counted, and what of them; an empty word or 0 for all.

    A cell of a table is counted by what its row, its column and `counted` pick together. Where two
    of them name a player or a cell, one stands in the place of `{}` in the other.

    Attributes:
        part: The part of the experiment.
        cell: The cell of the part's schedule.
        player: Only games in which somebody of this name sits, and only his seats.
        against: Only games in which all other seats are this player's.
        team: Only seats of this team.
        role: Only seats of this role.
        day: Only what is of this day.
        game: Only the first, second, ... game of each row of a series.
        metric: `won`, `rise`, or a metric.
        table: A table of metrics instead, of which one share is counted.
        row: The row of that table; `{}` stands for the player.
        choice: Its column.
        entropy: Instead of one column, the entropy in bits of these, which are all that can be.
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
        """What both say together, of which no two say something else (`clash`)."""
        return Pick(
            **{
                name: _put(getattr(self, name), getattr(other, name))
                for name in Pick.__struct_fields__
            }
        )

    def conflict(self, other: Pick) -> str:
        """Where both say something else, as a clause; empty where they do nowhere."""
        for name in Pick.__struct_fields__:
            one, two = getattr(self, name), getattr(other, name)
            if one and two and one != two and not _fits(one, two):
                return f"both `{one}` and `{two}` for `{name}`"
        return ""


class Line(Pick, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A row or a column of the table.

    Attributes:
        name: What stands at its head.
        printed: Of a row: what the paper prints in it, column by column; nothing where a figure
            prints no numbers.
        elsewhere: By which command it is counted, where neither games between machines nor the quiz
            tell it.
        score: Of a row: the score of the quiz by whoever is named as player or cell, accuracy or
            macro F1.
    """

    name: str
    elsewhere: str = ""
    score: Literal["", "accuracy", "f1"] = ""
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


class QuizPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Questions on the rules, answered with Yes or No, the same for everybody who has a model.

    Attributes:
        boards: About which boards.
        small: How many in small.
        full: How many as the paper has it.
        seed: Of which set.
    """

    boards: tuple[str, ...]
    small: int
    full: int
    seed: int = 0


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
        sign: By what it is seen: `otherwise` counts the games that went otherwise than the same
            deal of `than`, and `recommended` the days on which a sheriff recommended somebody.
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
        players: Who plays, by name; house bots and what they think for, so that all can be played
            at once.
        models: Which agent each is with a model, as `--model NAME` seats it.
        people: Who stands in for people: tables count their seats as people's. Nothing is played
            otherwise for it.
        own: The boards that do not ship, by name; in a file boards may be named by the TOML files
            of a person's own.
        parts: What is played, by name.
        pools: Pools of experience, by name.
        quiz: What players with a model are asked, where a row is their score.
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
    people: tuple[str, ...] = ()
    own: dict[str, Board] = {}
    parts: dict[str, Part]
    pools: dict[str, PoolPlan] = {}
    quiz: QuizPlan | None = None
    counted: Pick = Pick()
    columns: tuple[Line, ...]
    rows: tuple[Line, ...]
    compared: tuple[Less, ...] = ()
    mechanism: Mechanism


def part_of(plan: Experiment, pick: Pick) -> str:
    """The part whose games a pick is of: the first one where it names none, as it may where there is but one."""
    return pick.part or next(iter(plan.parts))


WON = "won"
"""The metric that rows of arenas tell by themselves: whether a side won, of all games that came to
their end, draws among them."""


RISE = "rise"
"""How much more often a side wins from one game of a row to the next; of rows of a series that are
whole."""


METRIC_NAMES = frozenset((WON, RISE, *(metric.name for metric in METRICS)))


_PLACE = "{}"


def _fits(one: object, other: object) -> bool:
    """Whether one of two words has a place for the other."""
    return isinstance(one, str) and isinstance(other, str) and (_PLACE in one) != (_PLACE in other)


def _put(one: Any, other: Any) -> Any:
    """What two words are together."""
    if one and other and _fits(one, other):
        return one.replace(_PLACE, other) if _PLACE in one else other.replace(_PLACE, one)
    return one or other
