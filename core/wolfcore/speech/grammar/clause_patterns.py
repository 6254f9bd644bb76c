"""Regex patterns for clauses: claims, night deeds, reported speech, abstentions and questions.

`question_subject` finds the topic of a question: a vote, an accusation, a role, a check.
"""

from __future__ import annotations

import re

from wolfcore.speech.acts import Subject
from wolfcore.speech.vocabulary import BAD, POWER_ROLE_WORDS, ROLE, VILLAGER_WORDS, WOLF

from .fragments import (
    ANY_SEAT,
    MODIFIERS,
    NEGATION,
    NO_NOUN_AFTER,
    RESULT,
    SEAT,
    LazyPattern,
    pattern,
)

# -- what others said, and what is only supposed

OTHER_SPEAKERS = (
    rf"(?:{ANY_SEAT}|you|they|people|somebody|someone|nobody|others|who|wolves|the "
    rf"(?:{POWER_ROLE_WORDS}|wolves|village|sheriff))"
)


_HELPERS = r"(?:(?:has|have|had|did|does|do|not|never|was|is|would|that|first|yesterday|then) )*"


REPORTED_SPEECH = pattern(
    rf"(?<![\w@]){OTHER_SPEAKERS} {_HELPERS}"
    r"(?:said|says|say|saying|claims?|claimed|claiming|told|tells?|thinks?|thought|believes?"
    r"|believed|calls?|called|calling|"
    r"reports?|reported|swears?|swore|insists?|insisted|announced|admitted|denie[sd]"
    r"|mentioned|argued|argues|suggested|suggests|"
    r"knows?|knew|pretends?|pretended|checked|found|saw|learned)\b(?! (?:the truth|anything"
    r"|nothing|much|a word|little)\b)"
)


DEED_OF_OTHERS = pattern(
    rf"(?<![\w@]){OTHER_SPEAKERS} {_HELPERS}"
    r"(?:voted|votes?|voting|accuse[sd]?|accusing|suspect(?:ed|s)?|defend(?:ed|s|ing)?|named"
    r"|names|wants?|wanted|trusts?|trusted|"
    r"doubts?|doubted|pushed|pushes|vouche[sd]|pointed|points|asked|asks|attacked|attacks"
    r"|killed|kill|will|would|pressed|"
    r"spoke|speaks|followed|follows|protected|saved|poisoned|counted|blamed|blames|likes?"
    r"|liked|chose|picked|"
    r"recommended|supported|supports|backed)\b"
)


SPEECH_GOES_ON = pattern(
    r"^(?:then )?(?:said|says|claimed|claims|thinks|thought|believes|believed|suggested"
    r"|suggests|insists|argues|implies|"
    r"reports|swears|saying|claiming|suggesting|implying|arguing|insisting|implicating|accusing)\b"
)
"""A clause without a subject that continues the report of another seat's words."""


ACCORDING = pattern(rf"\b(?:according to|thanks to what|if) {ANY_SEAT}")


OWN_WORDS = pattern(r"^(?:i|we|let|vote|my|please|so)\b")


COURTESY_IF = pattern(
    r"\b(?:trust|believe|ask|want|object|objects|know|care|help|agree|join|mind)\b"
)


ASKING = pattern(
    r"^(?:and |but |so |or |then )?(?:(?:on|for|by|with|in) (?:what|which|whose)|why|what|who"
    r"|whom|whose|how|when|where|which|do|"
    r"did|does|is|was|are|am|can|could|will|would|should|shall|have|has|had|may|might|must"
    r"|any|right|no|agreed|or)\b"
)


QUESTION_TAGS = pattern(
    r"^(?:right|no|yes|agreed|or not|is (?:it|@[a-z]|not (?:it|@[a-z])|it not)|(?:do|does) (?:you|"
    r"@[a-z]) (?:not )?(?:agree|think so|see)|"
    r"(?:do|does) not (?:you|@[a-z]) (?:think|agree)|ok)$"
)


QUESTION_ABOUT = pattern(
    r"^(?:and |but |so )?(?:why|what|who|whom|how|when|where|which \w+|what \w+) (?:is|was"
    r"|are|did|does|do|has|have|had|"
    rf"would|will|can|could|should|must|makes?|made) {SEAT}\b"
)


NO_EXILE = pattern(
    r"\b(?:vote (?:for )?nobody|exile nobody|nobody should (?:go|be exiled)|skip (?:the"
    r"|today 's) vote|no exile today|"
    r"abstain from voting)\b"
)


