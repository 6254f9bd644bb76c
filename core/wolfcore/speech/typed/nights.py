"""The night of a deed or a check, told within its words, right after them or right before."""

from __future__ import annotations

from .results import night_number
from .sentence import ChatSentence


def night_of(one: ChatSentence, place: int, end: int) -> tuple[int, int]:
    """The night of a deed told between two places, right after or before them; and where its telling ends."""
    for at in range(end - 1, place - 1, -1):
        if "NIGHT" in one.kinds(at):
            return night_number(one.word(at)), end
    step = end
    while one.word(step) in ("(", ",", "on", "in", "at", "during"):
        step += 1
    if "NIGHT" in one.kinds(step) and not _item_follows(one, step + 1):
        return night_number(one.word(step)), step + 1
    return night_before(one, place), end


def night_before(one: ChatSentence, place: int) -> int:
    """The night told right before a place, or 0."""
    at = place - 1
    while at >= 0 and one.kinds(at) & {"P", "I", "on", "in", "my", "check", "checked", "result"}:
        at -= 1
    return night_number(one.word(at)) if "NIGHT" in one.kinds(at) else 0


def _item_follows(one: ChatSentence, place: int) -> bool:
    """Whether the night before `place` begins the next item of a list: `n2 cleo wolf`."""
    while one.kinds(place) & {"P", "i", "I"}:
        place += 1
    return bool(one.kinds(place) & {"SEAT", "CHECK", "PROTECT", "SAVE"})
