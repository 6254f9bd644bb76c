"""Claims of a typed sentence, and what it takes back."""

from __future__ import annotations

from wolfcore.game import RoleName
from wolfcore.speech.drafts import Draft
from wolfcore.speech.vocabulary import CHECKING_ROLE

from .lexicon import ROLE_BY_WORD
from .matching import RowMatch
from .sentence import ChatSentence


def add_claim(one: ChatSentence, fit: RowMatch) -> int:
    """Note what a row of kind `claim`, `same`, `real` or `retract` says; where it ends, or 0 if it names no role."""
    kind = fit.row.kind
    words = [one.word(at) for element, at in fit.matched if fit.elements[element].kinds & {"ROLE", "WOLF"}]
    role: RoleName | None = ROLE_BY_WORD.get(words[-1]) if words else None
    if kind in ("same", "real"):
        one.notes.add(kind)
    elif kind == "retract":
        one.drafts.append(Draft("retract", word=role or ""))
    elif role:
        one.drafts.append(Draft("claim", word=role))
        one.listing |= role == CHECKING_ROLE
        if fit.row.pattern.startswith("^") and fit.end < len(one.tokens):
            one.listing = role == CHECKING_ROLE
    else:
        return 0
    named = next((at for _, at in fit.matched if "SEAT" in one.kinds(at)), 0)
    if named:
        return named
    last = fit.end - 1
    return max(fit.matched[0][1] + 1, last if one.kinds(last) & {"SEAT", "NIGHT", "P"} else fit.end)
