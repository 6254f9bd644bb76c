"""Finds judgements and requests in a clause: accuse, vouch, defend, call a vote, ask a seat."""

from __future__ import annotations

import re

from wolfcore.speech.acts import Draft, DraftKind
from wolfcore.speech.vocabulary import BAD, GOOD, VILLAGE_MARK, WOLF

from .fragments import (
    ANY_SEAT,
    MODIFIERS,
    NEGATION,
    NO_NOUN_AFTER,
    SEAT,
    is_good_word,
    named_role,
    pattern,
)

# -- judging others

IS_GOOD_OR_BAD = pattern(
    rf"{SEAT} (?:is|was) {NEGATION}{MODIFIERS}(?P<word>{BAD}|{GOOD})\b{NO_NOUN_AFTER}"
)


EITHER_WAY = pattern(rf" or (?:(?:just|simply) )?{MODIFIERS}(?:{BAD}|{GOOD})\b")
"""An alternative after "is a villager", such as "or a wolf", which cancels the judgement."""


IS_TARGET = pattern(
    rf"{SEAT} is (?:my|our|the) (?:\w+ )?(?:vote|pick|target|choice)(?: (?:today|tonight))?$"
)


LIES = pattern(
    rf"{SEAT} (?P<no>(?:(?:did|does|do|has|would|have) )?(?:not|never) )?(?:(?:just|has|have"
    r"|is|again) )*(?:lied|lies|"
    rf"lie|lying|made (?:it|that|this) up|invented (?:it|that|this))\b"
)


TRUTH = pattern(
    rf"{SEAT} (?P<no>(?:(?:did|does|do|is|has) )?(?:not|never) )?(?:(?:is|has) )?(?:tells?"
    r"|told|telling|speaks?|spoke|"
    rf"speaking) (?:us )?the truth"
)


TRUSTED = pattern(
    rf"{SEAT} (?:can|should|must|may|is|ought) (?P<no>not |never |hardly )?(?:to )?be "
    r"(?:trusted|believed)"
)


STORY = pattern(
    rf"{SEAT} 's (?:claim|story|check|report|word|words|account|version|result)s? (?:is|was) "
    rf"{NEGATION}(?:a |an |made )*"
    r"(?P<word>fake|false|lie|lies|invented|bluff|trick|up|suspicious|fishy|true|right|honest"
    r"|genuine|believable|real)\b"
)


_OF = r"(?: (?:in|about|of|on|with))?"


_STORY_OF = (
    r"(?: 's (?:claim|story|word|words|check|report|account|version|result)s?)?(?! 's)(?! "
    r"(?:is|was|should|must|lied|"
    r"lies|would|will|has|can|to) ?)"
)


TRUST = pattern(
    r"(?:^|\b(?:i|we|you|nobody) )(?P<no>(?:(?:do|did|can|could|will|would|should|must) not"
    r"|never|no longer|hardly|not) )?"
    r"(?:(?:would|will|can|do|should|must|have to|want to|fully|still|choose to|tend to"
    r"|ready to|am|is|inclined to|"
    r"going to|let us) )*"
    r"(?P<no2>not )?(?P<verb>trust|believe|buy|like|back|support|side|stand|vouch|clear"
    r"|agree to trust|have faith|"
    rf"have trust|have confidence){_OF}(?: for| by| behind)? {SEAT}{_STORY_OF}"
)


SUSPECT = pattern(
    r"(?:^|\b(?:i|we) )(?P<no>(?:(?:do|did|can|could|will|would) not|never|no longer|hardly) )?"
    r"(?:(?:would|will|do|must|have to|have|is|am|still|strongly|begin to|start to|beginning "
    r"to|starting to|going to) )*"
    r"(?P<verb>suspect|suspected|accuse|doubt|distrust|mistrust|blame|fear|accusing"
    rf"|suspecting) {SEAT}{_STORY_OF}"
)


WARY = pattern(
    r"\bi (?:am|is) (?P<no>not )?(?:\w+ )?(?:suspicious|wary|worried|unsure|afraid|sceptical"
    r"|skeptical|nervous) (?:of|"
    rf"about) {SEAT}|\bi (?:am|is) (?:not (?:so )?sure|unsure) about {SEAT}"
)


