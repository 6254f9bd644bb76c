"""Studies with people: games of one person in a row against the same players, as the papers had them, and what they measure."""

from .folder import BOARD_FILE, OpenSeries, Series
from .measuring import GameFound, SeriesValue, Trusts, measure_series_game
from .plan import DESIGNS, LEAST, MOST, Design, Plan, Question, SeriesKind

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