ABSTAINS = pattern(
    r"^(?:i |we )?(?:(?:choose|will|would|should|prefer|decide|want|like|vote|ought|had "
    r"better)(?: to)? )*(?:"
    r"(?:pass|abstain|skip)(?: on| in| for)? (?:this|the|today 's) (?:round|vote|ballot|time)|"
    r"not (?:to )?(?:vote|exile|eliminate|hang)(?: (?:for|to|out|off|against|exile|eliminate"
    r"|kill|hang))*(?: (?:anyone|anybody)))"
    r"(?: (?:today|yet|now|this round))*$"
)


# -- roles and deeds of the speaker

NIGHT = re.compile(r"\b(?:night(\d+)|(lastnight|tonight))\b")


_I_AM = r"(?:i|@i) (?:is|am|was)"


_ROLE_ART = (
    r"(?:(?:a|an|the|your|our|this|village|town|'s|real|true|only|one|plain|simple|ordinary"
    r"|normal|honest|loyal|humble|"
    r"regular|mere|actual|vanilla|village|good|old) )*?"
)


CLAIM = pattern(
    rf"\b{_I_AM} (?P<no>(?:not|no|never) (?:longer )?)?(?:but "
    rf")?{_ROLE_ART}(?P<role>{ROLE})\b(?! ?'s)"
)


CLAIM_BY_NAME = pattern(
    r"\b(?:i (?:hereby )?(?:claim|come out as|out|reveal|declare|confess|admit)(?: i)?(?: "
    r"to)?(?: be| being| as)?|"
    r"my (?:\w+ )?role (?:is|was)|my (?:\w+ )?(?:ability|abilities|powers?|gifts?|skills?"
    r"|duty|duties) as|"
    rf"i (?:was dealt|drew|got|hold|have|play|was given)(?: the role of| the card of)?) {_ROLE_ART}"
    rf"(?P<role>{ROLE})\b(?! (?:check|result|report|read|vote|'s|claim|(?:on|in) @))"
)


CLAIM_AS = pattern(
    r"^(?:speaking |talking )?(?:(?:as|being) (?:a|an|the|your|our|this) "
    rf"{_ROLE_ART}(?P<role>{ROLE})\b(?! (?:said|says|"
    rf"told|claims|would|of)\b)|"
    rf"(?P<here>{ROLE}) here\b)"
)


CLAIM_ME = pattern(rf"\bthe (?:real |true )?(?P<role>{POWER_ROLE_WORDS}) is @i\b")


INNOCENT = pattern(
    rf"\b{_I_AM} (?:(?P<no>not|no|never) {MODIFIERS}(?P<bad>{BAD})|{MODIFIERS}(?P<good>good"
    r"|innocent|clean|clear|honest|safe|human|"
    rf"town|village|"
    rf"trustworthy|sincere|truthful|telling the truth))\b{NO_NOUN_AFTER}|"
    r"\bmy (?:intentions?|motives?) (?:is|was) (?:pure|good|honest|clean)\b"
)


RETRACT = pattern(
    r"\bi (?:take (?:it |that |my \w+ |this )?back|took (?:it|that) back|retract|withdraw"
    r"|(?:lied|was lying|bluffed|"
    r"was bluffing)\b|made (?:it|that|this) up|"
    rf"must take back)|\bforget (?:my claim|what i said|that i said)|\bmy (?:{ROLE} )?claim "
    r"(?:is|was) (?:false|a lie|"
    rf"not true|a bluff|a trick)"
)


ROLE_WORD = pattern(rf"\b(?P<role>{POWER_ROLE_WORDS}|{VILLAGER_WORDS})\b")


_HELPER_VERBS = (
    r"(?:(?:have|had|did|chose to|decided to|managed to|was able to|tried to|used my (?:\w+ "
    r")?to) )*"
)


_NIGHT_WORDS = r"(?: (?:night\d+|lastnight|tonight|thatnight|on|in|during))*"


CHECK = pattern(
    rf"(?:\bi |^){_HELPER_VERBS}(?:checked(?: out| on)?|check(?: on)?|investigated?"
    r"|inspect(?:ed)?|examined?|scan(?:ned)?|"
    rf"verif(?:y|ied)|looked (?:at|into)|"
    r"look (?:at|into)|peeked at|test(?:ed)?|divined|read|used my (?:\w+ )?(?:on|to check"
    r"|to see)|chose to see|"
    rf"decided to see|have seen){_NIGHT_WORDS} {SEAT}(?! 's)"
)