FEELING = pattern(
    r"\bi (?:still )?(?:have got|have|get|had|got) (?P<no>no )?(?:(?:a|an|my|some|serious"
    r"|strong|real|grave|big|growing|great) )*"
    r"(?:bad feeling|strange feeling|doubts?|suspicions?|worries|questions?|concerns?"
    r"|problem) (?:about|on|of|with|for|"
    rf"regarding) {SEAT}"
)


MY_SUSPECT = pattern(
    r"(?<!keep )(?<!keeping )\bmy (?!vote|check)(?:\w+ ){0,3}(?:suspects?|suspicions?"
    r"|finger|eyes?|doubts?|money|bet|"
    rf"attention|wolf|wolves|worry)(?: (?!not)[\w']+){{0,4}}? {SEAT}"
)


WOLF_IS = pattern(rf"\b{WOLF}(?: \w+){{0,2}} is {SEAT}(?! 's)")


POINTS = pattern(
    rf"^(?!.*@.*@)(?:.* )?(?:points?|pointing|leads?) (?:\w+ )?(?:to|at|towards?) {SEAT}"
)


IT_IS = pattern(rf"^(?:i say )?it (?:is|was) {SEAT}$")


OFF = pattern(
    r"\b(?:something|there is something|it is something|(?:is|was) something)(?: is| was)? "
    r"(?:\w+ )?(?:off|wrong|"
    rf"strange|odd|fishy|suspicious|not right|weird) (?:about|with) {SEAT}"
)


WARN = pattern(
    r"\b(?:i would (?:keep (?:an|my|one) eyes? on|watch)|watch out for|beware of|careful "
    rf"with) {SEAT}(?! 's)"
)
"""A warning about a seat, which counts as an accusation.

A call to watch or look at a seat like everybody else is not matched, as it accuses nobody.
"""


# -- voting, defending, asking

_EXPEL = (
    r"vote(?: (?:for|out|off|against|down|on|to (?:exile|eliminate|hang|banish|remove)))*"
    r"|exile|eliminate|hang|lynch|"
    r"execute|banish|remove|get rid of|"
    r"send (?:away|home|out)|throw out|kick(?: out)?|attack|kill|bite|eat|hunt|strike|choose|pick"
)


VOTE = pattern(rf"^(?P<before>.*?)\b(?:{_EXPEL}) {SEAT}(?! (?:'s|is|was|first)\b)")


TAKE = pattern(
    rf"^(?P<before>.*?)\b(?:take|send|go for|go after) {SEAT}(?: (?:tonight|lastnight|out"
    r"|down|away|home|first|next|"
    rf"today|with i|off .*|packing|down the road|on (?:\w+ )?way))*$"
)


VOTING = pattern(rf"\b(?:i|we) (?:is|am) (?P<no>not )?voting (?:for |out |against )*{SEAT}")


MY_VOTE = pattern(
    r"^(?!.*\b(?:was|went|had|yesterday|day \d+)\b).*\bmy (?:\w+ )?(?:vote|ballot)(?: "
    rf"(?P<no>not)| (?!not)[\w']+){{0,4}}? {SEAT}"
)


OUGHT = pattern(
    rf"{SEAT} (?:should|must|has to|have to|needs to|need to|ought to|deserves to|is to|shall"
    r"|would have to) (?P<no>not |never )?"
    r"(?:be )?(?:(?:go|leave|die)(?: (?:today|now|home|out|next|tonight|before .*))?$"
    r"|(?:exiled|eliminated|voted (?:out|off)|"
    r"hanged|hung|lynched|executed|banished|removed|our exile)\b)"
)


NOMINATE = pattern(
    r"^(?:i )?(?:nominate|recommend|propose|suggest|choose)(?: (?:the )?(?:exile"
    r"|banishment) of| to exile| exiling|"
    rf" voting for| a vote (?:for|against))? {SEAT}"
    rf"(?! (?:is|as|was|for (?:sheriff|seer|{VILLAGE_MARK}[a-z]+)))"
)


