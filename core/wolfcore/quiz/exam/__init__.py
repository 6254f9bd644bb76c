"""Quizzes answered by models, by the engine's key or at random: prompts, scores and files."""

from .chats import (
    RECIPE,
    AskingStyle,
    Format,
    answer_in_words,
    export_lines,
    question_prompt,
    read_answer,
    read_reply,
    request_for,
    task_prompt,
)
from .scores import Score, Share, score, scores_by
from .takers import ChanceTaker, EngineTaker, ModelTaker, Taken, Taker, make_taken, take_quiz

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
