"""Series with a person: several games in a row against the same players, as in two papers."""

from .design import (
    BOARD_FILE,
    DESIGNS,
    LEAST,
    MOST,
    Design,
    OpenSeries,
    Plan,
    Question,
    Series,
    SeriesKind,
)
from .person_metrics import GameFound, SeriesValue, Trusts, measure_series_game

__all__ = [
    "BOARD_FILE",
    "DESIGNS",
    "LEAST",
    "MOST",
    "Design",
    "GameFound",
    "OpenSeries",
    "Plan",
    "Question",
    "Series",
    "SeriesKind",
    "SeriesValue",
    "Trusts",
    "measure_series_game",
]  # fmt: skip
