"""Metrics as folds over saved games: pure, one function each, null where there is nothing to divide by.

`measure(recorded(saved))` measures one game; `Groups` and `Crosstabs` take many and give them back in groups.
"""

from .catalogue import METRICS, TABLES
from .crosstabs import Crosstabs, TableCell, entropy
from .groups import DIMENSIONS, Dimension, Groups, Row
from .intervals import Interval, of_mean, wilson
from .measuring import Measured, measure
from .metric import Cell, Metric, MetricTable
from .recorded import Recorded, Sitter, recorded, recorded_log, sitters
from .tables import Tables
from .trust import TrustDay, trust_days
from .values import UNKNOWN, Part, Sum, Value, combine, whole_of
from .walk import tables_of

__all__ = [
    "DIMENSIONS",
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
    "measure",
    "of_mean",
    "recorded",
    "recorded_log",
    "sitters",
    "tables_of",
    "trust_days",
    "whole_of",
    "wilson",
]  # fmt: skip
