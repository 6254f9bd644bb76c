"""Finds suspicions of a seat's conduct ("2's silence is suspicious") and seats that are ruled out.

Such a suspicion is never sure: it judges conduct, not the seat's role.
"""

from __future__ import annotations

import re

from wolfcore.speech.acts import Draft, DraftKind
from wolfcore.speech.vocabulary import VILLAGER_WORDS, WOLF

from .fragments import MODIFIERS, SEAT, pattern
from .judgements import captured_seats

_VERBS = (
    r"(?:is|was|has|had|did|does|do|will|would|should|can|could|may|might|must|raises?|raised"
    r"|casts?|gives?|gave|makes?|made|"
    r"shows?|suggests?|said|says|tells?)"
)


_SOFTLY = (
    r"(?:(?:very|too|more|so|rather|perhaps|highly|deeply|a|an|bit|little|be|to|another|clear"
    r"|possible|strong|real|getting|"
    r"becoming) )*"
)


_ODD = (
    r"(?:suspicious|concerning|worrying|worrisome|alarming|troubling|disturbing|questionable"
    r"|strange|odd|weird|fishy|off|calculated|"
    r"evasive|shady|dubious|sus)\b"
)


_GUILT = (
    r"(?:signs?|hints?|indications?|mark) (?:of|that) (?:@[a-z+]+ (?:is|has) "
    rf")?{MODIFIERS}(?:guilt|fear|guilty|{WOLF}|evil)"
)


_DOUBTS = r"(?:questions?|suspicions?|concerns?|doubts?|eyebrows|red flags?|alarms?)\b"


_RAISES = r"(?:raises?|raised|arouses?|aroused)"


_SHOWS = (
    rf"(?:(?:is|was) {_SOFTLY}(?:{_ODD}|{_GUILT})|{_RAISES} (?:\w+ )?{_DOUBTS}(?! (?:about|on"
    r"|of) @))"
)


_HIS_CONDUCT = pattern(rf"{SEAT} 's (?:(?!@|{_VERBS} )\S+ |for @[a-z+]+ |of @[a-z+]+ )+?{_SHOWS}")


_CONDUCT_OF = pattern(rf"\bthe (?:\w+ ){{1,3}}of {SEAT} (?:[a-z]+ )??{_SHOWS}")


_UNFINISHED = pattern(rf"{SEAT} 's(?: (?!{_VERBS}\b)[^@\s]+| (?:for|of) @[a-z+]+)*$")


_RESUMED = pattern(rf"^(?:(?!@)\S+ )*?(?:is|was|{_RAISES}) ")


_THAT = pattern(
    rf"^(?:(?:all of )?which (?={_SHOWS})|(?:that|this|it) (?=(?:is|was) {_SOFTLY}{_GUILT}))"
)
"""Beginnings of a clause with a pronoun that refers to a seat's conduct.

"it is odd" may refer to anything; "it is a sign of guilt" refers to a seat.
"""


_SHARED = pattern(
    r"\b(?:i|we) (?:must |have to |do |would |can )*(?:agree|share|second|echo|support"
    r"|understand and share)\b(?! not)[^@]*"
    r"(?:@[a-z+]+ 's )?(?:\w+ ){0,4}?(?:concerns?|suspicions?|doubts?|worries|mistrust"
    r"|distrust)(?: \w+){0,2}? (?:about|of|on|"
    rf"regarding|over|towards?) {SEAT}"
)


_CAST = pattern(
    rf"^[^@]*\b(?:{_RAISES}|casts?|throws?) (?:\w+ )?{_DOUBTS} (?:about|on|of|over|against"
    rf"|regarding|for) {SEAT}"
)


_DODGES = pattern(
    rf"{SEAT} (?:is|was|has|had)\b[^@]*?(?:@[a-z] 's [^@]*?)? (?:to|trying to) (?:avoid"
    r"|escape|deflect|divert|"
    r"dodge|evade) (?:any |all |the |our )?(?:suspicion|attention|scrutiny|detection|blame"
    r"|questions)\b"
)


_ALLIED = pattern(
    rf"{SEAT} (?:(?:might|may|could|must|probably) )?(?:have|has|had) {MODIFIERS}{WOLF} "
    r"(?:allies|ally|partners?|mates?|teammates?)\b"
)


_NAMED = pattern(
    r"\b(?:focus|attention|look|concentrate|regard|consider|treat|name|see|list|mark)\w*(?: "
    rf"[^@\s]+){{0,4}}? {SEAT} (?:as|to be) "
    rf"{MODIFIERS}(?:suspects?|suspicious|{WOLF})\b"
)


_IDENTIFIED = pattern(
    rf"\bwe (?:have )?(?:identified|unmasked|exposed|confirmed) {SEAT} (?:as|to be) "
    rf"{MODIFIERS}{WOLF}\b"
)


_HINT = pattern(
    r"suspic|suspect|concern|worr|alarm|troubl|disturb|question|strange|odd|weird|fishy|off"
    r"|calculat|evasiv|shad|dubious|sus\b|guilt|"
    r"fear|doubt|sign|flag|avoid|escape|deflect|divert|dodge|evade|wol|mistrust|distrust|eyebrows"
)


_RULED_OUT = pattern(
    rf"\brule out (?:the (?:possibility|idea|chance) )?(?:of |that )?{SEAT}(?: (?:being|is|as"
    rf"|was) {MODIFIERS}(?:{WOLF}|{VILLAGER_WORDS})\b|$)"
)


def unfinished_possessive(words: str) -> str:
    """Return the possessive at the end of a clause that lacks its verb ("2's silence"), or ""."""
    found = _UNFINISHED.search(words)
    return found[0] if found else ""


def find_conduct(words: str, before: str, mentioned: str) -> list[Draft]:
    """Return the suspicions of conduct in a simplified clause, and vouches for seats it rules out.

    Args:
        words: The clause.
        before: The unfinished possessive of the clause before if this one continues it with "and",
            or an empty string.
        mentioned: The letter (or letters joined by `+`) that "which" and "it" refer to, or an empty
            string.
    """
    ruled_out = _RULED_OUT.search(words)
    if ruled_out:
        return _each("vouch", ruled_out)
    if not _HINT.search(words):
        # Most clauses hold none of these words, which costs one search instead of eight.
        return []
    whole = f"{before} and {words}" if before and _RESUMED.match(words) else words
    if mentioned:
        whole = _THAT.sub(f"@{mentioned} 's conduct ", whole)
    for wanted in (
        _HIS_CONDUCT,
        _CONDUCT_OF,
        _SHARED,
        _CAST,
        _DODGES,
        _ALLIED,
        _NAMED,
        _IDENTIFIED,
    ):
        found = wanted.search(whole)
        if found:
            return _each("accuse", found)
    return []


def _each(kind: DraftKind, found: re.Match[str]) -> list[Draft]:
    return [
        Draft(kind, letter, sure=False)
        for letter in captured_seats(found).split("+")
        if letter != "i"
    ]
