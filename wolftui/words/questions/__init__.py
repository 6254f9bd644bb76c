"""Asks as questions for people: `make_question` dispatches on the ask kind, from a view alone."""

from __future__ import annotations

from collections.abc import Callable

from wolfcore.game import Ask, AskKind, View

from . import day, night
from .question import Option, Question, QuestionKind, match_option, timeout_text

__all__ = ["Option", "Question", "QuestionKind", "make_question", "match_option", "timeout_text"]


_QUESTION_MAKERS: dict[AskKind, Callable[[Ask, View], Question]] = {
    "kill": night.kill, "whisper": night.whisper, "protect": night.protect, "check": night.check,
    "save": night.save, "poison": night.poison, "shoot": night.shoot, "run": day.run,
    "campaign": day.campaign, "elect": day.elect, "order": day.order, "speak": day.speak,
    "suspect": day.suspect, "lean": day.lean, "summarise": day.summarise, "defend": day.defend,
    "vote": day.vote, "plead": day.plead, "badge": day.badge, "last_words": day.last_words,
    "bid": day.bid,
}  # fmt: skip


def make_question(ask: Ask, view: View) -> Question:
    """Make the question for an ask.

    Args:
        ask: The ask.
        view: The view of the asked seat at that moment.
    """
    return _QUESTION_MAKERS[ask.kind](ask, view)
