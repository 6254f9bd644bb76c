"""Studies with people: games of one person in a row against the same players, as the papers had them, and what they measure."""

from .folder import BOARD_FILE, OpenStudy, Study
from .measuring import GameFound, Measured, Trusts, game_found
from .plan import DESIGNS, LEAST, MOST, Design, Plan, Question, StudyKind

__all__ = [
    "BOARD_FILE", "DESIGNS", "LEAST", "MOST", "Design", "GameFound", "Measured", "OpenStudy", "Plan", "Question", "Study",
    "StudyKind", "Trusts", "game_found",
]  # fmt: skip
