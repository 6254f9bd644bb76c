"""What a guard or doctor says: its role at need, and its latest protection."""

from __future__ import annotations

from wolfcore.bots.mind import Mind
from wolfcore.bots.talk.dialogue_moves import Move
from wolfcore.speech import TellsProtected

from .power_talk import PowerTalk, claim_at_need, false_action


def _claims(mind: Mind) -> list[Move]:
    return claim_at_need(mind, 0.02, _protection)


def _protection(mind: Mind) -> list[Move]:
    """Tell of the latest protection, unless the protected seat fell in that night."""
    night, target = max(mind.record.protected.items(), default=(0, 0))
    if target and not any(fall.seat == target and fall.day == night for fall in mind.record.deaths):
        return [Move(kind="told_protected", target=target, night=night)]
    return []


TALK = PowerTalk(_claims, _protection, false_action("told_protected"), (TellsProtected,))
