"""What a pack's whisper asks for by day: whom to push, told from whom to attack tonight; and who shall play the seer.

The reader of speeches has one act for "let us kill her" and "let us hang her tomorrow", for aloud both are a call for a vote.
At night they are two things, and the words tell them apart.
"""

from __future__ import annotations

import re

_CLAUSE = re.compile(r"[.!?;,:\n]|\b(?:and|then|but|or)\b(?! *@\d+ *(?:$|[.!?;,:]))", re.IGNORECASE)
_BY_DAY = re.compile(
    r"\b(?:push|frame|blame|accuse|scapegoat|hang|lynch|exile|tomorrow|by day|daytime|during the day|in the day|in the morning"
    r"|at the vote|pin (?:it|this|that) on|point at|lean on|(?:say|tell them|claim|pretend) .*\bwol(?:f|ves))\b",
    re.IGNORECASE,
)
_BY_NIGHT = re.compile(r"\b(?:tonight|this night)\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|never|no|don'?t|dont|stop|instead of)\b", re.IGNORECASE)
_NIGHT_OR_ROLE_PLAY = re.compile(r"\b(?:kill|attack|eat|protect|save)\b|\b(?:claim|play|fake|pose)\w* .*\bseer\b", re.IGNORECASE)
"""What else a seat may be named for beside "tomorrow"."""
_SEAT = re.compile(r"@(\d+)")
_PLAY = r"(?:claim|play|fake|pose as|pretend to be|act as)(?: to be)?(?: (?:a|an|the|our|being))* (?:fake )?seer\b"
_I_PLAY = re.compile(
    rf"(?:\b(?:i|i'?ll|i'?m|i will|i can|i could|i am|i'?d|let me|im)(?: (?:gonna|going to|rather|then))? {_PLAY}"
    r"|\b(?:i'?ll|i will) be (?:the |a |our )?(?:fake )?seer\b)",
    re.IGNORECASE,
)
_YOU_PLAY = re.compile(rf"@(\d+)(?: (?:you|should|can|could|must|will|please|to))* {_PLAY}", re.IGNORECASE)
_NAMED_FIRST = re.compile(r"(@\d+),")
_PRONOUN = re.compile(r"\b(?:him|her|them|that one)\b", re.IGNORECASE)


def targets_to_push(marked_text: str) -> tuple[int, ...]:
    """Whom a whisper would have the pack speak and vote against by day, in the order in which it names them.

    Args:
        marked_text: The words, with every seat as `@` and its number.
    """
    found: list[int] = []
    latest = 0
    for clause in _CLAUSE.split(marked_text):
        named = [int(seat) for seat in _SEAT.findall(clause)]
        latest = named[-1] if named else latest
        if _BY_NIGHT.search(clause) or _NIGHT_OR_ROLE_PLAY.search(clause) or not _BY_DAY.search(clause):
            continue
        seats = named or ([latest] if latest and _PRONOUN.search(clause) else [])
        if _NOT.search(clause):
            found = [seat for seat in found if seat not in seats]
        else:
            found += [seat for seat in seats if seat not in found]
    return tuple(found)


def assigned_seer(marked_text: str, speaker: int) -> int:
    """Who of the pack shall claim to be the seer on the next day, by a whisper of `speaker`; 0 where it says nothing of it.

    Args:
        marked_text: The words, with every seat as `@` and its number.
        speaker: Who whispers.
    """
    found = 0
    for clause in _CLAUSE.split(_NAMED_FIRST.sub(r"\1", marked_text)):
        if _NOT.search(clause):
            continue
        you = _YOU_PLAY.search(clause)
        found = int(you[1]) if you else speaker if _I_PLAY.search(clause) else found
    return found
