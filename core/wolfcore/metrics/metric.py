"""What a metric is: a pure fold over one game, with its name, source, range, direction and meaning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from .tables import GameTables
from .values import Value, ValueKind

Direction = Literal["higher", "lower", "neither"]

WWP = "Xia et al. 2025, WereWolf-Plus"
HELMSMAN = "Du and Zhang 2024, Helmsman"
XU = "Xu et al. 2023"
SLA = "Xu et al. 2023, Strategic Language Agents"
OURS = "wolftui"


Aggregation = Literal["games", "days", "terms"]
"""What the value over many games is a mean of."""
AGGREGATIONS: dict[Aggregation, str] = {
    "games": "mean of the games that have a value",
    "days": "mean of all days of all games, so that a long game weighs more",
    "terms": "a x mean of the games' ksr + (1-a) x mean over roles of each role's mean of games",
}
"""How games make one value, in words."""
NO_SUCH_SPEECH = "null where speech is not recorded, not English, or too little of its claims was read (see claims_read)"


class Metric(Struct, frozen=True, kw_only=True):
    """A number that a game has.

    Attributes:
        name: How it is called everywhere.
        of: The fold: the tables of a game to its value.
        source: The paper and its equation or section.
        low: The least that it can be; None for no bound.
        high: The most that it can be; None for no bound.
        direction: Whether more of it is better.
        meaning: One line for a person.
        formula: How a game's value is computed, in words and signs.
        unit: What the value counts, or is a share of: a `share of` things divides counts of them.
        null: When a game has no value.
        aggregation: How games make one value.
        kind: How the parts of a game make one value.
        per_team: Whether it says something only for each team apart.
        open_range: Whether its range, though it has ends, is so wide that values never come near them: its interval is
            then that of values without bounds.
    """

    name: str
    of: Callable[[GameTables], Value]
    source: str
    low: float | None
    high: float | None
    direction: Direction
    meaning: str
    formula: str
    unit: str
    null: str
    aggregation: Aggregation
    kind: ValueKind = "ratio"
    per_team: bool = False
    open_range: bool = False

    @property
    def shows_counts(self) -> bool:
        """Whether numerator and denominator are counts that say more than the value."""
        return self.kind == "ratio" and self.unit.startswith("share of ")

    @property
    def range(self) -> tuple[float, float] | None:
        """The ends between which every value lies, where both are near enough to tell something."""
        return None if self.low is None or self.high is None or self.open_range else (self.low, self.high)


class Observation(Struct, frozen=True, gc=False):
    """One observation for a table.

    Attributes:
        row: Its row.
        column: Its column; the number of the game in its series where the table has `series`.
        value: What was observed, 0..1; None where only how often counts.
        words: What was said, for tables of speech; each once.
        spoken: How many of them, repetitions counted.
    """

    row: str
    column: str = ""
    value: float | None = None
    words: frozenset[str] = frozenset()
    spoken: int = 0


TableKind = Literal["shares", "rates", "words"]


class MetricTable(Struct, frozen=True, kw_only=True):
    """A table that many games fill together.

    Attributes:
        name: How it is called everywhere.
        of: The fold: the tables of a game to its observations.
        source: The paper and its section.
        direction: Whether more in a cell is better.
        meaning: One line for a person.
        formula: How a cell is computed, in words and signs.
        unit: What a cell counts, or is a share of.
        null: When a game adds nothing.
        aggregation: How games make a cell, in words.
        kind: `shares`: how often each column was observed in a row, with the row's entropy; `rates`: the mean of the values
            in a cell, 0..1; `words`: how varied the speech of a row is.
        series: Whether the columns count the games of a row in the order in which they were played.
        shown: Whether people see it unasked: `always`; of `one game` alone; or never (`files`), and it is in JSON and CSV.
    """

    name: str
    of: Callable[[GameTables], tuple[Observation, ...]]
    source: str
    direction: Direction
    meaning: str
    formula: str
    unit: str
    null: str
    aggregation: str
    kind: TableKind
    series: bool = False
    shown: Literal["always", "one game", "files"] = "always"
    low: float | None = 0
    high: float | None = 1
