"""What each seat claims to be, read from what was said aloud. Everybody hears it, so every pair of eyes may see it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from wolfcore.game import facts as f
from wolfcore.speech import Act, ClaimsRole, Retracts
from wolftui.session.folding import Fold

ClaimsBySeat = Mapping[int, str]
"""The role that each seat claimed last and did not take back, by seat."""

_TABLES, _SPEECHES = 8, 1 << 14
"""Of how many tables the fold is kept, and of how many speeches what they do: through whichever eyes, each is read once."""


@lru_cache(maxsize=_TABLES)
def claims_fold(names: tuple[str, ...]) -> Fold[ClaimsBySeat]:
    """What is claimed at a table of these names, in seat order. To read a speech takes a while: ask for it with `value_at_cursor_within`."""

    def after(claims: ClaimsBySeat, fact: f.Said, told: int) -> ClaimsBySeat:
        del told
        now = dict(claims)
        for role in claimed_roles(fact.text, fact.seat, names):
            if role:
                now[fact.seat] = role
            else:
                now.pop(fact.seat, None)
        return claims if now == claims else now

    return Fold({}, after, (f.Said,))


@lru_cache(maxsize=_SPEECHES)
def read_acts(text: str, seat: int, names: tuple[str, ...]) -> tuple[Act, ...]:
    """What a speech of a seat does, as the reader hears it; nothing for silence."""
    if not text:
        return ()
    from wolfcore.speech import read  # the reader takes a while to load, and the first frame needs none of it

    return read(text, seat, names, len(names))


def claimed_roles(text: str, seat: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """The roles that a speech claims for its speaker, an empty one for a claim that is taken back."""
    acts = read_acts(text, seat, names)
    return tuple("" if isinstance(act, Retracts) else act.role for act in acts if isinstance(act, ClaimsRole | Retracts))