_OPINION = (
    rf"(?:find|found) {ANY_SEAT} {NEGATION.replace('?P<no>', '?:')}{MODIFIERS}(?:suspicious"
    r"|fishy|shady|odd|strange|weird|trustworthy|honest|"
    r"sincere|genuine|believable|credible|dubious|questionable)\b"
)


LEARNED = pattern(
    rf"(?:\bi |^|\band ){_HELPER_VERBS}(?!{_OPINION})(?:saw|see|seen|learned|learnt|learn"
    r"|discovered|discover|found(?: out)?|find(?: out)?|"
    rf"identified|know|can confirm|confirm|confirmed|verified|determined){_NIGHT_WORDS}"
    rf"(?: that)?{_NIGHT_WORDS} {SEAT} (?:(?:is|was|came (?:up|back|out)|to be|as|{WOLF}) "
    rf")*{NEGATION}{MODIFIERS}(?P<result>{RESULT})\b"
)


OBSERVED = pattern(
    rf"\bi (?:have )?observed{_NIGHT_WORDS}(?: that)? {SEAT} (?:is|was) "
    rf"{NEGATION}{MODIFIERS}(?P<result>{ROLE}|innocent)\b"
)


MY_CHECK = pattern(
    rf"\bmy (?:\w+ ){{0,2}}(?:check|result|vision|look|choice){_NIGHT_WORDS}(?: (?:is|was"
    r"|went|on|of|for|to|at|fell|night\d+|"
    rf"lastnight))* {SEAT}(?! 's)"
)


CHECK_SAYS = pattern(
    rf"\b(?:check|result|vision|gift|power)s?{_NIGHT_WORDS} (?:says|said|shows|showed|shown"
    r"|tells|told|proves|proved|confirms|"
    rf"confirmed|revealed|reveals)"
    rf"(?: @i)?(?: that)? {SEAT} (?:(?:is|was|to be|as) "
    rf")*{NEGATION}{MODIFIERS}(?P<result>{RESULT})\b"
)


HAVE_CHECK = pattern(
    rf"\b(?:have|got|hold) {MODIFIERS}(?P<result>{RESULT}) (?:check|result|vision|answer)(?: "
    rf"on| for| of| about)* {SEAT}"
)


CHECK_CAME_BACK = pattern(
    rf"^{SEAT} (?:came|comes|showed|shows|checked|checks) (?:back|up|out)(?: (?:as|to be|"
    rf"for i))*(?: (?:lastnight|night\d+))? "
    rf"{NEGATION}{MODIFIERS}(?P<result>{RESULT})\b"
)


THEN_RESULT = pattern(
    r"^(?:(?:and|that|which|who|it|the (?:result|answer|verdict)|result|i|found|saw|learned"
    rf"|got) )*(?:{SEAT} )?"
    r"(?:(?:that|is|was|came|comes|turned|turns|showed|shows|back|up|out|to be|as|said|says"
    r"|proved|found|a result|it|"
    rf"clearly|be) )*"
    rf"{NEGATION}{MODIFIERS}(?P<result>{RESULT})\b{NO_NOUN_AFTER}"
)


ONLY_NIGHT = pattern(
    r"^(?:(?:and|that|this|it|was|is|on|from|during|happened) )*(?:night\d+|lastnight)$"
)


_A_WOLF = (
    rf"\bi (?:have )?(?:found|caught|got|have) (?:a|the|one|our|another) (?:{WOLF})(?: "
    r"(?:lastnight|night\d+))?"
)


FOUND_ONE = pattern(rf"{_A_WOLF} {SEAT}$")


FOUND_A_WOLF = pattern(rf"{_A_WOLF}$")


RESULTS_FOLLOW = pattern(
    r"\b(?:my |the )?(?:checks?|results?|visions?|findings?)(?: is| was| are)?$"
)


SEEN_AS = pattern(
    rf"^{SEAT} (?:as|is|was|to be) {NEGATION}{MODIFIERS}(?P<result>{ROLE}|innocent|clean|clear)$"
)


LISTED = pattern(
    rf"^(?:night\d+ |lastnight )?{SEAT} (?:(?:is|was|as|came back|=) "
    rf")*{NEGATION}{MODIFIERS}(?P<result>{RESULT})\b"
)


