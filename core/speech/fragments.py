"""Pieces of patterns: a seat, an article, a negation, a result.

Clauses come without fillers, with pronouns resolved to seats. `SEAT` captures one letter or several joined by `+`.
"""

from __future__ import annotations

import re

from .vocabulary import BAD, GOOD, ROLE

SEAT = r"@([a-z](?:\+[a-z])*)"
ANY_SEAT = r"@[a-z](?:\+[a-z])*"
ART = (
    r"(?:(?:a|an|the|our|my|your|their|this|that|one|of|another|other|second|third|last|first|real|true|actual|plain|simple|"
    r"ordinary|normal|loyal|main|top|best|biggest|strong|next|sort|kind|village|town|to|be|being|as|100|good|bad|big|whole|"
    r"confirmed|proven|known|obvious|most|more|very|remaining|alive|living|active|hidden|possible|either) )*?"
)
NOT = r"(?P<no>(?:not|no|never|hardly|neither|nor) )?"
NO_NOUN = (
    r"(?! (?:of|candidate|player|point|points|question|idea|choice|target|leader|start|plan|reason|speaker|guess|case|luck|"
    r"news|sign|thing|way|answer|argument|move|that|day|morning|'s|if|whether|at)\b)"
)
RESULT = rf"(?:{ROLE}|{BAD}|{GOOD})"


def pattern(text: str) -> re.Pattern[str]:
    """A compiled pattern."""
    return re.compile(text)
