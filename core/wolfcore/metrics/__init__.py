"""Metrics as folds over saved games: pure, one function each, null where there is nothing to divide by.

`measure(recorded(saved))` measures one game; `Groups` and `Crosstabs` take many and give them back in groups.
"""

from wolfcore.intervals import HOW, Interval, entropy_of, exact, of_entropy, of_mean, of_range

from .catalogue import CHAPTERS, METRICS, TABLES
from .crosstabs import Crosstabs, TableCell, entropy, in_order
from .groups import DIMENSIONS, Dimension, Groups, Row, values_of
from .measuring import Measured, measure
from .metric import AGGREGATIONS, Cell, Metric, MetricTable
from .recorded import Recorded, Sitter, recorded, recorded_log, sitters
from .tables import Tables
from .trust import TrustDay, trust_days
from .values import UNKNOWN, Part, Sum, Value, combine, whole_of
from .walk import tables_of

__all__ = [
    "AGGREGATIONS",
    "CHAPTERS",
    "DIMENSIONS",
    "HOW",
    "METRICS",
    "TABLES",
    "UNKNOWN",
    "Cell",
    "Crosstabs",
    "Dimension",
    "Groups",
    "Interval",
    "Measured",
    "Metric",
    "MetricTable",
    "Part",
    "Recorded",
    "Row",
    "Sitter",
    "Sum",
    "TableCell",
    "Tables",
    "TrustDay",
    "Value",
    "combine",
    "entropy",
    "entropy_of",
    "exact",
    "in_order",
    "measure",
    "of_entropy",
    "of_mean",
    "of_range",
    "recorded",
    "recorded_log",
    "sitters",
    "tables_of",
    "trust_days",
    "values_of",
    "whole_of",
]  # fmt: skip
