"""What a question is about, as data: one row a subject, the first that fits counts."""

from __future__ import annotations

from .acts import Subject
from .fragments import ANY_SEAT, LazyPattern, pattern
from .vocabulary import ROLE

_YOU = rf"(?:you|u|ya|{ANY_SEAT})"
_ME = r"(?:me|@i)"

_SUBJECT_PATTERNS: tuple[tuple[Subject, str], ...] = (
    (
        "vote",
        rf"\b(?:did|have|had) {_YOU} (?:\w+ )?voted?\b|\b(?:you|u|@[a-z]) voted\b|\bwhy (?:is|are|r) {_YOU} voting\b|"
        rf"\b(?:made|drove|moved|led) {_YOU} (?:to )?vote\b|\bexplain\b.*\b(?:vote|ballot)\b|"
        r"(?:\b(?:your|ur|the|that|his|her|their)|'s) (?:vote|ballot) (?:for|against|on|yesterday|day)\b",
    ),
    (
        "seer",
        rf"\b(?:who|whom|which)\b[^?]*\b(?:do|does|would|will|should) (?:{_YOU}|we|i) (?:\w+ )?(?:believe|trust|side|buy)\b|"
        rf"\b(?:who|who is|who's|whos|which|which one is) the (?:real|true) {ROLE}\b",
    ),
    (
        "check",
        r"\b(?:what|who|whom|whose|which|did|have|has)\b[^?]*\b(?:check|checked|learn|learned|learnt|find out|found out|look at|"
        r"looked at|investigate|investigated|inspect|inspected|scan|scanned|peek|peeked)\b(?! for)|"
        r"\b(?:see|saw|seen)\b[^?]*\bnight\b|"
        r"(?:\b(?:your|ur)|'s) (?:check|checks|result|results|vision|visions)\b",
    ),
    (
        "role",
        rf"\b(?:are|r|is) {_YOU} (?:really |even |actually )?(?:a |an |the |our )?(?:real |true )?{ROLE}\b|"
        rf"\bwhat (?:are|r|is) {_YOU} *\?|\b(?:your|ur) (?:role|claim|card)\b|\bwhat (?:do|does) {_YOU} claim\b|"
        r"\b(?:claim|role) *\?",
    ),
    (
        "accuse",
        rf"\bwhy (?:on earth |always |is it |just )?{_ME}\b|\bagainst {_ME}\b|"
        rf"\bwhy (?:do|did|are|r|would|does|is|was) {_YOU} (?:\w+ )?(?:suspect|accus|think|distrust|doubt|blam|call|"
        r"point|push|attack)|"
        rf"\bwhy {_YOU} (?:suspect|accuse|think|distrust|blame|doubt)",
    ),
)
_SUBJECTS: tuple[tuple[Subject, LazyPattern], ...] = tuple((subject, pattern(text)) for subject, text in _SUBJECT_PATTERNS)


def question_subject(question: str) -> Subject:
    """What a lower-case question with seats as letters wants to know; empty where no row fits."""
    for subject, asked in _SUBJECTS:
        if asked.search(question):
            return subject
    return ""
