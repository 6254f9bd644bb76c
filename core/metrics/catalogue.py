"""All metrics and all tables, in the order in which they are shown."""

from __future__ import annotations

from . import (
    beliefs,
    camouflage,
    confrontation,
    habits,
    outcome,
    parity,
    players,
    reading,
    roles,
    running,
    sheriff,
    slips,
    strategy,
    trust,
    variety,
)
from .metric import Metric, MetricTable

METRICS: tuple[Metric, ...] = (
    *outcome.METRICS, *roles.METRICS, *players.METRICS, *sheriff.METRICS, *parity.METRICS, *reading.METRICS,
    *camouflage.METRICS, *trust.METRICS, *confrontation.METRICS, *slips.METRICS, *beliefs.METRICS, *running.METRICS,
    *variety.METRICS,
)  # fmt: skip

TABLES: tuple[MetricTable, ...] = (
    *outcome.TABLES,
    *strategy.TABLES,
    *habits.TABLES,
    *trust.TABLES,
    *beliefs.TABLES,
    *variety.TABLES,
)
