"""How each kind of ask is put to a person. One function a kind; a test holds that none is missing."""

from __future__ import annotations

from collections.abc import Callable

from wolfcore.game import Ask, AskKind, View

from . import day, night
from .model import Question

_QUESTION_MAKERS: dict[AskKind, Callable[[Ask, View], Question]] = {
    "kill": night.kill, "whisper": night.whisper, "protect": night.protect, "check": night.check, "save": night.save,
    "poison": night.poison, "shoot": night.shoot, "run": day.run, "campaign": day.campaign, "elect": day.elect,
    "order": day.order, "speak": day.speak, "suspect": day.suspect, "lean": day.lean, "summarise": day.summarise,
    "defend": day.defend, "vote": day.vote, "plead": day.plead, "badge": day.badge, "last_words": day.last_words, "bid": day.bid,
}  # fmt: skip


def make_question(ask: Ask, view: View) -> Question:
    """The words for an ask.

    Args:
        ask: The ask.
        view: What its seat may know when it is asked.
    """
    return _QUESTION_MAKERS[ask.kind](ask, view)