DEFEND = pattern(
    rf"(?<!\w)(?:leave {ANY_SEAT} alone|spare {ANY_SEAT}|(?:wrong|mistaken|unfair|harsh|too "
    r"hard|too quick) (?:about|on|"
    rf"to|with) {ANY_SEAT}|"
    rf"{ANY_SEAT} (?:does|did|do|has|have) not (?:deserve|earned|done anything wrong)|(?:case"
    r"|evidence|proof|reason|"
    rf"argument)s? against {ANY_SEAT} (?:is|was) (?:weak|thin|empty|poor|nothing|bad|flimsy)|"
    rf"nothing (?:real |solid )?against {ANY_SEAT}|no (?:real |good |solid )?(?:reason"
    r"|cause) to (?:suspect|doubt|exile|"
    rf"accuse|blame|fear|distrust|vote for|hang) {ANY_SEAT}|"
    rf"(?:stop|quit) (?:accusing|attacking|blaming|hunting|chasing|suspecting) {ANY_SEAT}"
    r"|(?:accusing|suspecting|"
    rf"attacking|blaming|exiling|hanging) {ANY_SEAT} (?:is|was) (?:\w+ )?(?:wrong|mistake"
    r"|easy|unfair|error|cheap|"
    rf"nonsense)|"
    rf"i defend {ANY_SEAT}|no (?:real |good |solid )?(?:case|evidence|proof) against "
    rf"{ANY_SEAT}|keep {ANY_SEAT} (?:alive|"
    rf"in the game|with us)|defen[cs]e of {ANY_SEAT}|"
    rf"{ANY_SEAT} (?:\w+ )?(?:the )?wrong (?:target|seat|person|choice|exile)|going after "
    rf"{ANY_SEAT} is|not against {ANY_SEAT})"
)


WANTS_TO_HEAR = pattern(
    r"(?<!\w)(?:(?:want|like|love|need|wish|wait|waiting|prefer|curious|let us|happy)(?: "
    r"to)?(?: hear| listen to|"
    r" know)?(?: more| something| a word| an answer| an explanation)?(?: from| what| how| "
    rf"for) {SEAT}|"
    rf"hear {SEAT}|i (?:ask|invite|call on|press|challenge) {SEAT}(?! to (?:join|vote|follow"
    r"|trust|believe|exile))|"
    rf"{SEAT} (?:should|must|has to|needs to|ought to|owes|could|can)(?: us| i)?(?: please)? "
    r"(?:explain|speak|answer|"
    rf"talk|tell|say|an? (?:answer|explanation|word)|account|share|give|go first|open)|"
    r"(?:i (?:encourage|urge|invite|ask|implore|press)|(?:crucial|important|essential|vital"
    r"|helpful|good|necessary) for) "
    rf"{SEAT} to (?:provide|share|explain|tell|give|speak|answer|clarify|say|offer|talk"
    r"|comment|respond|present|account|justify))"
)


NOT_HEARD = pattern(
    r"\b(?:i|we) have (?:not|yet to) (?:yet )?(?:heard|hear) (?:(?:much|anything|enough|a "
    rf"word) )?from {SEAT}"
)


TELL_US = pattern(
    r"^(?:do )?(?:explain|tell|answer|speak|say|share|talk|open up|"
    r"give (?:us|i)(?! (?:an?|one|some|more) (?:break|chance|day|minute|moment|night|second"
    r"|time)\b)|defend "
    r"yourself|convince|"
    r"help us understand|your turn|over to|what about)\b"
)


_NOT_A_CALL = pattern(
    rf"@(?!i\b)|\b(?:did|who|they|people|why)\b|{WOLF}|\b(?:my|a|the|that|this|'s|no|every|each) $"
)
"""Words before a voting verb that show that it reports a vote instead of calling for one."""


_I_ASK = pattern(
    r"\bi (?:would )?(?:ask|urge|beg|invite|implore|want|call on) @[a-z+]+ (?:all "
    r")?(?=(?:not )?to )"
)


_NEGATING = pattern(
    r"\b(?:not|never|nobody|against|no|stop|rather than|than|wrong|mistake|without)\b"
)


_TRUE_WORDS = ("true", "right", "honest", "genuine", "believable", "real")


def find_judgements(words: str, *, sure: bool, denied: bool) -> list[Draft]:
    """Return the accusations and vouches in a simplified clause.

    Args:
        words: The clause.
        sure: Whether nothing hedged it.
        denied: Whether an introduction before it denies it ("I don't think that").
    """
    found = [
        *_called_good_or_bad(words, sure=sure, denied=denied),
        *_trusted(words, sure=sure),
        *_suspected(words, sure=sure),
    ]
    if not denied:
        for wanted, certain in _POINTING:
            match = wanted.search(words)
            if match and " not " not in match[0]:
                found += _drafts_for("accuse", captured_seats(match), sure=sure and certain)
    return found


