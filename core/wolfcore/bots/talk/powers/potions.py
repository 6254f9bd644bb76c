"""What a witch says: its role at need, sooner once the poison is used, and its potions."""

from __future__ import annotations

from wolfcore.bots.mind import Mind
from wolfcore.bots.talk.dialogue_moves import Move
from wolfcore.speech import TellsPoisoned, TellsSaved

from .power_talk import MAX_RESULTS, PowerTalk, claim_at_need, false_action


def _claims(mind: Mind) -> list[Move]:
    return claim_at_need(mind, 0.12 if mind.record.poison_used else 0.02, _potions)


def _potions(mind: Mind) -> list[Move]:
    return [
        Move(kind="told_saved" if kind == "saved" else "told_poisoned", target=target, night=night)
        for kind, target, night in mind.record.potions[:MAX_RESULTS]
    ]


TALK = PowerTalk(_claims, _potions, false_action("told_saved"), (TellsSaved, TellsPoisoned))
