"""The list of all metrics and tables, and `measure`, which computes all of them for one game.

`MeasuredGame.values` and `MeasuredGame.cells` follow the order of `METRICS` and `TABLES`; readers
index them by position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from msgspec.structs import replace

from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.installed import installed, load_installed

from . import (
    camouflage,
    confrontation,
    influence,
    outcome,
    performance,
    slips,
    speech_statistics,
    stated_beliefs,
    statement_audit,
    strategy,
    trust,
)
from .game_tables import GameTables
from .metric import Metric, MetricTable, Observation, Value
from .recorded_game import RecordedGame
from .walk import tables_of

CHAPTERS: tuple[tuple[str, tuple[Metric, ...]], ...] = (
    ("How games ended", outcome.OUTCOME_METRICS),
    ("What the roles did", performance.ROLE_CHAPTER),
    ("How each team played", performance.TEAM_CHAPTER),
    ("The sheriff", influence.METRICS),
    ("As other programs count", stated_beliefs.CORRELATION_METRICS),
    ("How much speech was read", speech_statistics.COMPREHENSION_METRICS),
    ("Camouflage", camouflage.METRICS),
    ("Trust", trust.METRICS),
    ("Confrontation and leadership", confrontation.METRICS),
    ("Slips", slips.METRICS),
    ("Statements", statement_audit.METRICS),
    ("Beliefs", stated_beliefs.BELIEF_METRICS),
    ("What it cost, and how answers came", outcome.COST_METRICS),
    ("Variety of speech", speech_statistics.VARIETY_METRICS),
)
"""All metrics under headings, in the order in which reports show them."""


METRICS: tuple[Metric, ...] = tuple([metric for _, chapter in CHAPTERS for metric in chapter])


TABLES: tuple[MetricTable, ...] = (
    *outcome.TABLES,
    *strategy.TABLES,
    *trust.TABLES,
    *stated_beliefs.TABLES,
    *speech_statistics.TABLES,
    *slips.TABLES,
)


class MeasuredGame(NamedTuple):
    """One game with its metric values and table observations.

    Attributes:
        game: The game.
        values: A value for each of `METRICS`, in their order, then of further ones.
        cells: The observations for each of `TABLES`, in their order.
    """

    game: RecordedGame
    values: tuple[Value, ...]
    cells: tuple[tuple[Observation, ...], ...]

    @property
    def without_log(self) -> MeasuredGame:
        """A copy without log and journal, to save memory; aggregation does not need them."""
        return self._replace(game=replace(self.game, entries=(), journal=None))

    def value(self, name: str) -> Value:
        """Return the value of the metric with this name; raise KeyError if there is none."""
        return dict(zip((metric.name for metric in METRICS), self.values, strict=True))[name]


def installed_metric(name: str) -> Metric:
    """Import a metric of an installed package, whose errors name it.

    Raises:
        ConfigError: There is none, or it cannot be imported.
    """
    known = installed("metrics")
    if name not in known or any(name == metric.name for metric in METRICS):
        hint = did_you_mean(name, known) if known else "No installed package has any."
        raise ConfigError(f"no package has a metric `{name}`", key="--metric", hint=hint)
    metric = load_installed("metrics", name, Metric)

    def value_of(tables: GameTables) -> Value:
        try:
            value = cast("object", metric.of(tables))
        except Exception as error:
            raise ConfigError(f"`{name}` failed ({type(error).__name__}: {error})") from error
        if not isinstance(value, Value):
            raise ConfigError(f"`{name}` gave no `Value`")
        return value

    return replace(metric, of=value_of)


def measure(game: RecordedGame, *, alpha: float = 0.5, more: Sequence[Metric] = ()) -> MeasuredGame:
    """Compute all metrics and table observations of one game.

    Args:
        game: The game; for an unfinished game, the log so far is measured.
        alpha: The weight a of the equations with two terms, 0..1.
        more: Further metrics.
    """
    tables = tables_of(game, alpha)
    return MeasuredGame(
        game,
        tuple([metric.of(tables) for metric in (*METRICS, *more)]),
        tuple([table.of(tables) for table in TABLES]),
    )
