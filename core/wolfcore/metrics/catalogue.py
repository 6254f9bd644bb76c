"""All metrics, by what they are about, and all tables."""

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

CHAPTERS: tuple[tuple[str, tuple[Metric, ...]], ...] = (
    ("How games ended", outcome.OUTCOME_METRICS),
    ("What the roles did", roles.ROLE_CHAPTER),
    ("How each team played", players.TEAM_CHAPTER),
    ("The sheriff", sheriff.METRICS),
    ("As other programs count", parity.CORRELATION_METRICS),
    ("How much speech was read", reading.COMPREHENSION_METRICS),
    ("Camouflage", camouflage.METRICS),
    ("Trust", trust.METRICS),
    ("Confrontation and leadership", confrontation.METRICS),
    ("Slips", slips.METRICS),
    ("Beliefs", beliefs.BELIEF_METRICS),
    ("What it cost, and how answers came", running.COST_METRICS),
    ("Variety of speech", variety.VARIETY_METRICS),
)
"""All metrics under headings, in the order in which they are shown."""

METRICS: tuple[Metric, ...] = tuple([metric for _, chapter in CHAPTERS for metric in chapter])

TABLES: tuple[MetricTable, ...] = (
    *outcome.TABLES,
    *strategy.TABLES,
    *habits.TABLES,
    *trust.TABLES,
    *beliefs.TABLES,
    *variety.TABLES,
)
