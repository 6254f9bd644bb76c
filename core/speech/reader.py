"""Reads a speech: text in, acts out. Nothing else travels between the seats.

Exact on the house bots' own lines (a test compares thousands), decent on plain typed English. It knows nothing of the
game: it neither asks whether a seat lives nor whether a claim is true.
"""

from __future__ import annotations

import re
from functools import lru_cache

from . import acts as a
from .acts import Act
from .grammar import Draft, parse
from .seats import marker

_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…]*")
_SEAT = re.compile(r"@(\d+)")
_LETTERS = "abcdefghjklmnoqrstuvwxz"
"""All but `i` (the speaker), `p` (mentioned last) and `y` (spoken to)."""


@lru_cache(maxsize=1 << 12)
def read(text: str, speaker: int, names: tuple[str, ...], size: int) -> tuple[Act, ...]:
    """What a speech does.

    Args:
        text: The words as spoken.
        speaker: Who speaks, 1..size.
        names: Everybody's name in seat order; may be empty, then only numbers name seats.
        size: How many seats there are.

    Returns:
        The acts in the order in which they were said, each once.
    """
    found: list[Act] = []
    last = addressee = pending = night = 0
    for sentence in _SENTENCE.findall(marker(names, size)(text).lower().replace("’", "'")):
        letters = {speaker: "i"}
        plain = _SEAT.sub(lambda match, known=letters: _letter(int(match[1]), known), sentence)
        for seat, spare in ((last, "p"), (addressee, "y"), (pending, "q")):
            if seat:
                letters.setdefault(seat, spare)
        parsed = parse(plain.strip(), letters.get(last, ""), letters.get(addressee, ""), letters.get(pending, ""), night)
        seats = {letter: seat for seat, letter in letters.items()}
        found += [act for draft in parsed.drafts if (act := _act(draft, seats))]
        last = seats.get(parsed.last[-1:], 0)
        addressee, pending, night = seats.get(parsed.addressee, 0), seats.get(parsed.pending, 0), parsed.night
    return tuple(dict.fromkeys(found))


def _letter(seat: int, known: dict[int, str]) -> str:
    if seat not in known:
        known[seat] = _LETTERS[(len(known) - 1) % len(_LETTERS)]
    return f"@{known[seat]}"


def _act(draft: Draft, seats: dict[str, int]) -> Act | None:
    """The act with its seat, or None where nobody knows who is meant."""
    seat, word = seats.get(draft.letter, 0), draft.word
    if draft.letter and not seat:
        return None
    match draft.kind:
        case "claim":
            return None if word in ("", "village", "wolves") else a.ClaimsRole(word)
        case "report":
            return a.ReportsCheck(seat, word, draft.night) if word else None
        case "retract":
            return None if word in ("village", "wolves") else a.Retracts(word)
        case "accuse":
            return a.Accuses(seat, draft.sure)
        case "vouch":
            return a.Vouches(seat, draft.sure)
        case "defend":
            return a.Defends(seat)
        case "vote":
            return a.CallsVote(seat)
        case "ask":
            return a.AsksSeat(seat)
        case "protected":
            return a.TellsProtected(seat, draft.night)
        case "saved":
            return a.TellsSaved(seat, draft.night)
        case "poisoned":
            return a.TellsPoisoned(seat, draft.night)
