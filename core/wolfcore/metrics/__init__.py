"""Metrics of saved games: functions of one game's log; a value is None if its denominator is 0.

`measure(from_saved_game(saved))` computes all metrics of one game. `Groups` and `Crosstabs`
aggregate many games.
"""

from wolfcore.intervals import (
    INTERVAL_METHODS,
    Interval,
    bounded_mean_interval,
    entropy_bits,
    entropy_interval,
    exact_interval,
    unbounded_mean_interval,
)

from .catalogue import CHAPTERS, METRICS, TABLES, MeasuredGame, installed_metric, measure
from .crosstabs import Crosstabs, TableCell, entropy_of_counts, label_key
from .game_tables import GameTables
from .groups import DIMENSIONS, Dimension, Groups, MetricRow, game_values
from .metric import (
    AGGREGATIONS,
    UNKNOWN,
    Metric,
    MetricTable,
    Observation,
    Part,
    Total,
    Value,
    combine_parts,
    game_total,
)
from .recorded_game import (
    Participant,
    RecordedGame,
    from_game_log,
    from_saved_game,
    participants_of,
)
from .trust import TrustDay, trust_days
from .walk import tables_of

__all__ = [
    "AGGREGATIONS",
    "CHAPTERS",
    "DIMENSIONS",
    "INTERVAL_METHODS",
    "METRICS",
    "TABLES",
    "UNKNOWN",
    "Crosstabs",
    "Dimension",
    "GameTables",
    "Groups",
    "Interval",
    "MeasuredGame",
    "Metric",
    "MetricRow",
    "MetricTable",
    "Observation",
    "Part",
    "Participant",
    "RecordedGame",
    "TableCell",
    "Total",
    "TrustDay",
    "Value",
    "bounded_mean_interval",
    "combine_parts",
    "entropy_bits",
    "entropy_interval",
    "entropy_of_counts",
    "exact_interval",
    "from_game_log",
    "from_saved_game",
    "game_total",
    "game_values",
    "installed_metric",
    "label_key",
    "measure",
    "participants_of",
    "tables_of",
    "trust_days",
    "unbounded_mean_interval",
]  # fmt: skip
