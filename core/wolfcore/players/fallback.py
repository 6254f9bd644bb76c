"""Players: what a seat does when its player's answer cannot be taken."""

from __future__ import annotations

from typing import Literal

from wolfcore.game import Answer, Ask, Dice

ABSTAIN_KINDS: frozenset[str] = frozenset({"shoot", "vote", "lean", "elect"})
"""Asks that fall back to 0, holding fire or abstaining, where that is legal."""
RANDOM_KINDS: frozenset[str] = frozenset({"kill", "check", "protect", "save", "poison"})
"""Asks that fall back to any legal option, no one included."""


def fallback_answer(ask: Ask, dice: Dice, how: Literal["fallback", "timeout"] = "fallback") -> Answer:
    """The answer for a seat that gave none that can be taken.

    A deed of the night is drawn from all options; a shot is held and a ballot withheld where that is legal, else drawn; the
    badge goes to the next higher living seat, in a circle; all else is no, left, 0 or silence, and leaves beliefs unchanged.

    Args:
        ask: What was asked.
        dice: The dice of this ask.
        how: Whether bad output or a time-out is replaced.
    """
    options = ask.options
    if ask.kind in RANDOM_KINDS or (ask.kind in ABSTAIN_KINDS and 0 not in options):
        return Answer(dice.pick("fallback", options), how=how)
    if ask.kind == "badge":
        heirs = sorted(seat for seat in options if seat)
        return Answer(next((seat for seat in heirs if seat > ask.seat), heirs[0]), how=how)
    return Answer(0 if 0 in options else options[0], how=how)