PROTECTED = pattern(
    rf"\bi {_HELPER_VERBS}(?:protect(?:ed)?|guarded|guard|shield(?:ed)?|cover(?:ed)?"
    r"|watch(?:ed)? over|stood (?:guard )?(?:over|"
    rf"by)|kept (?:watch over|guard over))"
    rf"{_NIGHT_WORDS} {SEAT}(?! 's)|\bmy protection{_NIGHT_WORDS} (?:was|is|went|lay|on|to"
    rf"|with|for| )+ {SEAT}"
)


SAVED = pattern(
    rf"\bi {_HELPER_VERBS}(?:save|saved|healed|heal|cured|rescued|revived|(?:gave|used"
    r"|spent) (?:my |the )?(?:antidote|potion|"
    rf"healing potion|healing|cure) (?:on|to|for|to save)){_NIGHT_WORDS} {SEAT}(?! 's)|"
    rf"\bmy (?:antidote|healing|cure)(?: potion)?{_NIGHT_WORDS} (?:went to|was for|saved|is "
    rf"spent on|was spent on|was used on) {SEAT}"
)


POISONED = pattern(
    rf"\bi {_HELPER_VERBS}(?:poison(?:ed)?|(?:gave|used|spent) (?:my |the )?poison(?: "
    rf"potion)? (?:on|to)){_NIGHT_WORDS} {SEAT}(?! 's)|"
    rf"\bmy poison{_NIGHT_WORDS} (?:went to|was for|killed|was used on|was spent on|is spent "
    rf"on) {SEAT}"
)


_YOU = rf"(?:you|u|ya|{ANY_SEAT})"


_ME = r"(?:me|@i)"


_SUBJECT_PATTERNS: tuple[tuple[Subject, str], ...] = (
    (
        "vote",
        rf"\b(?:did|have|had) {_YOU} (?:\w+ )?voted?\b|\b(?:you|u|@[a-z]) voted\b|\bwhy (?:is"
        rf"|are|r) {_YOU} voting\b|"
        rf"\b(?:made|drove|moved|led) {_YOU} (?:to )?vote\b|\bexplain\b.*\b(?:vote|ballot)\b|"
        r"(?:\b(?:your|ur|the|that|his|her|their)|'s) (?:vote|ballot) (?:for|against|on"
        r"|yesterday|day)\b",
    ),
    (
        "seer",
        rf"\b(?:who|whom|which)\b[^?]*\b(?:do|does|would|will|should) (?:{_YOU}|we|i) (?:\w+ "
        r")?(?:believe|trust|side|buy)\b|"
        rf"\b(?:who|who is|who's|whos|which|which one is) the (?:real|true) {ROLE}\b",
    ),
    (
        "check",
        r"\b(?:what|who|whom|whose|which|did|have|has)\b[^?]*\b(?:check|checked|learn|learned"
        r"|learnt|find out|found out|look at|"
        r"looked at|investigate|investigated|inspect|inspected|scan|scanned|peek|peeked)\b(?! for)|"
        r"\b(?:see|saw|seen)\b[^?]*\bnight\b|"
        r"(?:\b(?:your|ur)|'s) (?:check|checks|result|results|vision|visions)\b",
    ),
    (
        "role",
        rf"\b(?:are|r|is) {_YOU} (?:really |even |actually )?(?:a |an |the |our )?(?:real "
        rf"|true )?{ROLE}\b|"
        rf"\bwhat (?:are|r|is) {_YOU} *\?|\b(?:your|ur) (?:role|claim|card)\b|\bwhat (?:do"
        rf"|does) {_YOU} claim\b|"
        r"\b(?:claim|role) *\?",
    ),
    (
        "accuse",
        rf"\bwhy (?:on earth |always |is it |just )?{_ME}\b|\bagainst {_ME}\b|"
        rf"\bwhy (?:do|did|are|r|would|does|is|was) {_YOU} (?:\w+ )?(?:suspect|accus|think"
        r"|distrust|doubt|blam|call|"
        r"point|push|attack)|"
        rf"\bwhy {_YOU} (?:suspect|accuse|think|distrust|blame|doubt)",
    ),
)


_SUBJECTS: tuple[tuple[Subject, LazyPattern], ...] = tuple(
    (subject, pattern(text)) for subject, text in _SUBJECT_PATTERNS
)


def question_subject(question: str) -> Subject:
    """Return the topic of a lower-case question with seat letters; empty where no pattern fits."""
    for subject, asked in _SUBJECTS:
        if asked.search(question):
            return subject
    return ""
