"""What becomes of an ask that nobody answers in time, in words: what the seat's fallback does."""

from __future__ import annotations

from wolfcore.players.fallback import ABSTAIN_KINDS, RANDOM_KINDS

from .model import Question


def timeout_text(question: Question) -> str:
    """What happens when the time is up: `you say nothing`, `you abstain`, `chance chooses for you`."""
    kind, options = question.ask.kind, question.options
    if question.kind == "text":
        return "you say nothing"
    if question.kind == "beliefs":
        return "what you stated last holds"
    if kind in RANDOM_KINDS or (kind in ABSTAIN_KINDS and 0 not in question.ask.options):
        return "chance chooses for you"
    if kind == "badge":
        return "the badge goes to the next seat"
    if kind == "shoot":
        return "you hold fire"
    if kind in ABSTAIN_KINDS:
        return "you abstain"
    silent = "you say nothing, and " if question.wants_text else ""
    return f"{silent}it counts as `{options[0].label}`"