_POINTING = (
    (MY_SUSPECT, False),
    (WOLF_IS, True),
    (POINTS, False),
    (IT_IS, True),
    (OFF, False),
    (WARN, False),
)


def _called_good_or_bad(words: str, *, sure: bool, denied: bool) -> list[Draft]:
    """Return drafts for seats that are called a wolf, a liar, good or truthful."""
    found: list[Draft] = []
    match = IS_GOOD_OR_BAD.search(words)
    if match and not EITHER_WAY.match(words, match.end()):
        good = is_good_word(match["word"])
        bad = good == (bool(match["no"]) != denied)
        role = named_role(match["word"]) if good and not bad else ""
        found += [
            draft._replace(word=role)
            for draft in _drafts_for("accuse" if bad else "vouch", match[1], sure=sure)
        ]
    for wanted, against in ((LIES, True), (TRUTH, False), (TRUSTED, False)):
        match = wanted.search(words)
        if match:
            bad = against == (bool(match["no"]) == denied)
            found += _drafts_for("accuse" if bad else "vouch", match[1], sure=sure)
    match = STORY.search(words)
    if match:
        bad = (match["word"] in _TRUE_WORDS) == bool(match["no"])
        found += _drafts_for("accuse" if bad else "vouch", match[1], sure=sure)
    return found


def _trusted(words: str, *, sure: bool) -> list[Draft]:
    match = TRUST.search(words)
    # To like a seat is no trust; not to like it is suspicion.
    if not match or (match["verb"] == "like" and not match["no"]):
        return []
    against = bool(match["no"] or match["no2"]) or words.startswith("nobody") or "hard to" in words
    return _drafts_for(
        "accuse" if against else "vouch",
        captured_seats(match),
        sure=sure and match["verb"] != "like",
    )


def _suspected(words: str, *, sure: bool) -> list[Draft]:
    found: list[Draft] = []
    match = SUSPECT.search(words)
    if match:
        weak = match["verb"].startswith(("suspect", "doubt", "fear"))
        found += _drafts_for(
            "vouch" if match["no"] else "accuse",
            captured_seats(match),
            sure=sure and not (weak or match["no"]),
        )
    for wanted in (FEELING, WARY):
        match = wanted.search(words)
        if match:
            found += _drafts_for(
                "vouch" if match["no"] else "accuse", captured_seats(match), sure=False
            )
    return found


def find_requests(words: str) -> list[Draft]:
    """Return drafts for the seats that a clause defends, wants voted for, or asks to speak."""
    match = DEFEND.search(words)
    if match and not OFF.search(words):
        return _drafts_for("defend", match[0].split("@", 1)[1].split(" ", 1)[0])
    match = VOTE.match(words) or TAKE.match(words)
    # `I ask you to vote 3` names a seat before the verb and is a call all the same.
    if match and not _NOT_A_CALL.search(_I_ASK.sub("", match["before"])):
        return _drafts_for(
            "defend" if _NEGATING.search(match["before"]) else "vote", captured_seats(match)
        )
    for wanted in (VOTING, MY_VOTE, OUGHT):
        match = wanted.search(words)
        if match:
            return _drafts_for("defend" if match["no"] else "vote", captured_seats(match))
    match = IS_TARGET.search(words) or NOMINATE.match(words)
    if match:
        return _drafts_for("vote", match[1])
    match = NOT_HEARD.search(words) or ("not" not in words and WANTS_TO_HEAR.search(words))
    return _drafts_for("ask", captured_seats(match)) if match else []


def _drafts_for(kind: DraftKind, seats: str, *, sure: bool = True) -> list[Draft]:
    """Return one draft a seat; the speaker itself gets a draft only for a defence."""
    return [
        Draft(kind, letter, sure=sure)
        for letter in seats.split("+")
        if letter != "i" or kind == "defend"
    ]


def captured_seats(match: re.Match[str]) -> str:
    """Return the letters, such as `a` or `a+b`, that a match captured outside named groups.

    If several groups captured letters, the first one counts.
    """
    named = set(match.re.groupindex.values())
    return next(
        group for number, group in enumerate(match.groups(), 1) if group and number not in named
    )
