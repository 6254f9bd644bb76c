"""What each seat claims to be, read from what was said aloud. Everybody hears it, so every pair of eyes may see it."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import facts as f


def claims(facts: Sequence[f.Fact], names: tuple[str, ...]) -> dict[int, str]:
    """The role that each seat claimed last and did not take back, by seat."""
    speeches = [fact for fact in facts if isinstance(fact, f.Said) and fact.text]
    if not speeches:
        return {}
    from core.speech import ClaimsRole, Retracts, read  # the reader takes a while to load, and the first frame needs none of it

    claimed: dict[int, str] = {}
    for speech in speeches:
        for act in read(speech.text, speech.seat, names, len(names)):
            if isinstance(act, ClaimsRole):
                claimed[speech.seat] = act.role
            elif isinstance(act, Retracts):
                claimed.pop(speech.seat, None)
    return claimed
