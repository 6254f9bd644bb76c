"""Who takes a quiz and how well: models, asked and read like players, the engine, chance; scores; files for fine-tuning."""

from .chats import RECIPE, Format, answer_in_words, in_lines
from .prompting import Manner, request_for, task_of, words_of
from .reading import read_answer, understand
from .scoring import Score, Share, score, scores_by
from .taking import Chance, Engine, Examinee, Taken, Taker, take, taken

__all__ = [
    "RECIPE", "Chance", "Engine", "Examinee", "Format", "Manner", "Score", "Share", "Taken", "Taker", "answer_in_words",
    "in_lines", "read_answer", "request_for", "score", "scores_by", "take", "taken", "task_of", "understand", "words_of",
]  # fmt: skip
