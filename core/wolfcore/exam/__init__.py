"""Who takes a quiz and how well: models, asked and read like players, the engine, chance; scores; files for fine-tuning."""

from .chats import RECIPE, Format, answer_in_words, export_lines
from .prompting import AskingStyle, question_prompt, request_for, task_prompt
from .reading import read_answer, read_reply
from .scoring import Score, Share, score, scores_by
from .taking import ChanceTaker, EngineTaker, ModelTaker, Taken, Taker, make_taken, take_quiz

__all__ = [
    "RECIPE",
    "AskingStyle",
    "ChanceTaker",
    "EngineTaker",
    "Format",
    "ModelTaker",
    "Score",
    "Share",
    "Taken",
    "Taker",
    "answer_in_words",
    "export_lines",
    "make_taken",
    "question_prompt",
    "read_answer",
    "read_reply",
    "request_for",
    "score",
    "scores_by",
    "take_quiz",
    "task_prompt",
]  # fmt: skip
